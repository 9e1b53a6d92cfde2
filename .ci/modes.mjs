// Looks at a built site as those see it who asked for less: with reduced motion, in dark, in forced colours, without scripts, without
// WebGL and on paper. Then it sends what a reader made, and tries the first steps again in Firefox: `node .ci/modes.mjs target/site
// [LESSON..]`, of the lessons named or of all, with `npm install --no-save playwright-core puppeteer-core` where this is started. In
// a display (`xvfb-run -a node ..`) Firefox has WebGL. CHROMIUM and FIREFOX name other browsers.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "./serve.mjs";

const here = createRequire(resolve("started-here.js"));
const { chromium } = here("playwright-core");
const [site = "target/site", ...lessons] = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));
const [address, endServer] = await serve(site);
const launch = (...flags) => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", ...flags] });

const failures = [];
const fail = (what) => {
  failures.push(what);
  console.error(`FAILED ${what}`);
};

const html = (file) => readFileSync(join(site, file), "utf8");
const pages = readdirSync(site).filter((name) => name.endsWith(".html") && html(name).includes("scene\" data-lesson"));
const scenes = pages.filter((name) => !lessons.length || lessons.includes(name.slice(0, 2)));
const some = ["index.html", ...["03", "09"].flatMap((lesson) => scenes.filter((name) => name.startsWith(lesson)))];

const browser = await launch("--use-angle=swiftshader", "--enable-unsafe-swiftshader");
const eye = await browser.newPage();

// How many colours a picture has, the part of it that has the most frequent one, and how light it is.
const look = (png) => eye.evaluate(async (bytes) => {
  const image = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt())]));
  const context = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const counts = new Map();
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) {
    const color = (data[at] >> 4 << 8) | (data[at + 1] >> 4 << 4) | (data[at + 2] >> 4);
    counts.set(color, (counts.get(color) ?? 0) + 1);
    sum += data[at] + data[at + 1] + data[at + 2];
  }
  return { colors: counts.size, most: (4 * Math.max(...counts.values())) / data.length, light: sum / (0.75 * data.length) };
}, Buffer.from(png).toString("base64"));

// So many of the page's own frames.
const frames = (page, count) => page.evaluate((count) => new Promise((done) => {
  const next = () => (count-- > 0 ? requestAnimationFrame(next) : done());
  next();
}), count);

// What is seen of a scene: the real page's pixels, where its canvas or its picture is.
async function scenePixels(page) {
  const seen = page.locator("main :is(.scene, .picture) :is(canvas, img):visible").first();
  await seen.evaluate((part) => part.scrollIntoView({ block: "center", behavior: "instant" }));
  // A picture begins to load when it is near. Without scripts there is one, and there are no frames.
  while (!(await seen.evaluate((part) => part.complete ?? true)));
  if (await seen.evaluate((part) => part.matches("canvas"))) await frames(page, 5);
  return seen.screenshot();
}

async function ensurePicture(page, what) {
  const seen = await look(await scenePixels(page).catch(() => Buffer.alloc(0))).catch(() => ({ colors: 0 }));
  if (!(seen.colors > 20 && seen.most < 0.97)) fail(`${what}: the scene is ${JSON.stringify(seen)}`);
  return seen;
}

async function open(context, file, { isLive = true } = {}) {
  const page = await context.newPage();
  page.on("pageerror", (error) => fail(`${file}: ${error}`));
  await page.goto(address + file);
  await page.mouse.move(9, 9);
  const ready = () => document.querySelector("figure.scene[data-ready]");
  if (isLive) await page.waitForFunction(ready).catch(() => fail(`${file}: the scene does not come alive`));
  return page;
}

const WIDTHS = [[1280, 800], [360, 640]];
// Milliseconds after which what is waited for does not come: far more than a busy machine needs.
const PATIENCE = 180000;
async function inMode(options, files, what, look, from = browser) {
  for (const [width, height] of WIDTHS) {
    const context = await from.newContext({ viewport: { width, height }, ...options });
    context.setDefaultTimeout(PATIENCE);
    for (const file of files) {
      const page = await open(context, file, { isLive: what !== "without scripts" && what !== "without WebGL" });
      await look(page, `${file} at ${width} ${what}`);
      await page.close();
    }
    await context.close();
  }
}

