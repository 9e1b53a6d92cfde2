// Looks through every section of every page: search.json, written with the site.
const dialog = document.getElementById("search");
const input = dialog.querySelector("input");
const status = dialog.querySelector("p");
const list = dialog.querySelector("ol");
const MOST = 12;
let sections;

export async function open() {
  if (dialog.open) return;
  dialog.showModal();
  input.select();
  if (sections) return;
  status.textContent = "Loading";
  try {
    const file = await fetch(new URL("search.json", import.meta.url));
    sections = (await file.json()).map((section) => ({ ...section, all: section.words.toLowerCase() }));
    show();
  } catch {
    status.textContent = "The index cannot be loaded.";
  }
}

// How well a section fits: every word must begin somewhere in it, and counts more in a heading.
function fit(section, words) {
  const [page, heading] = [section.page, section.heading].map((text) => ` ${text.toLowerCase()}`);
  let sum = 0;
  for (const word of words) {
    const at = ` ${section.all}`.search(start(word));
    const points = 8 * start(word).test(heading) + 4 * start(word).test(page) + (at < 0 ? 0 : 1 + 1 / (1 + at / 200));
    if (points === 0) return 0;
    sum += points;
  }
  return sum;
}

const plain = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const start = (word) => new RegExp(`(?<![\\p{L}\\p{N}])${plain(word)}`, "u");

// Some words around the first hit, those that were looked for marked.
function excerpt(section, words) {
  const at = Math.max(0, ...words.map((word) => section.all.search(start(word))));
  const from = at < 60 ? 0 : section.words.indexOf(" ", at - 60) + 1;
  const text = (from ? "… " : "") + section.words.slice(from, from + 170);
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${words.map(plain).join("|")})`, "giu"));
  return parts.map((part, place) => (place % 2 ? element("mark", part) : part));
}

function element(name, ...parts) {
  const made = document.createElement(name);
  made.append(...parts);
  return made;
}

function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (words.length ? sections : [])
    .map((section) => [fit(section, words), section])
    .filter(([points]) => points > 0)
    .sort(([a], [b]) => b - a);
  status.textContent = words.length ? `${found.length} ${found.length === 1 ? "section" : "sections"}` : "";
  list.replaceChildren(
    ...found.slice(0, MOST).map(([, section]) => {
      const title = section.page.endsWith(section.heading) ? section.page : `${section.page}: ${section.heading}`;
      const link = element("a", element("b", title), document.createElement("br"), ...excerpt(section, words));
      link.href = section.link;
      link.addEventListener("click", () => dialog.close());
      return element("li", link);
    }),
  );
}

input.addEventListener("input", () => sections && show());

// Arrows walk through what was found; Enter in the field opens the first.
dialog.addEventListener("keydown", (event) => {
  const stops = [input, ...list.querySelectorAll("a")];
  const place = stops.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && place >= 0) {
    event.preventDefault();
    stops[Math.min(Math.max(place + step, 0), stops.length - 1)].focus();
  } else if (event.key === "Enter" && place === 0) {
    event.preventDefault();
    stops[1]?.click();
  }
});
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
dialog.querySelector("button").addEventListener("click", () => dialog.close());
