// Adds the reader's own zone to each instant, keeps countdowns running, speaks them rarely.
(() => {
  const MINUTE = 60_000, HOUR = 60 * MINUTE;
  const SPOKEN = [[HOUR, "One hour left."], [10 * MINUTE, "Ten minutes left."], [MINUTE, "One minute left."]];

  // The site's moment leads, not the browser's clock, which may be wrong by hours. Scripts may write a later one.
  let told, ahead = 0;
  function now() {
    const { now: latest } = document.documentElement.dataset;
    if (latest !== told) [told, ahead] = [latest, Date.parse(latest || "") - Date.now() || 0];
    return Date.now() + ahead;
  }

  const parts = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" };
  const own = new Intl.DateTimeFormat(undefined, { ...parts, timeZoneName: "short" });
  const wall = (zone) => new Intl.DateTimeFormat("en", { ...parts, timeZone: zone });
  const [here, eastern] = [wall(undefined), wall("America/New_York")];

  function tellOwnZone(time) {
    const beside = time.nextElementSibling;
    if (!beside || !beside.classList.contains("own-time")) return;
    const instant = new Date(Date.parse(time.dateTime) - Number(time.dataset.lag) * MINUTE);
    const same = here.format(instant) === eastern.format(instant);
    beside.textContent = same ? " (your time too)" : ` (your time: ${own.format(instant).replaceAll(" ", "\u00a0")})`;
    beside.hidden = false;
  }

  function left(ms) {
    if (ms <= 0) return "now";
    const seconds = Math.floor(ms / 1000), minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
    if (minutes < 1) return `in ${seconds} s`;
    if (minutes < 10) return `in ${minutes} min ${seconds % 60} s`;
    if (hours < 1) return `in ${minutes} min`;
    if (hours < 48) return `in ${hours} h ${minutes % 60} min`;
    return `in ${Math.floor(hours / 24)} d ${hours % 24} h`;
  }

  function speak(words) {
    const announcer = document.getElementById("announcer");
    if (announcer) announcer.textContent = words;
  }

  function count(span) {
    const ms = Date.parse(span.dataset.countdown) - now();
    span.textContent = left(ms);
    if ("announce" in span.dataset) {
      const due = SPOKEN.filter(([mark]) => ms <= mark).length;
      const before = Number(span.dataset.spoken ?? due);
      if (due > before) speak(SPOKEN[due - 1][1]);
      span.dataset.spoken = String(due);
    }
    return ms > 0 ? ms : Infinity;
  }

  let timer;
  function tick() {
    clearTimeout(timer);
    const soonest = Math.min(Infinity, ...[...document.querySelectorAll("[data-countdown]")].map(count));
    if (soonest !== Infinity) timer = setTimeout(tick, soonest < 11 * MINUTE ? 1000 : 20_000);
  }

  function dress(part) {
    for (const time of part.querySelectorAll("time[data-lag]")) tellOwnZone(time);
    tick();
  }

  document.addEventListener("DOMContentLoaded", () => dress(document));
  document.addEventListener("htmx:load", (event) => dress(event.detail.elt.parentElement || document));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) tick(); });
})();
