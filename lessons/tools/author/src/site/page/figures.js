// Live figures. Each lesson's own Rust draws them: wasm/06.wasm gets a text and answers with one (common/display/drawing/src/page.rs),
// and wasm/06.json says what there is to move, and which mistakes show. Until both are there a figure is a picture.

export const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const decoder = new TextDecoder();
const encoder = new TextEncoder();

export function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

// Of lesson.toml: code is between backticks. A figure that is named is a link, if it is on this page or on that of the lesson.
export const words = (text, page = "") => text.split(/(`[^`]*`|[Ff]igure [\d.]+\d(?:-[a-z]+)*)/).map((part) => {
  const figure = `#${part.toLowerCase().replace(" ", "-")}`;
  if (part[0] === "`") return element("code", {}, part.slice(1, -1));
  return part.match(/^figure \d/i) && (page || document.getElementById(figure.slice(1))) ? element("a", { href: page + figure }, part) : part;
});

// With a capital, unless it begins with a name in code.
export const sentence = (says) => (/^(\w*[_(]|\w')/.test(says) ? says : says[0].toLocaleUpperCase() + says.slice(1));

// Calls `redraw` when the page's colours change.
export const onColors = (redraw) => new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["class"] });

// What is said of keys is not seen where there are none.
export const caption = (text) => element("figcaption", {}, ...text.split(/(?<=\.) /).flatMap((said) => [element("span", /\bkeys?\b/.test(said) ? { class: "keys" } : {}, said), " "]));

// What a mistake does, in the words of lesson.toml, up to where they begin to explain it. A condition takes what follows it along.
function phrase(says) {
  const clauses = says.split(/[:,;.](?: |$)/);
  let count = 1;
  while (/^(if|once|when|where|or|exactly|standing|at solid)\b/.test(clauses[count - 1])) count++;
  return clauses.slice(0, count).join(", ");
}

// An answer to a tap is below it, and may be below the screen. What is drawn first may make it longer.
export const bringIntoSight = (part) => requestAnimationFrame(() => part.scrollIntoView({ block: "nearest", behavior: stillness.matches ? "instant" : "smooth" }));

// The same in words for a reader who has written nothing.
const anybodys = (says) => says.replace(/\byour\b/g, "the").replace(/\bYour\b/g, "The");

// A button for each mistake, of which many are folded; `choose` returns whether the one that is made panics.
export function mistakeButtons(mistakes, choose) {
  const says = element("div", { class: "says", "aria-live": "polite" });
  const row = element("div", { class: "mistakes", role: "group", "aria-label": "Known mistakes" }, element("span", {}, "What if"));
  const phrases = mistakes.map((mistake) => phrase(anybodys(mistake.says)));
  let chosen;
  mistakes.forEach((mistake, number) => {
    const isAlone = phrases.filter((other) => other === phrases[number]).length === 1;
    const label = isAlone ? phrases[number] : anybodys(mistake.says).replace(/\.$/, "");
    const button = element("button", { type: "button", "aria-pressed": "false", "data-mistake": mistake.name }, ...words(label));
    button.addEventListener("click", ({ isTrusted }) => {
      chosen = chosen === mistake ? undefined : mistake;
      for (const other of row.querySelectorAll("button")) other.setAttribute("aria-pressed", other === button && Boolean(chosen));
      const panics = choose(chosen);
      says.replaceChildren();
      if (!chosen) return;
      says.append(element("p", {}, ...words(sentence(anybodys(chosen.says))), panics ? " It panics here." : ""), element("p", { class: "asks" }, ...words(chosen.asks)));
      // A link leads to the picture.
      if (isTrusted) bringIntoSight(says);
    });
    row.append(button);
  });
  const more = [...row.children].slice(3);
  if (more.length > 1) row.append(element("details", { class: "mistakes" }, element("summary", {}, `${more.length} more`), ...more));
  return [row, says];
}

// Makes the mistake of this name, or none, by the buttons in a part of the page.
export function pressMistake(part, name) {
  const pressed = part.querySelector("[data-mistake][aria-pressed=true]");
  const wanted = part.querySelector(`[data-mistake="${CSS.escape(name)}"]`);
  const folded = wanted?.closest("details.mistakes");
  if (folded) folded.open = true;
  if (wanted !== pressed) (wanted ?? pressed).click();
}

// Calls `restore` with the state that the page's address names for a part, now and whenever it names another: #figure-06.2?t=0.3
export function onState(id, restore) {
  const look = () => {
    const [part, state] = location.hash.slice(1).split("?");
    if (state && decodeURIComponent(part) === id) restore(new URLSearchParams(state));
  };
  addEventListener("hashchange", look);
  look();
}

// A button that puts the state which `find` returns into the page's address, and copies that.
export function linkButton(name, find) {
  const link = element("button", { type: "button", class: "state", title: "Copy a link that opens what is shown here" }, name);
  link.addEventListener("click", async () => {
    const address = `${location.href.split("#")[0]}#${await find()}`;
    history.replaceState(null, "", address);
    const isCopied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
    link.textContent = isCopied ? "Link copied" : "See the address bar";
    setTimeout(() => (link.textContent = name), 2000);
  });
  return link;
}

// The page's first picture comes before any module: on a slow line each of these is seconds.
const picture = document.querySelector("main img:not([loading])");
const pictured = picture && !picture.complete && new Promise((done) => ["load", "error"].forEach((end) => picture.addEventListener(end, done)));

// A lesson's module.
class Lesson {
  static async load(number) {
    await pictured;
    const file = (ending) => fetch(new URL(`wasm/${number}.${ending}`, import.meta.url));
    const [code, list] = await Promise.all([file("wasm"), file("json")]);
    if (!code.ok || !list.ok) throw new Error(`lesson ${number} has no figures here`);
    const lesson = new Lesson();
    lesson.module = await WebAssembly.compile(await code.arrayBuffer());
    Object.assign(lesson, await list.json());
    lesson.begin();
    return lesson;
  }

  // The same with a memory of its own.
  again() {
    const lesson = Object.assign(new Lesson(), this);
    lesson.begin();
    return lesson;
  }

  // The same in the state that it is in.
  copy() {
    const copy = this.again();
    const [from, to] = [this, copy].map(({ exports }) => exports.memory);
    to.grow((from.buffer.byteLength - to.buffer.byteLength) / 65536);
    new Uint8Array(to.buffer).set(new Uint8Array(from.buffer));
    return copy;
  }

  // Anew after a panic, which leaves a module in no certain state.
  begin() {
    this.exports = new WebAssembly.Instance(this.module).exports;
  }

  // Bytes, in a buffer of their own.
  send(...lines) {
    const { memory, buffer, answer } = this.exports;
    // Where the buffer is, is asked before its memory is looked at: it may grow.
    const bytes = (length) => {
      const at = buffer(length);
      return new Uint8Array(memory.buffer, at, length);
    };
    const request = encoder.encode(lines.join("\n"));
    bytes(request.length).set(request);
    const reply = bytes(answer()).slice();
    if (!reply.length) throw new Error(`no answer to ${lines.join(", ").slice(0, 80)}`);
    return reply;
  }

  ask(...lines) {
    return decoder.decode(this.send(...lines));
  }

  json(...lines) {
    return JSON.parse(this.ask(...lines));
  }

  // What a mistake gives; of one that panics, what is right.
  draw(name, values, mistake = "") {
    try {
      return this.json("draw", name, values.join(" "), mistake);
    } catch (error) {
      this.begin();
      if (!mistake) throw error;
      return { ...this.draw(name, values), panics: true };
    }
  }

  drag(name, values, handle, { x, y }) {
    return this.json("drag", name, values.join(" "), handle, `${x} ${y}`);
  }
}

export class Figure {
  constructor(host, lesson, about) {
    Object.assign(this, { host, lesson, about, mistake: undefined, plays: false, seconds: 0, isSeen: true });
    this.values = about.states[0].slice();
    const [width, height] = about.size;
    const label = host.querySelector("img")?.alt || about.name;
    this.drawing = element("div", { class: "drawing", role: "img", "aria-label": label });
    this.handles = element("div", { class: "handles" });
    const stage = element("div", { class: "stage", style: `aspect-ratio: ${width} / ${height}` }, this.drawing, this.handles);
    this.readings = element("p", { class: "readings" });
    const numbers = element("div", {}, ...this.makeSliders(), this.readings);
    const link = this.host.id && this.about.parameters.length ? [linkButton("Link to this", () => this.state())] : [];
    const controls = element("div", { class: "controls" }, ...this.makePlay(), numbers, ...link);
    const panel = element("div", { class: "panel", style: `--width: ${width}` }, stage, controls, ...this.makeStates(), ...this.makeMistakes());
    host.querySelector("img")?.after(panel) ?? host.prepend(panel);
    this.draw();
    host.dataset.ready = "";
    if (host.id) onState(host.id, (state) => this.restore(state));
  }

  // Parameters that no handle moves.
  makeSliders() {
    const held = new Set(this.about.handles.flatMap((names) => names.split(", ")));
    this.sliders = [];
    this.about.parameters.forEach((parameter, number) => {
      if (held.has(parameter.name)) return;
      const [low, high] = parameter.range;
      const step = parameter.is_whole ? 1 : (high - low) / 200;
      const input = element("input", { type: "range", min: low, max: high, step, "aria-label": parameter.of ? `${parameter.name} of ${parameter.of}` : parameter.name });
      const shown = element("output");
      input.addEventListener("input", () => this.move({ [number]: input.valueAsNumber }));
      this.sliders.push({ number, input, shown, row: element("label", {}, shown, input) });
    });
    return this.sliders.map((slider) => slider.row);
  }

  // The caption tells of several states: a button for each says what it is, and shows it.
  makeStates() {
    const { states, name } = this.about;
    if (states.length < 2) return [];
    const shown = states.map((values) => this.lesson.draw(name, values).shown);
    const row = element("div", { class: "deeds states", role: "group", "aria-label": "States" });
    for (const [number, texts] of shown.entries()) {
      const differing = texts.filter((text, place) => shown.some((other) => other[place] !== text));
      const button = element("button", { type: "button" }, differing.join(", "));
      button.addEventListener("click", () => this.glide(states[number]));
      row.append(button);
    }
    return [row];
  }

  makePlay() {
    if (!this.about.parameters.some((parameter) => parameter.seconds > 0)) return [];
    this.button = element("button", { type: "button", class: "play", "aria-label": "Play" });
    this.button.addEventListener("click", () => this.play(!this.plays));
    return [this.button];
  }

  makeMistakes() {
    if (!this.about.mistakes.length) return [];
    const buttons = mistakeButtons(this.about.mistakes, (mistake) => this.choose(mistake));
    // They name what a guess about this figure offers, so they wait until it is made, or read past.
    const guess = document.querySelector(`details.guess[data-figure="${CSS.escape(this.about.name)}"]`);
    const wait = () => buttons[0].classList.toggle("waits", !["done", "read", "made"].some((way) => way in guess.dataset || `${way} ${guess.dataset.todo}` in storage));
    if (guess) {
      wait();
      guess.addEventListener("made", wait);
    }
    return buttons;
  }

  // Of the parameters, and the mistake that is made: figure-06.2?t=0.3&mistake=BEFORE-FIRST.
  state() {
    const parts = this.about.parameters.map(({ name }, number) => [name, Number(this.values[number].toPrecision(4))]);
    if (this.mistake) parts.push(["mistake", this.mistake.name]);
    return `${this.host.id}?${new URLSearchParams(parts)}`;
  }

  restore(state) {
    pressMistake(this.host, state.get("mistake") ?? "");
    this.move(Object.fromEntries(this.about.parameters.flatMap(({ name }, number) => (state.has(name) ? [[number, Number(state.get(name))]] : []))));
  }

  choose(mistake) {
    this.mistake = mistake;
    if (mistake && !this.isWrongHere()) this.glide(mistake.values);
    this.later();
  }

  // Whether a number is wrong where the reader has moved the figure: then it stays there.
  isWrongHere() {
    return this.isMoved && this.lesson.draw(this.about.name, this.values, this.mistake.name).readings.some((reading) => reading.is_wrong);
  }

  // To where the mistake shows.
  glide(values) {
    this.isMoved = false;
    this.play(false);
    if (stillness.matches || values.every((value, number) => value === this.values[number])) {
      this.values = [...values];
      return this.later();
    }
    const from = this.values;
    const began = performance.now();
    const glide = (this.gliding = (now) => {
      if (this.gliding !== glide) return;
      const part = Math.min(1, Math.max(0, now - began) / 350);
      const eased = part * part * (3 - 2 * part);
      this.values = from.map((value, number) => value + (values[number] - value) * eased);
      if (part === 1) this.gliding = undefined;
      this.draw();
      if (part < 1) requestAnimationFrame(glide);
    });
    requestAnimationFrame(glide);
  }

  // Sets parameters, by their numbers.
  move(moved) {
    this.isMoved = true;
    this.gliding = undefined;
    this.play(false);
    this.values = this.values.map((value, number) => moved[number] ?? value);
    this.later();
  }

  play(plays) {
    if (this.plays === plays || !this.button) return;
    this.plays = plays;
    this.gliding = undefined;
    this.button.classList.toggle("plays", plays);
    this.button.setAttribute("aria-label", plays ? "Pause" : "Play");
    if (!plays) return;
    const number = this.about.parameters.findIndex((parameter) => parameter.seconds > 0);
    const { range: [low, high], seconds } = this.about.parameters[number];
    const done = (this.values[number] - low) / (high - low);
    this.seconds = done < 1 ? done * seconds : 0;
    this.before = undefined;
    requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    if (!this.plays) return;
    if (this.isSeen) {
      this.seconds += Math.min(100, now - (this.before ?? now)) / 1000;
      // Forth, a moment's rest, and from the beginning, as in the window.
      this.values = this.values.map((value, number) => {
        const { range: [low, high], seconds } = this.about.parameters[number];
        return seconds > 0 ? low + (high - low) * Math.min(1, (this.seconds % (seconds + 0.5)) / seconds) : value;
      });
      this.draw();
    }
    this.before = now;
    requestAnimationFrame((next) => this.tick(next));
  }

  // In the next frame, once.
  later() {
    if (this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      this.draw();
    });
  }

  draw() {
    if (!this.isSeen) return;
    const drawn = this.lesson.draw(this.about.name, this.values, this.mistake?.name);
    // What is on its way keeps what a whole number would round off.
    if (!this.gliding && !this.plays) this.values = drawn.values;
    this.drawn = drawn;
    this.drawing.innerHTML = drawn.svg;
    // Its readings stand below it, as text.
    this.drawing.firstElementChild.setAttribute("viewBox", `0 0 ${this.about.size.join(" ")}`);
    drawn.handles.forEach((handle, number) => this.place(handle, number));
    while (this.handles.children.length > drawn.handles.length) this.handles.lastChild.remove();
    for (const { number, input, shown } of this.sliders) {
      input.value = drawn.values[number];
      input.setAttribute("aria-valuetext", drawn.shown[number]);
      shown.textContent = drawn.shown[number];
    }
    const slid = new Set(this.sliders.map((slider) => slider.number));
    const settings = drawn.shown.filter((_, number) => !slid.has(number));
    this.readings.replaceChildren(
      ...settings.map((text) => element("span", { class: "setting" }, text)),
      ...drawn.readings.map((reading) => element("span", reading.is_wrong ? { class: "wrong" } : {}, reading.text)),
      ...(drawn.panics ? [element("span", { class: "wrong" }, "This answer panics here.")] : []),
    );
  }

  // A handle is an element of the page above the SVG: on a circle in the SVG a finger would scroll the page.
  place({ x, y, moves }, number) {
    const handle = this.handles.children[number] ?? this.makeHandle(number);
    const [width, height] = this.about.size;
    // Wholly on the screen of a phone.
    handle.style.left = `clamp(.7rem, ${(100 * x) / width}%, 100% - .7rem)`;
    handle.style.top = `${(100 * y) / height}%`;
    const [parameter] = moves.map((moved) => this.about.parameters[moved]);
    const moved = moves.map((moved) => this.about.parameters[moved]).map(({ name, of }) => (of ? `${name} of ${of}` : name)).join(" and ");
    handle.setAttribute("aria-label", `Handle of ${moved} in figure ${this.about.name}`);
    handle.setAttribute("aria-valuemin", parameter.range[0]);
    handle.setAttribute("aria-valuemax", parameter.range[1]);
    handle.setAttribute("aria-valuenow", this.drawn.values[moves[0]]);
    handle.setAttribute("aria-valuetext", moves.map((moved) => this.drawn.shown[moved]).join(", "));
  }

  makeHandle(number) {
    const handle = element("div", { role: "slider", tabindex: "0" });
    handle.addEventListener("pointerdown", (event) => this.take(event, number));
    handle.addEventListener("keydown", (event) => this.press(event, number));
    this.handles.append(handle);
    return handle;
  }

  // In the SVG's own units.
  at(event) {
    const box = this.handles.getBoundingClientRect();
    const [width, height] = this.about.size;
    return { x: ((event.clientX - box.left) / box.width) * width, y: ((event.clientY - box.top) / box.height) * height };
  }

  take(event, number) {
    if (event.button !== 0) return;
    event.preventDefault();
    const from = this.at(event);
    // Where two overlap, the nearer one.
    const far = ({ x, y }) => Math.hypot(x - from.x, y - from.y);
    const near = this.drawn.handles.reduce((best, handle, other) => (far(handle) < far(this.drawn.handles[best]) ? other : best), number);
    const handle = this.handles.children[near];
    const { x, y } = this.drawn.handles[near];
    const off = { x: x - from.x, y: y - from.y };
    handle.setPointerCapture(event.pointerId);
    handle.focus({ preventScroll: true });
    const drag = (event) => {
      const to = this.at(event);
      const values = this.lesson.drag(this.about.name, this.values, near, { x: to.x + off.x, y: to.y + off.y });
      this.move(values);
    };
    const end = () => {
      for (const type of ["pointerup", "pointercancel"]) handle.removeEventListener(type, end);
      handle.removeEventListener("pointermove", drag);
    };
    handle.addEventListener("pointermove", drag);
    for (const type of ["pointerup", "pointercancel"]) handle.addEventListener(type, end);
  }

  press(event, number) {
    const { moves } = this.drawn.handles[number];
    const [across, up] = [moves[0], moves.at(-1)];
    const steps = {
      ArrowRight: [across, 1], ArrowLeft: [across, -1], ArrowUp: [up, 1], ArrowDown: [up, -1],
      PageUp: [up, 10], PageDown: [up, -10], Home: [across, -Infinity], End: [across, Infinity],
    };
    const [moved, step] = steps[event.key] ?? [];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { range: [low, high], is_whole } = this.about.parameters[moved];
    const size = is_whole ? Math.sign(step) * Math.min(Math.abs(step), 5) : (step * (high - low)) / 100;
    const value = Number.isFinite(step) ? this.values[moved] + size : step > 0 ? high : low;
    this.move({ [moved]: Math.min(high, Math.max(low, value)) });
  }
}

