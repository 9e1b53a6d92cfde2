// Guesses below the tasks. The reader chooses before anything is shown; then the lesson's own WebAssembly draws the choice.
import { Figure, bringIntoSight, element, finish, lesson, linkButton, nextTask, onState, sentence, storage, words } from "./figures.js";

class Guess {
  constructor(host) {
    Object.assign(this, { host, says: element("div", { class: "says", "aria-live": "polite" }) });
    host.append(this.says);
    this.buttons = [...host.querySelectorAll("[data-mistake]")];
    for (const button of this.buttons) button.addEventListener("click", () => this.choose(button));
    // Who does not guess reads on.
    const key = `read ${host.dataset.todo}`;
    if (key in storage) host.dataset.read = "";
    const on = host.nextElementSibling;
    const reads = () => {
      storage[key] = host.dataset.read = "";
      host.dispatchEvent(new Event("made"));
    };
    if (on?.matches(".on")) on.firstChild.addEventListener("click", reads);
  }

  // What was chosen before the page was loaded again is chosen anew, without leading there.
  async choose(button, isAnew = false) {
    for (const other of this.buttons) other.setAttribute("aria-pressed", other === button);
    const { mistake: name } = button.dataset;
    const { lesson: number, figure: drawn, todo, praise } = this.host.dataset;
    const module = await lesson(number);
    const about = module.figures.find((figure) => figure.name === drawn);
    if (!this.figure) {
      const stage = element("figure", { class: "live" });
      this.host.append(stage);
      this.figure = new Figure(stage, module, { ...about, mistakes: [] });
    }
    const mistake = [...about.mistakes, ...about.more].find((mistake) => mistake.name === name);
    this.figure.choose(mistake);
    this.host.dataset.made = "";
    this.host.dispatchEvent(new Event("made"));
    button.dataset.is = mistake ? "wrong" : "right";
    this.says.dataset.kind = button.dataset.is;
    // The right lines take the place of the question mark.
    const hole = this.host.querySelector("pre mark");
    hole.innerHTML = mistake ? "?" : button.firstChild.innerHTML.replaceAll("\n", "\n    ");
    hole.classList.toggle("filled", !mistake);
    if (mistake) {
      this.says.replaceChildren(element("p", {}, ...words(sentence(mistake.says))), element("p", { class: "asks" }, ...words(mistake.asks)), linkButton("Send this", () => `${this.host.id}?${new URLSearchParams({ mistake: name })}`));
      return isAnew || bringIntoSight(this.figure.host);
    }
    finish(this.host);
    const home = element("p", {}, `The whole of ${todo} is written at home: `, element("a", { href: "start.html" }, "get the course"), ", and ", element("code", {}, `cargo run -p lesson-${number}`), " draws what you write.");
    // What is sent is the question alone.
    this.says.replaceChildren(element("p", {}, ...words(`Right. ${praise}`)), nextTask(this.host), home, linkButton("Send the question", () => this.host.id));
    // The picture below what is said.
    isAnew || bringIntoSight(this.figure.host);
  }
}

// What is open stays so when the page is loaded again, as high as it was, so that the reader is where he was.
for (const host of document.querySelectorAll("details.guess")) {
  const guess = (host.guess = new Guess(host));
  const [chosen, height] = JSON.parse(sessionStorage[host.id] ?? "[]");
  if (height) {
    host.open = true;
    host.style.minHeight = `${height}px`;
    const button = guess.buttons.find((button) => button.dataset.mistake === chosen);
    Promise.resolve(button && guess.choose(button, true)).then(() => (host.style.minHeight = ""));
  }
  onState(host.id, (state) => {
    const button = guess.buttons.find((button) => button.dataset.mistake && button.dataset.mistake === state.get("mistake"));
    if (button) guess.choose(button);
  });
  addEventListener("pagehide", () => {
    const pressed = guess.buttons.find((button) => button.ariaPressed === "true");
    if (host.open) sessionStorage[host.id] = JSON.stringify([pressed?.dataset.mistake, host.offsetHeight]);
    else delete sessionStorage[host.id];
  });
}
