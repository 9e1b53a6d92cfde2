// Tries a built site as its readers do, in Chromium and Firefox: `node .ci/pages.mjs target/site [LESSON..]`, the pages of the lessons
// named or all. Puppeteer is looked for where this is started: `npm install --no-save puppeteer-core@24.10.0` there, as 24.43 asks Firefox
// 140 for what it does not know. CHROMIUM and FIREFOX name other browsers. In a display (`xvfb-run -a node ..`) Firefox has WebGL. `--still` renews lesson 13's scene.webp instead.
import { createServer } from "node:http";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const puppeteer = await import(createRequire(resolve("started-here.js")).resolve("puppeteer-core")).then((module) => module.default);
const [site = "target/site", ...wanted] = process.argv.slice(2).filter((argument) => argument !== "--still");
const root = fileURLToPath(new URL("..", import.meta.url));
const PATIENCE = 120000; // milliseconds, far more than a busy machine needs
const FOLDER = "/class/"; // a class's site is below a folder

let failures = 0;
const fail = (what) => {
  failures += 1;
  console.error(`FAILED ${what}`);
};

const KINDS = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".png": "image/png", ".webp": "image/webp", ".jpg": "image/jpeg", ".gif": "image/gif", ".woff2": "font/woff2" };
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
  const file = path.startsWith(FOLDER) && join(site, path.slice(FOLDER.length) || "index.html");
  if (!file || !existsSync(file)) return response.writeHead(404).end();
  const packed = /\.(html|css|js|json|svg|wasm)$/.test(file);
  response.writeHead(200, { "Content-Type": KINDS[extname(file)] ?? "text/plain", ...(packed && { "Content-Encoding": "gzip" }) });
  response.end(packed ? gzipSync(readFileSync(file)) : readFileSync(file));
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const address = `http://127.0.0.1:${server.address().port}${FOLDER}`;

// mdBook's page without contents of its own for readers without scripts, and the book in one piece.
const pages = readdirSync(site).filter((name) => name.endsWith(".html") && !["toc.html", "print.html", "404.html"].includes(name));
const html = new Map(pages.map((name) => [name, readFileSync(join(site, name), "utf8")]));
const tried = pages.filter((name) => !wanted.length || wanted.some((lesson) => name.startsWith(lesson)) || name === "index.html");

// Every link and anchor inside the site leads somewhere.
function tryLinks() {
  let count = 0;
  for (const [name, text] of html) {
    const links = [...text.matchAll(/ (?:href|src|srcset)="([^"]*)"/g)].map(([, link]) => link.replaceAll("&amp;", "&"));
    for (const link of links.filter((link) => !/^[a-z]+:/.test(link))) {
      const [file, anchor] = decodeURIComponent(link).split("#");
      const other = file.split("?")[0] || name;
      if (!existsSync(join(site, other))) fail(`${name}: ${link} leads nowhere`);
      else if (anchor && !html.get(other)?.includes(` id="${anchor}"`)) fail(`${name}: ${link} has no such place`);
      count += 1;
    }
  }
  console.log(`${count} links on ${html.size} pages`);
}

const CHROMIUM = { browser: "chrome", executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] };
const FIREFOX = { browser: "firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", headless: !process.env.DISPLAY, extraPrefsFirefox: { "webgl.force-enabled": true, "webgl.disable-fail-if-major-performance-caveat": true } };
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 640 };
const MODES = [
  ["Chromium", CHROMIUM, WIDE, tryAll],
  ["Chromium, 360 wide", CHROMIUM, NARROW, tryFirst],
  ["Chromium, dark with less motion", CHROMIUM, WIDE, tryStillness],
  ["Chromium without WebGL", { ...CHROMIUM, args: ["--no-sandbox", "--disable-3d-apis"] }, WIDE, tryWithoutWebGl],
  ["Firefox", FIREFOX, WIDE, tryFirst],
  ["Firefox, 360 wide", FIREFOX, NARROW, tryFirst],
];

