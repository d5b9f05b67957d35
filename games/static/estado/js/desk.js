// Lends the desk a hand: sums that add up while one types, odds before one commits, orders given on the map. All of it also works without.
(() => {
  const number = (field) => Math.max(0, Number.parseInt(field.value, 10) || 0);
  const percent = (points) => `${+(points / 100).toFixed(2)} %`;

  function addUp(ledger) {
    const treasury = Number(ledger.dataset.budget);
    const total = (prefix) => [...ledger.querySelectorAll(`input[name^="${prefix}"]`)].reduce((sum, field) => sum + number(field), 0);
    const left = treasury - total("allocate_") - total("grant_");
    const till = ledger.querySelector(".till");
    till.classList.toggle("over", left < 0);
    ledger.querySelector("[data-till]").value = Math.max(0, left);
    ledger.querySelector("[data-left]").textContent = left < 0 ? `$${-left} too much` : `$${left} left`;
    const kept = total("withhold_");
    ledger.querySelector("[data-kept]").textContent = kept ? `$${kept}` : "";
  }

  function showOdds(card) {
    const out = card.querySelector("[data-odds-out]");
    if (!out) return;
    const target = card.querySelector('select[name="target"]').selectedOptions[0];
    const spend = number(card.querySelector('input[name="spend"]'));
    const chances = (target.dataset.odds || "").split(",").map(Number);
    out.hidden = !target.value || !spend;
    if (out.hidden) return;
    const { account, perDollar, most, perUnit } = card.querySelector("[data-account]").dataset;
    const poor = spend > Number(account);
    const { borders, guards } = target.dataset;
    const times = ["", ", halved once", ", halved twice", ", halved three times"][borders] ?? `, halved ${borders} times`;
    out.querySelector("output").textContent = poor ? "–" : percent(chances[Math.min(spend, chances.length) - 1]);
    out.querySelector(".odds-made").textContent = poor ? "More than you have." : `${percent(Math.min(perDollar * spend, most))} for $${spend}${times}${Number(guards) ? `, −${percent(perUnit * guards)} guards` : ""}`;
  }

  // --- The map gives orders: a coast to patrol, or first where troops stand and then where they go.
  let origin = "";
  const pick = (what) => document.querySelector(`#sheet-form select[data-pick="${what}"]`);
  const open = (select) => select && select.offsetParent !== null;

  function mark() {
    const patrol = pick("province"), march = pick("march");
    const [from, to] = march && march.value ? march.value.split(":") : [origin, ""];
    const ways = march ? [...march.options].filter((one) => one.value).map((one) => one.value.split(":")) : [];
    for (const province of document.querySelectorAll(".map .province")) {
      const id = province.dataset.province;
      const coast = open(patrol);
      const can = coast ? [...patrol.options].some((one) => one.value === id) : open(march) && (from ? ways.some(([a, b]) => a === from && b === id) : ways.some(([a]) => a === id));
      province.classList.toggle("can", Boolean(can));
      province.classList.toggle("chosen", coast ? patrol.value === id : Boolean(open(march)) && (id === from || id === to));
    }
  }

  function clickProvince(event, province) {
    const id = province.dataset.province, patrol = pick("province"), march = pick("march");
    if (open(patrol)) {
      if (![...patrol.options].some((one) => one.value === id)) return;
      patrol.value = id;
      patrol.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (open(march)) {
      const way = `${origin}:${id}`;
      if (origin && [...march.options].some((one) => one.value === way)) {
        march.value = way;
        origin = "";
      } else if ([...march.options].some((one) => one.value.startsWith(`${id}:`))) {
        march.value = "";
        origin = id;
      } else return;
      march.dispatchEvent(new Event("change", { bubbles: true }));
    } else return;
    event.preventDefault();
    const kept = (patrol || march).closest("details");
    if (kept) kept.open = true;
    say(id, patrol, march);
    mark();
  }

  function say(id, patrol, march) {
    const select = open(patrol) ? patrol : march;
    const words = select.value ? select.selectedOptions[0].textContent : `From ${document.querySelector(`#row-${id} th`).firstChild.textContent}. Now choose where to.`;
    const announcer = document.getElementById("announcer");
    if (announcer) announcer.textContent = words;
  }

  document.addEventListener("input", (event) => {
    const ledger = event.target.closest(".ledger"), card = event.target.closest(".order-card");
    if (ledger) addUp(ledger);
    if (card) showOdds(card);
    if (event.target.closest("#sheet-form")) mark();
  });
  document.addEventListener("change", (event) => {
    const card = event.target.closest(".order-card");
    if (card) showOdds(card);
    if (event.target.matches('[data-pick="march"]') && event.target.value) origin = "";
    if (event.target.closest("#sheet-form")) mark();
  });
  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]"), fill = event.target.closest("[data-fill]"), province = event.target.closest(".map .province");
    if (step) {
      const field = step.parentElement.querySelector("input");
      field.value = String(Math.max(0, number(field) + Number(step.dataset.step)));
      field.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (fill) {
      const field = document.getElementById(fill.dataset.into);
      field.value = fill.dataset.fill;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.focus();
    } else if (province) clickProvince(event, province);
    const link = event.target.closest('a[href^="#row-"]');
    if (link && !event.defaultPrevented) {
      document.getElementById("map-table").open = true;
    }
  });
  // Links on the map answer to the space bar too, as the buttons that they are while orders are given.
  document.addEventListener("keydown", (event) => {
    if (event.key === " " && event.target.matches(".map .province")) { event.preventDefault(); clickProvince(event, event.target); }
  });

  function dress() {
    for (const hidden of document.querySelectorAll(".stepper .step, [data-fill]")) hidden.hidden = false;
    document.querySelectorAll(".ledger").forEach(addUp);
    document.querySelectorAll(".order-card").forEach(showOdds);
    mark();
  }
  document.addEventListener("htmx:load", dress);
  document.addEventListener("DOMContentLoaded", dress);
  dress();
})();