await inMode({ reducedMotion: "reduce" }, scenes, "with less motion", async (page, what) => {
  await ensurePicture(page, what);
  const [before, after] = [await scenePixels(page), await frames(page, 40).then(() => scenePixels(page))];
  if (!before.equals(after)) fail(`${what}: something moves`);
  await page.setViewportSize({ width: 700, height: 600 });
  await ensurePicture(page, `${what}, made 700 wide`);
});

await inMode({ colorScheme: "dark" }, some, "in dark", async (page, what) => {
  const scene = await ensurePicture(page, what);
  const whole = await look(await page.screenshot());
  if (whole.light > 90 || scene.light > 120) fail(`${what}: it is ${whole.light.toFixed(0)} light, and its scene ${scene.light.toFixed(0)}`);
});

await inMode({ forcedColors: "active" }, some, "in forced colours", async (page, what) => {
  await ensurePicture(page, what);
  await page.locator("figure.scene .play").click();
  const triangle = await look(await page.locator("figure.scene .play").screenshot());
  if (triangle.most < 0.8) fail(`${what}: Play is a block: ${JSON.stringify(triangle)}`);
  const button = page.locator("figure.scene .display button").first();
  const off = await button.screenshot();
  await button.click();
  await page.mouse.move(9, 9);
  await page.evaluate(() => document.activeElement.blur());
  if ((await button.getAttribute("aria-pressed")) === "true" && off.equals(await button.screenshot())) fail(`${what}: what is pressed looks as before`);
});

// Where a scene stays a picture, the text does not show it a second time.
async function ensureOnce(page, what) {
  const names = await page.locator("main :is(.scene, .picture) img:visible").evaluateAll((all) => all.map((image) => image.src.split("/").slice(-2).join("/")));
  if (new Set(names).size < names.length) fail(`${what}: a picture is there twice: ${names.join(", ")}`);
}

// What can be pressed and does nothing without a script.
const dead = "main :is(.write, .guess, .on, .copy, .tries, #try, button)";

await inMode({ javaScriptEnabled: false }, some, "without scripts", async (page, what) => {
  await ensurePicture(page, what);
  await ensureOnce(page, what);
  for (const part of await page.locator(dead).all()) if (await part.isVisible()) fail(`${what}: ${(await part.textContent()).slice(0, 40)} is dead`);
  for (const rest of await page.locator(".rest").all()) if (!(await rest.isVisible())) fail(`${what}: a part of the text is folded`);
});

await inMode({}, some, "printed", async (page, what) => {
  await page.emulateMedia({ media: "print" });
  await ensurePicture(page, what);
  await ensureOnce(page, what);
  for (const part of await page.locator(dead).all()) if (await part.isVisible()) fail(`${what}: ${(await part.textContent()).slice(0, 40)} is printed`);
});

const plain = await launch("--disable-3d-apis");
await inMode({}, some, "without WebGL", async (page, what) => {
  await page.waitForFunction(() => document.querySelector("figure.scene[data-still]")).catch(() => fail(`${what}: nothing is said`));
  await ensurePicture(page, what);
  await ensureOnce(page, what);
  const room = await page.evaluate(() => {
    const scene = document.querySelector("figure.scene");
    return parseFloat(getComputedStyle(scene).paddingBottom) + parseFloat(getComputedStyle(scene.querySelector("img")).marginBottom);
  });
  if (room > 8) fail(`${what}: there are ${room.toFixed(0)} empty px below its scene`);
  const editor = page.locator("details.write").first();
  if (!(await editor.count())) return;
  await editor.evaluate((part) => (part.scrollIntoView(), (part.open = true)));
  await editor.locator("p").waitFor().catch(() => fail(`${what}: the editor says nothing`));
  if ((await editor.evaluate((part) => part.offsetHeight)) > 160) fail(`${what}: the editor is an empty room`);
}, plain);
await plain.close();