async function tryMode([what, settings, viewport, tryPage], files) {
  const browser = await puppeteer.launch({ headless: true, protocolTimeout: PATIENCE, ...settings });
  const counts = { pages: 0, figures: 0, scenes: 0, shaders: 0, guesses: 0 };
  for (const file of files) {
    const page = await browser.newPage();
    await page.setViewport(viewport);
    page.setDefaultTimeout(PATIENCE);
    const name = `${what}: ${file}`;
    // A request that the next page ends is no error.
    page.on("pageerror", ({ message }) => message.includes("ServiceWorker") || fail(`${name}: ${message}`));
    page.on("console", (message) => message.type() === "error" && fail(`${name}: ${message.text()}`));
    try {
      if (tryPage === tryStillness) await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }, { name: "prefers-color-scheme", value: "dark" }]);
      await page.goto(address + file);
      // The buttons of a figure wait for its guess.
      await page.evaluate(() => document.querySelectorAll(".guess").forEach(({ dataset }) => (localStorage[`read ${dataset.todo}`] = "")));
      await page.reload();
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) fail(`${name}: it is ${over} px too wide`);
      await tryPage(page, name, counts);
      counts.pages += 1;
    } catch (error) {
      fail(`${name}: ${error.message}`);
    }
    await page.close();
  }
  await browser.close();
  console.log(`${what}: ${Object.entries(counts).map(([kind, count]) => `${count} ${kind}`).join(", ")}`);
}

async function tryAll(page, name, counts) {
  for (const figure of await page.$$("figure.live")) counts.figures += await tryFigure(page, figure, name);
  for (const scene of await page.$$("figure.scene")) counts.scenes += await tryScene(page, scene, name);
  for (const shader of await page.$$("details.write")) counts.shaders += await tryShader(page, shader, name, true);
  for (const guess of await page.$$("details.guess")) counts.guesses += await tryGuess(page, guess, name);
}

// Of each kind the first.
async function tryFirst(page, name, counts) {
  const [figure, scene, shader, guess] = await Promise.all(["figure.live", "figure.scene", "details.write", "details.guess"].map((kind) => page.$(kind)));
  if (figure) counts.figures += await tryFigure(page, figure, name);
  if (guess) counts.guesses += await tryGuess(page, guess, name);
  const hasWebGl = await page.evaluate(() => Boolean(document.createElement("canvas").getContext("webgl2")));
  if (!hasWebGl) return;
  if (scene) counts.scenes += await tryScene(page, scene, name);
  if (shader) counts.shaders += await tryShader(page, shader, name, false);
}

// Nothing moves by itself, and the page is dark.
async function tryStillness(page, name, counts) {
  const light = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0));
  if (light > 200) fail(`${name}: it is not dark`);
  const scene = await page.$("figure.scene");
  if (!scene) return;
  await begin(page, scene);
  const frames = () => scene.evaluate(({ scene }) => [scene.plays, scene.module.ask("scene-frame", 0, "").length].join());
  const before = await frames();
  await nextFrames(page, 30);
  if (before !== (await frames()) || before.startsWith("true")) fail(`${name}: its scene moves`);
  counts.scenes += 1;
}

// A scene stays a picture, the first page says why, and an editor says that it is none.
async function tryWithoutWebGl(page, name, counts) {
  const scene = await page.$("figure.scene");
  if (scene) {
    await scene.evaluate((host) => host.scrollIntoView({ block: "center", behavior: "instant" }));
    await page.mouse.move(9, 9);
    await page.waitForFunction((host) => "still" in host.dataset, {}, scene);
    const says = await scene.evaluate((host) => host.querySelector(".why")?.checkVisibility() && host.textContent.includes("WebGL"));
    if (name.endsWith("index.html") && !says) fail(`${name}: it does not say why nothing moves`);
    counts.scenes += 1;
  }
  const editor = await page.$("details.write");
  if (!editor) return;
  await editor.evaluate((host) => (host.open = true));
  await page.waitForFunction((host) => host.textContent.includes("WebGL"), {}, editor);
  counts.shaders += 1;
}

const nextFrames = (page, count) => page.evaluate((count) => new Promise((done) => {
  const next = () => (count-- > 0 ? requestAnimationFrame(next) : done());
  next();
}), count);

