// Looks through every section of every page: search.json, written with the site.
import { nearest } from "./near.js";

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

// How many of the words begin somewhere in a section, and how well it fits: a heading counts more, and so do the glossary's words.
function fit(section, words) {
  const [page, heading, terms] = [section.page, section.heading, section.terms].map((text) => ` ${text.toLowerCase()}`);
  let [count, sum] = [0, 0];
  for (const word of words) {
    const at = ` ${section.all}`.search(start(word));
    const points = 8 * start(word).test(heading) + 4 * start(word).test(page) + 4 * start(word).test(terms) + (at < 0 ? 0 : 1 + 1 / (1 + at / 200));
    count += points > 0;
    sum += points;
  }
  return [count, sum];
}

const plain = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const start = (word) => new RegExp(`(?<![\\p{L}\\p{N}])${plain(word)}`, "u");
// Without its ending, so that "interpolate" finds "interpolation", and "bones" a bone.
const stem = (word) => word.replace(/(?<=...)s$/, "").replace(/(?<=.{5})(ing|ion|ed|e)$/, "");

// Words that occur in no section are taken for typing errors, if one letter makes them known.
function corrected(words) {
  const isKnown = (word) => sections.some(({ all, page, heading, terms }) => start(word).test(`${all} ${page} ${heading} ${terms}`.toLowerCase()));
  const wrong = words.filter((word) => word.length >= 5 && !isKnown(stem(word)));
  if (!wrong.length) return words;
  const known = new Set(sections.flatMap(({ all }) => all.match(/\p{L}{4,}/gu) ?? []));
  return words.map((word) => (wrong.includes(word) && nearest(word, known, 1)) || word);
}

// Some words around the place with the most of those that were looked for, which are marked.
function excerpt(section, words) {
  const hits = words.flatMap((word) => Array.from(section.all.matchAll(new RegExp(start(word), "gu")), ({ index }) => ({ word, index })));
  const count = (from) => new Set(hits.filter(({ index }) => index >= from && index < from + 100).map(({ word }) => word)).size;
  const at = hits.reduce((best, { index }) => (count(index) > count(best) ? index : best), hits[0]?.index ?? 0);
  const from = at < 60 ? 0 : section.words.indexOf(" ", at - 60) + 1;
  const text = (from ? "… " : "") + section.words.slice(from, from + 170).replace(/\s\S*$/, " …");
  const terms = section.terms.split("; ").filter((term) => words.some((word) => start(word).test(term.toLowerCase())));
  return marked(hits.length || !terms.length ? text : `Explains ${terms.join(", ")}. ${text}`, words);
}

function marked(text, words) {
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${words.map(plain).join("|")})`, "giu"));
  return parts.map((part, place) => (place % 2 ? element("mark", part) : part));
}

function element(name, ...parts) {
  const made = document.createElement(name);
  made.append(...parts);
  return made;
}

// Words of a question that no section is about.
const OF_QUESTIONS = new Set("a an and are can do does for get how i in is it my of on the this to what where which why".split(" "));

function show() {
  const all = input.value.toLowerCase().split(/[\s?]+/).filter(Boolean);
  const told = all.filter((word) => !OF_QUESTIONS.has(word));
  const typed = told.length ? told : all;
  const wanted = corrected(typed);
  const words = wanted.map(stem);
  let found = (words.length ? sections : [])
    .map((section) => ({ section, fits: fit(section, words) }))
    .filter(({ fits: [count] }) => count > 0)
    .sort(({ fits: a }, { fits: b }) => b[0] - a[0] || b[1] - a[1]);
  const hasAll = found[0]?.fits[0] === words.length;
  if (hasAll) found = found.filter(({ fits: [count] }) => count === words.length);
  const meant = wanted.filter((word, place) => word !== typed[place]);
  const sum = `${found.length} ${found.length === 1 ? "section" : "sections"}${meant.length ? `, with ${meant.join(", ")}` : ""}`;
  if (!words.length) status.textContent = "";
  else if (hasAll) status.textContent = sum;
  else status.replaceChildren(found.length ? `No section has all of these words; ${sum} with some. ` : "Nothing is found. ", ...elsewhere());
  list.replaceChildren(
    ...found.slice(0, MOST).map(({ section }) => {
      const title = section.page.endsWith(section.heading) ? section.page : `${section.page}: ${section.heading}`;
      const link = element("a", element("b", ...marked(title, words)), document.createElement("br"), ...excerpt(section, words));
      link.href = section.link.replace("#glossary", `?find=${encodeURIComponent(words.join(" "))}`);
      link.addEventListener("click", () => dialog.close());
      return element("li", link);
    }),
  );
}

// Where to look for a word that the course does not use.
function elsewhere() {
  const [glossary, map] = [["the glossary", "reference.html#glossary"], ["the lessons", "map.html"]].map(([name, href]) => {
    const link = element("a", name);
    link.href = href;
    link.addEventListener("click", () => dialog.close());
    return link;
  });
  return ["Look through ", glossary, " or ", map, "."];
}

input.addEventListener("input", () => sections && show());

// Arrows walk through what was found; Enter in the field opens the first.
dialog.addEventListener("keydown", (event) => {
  const stops = [input, ...list.querySelectorAll("a")];
  const place = stops.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") {
    // A browser's first would only empty the field.
    event.preventDefault();
    dialog.close();
  } else if (step && place >= 0) {
    event.preventDefault();
    stops[Math.min(Math.max(place + step, 0), stops.length - 1)].focus();
  } else if (event.key === "Enter" && place === 0) {
    event.preventDefault();
    stops[1]?.click();
  }
});
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
dialog.querySelector("button").addEventListener("click", () => dialog.close());
