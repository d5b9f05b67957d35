// A card is face up only while it is held: by finger, pointer or key. Without this script a tap turns it.
(() => {
  let held;

  function turn(card, open) {
    if (card && card.open !== open) card.open = open;
    held = open ? card : undefined;
  }
  const cardOf = (event) => event.target.closest && event.target.closest("[data-hold] > summary");

  document.addEventListener("pointerdown", (event) => {
    const back = cardOf(event);
    if (back && event.button === 0) turn(back.parentElement, true);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => turn(held, false));
  window.addEventListener("blur", () => turn(held, false));
  document.addEventListener("visibilitychange", () => turn(held, false));

  document.addEventListener("keydown", (event) => {
    const back = cardOf(event);
    if (!back || (event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    turn(back.parentElement, true);
  });
  document.addEventListener("keyup", (event) => { if (event.key === " " || event.key === "Enter") turn(held, false); });
  document.addEventListener("focusout", (event) => { if (cardOf(event)) turn(held, false); });

  // A click without a pointer comes from a screen reader, which turns the card as it can. A long press is no wish for a menu.
  document.addEventListener("click", (event) => { if (cardOf(event) && event.detail !== 0) event.preventDefault(); });
  document.addEventListener("contextmenu", (event) => { if (event.target.closest("[data-hold]")) event.preventDefault(); });

  // A page that was refreshed while a card was held shows its back again.
  document.addEventListener("htmx:load", () => { for (const card of document.querySelectorAll("[data-hold][open]")) card.open = false; });
})();
