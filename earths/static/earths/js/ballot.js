// Lets the last tap on a choice hold. A row is exchanged by its answer, so a tap made meanwhile is carried over to the new one.
(() => {
  const form = (event) => event.target.closest("#ballot-rows form, #ballot-crisis form");

  document.addEventListener("submit", (event) => {
    const voting = form(event);
    if (!voting || !window.htmx) return;
    const { pressed } = voting.dataset, press = event.submitter.id;
    if (!pressed) { voting.dataset.pressed = press; return; }
    event.preventDefault();
    event.stopPropagation();
    // The second half of a double click means no more than the first.
    voting.dataset.next = press === pressed ? "" : press;
  }, true);

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const { elt } = detail.requestConfig, { next } = elt.dataset;
    delete elt.dataset.pressed;
    delete elt.dataset.next;
    if (next) document.getElementById(next)?.click();
  });
})();
