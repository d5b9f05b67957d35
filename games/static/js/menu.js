// Closes the menu on Escape and on a click elsewhere; opening it needs no script.
(() => {
  const open = () => document.querySelectorAll("details.menu[open]");

  document.addEventListener("click", (event) => {
    for (const menu of open()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
})();
