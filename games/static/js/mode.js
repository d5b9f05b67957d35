// Light, dark, or as the device says: set before the first paint, kept in this browser only.
(() => {
  const root = document.documentElement;
  const read = () => { try { return localStorage.getItem("mode") || "device"; } catch { return "device"; } };
  const keep = (mode) => { try { localStorage.setItem("mode", mode); } catch { /* this visit only */ } };

  const wear = (mode) => {
    if (mode === "light" || mode === "dark") root.dataset.mode = mode;
    else delete root.dataset.mode;
    for (const button of document.querySelectorAll("[data-set-mode]")) {
      button.setAttribute("aria-pressed", String(button.dataset.setMode === mode));
    }
  };

  wear(read());
  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll("[data-modes]")) box.hidden = false;
    wear(read());
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-set-mode]");
    if (!button) return;
    keep(button.dataset.setMode);
    wear(button.dataset.setMode);
  });
})();