// What this browser keeps; where nothing may be kept, this page alone does.
export let storage = {};
try {
  storage = localStorage;
} catch {}

// A task that is done stays so; site.js marks it when a page is loaded.
export function finish(host) {
  host.dataset.done = "";
  storage[`done ${host.dataset.todo}`] = "";
  const id = host.dataset.todo.replace(".", "-");
  document.querySelectorAll(`a:is([href="#todo-${id}"], [href$="#write-${id}"], [href$="#guess-${id}"])`).forEach((link) => (link.dataset.done = "✓"));
}

// Whoever sets out on the first page's path is led along it.
const steps = [...document.querySelectorAll(".knight ~ ol a:first-child")];
const setOut = () => (storage.path = JSON.stringify(steps.map((step) => [step.getAttribute("href"), step.textContent])));
for (const step of steps) step.addEventListener("click", setOut);

// A link to the next page of the book, by its name in the contents.
function nextPage() {
  const { href } = document.querySelector("a[rel~=next]") ?? {};
  const entry = href && [...document.querySelectorAll("#mdbook-sidebar a")].find((link) => link.href === href);
  return entry && element("a", { href }, entry.textContent);
}

// A link to the next task of the page that is not done, or to the next page.
export function nextTask(host) {
  const tasks = [...document.querySelectorAll("details[data-todo]")];
  const next = tasks.concat(tasks).slice(tasks.indexOf(host) + 1).find((task) => !("done" in task.dataset));
  if (next) return element("p", {}, "Next here: ", element("a", { href: `#${next.id}` }, `${next.className} ${next.dataset.todo}`), ".");
  if (steps.length) setOut();
  const path = JSON.parse(storage.path ?? "[]");
  const here = path.findIndex(([href]) => href.startsWith(host.dataset.todo.slice(0, 2)));
  const [href, title] = path[here < 0 ? path.length : here + 1] ?? [];
  const on = href ? element("a", { href }, element("span", {}, "Next on the path:"), ` ${title}`) : nextPage();
  return element("p", {}, "All tasks of this page are done. ", on ?? "Go on with the course.");
}

