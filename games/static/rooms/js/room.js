// Keeps a room's page fresh: told to look again, it fetches the parts that changed and leaves the reader where they were.
(() => {
  const root = document.getElementById("room-socket");
  if (!root) return;

  const LONGEST_WAIT = 8000, PATIENCE = 1500, JITTER = 300, LOOK_WITHIN = 30_000, GRACE = 5000, LONGEST_PRESS = 2000, DAY = 86_400_000;
  let socket, tries = 0, retry, lost, looking = false, again = false, waiting, asking, misses = 0, overdue, stirred = false, posts = 0, lane = Promise.resolve(), pressed;

  // By how much the site's clock is ahead of this browser's.
  let ahead = Date.parse(document.documentElement.dataset.now || "") - Date.now() || 0;

  const announce = (words) => {
    const announcer = document.getElementById("announcer");
    if (announcer && words) announcer.textContent = words;
  };

  function sayLost(yes) {
    clearTimeout(lost);
    const note = document.querySelector(".line-lost");
    if (!yes) { if (note) note.remove(); return; }
    if (note) return;
    lost = setTimeout(() => {
      const fresh = Object.assign(document.createElement("p"), { className: "line-lost", textContent: "Reconnecting… nothing is lost." });
      fresh.setAttribute("role", "status");
      document.body.append(fresh);
    }, PATIENCE);
  }

  function connect() {
    clearTimeout(retry);
    if (!("WebSocket" in window) || (socket && socket.readyState <= WebSocket.OPEN)) return;
    const mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${root.dataset.socket}`);
    socket = mine;
    mine.onopen = () => { tries = 0; sayLost(false); look(); };
    mine.onmessage = soon;
    mine.onclose = (event) => {
      if (mine !== socket) return;
      if (event.code === 4004) { location.reload(); return; }
      sayLost(true);
      const wait = Math.min(LONGEST_WAIT, 1000 * 2 ** tries);
      tries += 1;
      // Looking again tells a lost line from a room that is no longer there for this reader.
      retry = setTimeout(() => { connect(); look(); }, wait * (0.25 + 0.75 * Math.random()));
    };
  }

  // Without a network a socket may die unheard of, so one from before is not trusted.
  function reconnect() {
    tries = 0;
    const before = socket;
    socket = undefined;
    if (before) before.close();
    if (asking) asking.abort();
    connect();
    look();
  }

  // A table's browsers are told together, and need not all ask at once.
  function soon() {
    clearTimeout(waiting);
    waiting = setTimeout(look, JITTER * Math.random());
  }

  // Nobody says twice that there is something to see, so a look that fails is repeated until one succeeds.
  async function look() {
    if (looking || posts) { again = true; return; }
    clearTimeout(waiting);
    looking = true;
    again = false;
    let seen = false;
    const mine = asking = new AbortController(), patience = setTimeout(() => mine.abort(), LOOK_WITHIN);
    try {
      const headers = { "HX-Request": "true" };
      if (stirred) headers["Reader-Stirred"] = "yes";
      stirred = false;
      const answer = await fetch(root.dataset.look, { headers, cache: "no-store", credentials: "same-origin", signal: mine.signal });
      if (answer.status === 404) { location.reload(); return; }
      if (answer.ok) {
        const html = await answer.text();
        await pressed;
        if (!mine.signal.aborted) { show(html); seen = true; }
      }
    } catch { /* the line is down, or the site is busy */ } finally {
      clearTimeout(patience);
      looking = false;
    }
    if (posts) return;
    misses = seen ? 0 : misses + 1;
    if (again) look();
    else if (seen) awaitDeadline();
    else waiting = setTimeout(look, Math.min(LONGEST_WAIT, 500 * 2 ** misses) * (0.5 + 0.5 * Math.random()));
  }

  // A nudge may get lost on its way: a deadline that has passed is a reason to look by itself.
  function awaitDeadline() {
    clearTimeout(overdue);
    const part = document.getElementById("room-due"), due = part && part.querySelector("[data-countdown]");
    if (!due) return;
    const left = Date.parse(due.dataset.countdown) - Date.now() - ahead;
    overdue = setTimeout(look, left > 0 ? Math.min(left + GRACE + JITTER * Math.random(), DAY) : LONGEST_WAIT);
  }

  // Says whether it was an answer of this room, and not some page of errors.
  function show(html, cleared) {
    const box = document.createElement("template");
    box.innerHTML = html;
    const parts = [...box.content.children];
    if (!parts.some((one) => one.id === "live")) return false;
    for (const fresh of parts) {
      if (fresh.dataset.now) {
        const before = ahead;
        ahead = Date.parse(fresh.dataset.now) - Date.now();
        // A clock that was put forward; less is the answer's way through the net.
        if (Math.abs(ahead - before) > GRACE) document.documentElement.dataset.now = fresh.dataset.now;
      }
      const old = fresh.id && document.getElementById(fresh.id);
      if (!old) continue;
      // Another page has looks and scripts of its own: the lobby's reader goes over to the game's.
      if (fresh.dataset.page !== old.dataset.page) { location.assign(root.dataset.look.replace(/look$/, "").replace(/public\/$/, "public")); return true; }
      // What was just refused stays in sight until something else is asked for.
      if (fresh.id === "room-says" && !fresh.children.length && cleared === undefined) continue;
      if (fresh.id === "room-due" && fresh.dataset.said !== old.dataset.said) announce(fresh.dataset.said);
      if (bare(old) !== bare(fresh)) exchange(old, fresh, cleared);
    }
    return true;
  }

  // Tokens of forms differ each time, and scripts may have dressed what the site sent.
  const sent = new WeakMap();
  const plain = (html) => html.replace(/(name="csrfmiddlewaretoken" value=")[^"]*/g, "$1").replace(/data-now="[^"]*"/g, "");
  const bare = (part) => { if (!sent.has(part)) sent.set(part, plain(part.outerHTML)); return sent.get(part); };

  function exchange(old, fresh, cleared) {
    bare(fresh);
    const stops = (part) => [...part.querySelectorAll("a[href], button, summary, input, select, textarea, [tabindex]")];
    const key = (one) => one.id || one.name || one.getAttribute("href") || one.textContent;
    const active = old.contains(document.activeElement) ? document.activeElement : null;
    const caret = active && "selectionStart" in active ? [active.selectionStart, active.selectionEnd] : null;
    const focused = active && [key(active), stops(old).filter((one) => key(one) === key(active)).indexOf(active)];
    const unfolded = [...old.querySelectorAll("details")].map((one) => [label(one), one.open]);
    const scrolled = [...old.querySelectorAll("[data-keep-end]")].map((one) => [one.id, one.scrollTop, one.scrollTop + one.clientHeight >= one.scrollHeight - 8]);
    keepTyped(old, fresh, cleared);
    old.replaceWith(fresh);
    for (const [name, open] of unfolded) {
      const same = [...fresh.querySelectorAll("details")].find((one) => label(one) === name);
      if (same) same.open = open;
    }
    for (const [id, top, end] of scrolled) {
      const same = document.getElementById(id);
      if (same) same.scrollTop = end ? same.scrollHeight : top;
    }
    if (focused) {
      const same = stops(fresh).filter((one) => key(one) === focused[0])[Math.max(0, focused[1])];
      if (same) {
        same.focus({ preventScroll: true });
        if (caret) try { same.setSelectionRange(...caret); } catch { /* not a field of text */ }
      }
    }
    ready(fresh);
    fresh.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true, detail: { elt: fresh } }));
  }

  const label = (details) => details.id || (details.querySelector("summary") || details).textContent.replace(/\d+/g, "");

  // What somebody has begun to fill in outlives a refresh, unless the form is now another phase's.
  function keepTyped(old, fresh, cleared) {
    for (const form of old.querySelectorAll("form[id]")) {
      const same = fresh.querySelector(`#${CSS.escape(form.id)}`), sent = cleared && form.id === cleared.id ? cleared.sent : null;
      if (!same || same.dataset.serial !== form.dataset.serial) continue;
      // One that came back refused stays as it is, with its reasons: what stands in it was sent and kept nowhere.
      if (!sent && "refused" in form.dataset && !("refused" in same.dataset)) { same.replaceWith(form); continue; }
      const fields = [...form.elements], others = [...same.elements];
      for (const field of fields) {
        if (!field.name || field.type === "hidden" || !changed(field)) continue;
        const place = fields.filter((one) => one.name === field.name && one.type === field.type).indexOf(field);
        const twin = others.filter((one) => one.name === field.name && one.type === field.type)[place];
        if (!twin) continue;
        const isMark = field.type === "checkbox" || field.type === "radio";
        // Of a form that was taken, only what was typed while it was on its way is left.
        if (sent && (isMark || sent.getAll(field.name).includes(field.value))) continue;
        if (isMark) twin.checked = field.checked;
        else twin.value = sent && field.type === "textarea" ? typedSince(field.value, sent.get(field.name)) : field.value;
      }
    }
  }

  const typedSince = (value, before) => value.startsWith(before) ? value.slice(before.length).trimStart() : value;

  function changed(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.tagName === "SELECT") return [...field.options].some((one) => one.selected !== one.defaultSelected);
    return field.value !== field.defaultValue;
  }

  // An answer that took long must not overtake a newer one: posts go one after another, and no look is shown meanwhile.
  function post(form) {
    const body = new FormData(form);
    posts += 1;
    again = true;
    if (asking) asking.abort();
    lane = lane.then(() => hand(form, body)).finally(() => {
      posts -= 1;
      delete form.dataset.sent;
      if (!posts && !looking) look();
    });
  }

  async function hand(form, body) {
    try {
      const answer = await fetch(form.action, {
        method: "POST", body, headers: { "HX-Request": "true" }, credentials: "same-origin", signal: AbortSignal.timeout(LOOK_WITHIN),
      });
      if (answer.status === 404) { location.reload(); return; }
      const html = await answer.text();
      await pressed;
      if (!show(html, answer.ok && "clear" in form.dataset ? { id: form.id, sent: body } : null)) sayUnanswered();
    } catch { sayUnanswered(); }
  }

  function sayUnanswered() {
    const old = document.getElementById("room-says"), fresh = old.cloneNode();
    fresh.innerHTML = '<p class="message error"><span class="tip" aria-hidden="true">✕</span> <span>The site did not answer, so this may not be stored. What you filled in is still here: look, and send it again in a moment.</span></p>';
    exchange(old, fresh);
  }

  // A part exchanged between the down and the up of a press would swallow it, so what is new waits until it is over.
  function press() {
    const over = new AbortController();
    const mine = pressed = new Promise((resolve) => {
      const release = () => { over.abort(); setTimeout(() => { if (pressed === mine) pressed = undefined; resolve(); }); };
      for (const sign of ["pointerup", "pointercancel", "keyup"]) document.addEventListener(sign, release, { signal: over.signal });
      setTimeout(release, LONGEST_PRESS);
    });
  }
  document.addEventListener("pointerdown", press);
  document.addEventListener("keydown", (event) => { if (event.key === " " && !event.repeat && event.target.matches("button, summary")) press(); });

  // Talk goes out without leaving the page; everything else is an ordinary form.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) { event.preventDefault(); return; }
    if (!form.matches("[data-quiet]") || event.defaultPrevented) {
      if (form.method === "post") { form.dataset.sent = "yes"; setTimeout(() => delete form.dataset.sent, 3000); }
      return;
    }
    event.preventDefault();
    form.dataset.sent = "yes";
    post(form);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.target.matches("#say textarea")) {
      event.preventDefault();
      event.target.form.requestSubmit();
    }
  });

  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]");
    if (!copy) return;
    await navigator.clipboard.writeText(copy.dataset.copy);
    announce("Copied.");
    copy.textContent = "Copied";
  });
  document.addEventListener("focusin", (event) => { if (event.target.matches("[data-select]")) event.target.select(); });

  function ready(part) {
    if (navigator.clipboard) for (const copy of part.querySelectorAll("[data-copy]")) copy.hidden = false;
  }

  const live = ["room-due", "room-says", "live"].map((id) => document.getElementById(id));
  for (const part of live) if (part) bare(part);
  ready(document);
  for (const end of document.querySelectorAll("[data-keep-end]")) end.scrollTop = end.scrollHeight;

  // A page that lies open before nobody looks again too: only a reader who stirs is there.
  for (const sign of ["pointerdown", "keydown", "wheel", "touchmove"]) document.addEventListener(sign, () => { stirred = true; }, { passive: true });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { connect(); look(); } });
  window.addEventListener("online", reconnect);
  window.addEventListener("pageshow", (event) => { if (event.persisted) { connect(); look(); } });
  connect();
  awaitDeadline();
})();