// Brings a figure or a scene to the screen, where it comes alive.
async function begin(page, host) {
  await host.evaluate((host) => host.scrollIntoView({ block: "center", behavior: "instant" }));
  await page.mouse.move(9, 9);
  await page.waitForFunction((host) => "ready" in host.dataset, {}, host);
  await host.evaluate((host) => host.scrollIntoView({ block: "center", behavior: "instant" }));
  await nextFrames(page, 2);
}

// Drags the first handle of a figure, or moves its slider by a key.
async function tryFigure(page, host, name) {
  await begin(page, host);
  const values = () => host.evaluate(({ figure }) => figure.values.join());
  const before = await values();
  const handle = await host.$(".handles > *");
  for (const [right, down] of handle ? [[37, -29], [-37, 29], [37, 29], [-37, -29], [150, 0], [-150, 0], [0, 120], [0, -120]] : []) {
    const box = await handle.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + right, y + down, { steps: 4 });
    await page.mouse.up();
    await nextFrames(page, 2);
    if ((await values()) !== before) return 1;
  }
  const slider = await host.$(".controls input");
  for (const key of slider ? ["ArrowRight", "ArrowLeft"] : []) {
    await slider.press(key);
    await nextFrames(page, 2);
    if ((await values()) !== before) return 1;
  }
  if (before) fail(`${name}: figure ${await host.evaluate(({ dataset }) => dataset.figure)} answers neither a drag nor a key`);
  return 1;
}

// A scene draws, and each of its mistakes changes what is drawn from the same moment on.
async function tryScene(page, host, name) {
  await begin(page, host);
  const problems = await host.evaluate(({ scene }) => {
    const { gl } = scene.view;
    const problems = [];
    scene.play(false);
    scene.view.scale = 1;
    const screen = () => {
      scene.draw(0.1, true);
      const bytes = new Uint32Array(gl.drawingBufferWidth * gl.drawingBufferHeight);
      gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(bytes.buffer));
      return bytes;
    };
    if (new Set(screen()).size < 20) problems.push("its scene is empty");
    const broken = scene.host.dataset.breaks && JSON.parse(scene.host.dataset.breaks).map(([name]) => name);
    for (const name of broken ?? scene.about.mistakes.map((mistake) => mistake.join(" "))) {
      scene.choose(name);
      scene.play(false);
      if (scene.panics) continue;
      const began = scene.module;
      const modules = [began.copy(), began.copy()];
      let changed = 0;
      for (let time = 0; time < 30 && changed < 0.003; time++) {
        const [right, wrong] = ["", name].map((mistake, number) => screen(Object.assign(scene, { module: modules[number], mistake })));
        changed = right.reduce((sum, pixel, at) => sum + (pixel !== wrong[at]), 0) / right.length;
      }
      Object.assign(scene, { module: began, mistake: name });
      if (changed < 0.003) problems.push(`${name} changes nothing`);
      if (!scene.host.querySelector(".says").textContent.includes("?")) problems.push(`of ${name} nothing is asked`);
      scene.choose("");
      scene.play(false);
    }
    return problems;
  });
  for (const problem of problems) fail(`${name}: ${problem}`);
  return 1;
}