// What a reader made is sent: the address that a button copies opens it, in another browser and in a tab that is there already.
const has = (file) => pages.includes(file) || readdirSync(site).includes(file);
const fresh = async (file, width) => {
  const context = await browser.newContext({ viewport: { width, height: 800 }, hasTouch: width === 360, permissions: ["clipboard-read", "clipboard-write"] });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.on("pageerror", (error) => fail(`${file}: ${error}`));
  // The buttons of a figure wait for its guess.
  await page.addInitScript(() => location.host && (localStorage["read 09.3"] = ""));
  await page.goto(file.startsWith("http") ? file : address + file);
  await page.mouse.move(9, 9);
  return page;
};
const sent = async (page, button) => {
  const before = await page.evaluate(() => location.href);
  await button.click();
  // A promise counts as true, so the clipboard is read beside the question.
  await until(page, `${before}: its state is not copied`, (before) => {
    navigator.clipboard.readText().then((text) => (self.copied = text));
    return location.href !== before && self.copied === location.href;
  }, before);
  return page.evaluate(() => location.href);
};
const until = (page, what, is, argument) => page.waitForFunction(is, argument).catch(() => fail(what));

for (const [width] of WIDTHS) {
  // The broken knight.
  const first = await fresh("index.html", width);
  const knight = first.locator("figure.scene");
  await knight.scrollIntoViewIfNeeded();
  await knight.locator(".break").waitFor();
  const states = [];
  for (let number = 0; number < 2; number++) {
    await knight.locator(".break").click();
    states.push([await sent(first, knight.getByRole("button", { name: "Link to this" })), await knight.evaluate((host) => host.scene.mistake)]);
    await knight.locator(".break").click();
  }
  const friend = await fresh(states[0][0], width);
  for (const [link, mistake] of [...states, states[0]]) {
    if (friend.url() !== link) await friend.evaluate((link) => (location.href = link), link);
    await until(friend, `${link}: the knight is not broken so at ${width}`, (wanted) => document.querySelector("figure.scene").scene?.mistake === wanted, mistake);
    const said = await friend.locator(".hero .said").textContent().catch(() => "");
    if (!said.includes("?") || !(await friend.locator(".break").textContent()).includes("Mend")) fail(`${link}: ${said}`);
  }

  // A figure with a mistake, its handle moved, in a tab that shows another state.
  if (has("09-smooth-skin.html")) {
    const page = await fresh("09-smooth-skin.html", width);
    const figure = page.locator('figure[data-figure="09.3"]');
    await figure.scrollIntoViewIfNeeded();
    await figure.locator(".panel > .mistakes > button").last().click();
    await figure.locator("[role=slider], input").first().press("ArrowRight");
    const link = await sent(page, figure.getByRole("button", { name: "Link to this" }));
    const wanted = await figure.evaluate((host) => [host.figure.mistake.name, ...host.figure.values.map((value) => value.toPrecision(3))].join());
    const tab = await fresh("09-smooth-skin.html", width);
    await tab.locator('figure[data-figure="09.3"] .panel > .mistakes > button').first().click();
    await tab.evaluate((link) => (location.href = link), link);
    await until(tab, `${link}: not shown in a tab that is there`, (wanted) => {
      const { figure } = document.querySelector('figure[data-figure="09.3"]');
      return [figure?.mistake?.name, ...(figure?.values ?? []).map((value) => value.toPrecision(3))].join() === wanted;
    }, wanted);
    await until(tab, `${link}: the page stays where it is`, () => Math.abs(document.querySelector('figure[data-figure="09.3"]').getBoundingClientRect().top) < innerHeight);

    // A guess.
    const guess = page.locator("details.guess").first();
    await guess.locator("summary").click();
    for (const choice of await guess.locator("[data-mistake]:not([data-mistake=''])").all()) {
      await choice.click();
      const link = await sent(page, guess.getByRole("button", { name: "Send this" }));
      await tab.evaluate((link) => (location.href = link), link);
      const name = await choice.getAttribute("data-mistake");
      await until(tab, `${link}: it is not chosen`, (name) => document.querySelector(`details.guess[open] [data-mistake="${name}"][aria-pressed=true][data-is=wrong]`), name);
    }
  }

  // The finished shader. Who opens it keeps his own.
  if (has("03-joint-lines.html")) {
    const right = readFileSync(join(root, "shaders/03-joint-lines/solution/joints.vert"), "utf8").replace(/^\s*\/\/ (STUB|BEGIN|END).*\n/gm, "");
    const page = await fresh("03-joint-lines.html#write-03-1", width);
    const editor = (page) => page.locator("#write-03-1");
    const write = async (page, text) => {
      await editor(page).locator("textarea").click();
      await page.keyboard.press("Control+A");
      await page.keyboard.insertText(text);
    };
    const says = (page, kind) => editor(page).locator(`.says[data-kind=${kind}]`).waitFor().catch(() => fail(`the shader at ${width} is not ${kind}`));
    const ensureLineSeen = (page, what) => until(page, `${what} at ${width}: the line that is written is hidden`, () => {
      const { lines, canvas, strip } = document.querySelector("#write-03-1").editor ?? {};
      const line = [...(lines?.children ?? [])].find((line) => line.textContent.includes("gl_Position ="))?.getBoundingClientRect();
      return line && line.top >= canvas.getBoundingClientRect().bottom && line.bottom <= strip.getBoundingClientRect().top;
    });
    await ensureLineSeen(page, "the starter");
    const reader = await fresh("03-joint-lines.html", width);
    await reader.locator('.tries [href="#write-03-1"]').click();
    await ensureLineSeen(reader, "the starter, by a link of its page,");
    await write(page, right);
    await says(page, "right");
    const link = await sent(page, editor(page).getByRole("button", { name: "Send this" }));
    if (link.length > 1500) fail(`a shader's address has ${link.length} letters`);
    const friend = await fresh(link, width);
    await says(friend, "right");
    await ensureLineSeen(friend, "what was sent");
    if ((await editor(friend).locator("textarea").inputValue()) !== right) fail(`${link}: another text is opened`);
    if (await editor(friend).evaluate((host) => "done" in host.dataset)) fail(`${link}: what somebody else wrote is taken for done`);
    const own = `${right}// mine\n`;
    const other = await fresh("03-joint-lines.html#write-03-1", width);
    await editor(other).locator("textarea").waitFor();
    await write(other, own);
    await other.evaluate((link) => (location.href = link), link);
    const exchange = editor(other).getByRole("button", { name: "Exchange" });
    await exchange.waitFor().catch(() => fail("the reader's own text is not kept"));
    await other.goto("about:blank");
    await other.goto(`${address}03-joint-lines.html#write-03-1`);
    await exchange.click().catch(() => fail("nothing brings the reader's own text back"));
    await until(other, "the reader's own text does not come back", (own) => document.querySelector("#write-03-1 textarea").value === own, own);
    await other.evaluate(() => (location.hash = "#write-03-1?text=AAAA"));
    await editor(other).getByText("damaged").waitFor().catch(() => fail("nothing is said of a damaged text"));
  }
  for (const context of browser.contexts()) if (context !== eye.context()) await context.close();
}