const lessons = new Map();
export const lesson = (number) => {
  if (!lessons.has(number)) lessons.set(number, Lesson.load(number));
  return lessons.get(number);
};

// Figures far from what is on the screen are not drawn, and those of other lessons than the page's not made.
const seen = new IntersectionObserver(
  async (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (target.figure) {
        target.figure.isSeen = isIntersecting;
        if (isIntersecting) target.figure.later();
      } else if (isIntersecting) {
        await begin(target);
      }
    }
  },
  { rootMargin: "300px 0px" },
);

async function begin(host) {
  try {
    const { lesson: number, figure: name } = host.dataset;
    const module = await lesson(number);
    const about = module.figures.find((figure) => figure.name === name);
    if (about && !host.figure) host.figure = new Figure(host, module, about);
    const isFocused = document.activeElement === host;
    host.removeAttribute("tabindex");
    if (isFocused) host.querySelector("[tabindex], button, input")?.focus();
  } catch (error) {
    // The picture stays, and nothing comes below it.
    host.removeAttribute("style");
    console.warn(error);
    seen.unobserve(host);
  }
}

// The page's name begins with its lesson's number.
const isOfPage = (host) => location.pathname.split("/").at(-1).startsWith(host.dataset.lesson);

const made = [];
for (const host of document.querySelectorAll("figure.live")) {
  // Whoever comes by keys wakes a figure, too.
  host.tabIndex = 0;
  host.addEventListener("focus", () => begin(host));
  seen.observe(host);
  // With what moves it a figure is higher, so all are made before a reader comes to a place below them.
  if (isOfPage(host)) made.push(begin(host));
}

// A shader's editor is many bytes, too, which come when one is opened, or was in this browser.
for (const host of document.querySelectorAll("details.write")) {
  host.open ||= `open ${host.dataset.todo}` in storage;
  const begin = () => host.open && import("./shader.js");
  host.addEventListener("toggle", begin);
  begin();
}

// The place that the page's address names is lower once the figures above it are made. A figure's state is none that the browser
// scrolls to.
const place = document.getElementById(decodeURI(location.hash.slice(1)).split("?")[0]);
let isLeft = !place || performance.getEntriesByType("navigation")[0].type !== "navigate";
for (const sign of ["wheel", "touchstart", "pointerdown", "keydown"]) addEventListener(sign, () => (isLeft = true), { once: true, passive: true });
// Then the page no longer moves by itself. Gives the place to which it has led, unless the reader has gone on already.
export const arrived = Promise.all(made).then(() => {
  if (isLeft) return undefined;
  place.scrollIntoView({ behavior: "instant" });
  return place;
});