// The right lines of a shader pass; wrong ones are named, as in the window.
const WRONG = JSON.parse(readFileSync(join(root, ".ci/wrong_shaders.json"), "utf8"));
async function tryShader(page, host, name, isWhole) {
  await host.evaluate((host) => ((host.open = true), host.scrollIntoView({ block: "center", behavior: "instant" })));
  await page.waitForFunction((host) => host.editor?.isLearned, {}, host);
  const { todo: id, lesson } = await host.evaluate(({ dataset }) => ({ ...dataset }));
  const todo = JSON.parse(readFileSync(join(site, `wasm/${lesson}-shaders.json`), "utf8")).todos.find((todo) => todo.id === id);
  const folder = readdirSync(join(root, "shaders")).find((name) => name.startsWith(lesson));
  const right = readFileSync(join(root, "shaders", folder, "solution", todo.name), "utf8").replace(/^\s*\/\/ (STUB|BEGIN|END).*\n/gm, "");
  const write = async (text) => {
    await host.evaluate(({ editor }, text) => editor.set(text), text);
    await page.waitForFunction(({ editor }, text) => editor.checked === text && !editor.unnamed, {}, host, text);
    return host.evaluate((host) => {
      const says = host.querySelector(".says");
      return { kind: says.dataset.kind, text: says.textContent, named: says.querySelector("[data-mistake]")?.dataset.mistake };
    });
  };
  for (const { name: mistake, texts } of isWhole ? todo.mistakes : todo.mistakes.slice(0, 1)) {
    const said = await write(Buffer.from(texts[0]).toString("utf8"));
    // Two mistakes may give the same numbers.
    if (said.kind !== "wrong" || !said.named) fail(`${name}: ${id} ${mistake} has no name: ${said.text}`);
  }
  for (const { change: [from, to], says, page: here = says, name: mistake } of isWhole ? WRONG.filter(({ todo }) => todo === id) : []) {
    const said = await write(right.replace(from, () => to));
    if (mistake ? said.named !== mistake : !said.text.includes(here.replaceAll("`", ""))) fail(`${name}: ${id}: of ${JSON.stringify(to)} it says ${said.text}`);
  }
  const said = await write(right);
  if (said.kind !== "right") fail(`${name}: ${id}: the solution does not pass: ${said.text}`);
  return 1;
}

// Each choice of a guess is drawn, and one is right.
async function tryGuess(page, host, name) {
  await host.evaluate((host) => ((host.open = true), host.scrollIntoView({ block: "center", behavior: "instant" })));
  await page.waitForFunction((host) => host.guess, {}, host);
  for (const button of await host.$$("[data-mistake]")) {
    await button.evaluate((button) => button.click());
    await page.waitForFunction((button) => button.dataset.is, {}, button);
    const problem = await host.evaluate((host, button) => {
      const isWrong = button.dataset.mistake !== "";
      return (button.dataset.is === "wrong") !== isWrong || (isWrong && !host.querySelector(".says").textContent.includes("?"));
    }, button);
    if (problem) fail(`${name}: a choice of ${await host.evaluate(({ dataset }) => dataset.todo)} is not judged`);
  }
  return 1;
}

// The still of the first page's scene is its first frame, on no ground of its own, so that it does for light and dark pages.
async function renewStill() {
  const browser = await puppeteer.launch({ headless: true, ...CHROMIUM });
  const page = await browser.newPage();
  await page.setViewport(WIDE);
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await page.goto(`${address}index.html`);
  const host = await page.$("figure.scene");
  await begin(page, host);
  const picture = await host.evaluate(({ scene }) => {
    const { host, canvas, view, module, camera } = scene;
    // The shadow in a colour that nothing else has, and lines between those of both pages.
    host.style.cssText = "--shade: 1 0 1; --grid: .52 .53 .55 .44";
    view.scale = 1.25;
    view.draw(new Float32Array(module.send("scene-frame", 0, "").buffer), camera);
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0);
    const image = context.getImageData(0, 0, copy.width, copy.height);
    for (let at = 0; at < image.data.length; at += 4) {
      const [red, green, blue] = image.data.subarray(at, at + 3);
      if (red === 255 && green === 0 && blue === 255) image.data.set([0, 0, 0, 40], at);
    }
    context.putImageData(image, 0, 0);
    return copy.toDataURL("image/webp", 0.7);
  });
  const folder = readdirSync(join(root, "lessons")).find((name) => name.startsWith("13-"));
  writeFileSync(join(root, "lessons", folder, "scene.webp"), Buffer.from(picture.split(",")[1], "base64"));
  await browser.close();
}

if (process.argv.includes("--still")) await renewStill();
else {
  tryLinks();
  for (const mode of MODES) {
    // With lessons named, those of the first page would be missing there.
    await tryMode(mode, tried);
  }
}
server.close();
console.log(failures ? `${failures} FAILED` : "all is well");
process.exit(failures ? 1 : 0);