// What moves after the first paint, and the order of the focus on the first page.
const TAB = () => document.activeElement.closest(".hero .buttons, .scene")?.className ?? "";
for (const [width, height] of WIDTHS) {
  const context = await browser.newContext({ viewport: { width, height } });
  context.setDefaultTimeout(PATIENCE);
  for (const file of some) {
    const page = await context.newPage();
    await page.addInitScript(() => {
      self.shift = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => entry.hadRecentInput || (self.shift += entry.value))).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(address + file);
    await page.mouse.move(9, 9);
    // The fonts, the scene and the figures of the page's own lesson have come.
    await until(page, `${file} at ${width}: it is not complete`, () => document.fonts.status === "loaded" && [...document.querySelectorAll("figure.scene, .text figure.live")].every((host) => "ready" in host.dataset));
    await frames(page, 20);
    const shift = await page.evaluate(() => self.shift);
    if (shift > 0.05) fail(`${file} at ${width}: its layout shifts by ${shift.toFixed(3)}`);
    await page.close();
  }
  await context.close();
}

// Firefox, by WebDriver BiDi.
const { default: puppeteer } = await import(here.resolve("puppeteer-core"));
const firefox = await puppeteer.launch({
  browser: "firefox",
  executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
  headless: !process.env.DISPLAY,
  extraPrefsFirefox: { "webgl.force-enabled": true, "webgl.disable-fail-if-major-performance-caveat": true },
});
for (const [width, height] of WIDTHS) {
  const page = await firefox.newPage();
  await page.setViewport({ width, height });
  page.setDefaultTimeout(PATIENCE);
  // A request that a next page ends is no error.
  page.on("pageerror", ({ message }) => message.includes("ServiceWorker intercepted") || fail(`Firefox at ${width}: ${message}`));
  const go = (where) => page.goto(where.startsWith("http") ? where : address + where);
  const wait = (what, is, ...all) => page.waitForFunction(is, {}, ...all).then(() => true, () => fail(`Firefox at ${width}: ${what}`));
  await go("index.html");
  const hasWebGl = await page.evaluate(() => Boolean(document.createElement("canvas").getContext("webgl2")));
  if (!hasWebGl) console.log("SKIPPED scenes and shaders in Firefox: there is no WebGL");
  // By keys the buttons come before what moves the knight.
  const order = [];
  for (let press = 0; press < 30 && !order.includes("scene"); press++) {
    await page.keyboard.press("Tab");
    const place = (await page.evaluate(TAB)).split(" ").at(-1);
    if (place && order.at(-1) !== place) order.push(place);
  }
  if (order[0] !== "buttons") fail(`Firefox at ${width}: the keys come to ${order.join(", ")}`);
  // A page stays where it is while its fonts arrive: in three loads, from the first paint on.
  for (const file of some) {
    for (let load = 0; load < 3; load++) {
      await go(file);
      const place = () => page.evaluate(() => [...document.querySelectorAll("main h2")].at(0)?.getBoundingClientRect().top + scrollY);
      const before = await place();
      await page.evaluate(() => document.fonts.ready.then(() => {}));
      const after = await place();
      if (Math.abs(after - before) > 12) fail(`Firefox, ${file} at ${width}: the fonts move it by ${(after - before).toFixed(0)} px`);
    }
  }
  if (hasWebGl) {
    await go("index.html");
    await page.mouse.move(9, 9);
    await page.evaluate(() => document.querySelector("figure.scene").scrollIntoView({ block: "center", behavior: "instant" }));
    await wait("no scene", () => document.querySelector("figure.scene[data-ready]"));
    const seen = await look(await (await page.$("figure.scene canvas")).screenshot());
    if (!(seen.colors > 20 && seen.most < 0.97)) fail(`Firefox at ${width}: the scene is ${JSON.stringify(seen)}`);
    await (await page.$(".break")).click();
    await wait("he is not broken", () => document.querySelector(".hero .said")?.textContent.includes("?"));
    await (await page.$(".display .state")).click();
    await wait("no address", () => location.hash.includes("mistake"));
    const link = await page.evaluate(() => location.href);
    await go("map.html");
    await go(link);
    await wait("a link to the broken knight", () => document.querySelector("figure.scene").scene?.mistake);
  }
  if (has("09-smooth-skin.html")) {
    await go("09-smooth-skin.html");
    await wait("no figure", () => document.querySelector('figure[data-figure="09.3"]').figure);
    const name = await page.evaluate(() => document.querySelector('figure[data-figure="09.3"]').figure.about.mistakes[1].name);
    await page.evaluate((name) => (location.hash = `figure-09.3?mistake=${name}`), name);
    await wait("a state of a figure in a tab that is there", (name) => document.querySelector('figure[data-figure="09.3"]').figure.mistake?.name === name, name);
  }
  if (hasWebGl && has("03-joint-lines.html")) {
    await go("03-joint-lines.html#write-03-1");
    await wait("no editor", () => document.querySelector("#write-03-1").editor?.checked);
    const right = readFileSync(join(root, "shaders/03-joint-lines/solution/joints.vert"), "utf8").replace(/^\s*\/\/ (STUB|BEGIN|END).*\n/gm, "");
    await page.evaluate((text) => document.querySelector("#write-03-1").editor.set(text), right);
    await wait("the solution is not right", () => document.querySelector("#write-03-1 .says[data-kind=right]"));
    await page.evaluate((text) => document.querySelector("#write-03-1").editor.set(text), right.replace("vec4(a_position, 1.0)", "a_position"));
    await wait("an error has no sentence", () => document.querySelector("#write-03-1 .says").textContent.includes("A mat4 takes a vec4"));
  }
  await page.close();
}
await firefox.close();
await browser.close();
endServer();
console.log(`${scenes.length} scenes, ${some.length} pages in each mode`);
console.log(failures.length ? `${failures.length} FAILED` : "all is well");
process.exit(failures.length ? 1 : 0);
