// What a page does besides being read. Without this script it can be read all the same.
const root = document.documentElement;

// Light and dark: what the system says, or what was chosen here.
const system = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
const button = document.getElementById("theme");
const say = () => button.setAttribute("aria-pressed", isDark());
button.hidden = false;
button.addEventListener("click", () => {
  const wanted = isDark() ? "light" : "dark";
  const follows = system.matches === (wanted === "dark");
  root.dataset.theme = follows ? "" : wanted;
  try {
    follows ? localStorage.removeItem("theme") : localStorage.setItem("theme", wanted);
  } catch {
    // Where nothing may be kept, it is for this page alone.
  }
  say();
});
system.addEventListener("change", say);
say();

// The contents are open where there is room beside the text.
const contents = document.querySelector(".contents details");
const room = matchMedia("(min-width: 68rem)");
const unfold = () => (contents.open = room.matches);
room.addEventListener("change", unfold);
unfold();

// They show which section is being read.
const entries = [...contents.querySelectorAll("a")].map((link) => [link, document.getElementById(link.hash.slice(1))]);
const follow = () => {
  const passed = entries.filter(([, heading]) => heading?.getBoundingClientRect().top < 140);
  const [current] = passed.at(-1) ?? entries[0] ?? [];
  for (const [link] of entries) link.classList.toggle("here", link === current);
};
addEventListener("scroll", follow, { passive: true });
follow();

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
  document.querySelectorAll(`a:is([href="#todo-${place}"], [href$="#write-${place}"], [href$="#guess-${place}"])`).forEach((link) => (link.dataset.done = "✓"));
}
for (const link of document.querySelectorAll(".lessons a, .cards a")) {
  const count = done.filter((id) => link.getAttribute("href").startsWith(id.split(".")[0])).length;
  if (count) link.dataset.done = `${count} done`;
}

// Commands can be copied.
for (const code of document.querySelectorAll("pre.sh > code")) {
  const copy = document.createElement("button");
  Object.assign(copy, { type: "button", className: "copy", textContent: "Copy" });
  copy.addEventListener("click", async () => {
    const commands = code.textContent.replace(/ +# .*$/gm, "").trim();
    await navigator.clipboard.writeText(commands).then(() => (copy.textContent = "Copied"), () => getSelection().selectAllChildren(code));
    setTimeout(() => (copy.textContent = "Copy"), 2000);
  });
  const box = Object.assign(document.createElement("div"), { className: "copied" });
  code.parentElement.replaceWith(box);
  box.append(code.parentElement, copy);
}

// What is wider than the page can be moved by the keyboard.
const wide = document.querySelectorAll("pre, .table, .formula");
const reach = () => {
  for (const part of wide) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
};
new ResizeObserver(reach).observe(document.body);
document.fonts.ready.then(reach);

const menu = document.querySelector(".menu");
addEventListener("click", (event) => menu.contains(event.target) || (menu.open = false));
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu.open) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// A link to a guess or an editor opens it. A state in the address, as in #figure-05.2?t=0.3, is nothing that the browser scrolls to.
const unfoldPart = () => {
  const [id, state] = location.hash.slice(1).split("?");
  const part = document.getElementById(decodeURIComponent(id));
  if (part?.matches("details")) part.open = true;
  if (state) part?.scrollIntoView({ behavior: "instant" });
};
addEventListener("hashchange", unfoldPart);
unfoldPart();

// The search leads to a row of the glossary, by its words.
const wanted = new URLSearchParams(location.search).get("find")?.split(" ");
if (wanted) {
  const rows = [...document.querySelectorAll("td:first-child, tr")];
  const row = rows.find((row) => row.matches("td") && wanted.every((word) => row.textContent.toLowerCase().includes(word))) ?? rows.find((row) => wanted.every((word) => row.textContent.toLowerCase().includes(word)));
  row?.closest("tr").classList.add("found");
  row?.scrollIntoView({ block: "center", behavior: "instant" });
}

// A picture that moves, or a film, takes the place of its still.
const move = (still) => {
  const { alt, dataset: { moving } } = still;
  if (!moving.endsWith(".webm")) return (still.src = moving);
  const film = document.createElement("video");
  for (const side of ["width", "height"]) film[side] = still.getAttribute(side);
  const show = () => (still.replaceWith(film), film.play());
  Object.assign(film, { src: moving, muted: true, loop: true, controls: true, playsInline: true, preload: "auto", ariaLabel: alt, oncanplay: show });
};

// What is many bytes begins when it is seen: half of a picture that moves, and any of a shader's editor.
const begins = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting, intersectionRatio } of entries) {
    if (!isIntersecting || (target.dataset.moving && intersectionRatio < 0.5)) continue;
    if (target.dataset.moving) move(target);
    else target.open = true;
    begins.unobserve(target);
  }
}, { threshold: [0, 0.5] });
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
document.querySelectorAll(`[data-opens]${isStill ? "" : ", [data-moving]"}`).forEach((part) => begins.observe(part));

// The search is fetched when it is first wanted.
const find = document.getElementById("find");
const search = async () => (await import("./search.js")).open();
find.hidden = false;
find.addEventListener("click", search);
addEventListener("keydown", (event) => {
  const types = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key === "/" && !types && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    search();
  }
});

// What this page has loaded is kept, for when there is no connection.
const keep = async () => {
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage([location.href, ...performance.getEntriesByType("resource").map((entry) => entry.name)]);
};
navigator.serviceWorker?.register("offline.js").then(keep, () => {});
