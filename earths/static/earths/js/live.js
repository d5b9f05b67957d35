// Keeps a world's page fresh: one socket, the public parts exchanged as they change, the reader's own fetched calmly.
(() => {
  const root = document.getElementById("live-socket");
  if (!root || !("WebSocket" in window)) return;

  const LONGEST_WAIT = 8000, PATIENCE = 1500, CALM = 5000;
  let { version, phase } = root.dataset;
  let socket, tries = 0, retry, lost, personal;

  const announce = (words) => {
    const announcer = document.getElementById("announcer");
    if (announcer) announcer.textContent = words;
  };

  function sayLost(yes) {
    clearTimeout(lost);
    const note = document.querySelector(".line-lost:not(.line-failed)");
    if (!yes) return note && note.remove();
    if (note) return undefined;
    lost = setTimeout(() => {
      const fresh = Object.assign(document.createElement("p"), { className: "line-lost", textContent: "Reconnecting… nothing is lost." });
      fresh.setAttribute("role", "status");
      document.body.append(fresh);
    }, PATIENCE);
    return undefined;
  }

  const tell = () => socket.send(JSON.stringify({ have: version }));

  function connect() {
    clearTimeout(retry);
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    const mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${root.dataset.socket}`);
    socket = mine;
    mine.onopen = () => { tries = 0; sayLost(false); tell(); };
    mine.onmessage = (event) => show(JSON.parse(event.data));
    mine.onclose = () => {
      if (mine !== socket) return;
      sayLost(true);
      // Full jitter: after a restart of the site its readers come back one by one.
      const wait = Math.min(LONGEST_WAIT, 1000 * 2 ** tries);
      tries += 1;
      retry = setTimeout(connect, wait * (0.25 + 0.75 * Math.random()));
    };
  }

  function look() {
    if (document.hidden) return;
    if (socket && socket.readyState === WebSocket.OPEN) tell();
    else connect();
  }

  function show(frame) {
    if (frame.version === version) return;
    const box = document.createElement("template");
    box.innerHTML = frame.html;
    for (const fresh of [...box.content.children]) {
      const old = document.getElementById(fresh.id);
      if (old && old.dataset.part !== fresh.dataset.part) exchange(old, fresh);
    }
    updateBills(frame);
    const moved = frame.phase !== phase;
    ({ version, phase } = frame);
    if (!moved) return;
    announce(`${frame.said}.`);
    if (document.querySelector(".clockbar")) readClock();
    const title = document.querySelector("title");
    if (root.dataset.personal) {
      title.textContent = title.textContent.replace(/^[^·]*/, `${frame.said} `);
      clearTimeout(personal);
      personal = setTimeout(fetchPersonal, CALM * Math.random());
    }
  }

  // The reader keeps their place: what had the focus has it again, what was unfolded stays so.
  function exchange(old, fresh) {
    const stops = (part) => [...part.querySelectorAll("a[href], button, summary, [tabindex]")];
    const focused = stops(old).indexOf(document.activeElement);
    const unfolded = [...old.querySelectorAll("details")].map((one) => one.open);
    old.replaceWith(fresh);
    fresh.querySelectorAll("details").forEach((one, index) => { one.open = unfolded[index] ?? one.open; });
    if (focused >= 0) stops(fresh)[focused]?.focus({ preventScroll: true });
    fresh.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true, detail: { elt: fresh } }));
  }

  function updateBills({ upvotes, places, newest }) {
    if (!Object.keys(newest).length || phase !== "proposing") return;
    for (const count of document.querySelectorAll("[data-upvotes]")) {
      const now = upvotes[count.dataset.upvotes];
      if (now === undefined) takeOff(count.closest(".bill"));
      else if (count.textContent !== now.toLocaleString("en")) count.textContent = now.toLocaleString("en");
    }
    for (const mark of document.querySelectorAll("[data-on-ballot]")) mark.hidden = !(mark.dataset.onBallot in places);
    const note = document.getElementById("fresh");
    if (!note) return;
    note.hidden = ![...document.querySelectorAll("[data-bills-of]")].some((list) => newest[list.dataset.billsOf] > Number(list.dataset.newest));
  }

  function takeOff(card) {
    if (!card || card.classList.contains("gone")) return;
    card.classList.add("gone");
    for (const control of card.querySelectorAll("form, a.button")) control.remove();
    card.append(Object.assign(document.createElement("p"), { className: "gone-words", textContent: "This bill has been taken off the list." }));
  }

  // Where the clock can be put forward, somebody else may just have done it.
  async function readClock() {
    const answer = await fetch(location.href, { cache: "no-store", credentials: "same-origin" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html"), bar = page.querySelector(".clockbar");
    document.documentElement.dataset.now = page.documentElement.dataset.now;
    document.querySelector(".clockbar").replaceWith(bar);
    bar.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true, detail: { elt: bar } }));
  }

  function fetchPersonal() {
    return window.htmx.ajax("GET", root.dataset.personal, { swap: "none" });
  }

  // What did not get through must not look as if it had.
  function sayFailed(yes) {
    document.querySelector(".line-failed")?.remove();
    if (!yes) return;
    const note = Object.assign(document.createElement("p"), { className: "line-lost line-failed", textContent: "No answer came, so this may not be stored. Please try again in a moment." });
    note.setAttribute("role", "alert");
    document.body.append(note);
  }

  for (const failed of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(failed, ({ detail }) => sayFailed(detail.requestConfig.verb !== "get"));
  }
  document.addEventListener("htmx:beforeRequest", () => sayFailed(false));
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-fresh]") || !root.dataset.personal) return;
    event.preventDefault();
    fetchPersonal().then(() => document.getElementById("bills")?.focus());
  });
  document.addEventListener("visibilitychange", look);
  window.addEventListener("focus", look);
  window.addEventListener("online", look);
  window.addEventListener("pageshow", (event) => { if (event.persisted) look(); });
  connect();
})();
