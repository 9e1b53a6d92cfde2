// What a page has besides mdBook's: it begins here, and each module is fetched where it is needed. Without it a page can be read all
// the same.
(() => {
  const main = document.querySelector("main");
  const isPrint = location.pathname.endsWith("/print.html");

  for (const [name, mark] of [["figures", ".live, .write"], ["scene", ".scene"], ["guess", ".guess"]]) {
    if (!isPrint && main.querySelector(mark)) import(`./${name}.js`);
  }

  // mdBook turns pages by the arrows and searches by S: not while a reader moves a figure, or types.
  main.addEventListener("keydown", (event) => event.target.closest(".live, .scene, .write, .guess") && event.stopPropagation());

  // Tasks that were done here before, on this page and in lists of lessons.
  let done = [];
  try {
    done = Object.keys(localStorage).filter((key) => key.startsWith("done ")).map((key) => key.slice("done ".length));
  } catch {
    // No task was kept.
  }
  for (const id of done) {
    document.querySelectorAll(`details[data-todo="${id}"]`).forEach((task) => (task.dataset.done = ""));
    const place = id.replace(".", "-");
    main.querySelectorAll(`a:is([href$="#write-${place}"], [href$="#guess-${place}"])`).forEach((link) => (link.dataset.done = "✓"));
  }

  // A link to a guess or an editor opens it. A state in the address, as in #figure-06.2?t=0.3, is nothing that the browser scrolls to.
  const unfoldPart = () => {
    const [id, state] = location.hash.slice(1).split("?");
    const part = document.getElementById(decodeURIComponent(id));
    if (part?.matches("details")) part.open = true;
    if (state) part?.scrollIntoView({ behavior: "instant" });
  };
  addEventListener("hashchange", unfoldPart);
  unfoldPart();

  // What is wider than the page can be moved by the keyboard.
  for (const part of main.querySelectorAll("pre, .table-wrapper, .formula")) if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;

  // What this page has loaded is kept, for when there is no connection.
  const keep = async () => {
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage([location.href, ...performance.getEntriesByType("resource").map((entry) => entry.name)]);
  };
  navigator.serviceWorker?.register("offline.js").then(keep, () => {});
})();
