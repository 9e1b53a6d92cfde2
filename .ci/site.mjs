// Tries every figure, scene, shader and guess of a built site in Chromium: `node .ci/site.mjs target/site [LESSON..]`, for the lessons named or for
// all. Playwright is looked for beside the folder where this is started: `npm install --no-save playwright-core` there.
// CHROMIUM names another browser. `modes.mjs` looks at the pages as those see them who asked for less, and in Firefox.
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { serve } from "./serve.mjs";

const { chromium } = createRequire(resolve("started-here.js"))("playwright-core");
const [site = "target/site", ...lessons] = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));

const failures = [];
const fail = (what) => {
  failures.push(what);
  console.error(`FAILED ${what}`);
};

const [address, endServer] = await serve(site);

// README's pictures, by the figure's name.
const pictures = new Map();
for (const lesson of readdirSync(join(root, "lessons")).filter((name) => /^\d\d-/.test(name))) {
  const folder = join(root, "lessons", lesson, "figures");
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".svg")) : [];
  for (const file of files) pictures.set(file.slice(0, -4), readFileSync(join(folder, file), "utf8"));
}

// In the page: what a figure shows now.
const state = (host) => ({ svg: host.figure.drawn.svg, values: [...host.figure.values], count: host.figure.drawn.handles.length });
const differs = (a, b) => JSON.stringify(a) !== JSON.stringify(b);

// Errors and warnings of a page are failures, but for those about how fast this machine is.
function listen(page, file) {
  page.on("pageerror", (error) => fail(`${file}: ${error}`));
  const isSlow = (text) => /GPU stall|was preloaded using link preload/.test(text);
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && !isSlow(message.text()) && fail(`${file}: ${message.text()}`));
}

async function frame(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

// Moves a handle to where the most room is, and says whether values followed.
async function drag(page, figure, number) {
  const handle = figure.locator(".handles > *").nth(number);
  const before = await figure.evaluate(state);
  // Far enough for the widest step of a whole number.
  for (const way of [[1, -1], [-1, 1], [1, 1], [-1, -1], [4, 0], [-4, 0], [0, 4], [0, -4]]) {
    const box = await handle.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 37 * way[0], y + 29 * way[1], { steps: 4 });
    await page.mouse.up();
    await frame(page);
    if (differs(before.values, (await figure.evaluate(state)).values)) return true;
  }
  return false;
}

// By keys alone, on whatever can be focused: no arrow key may be without effect in both directions.
async function keys(page, figure) {
  for (const control of await figure.locator(".handles > *, .controls input").all()) {
    await control.focus();
    const before = await figure.evaluate(state);
    let moved = false;
    for (const key of ["ArrowRight", "ArrowLeft", "End", "Home", "ArrowUp"]) {
      await page.keyboard.press(key);
      await frame(page);
      moved ||= differs(before.values, (await figure.evaluate(state)).values);
    }
    if (!moved) return false;
  }
  return true;
}

async function play(page, figure) {
  const button = figure.locator(".play");
  if (!(await button.count())) return undefined;
  const before = await figure.evaluate(state);
  await button.click();
  await page.waitForFunction(([host, values]) => JSON.stringify(host.figure.values) !== values, [await figure.elementHandle(), JSON.stringify(before.values)], { timeout: 3000 }).catch(() => {});
  const during = await figure.evaluate(state);
  await button.click();
  return differs(before.values, during.values);
}

// The buttons of a figure wait for its guess.
const readOn = (page) => page.addInitScript(() => {
  for (let lesson = 0; lesson < 20; lesson++) for (let todo = 1; todo < 20; todo++) localStorage[`read ${String(lesson).padStart(2, "0")}.${todo}`] = "";
});

async function mistakes(page, figure, name) {
  // The first page shows one alone.
  const folded = figure.locator(".mistakes summary:visible");
  if (await folded.count()) await folded.click();
  const buttons = await figure.locator("[data-mistake]:visible").all();
  const seen = new Set();
  for (const button of buttons) {
    const mistake = await button.getAttribute("data-mistake");
    await button.click();
    const changes = await figure.evaluate(async (host) => {
      const live = host.figure;
      while (live.gliding) await new Promise(requestAnimationFrame);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const right = live.lesson.draw(live.about.name, live.values).svg;
      return { svg: live.drawn.svg, differs: live.drawn.svg !== right, says: host.querySelector(".says").textContent, panics: live.drawn.panics };
    });
    if (!changes.differs || !changes.says.includes("?")) fail(`${name}: ${mistake} does not show`);
    if (changes.panics) fail(`${name}: ${mistake} panics where it is to show`);
    if (seen.has(changes.svg)) fail(`${name}: ${mistake} looks as another one`);
    seen.add(changes.svg);
    await button.click();
    if ((await button.getAttribute("aria-pressed")) !== "false") fail(`${name}: ${mistake} stays`);
  }
  return buttons.length;
}

// Draws in a second while a handle is dragged, as fast as the browser reports it.
async function rate(page, figure) {
  const box = await figure.locator(".handles > *").first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await figure.evaluate((host) => {
    const draw = host.figure.draw;
    host.figure.draw = function () {
      host.draws = (host.draws ?? 0) + 1;
      return draw.call(this);
    };
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  const began = Date.now();
  for (let step = 0; Date.now() - began < 1500; step++) await page.mouse.move(x + 40 * Math.sin(step / 9), y + 20 * Math.sin(step / 7));
  const seconds = (Date.now() - began) / 1000;
  await page.mouse.up();
  const draws = await figure.evaluate((host) => {
    delete host.figure.draw;
    return host.draws;
  });
  return draws / seconds;
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
const tried = new Set();
let played = 0;
let shown = 0;
const times = [];
const rates = [];
for (const file of readdirSync(site).filter((name) => name.endsWith(".html"))) {
  const found = [...readFileSync(join(site, file), "utf8").matchAll(/data-lesson="(\d\d)" data-figure="([^"]+)"/g)];
  const wanted = found.filter(([, lesson, name]) => (!lessons.length || lessons.includes(lesson)) && !(file === "index.html" && lessons.length) && name);
  if (!wanted.length) continue;
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  await readOn(page);
  listen(page, file);
  await page.goto(address + file);
  // By keys one comes to a figure that is far away: it is live, or will be.
  const last = await page.locator(`figure[data-figure="${wanted.at(-1)[2]}"]`).first().elementHandle();
  await last.focus();
  const isInside = (host) => "ready" in host.dataset && (host.querySelector("[tabindex='0'], button, input")?.focus(), host.contains(document.activeElement));
  await page.waitForFunction(isInside, last, { timeout: 20000 }).catch(() => fail(`${file}: the keys do not come to ${wanted.at(-1)[2]}`));
  for (const [number, [, , name]] of wanted.entries()) {
    const figure = page.locator(`figure[data-figure="${name}"]`).first();
    await figure.evaluate((host) => host.scrollIntoView({ block: "center" }));
    const isLive = await figure.evaluate((host) => new Promise((done) => {
      const began = performance.now();
      const look = () => ("ready" in host.dataset ? done(true) : performance.now() - began > 20000 ? done(false) : setTimeout(look, 20));
      look();
    }));
    if (!isLive) {
      fail(`${file}: ${name} does not come alive`);
      continue;
    }
    tried.add(name);
    await figure.evaluate((host) => host.scrollIntoView({ block: "center", behavior: "instant" }));
    await frame(page);
    const picture = await figure.evaluate((host) => host.figure.lesson.ask("picture", host.figure.about.name, ...host.figure.about.states.map((state) => state.join(" "))));
    if (picture !== pictures.get(name)) fail(`${name}: at rest it is not figures/${name}.svg`);
    const rest = await figure.evaluate(state);
    if ((picture.match(/<svg /g) ?? []).length === 2 && rest.svg !== picture) fail(`${name}: the page does not show what README does`);
    times.push(await figure.evaluate((host) => {
      const { lesson, about, values } = host.figure;
      const began = performance.now();
      for (let draw = 0; draw < 30; draw++) lesson.draw(about.name, values);
      return (performance.now() - began) / 30;
    }));
    for (let handle = 0; handle < Math.min(2, rest.count); handle++) {
      if (!(await drag(page, figure, handle))) fail(`${name}: handle ${handle} moves nothing`);
    }
    if (rest.values.length && !(await keys(page, figure))) fail(`${name}: the keys do not move it`);
    for (const [number, button] of (await figure.locator(".states button:visible").all()).entries()) {
      await button.click();
      const isThere = await figure.evaluate(async (host, number) => {
        while (host.figure.gliding || host.figure.waits) await new Promise(requestAnimationFrame);
        return host.figure.values.every((value, place) => Math.abs(value - host.figure.about.states[number][place]) < 1e-3);
      }, number);
      if (!isThere || !(await button.textContent())) fail(`${name}: the button of state ${number} does not lead there`);
    }
    const plays = await play(page, figure);
    if (plays === false) fail(`${name}: it does not play`);
    if (plays) played += 1;
    shown += await mistakes(page, figure, name);
    if (number === 0 && rest.count) rates.push(await rate(page, figure));
  }
  await page.close();
}

// Scenes: their frames, their buttons, each mistake, and that nothing runs where nobody looks.
const scenes = [];
// Part of a scene's pixels that a mistake changes clearly, or nobody sees it.
const LEAST = 0.003;
for (const file of readdirSync(site).filter((name) => name.endsWith(".html"))) {
  const [, lesson] = readFileSync(join(site, file), "utf8").match(/class="(?:picture )?scene" data-lesson="(\d\d)"/) ?? [];
  if (!lesson || (lessons.length && !lessons.includes(lesson))) continue;
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  listen(page, file);
  await page.goto(address + file);
  const host = page.locator("figure.scene");
  await host.evaluate((figure) => figure.scrollIntoView({ block: "center", behavior: "instant" }));
  const isLive = await page.waitForFunction(() => "ready" in document.querySelector("figure.scene").dataset, null, { timeout: 60000 }).then(() => true, () => false);
  if (!isLive) {
    fail(`${file}: the scene does not come alive`);
    continue;
  }
  const found = await host.evaluate((figure, least) => {
    const { scene } = figure;
    scene.play(false);
    // Six seconds from the beginning; every deed is done.
    const run = (mistake) => {
      scene.module.begin();
      scene.mistake = mistake;
      scene.open();
      const frames = [];
      for (let frame = 0; frame < 180; frame++) {
        const deeds = scene.about.buttons.length;
        if (frame % 30 === 0 && deeds) scene.module.ask("scene-press", (frame / 30) % deeds);
        frames.push(scene.module.send("scene-frame", 1 / 30, mistake).join());
      }
      const meshes = Array.from({ length: scene.count }, (_, mesh) => scene.module.send("scene-mesh", mesh, mistake).join());
      return frames.concat(meshes).join();
    };
    const began = performance.now();
    const right = run("");
    const time = (performance.now() - began) / 180;
    const problems = right === run("") ? [] : ["two runs differ"];
    const looks = new Set([right]);
    for (const [todo, name] of scene.about.mistakes) {
      try {
        looks.add(run(`${todo} ${name}`));
      } catch (error) {
        problems.push(`${todo} ${name}: ${error}`);
      }
    }
    if (looks.size !== scene.about.mistakes.length + 1) problems.push("a mistake does not show, or looks as another one");
    const reset = () => {
      scene.mistake = "";
      scene.module.begin();
      scene.open();
    };
    reset();
    // Each mistake that a button offers shows on the screen within five seconds: drawn with it and without it from the same moment.
    const { gl } = scene.view;
    const screen = () => {
      const bytes = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
      gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
      return bytes;
    };
    scene.view.scale = 1;
    const changed = {};
    for (const button of figure.querySelectorAll(".mistakes [data-mistake]")) {
      const name = button.dataset.mistake;
      scene.choose(name);
      scene.play(false);
      if (scene.panics) continue;
      const began = scene.module;
      const modules = [began.copy(), began.copy()];
      changed[name] = 0;
      for (let time = 0; time < 50; time++) {
        const [right, wrong] = ["", name].map((mistake, number) => {
          Object.assign(scene, { module: modules[number], mistake });
          scene.draw(0.1, true);
          return screen();
        });
        let count = 0;
        for (let at = 0; at < right.length; at += 4) count += [0, 1, 2].some((part) => Math.abs(right[at + part] - wrong[at + part]) > 30);
        changed[name] = Math.max(changed[name], (4 * count) / right.length);
      }
      scene.module = began;
      scene.choose(name);
      scene.play(false);
      if (changed[name] < least) problems.push(`${name} changes ${(100 * changed[name]).toFixed(3)} % of the picture`);
    }
    reset();
    scene.draw(0.1);
    const canvas = figure.querySelector("canvas");
    const pixels = () => (scene.draw(0), canvas.toDataURL());
    const before = pixels();
    scene.turn(0.15);
    if (!scene.about.flat && pixels() === before) problems.push("it does not turn");
    const turned = pixels();
    const { meshes } = scene.view;
    scene.view.meshes = meshes.map((mesh) => ({ ...mesh, count: 0 }));
    if (meshes.length && pixels() === turned) problems.push("its meshes are not seen");
    scene.view.meshes = meshes;
    scene.view.scale = 1;
    scene.draw(0);
    const drawing = performance.now();
    for (let frame = 0; frame < 20; frame++) scene.draw(1 / 60);
    scene.view.gl.finish();
    return { problems, time, draw: (performance.now() - drawing) / 20, size: [canvas.width, canvas.height], changed };
  }, LEAST);
  for (const problem of found.problems) fail(`${file}: ${problem}`);
  const folded = host.locator("details.mistakes:not([open]) summary");
  if (await folded.count()) await folded.click();
  for (const button of await host.locator(".mistakes button").all()) {
    await button.click();
    if (!(await host.locator(".says").textContent()).includes("?")) fail(`${file}: nothing is said of ${await button.textContent()}`);
    await button.click();
  }
  await tryReader(page, host, file);
  const frames = () => host.evaluate((figure) => figure.scene.frames);
  const rest = await frames();
  await host.locator(".play").click();
  await page.waitForFunction((rest) => document.querySelector("figure.scene").scene.frames > rest + 2, rest, { timeout: 10000 }).catch(() => fail(`${file}: it does not play`));
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  await page.waitForFunction(() => !document.querySelector("figure.scene").scene.isAwake, null, { timeout: 10000 }).catch(() => fail(`${file}: it runs where nobody sees it`));
  const [faintest, share] = Object.entries(found.changed).sort(([, one], [, other]) => one - other)[0] ?? [];
  const seen = faintest ? `, ${faintest} changes ${(100 * share).toFixed(2)} % of it` : "";
  scenes.push(`${file}: ${found.time.toFixed(2)} ms computed, ${found.draw.toFixed(1)} ms drawn at ${found.size.join(" x ")}${seen}`);
  await page.close();
}

// What a reader does with a scene: by keys, by dragging, and by the button that breaks it.
async function tryReader(page, host, file) {
  const canvas = host.locator("canvas");
  const place = () => host.evaluate((figure) => {
    const { module, mistake, view, camera, about } = figure.scene;
    figure.scene.draw(0);
    const bytes = module.send("scene-frame", 0, mistake);
    return [...new Float32Array(bytes.buffer, 0, 3), camera[0], ...(about.steering === "point" ? view.point : [])].map((part) => part.toFixed(3)).join();
  });
  const { steering, flat } = await host.evaluate((figure) => figure.scene.about);
  const keys = steering === "walk" ? ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] : flat ? [] : ["ArrowLeft"];
  const changes = async (what, does) => {
    // He stands where he begins, far from where the stage ends: there no key leads him on.
    if (steering === "walk") await host.evaluate(({ scene }) => (scene.module.begin(), scene.open(), scene.do(0)));
    await host.evaluate((figure) => figure.scene.play(false));
    const before = await place();
    await does();
    if ((await place()) === before) fail(`${file}: ${what} changes nothing`);
  };
  const seconds = (count) => host.evaluate((figure, count) => new Promise((done) => {
    const wanted = figure.scene.frames + 30 * count;
    const look = () => (figure.scene.frames < wanted ? requestAnimationFrame(look) : done());
    look();
  }), count);
  const held = (key) => async () => {
    await page.keyboard.down(key);
    if (steering === "walk") await seconds(1);
    await page.keyboard.up(key);
  };
  await canvas.evaluate((canvas) => canvas.scrollIntoView({ block: "center", behavior: "instant" }));
  const { x, y, width, height } = await canvas.boundingBox();
  if (steering === "walk") {
    for (const key of ["ArrowLeft", "ArrowRight"]) {
      await page.evaluate(() => document.activeElement.blur());
      await changes(`${key} beside it`, held(key));
    }
    const top = await page.evaluate(() => scrollY);
    await host.evaluate((figure) => (figure.scene.do = (deed) => (figure.deed = figure.scene.about.buttons[deed])));
    await page.keyboard.press(" ");
    await frame(page);
    const [deed, scrolled] = await host.evaluate((figure) => (delete figure.scene.do, [figure.deed, scrollY]));
    if (deed !== "jump" || scrolled !== top) fail(`${file}: after an arrow Space does ${deed}, and scrolls by ${scrolled - top} px`);
  }
  await canvas.focus();
  for (const key of keys) await changes(key, held(key));
  const press = (from, by, whileHeld = () => {}) => async () => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + by, from.y, { steps: 3 });
    await whileHeld();
    await page.mouse.up();
  };
  if (!flat) await changes("the pointer", press({ x: x + 0.3 * width, y: y + height / 2 }, 40, () => steering === "walk" && seconds(1)));
  if (steering === "point") {
    const handle = host.locator(".handles > *");
    const box = await handle.boundingBox();
    await changes("dragging the point", press({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, 50));
    // It is caught from some way off, and comes to the pointer.
    const from = await handle.boundingBox();
    const pointer = { x: from.x + from.width / 2 - 40, y: from.y + from.height / 2 };
    await press(pointer, 0)();
    const caught = await handle.boundingBox();
    if (Math.abs(caught.x + caught.width / 2 - pointer.x) > 2) fail(`${file}: the point is ${(caught.x + caught.width / 2 - pointer.x).toFixed(0)} px off the pointer`);
    // The keys move the point, too, as soon as it was dragged.
    await changes("a key after dragging", held("ArrowUp"));
    await handle.hover();
    await host.evaluate((figure) => figure.scene.play(true));
    const there = await host.evaluate((figure) => figure.scene.view.point.join());
    await seconds(1);
    if ((await host.evaluate((figure) => figure.scene.view.point.join())) !== there) fail(`${file}: the point does not wait under the pointer`);
  }
  const breaks = host.locator(".break");
  const count = (await breaks.count()) && (await host.evaluate((figure) => JSON.parse(figure.dataset.breaks).length));
  for (let number = 0; number < count; number++) {
    // He walks, and at once something is seen of it.
    await host.evaluate((figure) => (figure.scene.module.begin(), figure.scene.open(), figure.scene.do(1)));
    await seconds(1);
    const height = await host.evaluate((figure) => figure.offsetHeight);
    await breaks.press("Enter");
    if (!(await host.locator(".says").innerText()).includes("?")) fail(`${file}: nothing is said of what is broken`);
    if ((await host.evaluate((figure) => figure.offsetHeight)) !== height) fail(`${file}: the page moves when he is broken`);
    const shown = await host.evaluate(({ scene }) => {
      // From the deed on that shows it, however long ago that was.
      const { before, request } = scene.shown ?? { before: scene.module };
      const [right, mine] = ["", scene.mistake].map((mistake) => {
        const module = before.copy();
        if (request) module.ask(...request);
        return Array.from({ length: 20 }, () => [...new Float32Array(module.send("scene-frame", 1 / 20, mistake).buffer)]).flat();
      });
      return Math.max(...mine.map((number, at) => Math.abs(number - right[at])));
    });
    if (!(shown > 0.1)) fail(`${file}: nothing is seen of ${await host.evaluate((figure) => figure.scene.mistake)}: ${shown}`);
    // For five seconds nobody does anything: it is shown again, and no pixel of his leaves the picture at the top.
    const { deeds, cut } = await host.evaluate(({ scene }) => {
      const { gl, canvas } = scene.view;
      scene.play(false);
      const found = { deeds: 0, cut: 0 };
      for (let frame = 0; frame < 150; frame++) {
        const before = scene.shown;
        scene.advance(1 / 30);
        found.deeds += scene.shown !== before;
        const row = new Uint8Array(4 * canvas.width);
        gl.readPixels(0, canvas.height - 1, canvas.width, 1, gl.RGBA, gl.UNSIGNED_BYTE, row);
        found.cut += row.some((value) => value > 0);
      }
      return found;
    });
    if (deeds !== 2 || cut) fail(`${file}: what is broken is shown ${deeds} times more, and cut in ${cut} frames`);
    await page.keyboard.press("ArrowRight");
    if (await host.evaluate((figure) => figure.scene.shown)) fail(`${file}: the reader's keys do not end what shows a mistake`);
    await breaks.press("Enter");
    if (await host.evaluate((figure) => figure.scene.mistake)) fail(`${file}: nothing is mended`);
  }
  await host.evaluate((figure) => figure.scene.play(false));
}

// Without WebGL a scene is a picture.
if (scenes.length) {
  const plain = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-3d-apis"] });
  const page = await plain.newPage({ viewport: { width: 1200, height: 900 } });
  const warned = page.waitForEvent("console", { timeout: 60000 });
  await page.goto(address + scenes[0].split(":")[0]);
  await page.evaluate(() => document.querySelector("figure.scene").scrollIntoView());
  await warned.catch(() => fail("without WebGL nothing is said"));
  if (!(await page.locator("main :is(.scene, .picture) img:visible").count())) fail("without WebGL there is no picture");
  await plain.close();
}

// Shaders that are written in the page and guesses, by keys and clicks, on a wide screen and on a phone's.
const decoded = (bytes) => Buffer.from(bytes).toString("utf8");
const WRONG = JSON.parse(readFileSync(join(root, ".ci/wrong_shaders.json"), "utf8"));
const written = { passes: 0, told: 0, named: 0, unnamed: [], guesses: 0 };
for (const file of readdirSync(site).filter((name) => name.endsWith(".html"))) {
  const html = readFileSync(join(site, file), "utf8");
  const hosts = [...html.matchAll(/<details class="(write|guess)"[^>]* data-lesson="(\d\d)" data-todo="([\d.]+)"/g)];
  const all = html.match(/class="(write|guess)"/g)?.length ?? 0;
  if (hosts.length !== all) fail(`${file}: ${hosts.length} of ${all} editors and guesses are tried`);
  const wanted = hosts.filter(([, , lesson]) => !lessons.length || lessons.includes(lesson));
  if (!wanted.length) continue;
  for (const width of [1280, 360]) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, hasTouch: width === 360 });
    listen(page, file);
    await page.goto(address + file);
    for (const [, kind, lesson, id] of wanted) {
      const host = page.locator(`details.${kind}[data-todo="${id}"]`);
      const summary = host.locator("summary");
      const opens = await host.evaluate((element) => "opens" in element.dataset && (element.scrollIntoView({ block: "center", behavior: "instant" }), true));
      if (opens) await page.waitForFunction((element) => element.open, await host.elementHandle(), { timeout: 5000 }).catch(() => fail(`${id}: the editor does not open where it is seen`));
      else await (width === 360 ? summary.tap() : summary.press("Enter"));
      if (kind === "write") await tryShader(page, host, lesson, id, width);
      else await tryGuess(page, host, id, width);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) fail(`${id}: the page is ${overflow} px too wide at ${width}`);
      await summary.click();
    }
    await page.reload();
    for (const [, kind, , id] of wanted) {
      const places = page.locator(`:is(details[data-todo="${id}"], .contents a[href="#todo-${id.replace(".", "-")}"], .tries a[href$="#${kind}-${id.replace(".", "-")}"])`);
      if (!(await places.evaluateAll((all) => all.length && all.every((place) => "done" in place.dataset)))) fail(`${id}: it is not kept that it was done`);
    }
    await page.close();
  }
}

async function tryShader(page, host, lesson, id, width) {
  const isThere = await page.waitForFunction((element) => element.editor?.checked !== undefined, await host.elementHandle(), { timeout: 30000 }).then(() => true, () => false);
  if (!isThere) return fail(`${id}: there is no editor`);
  const todo = JSON.parse(readFileSync(join(site, `wasm/${lesson}-shaders.json`), "utf8")).todos.find((todo) => todo.id === id);
  const says = host.locator(".says");
  const write = async (text) => {
    await host.locator("textarea").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(text);
    await page.waitForFunction(([{ editor }, text]) => editor.checked === text && !editor.unnamed, [await host.elementHandle(), text], { timeout: 30000 }).catch(() => fail(`${id}: no check`));
    return says.getAttribute("data-kind");
  };
  if ((await says.getAttribute("data-kind")) !== "begun") fail(`${id}: the starter is not taken for one`);
  const right = readFileSync(join(root, "shaders", readdirSync(join(root, "shaders")).find((name) => name.startsWith(lesson)), "solution", todo.name), "utf8").replace(/^\s*\/\/ (STUB|BEGIN|END).*\n/gm, "");
  if ((await write(right)) !== "right") fail(`${id}: the solution does not pass: ${await says.textContent()}`);
  else written.passes += 1;
  const same = await host.evaluate(({ editor: { text, lines } }) => lines.textContent.trimEnd() === text.value.trimEnd() && Math.max(text.scrollWidth - lines.scrollWidth, Math.abs(text.scrollHeight - lines.scrollHeight)) < 2);
  if (!same || !(await host.locator(".editor pre .k").count())) fail(`${id}: the colours are not those of the text at ${width}`);
  if (width === 360 && (await host.locator(".editor pre").evaluate((lines) => lines.scrollWidth > lines.clientWidth))) fail(`${id}: lines are not wrapped`);
  const ensureSeen = async (when) => {
    await frame(page);
    const hidden = await host.evaluate(({ editor }) => {
      const number = editor.text.value.slice(0, editor.text.selectionEnd).split("\n").length - 1;
      const [line, next] = [number, number + 1].map((number) => (editor.lines.children[number] ?? editor.lines.lastChild).getBoundingClientRect());
      const picture = editor.canvas.getBoundingClientRect();
      return Math.max(picture.left > line.left ? 0 : picture.bottom - line.top, next.bottom - editor.strip.getBoundingClientRect().top);
    });
    if (hidden > 1) fail(`${id}: after ${when} ${hidden} px of the caret's line or the next are hidden at ${width}`);
  };
  for (const key of ["Control+Home", "Control+End"]) {
    await page.keyboard.press(key);
    await ensureSeen(key);
  }
  await host.getByRole("button", { name: "Hint" }).click();
  await ensureSeen("a hint");
  const isHintSeen = await host.locator(".hints").evaluate((hint) => document.activeElement.matches("textarea") && hint.textContent && hint.getBoundingClientRect().top < innerHeight - 20);
  if (!isHintSeen) fail(`${id}: the hint is not seen at ${width}`);
  const place = await page.evaluate(() => scrollY);
  await page.keyboard.press("ArrowUp");
  await frame(page);
  if (Math.abs((await page.evaluate(() => scrollY)) - place) > 1) fail(`${id}: a key scrolls the page at ${width}`);
  for (const mistake of width === 360 ? todo.mistakes.slice(0, 1) : todo.mistakes) {
    for (const text of mistake.texts) {
      await write(decoded(text));
      const named = await host.locator("[data-mistake]").getAttribute("data-mistake", { timeout: 200 }).catch(() => "none");
      if (named === mistake.name) written.named += 1;
      else written.unnamed.push(`${id} ${mistake.name} (${named})`);
    }
  }
  for (const { change: [from, to], says: window, page: here = window, name } of width === 360 ? [] : WRONG.filter(({ todo }) => todo === id)) {
    await write(right.replace(from, () => to));
    const told = await says.textContent();
    const named = await host.locator("[data-mistake]").getAttribute("data-mistake", { timeout: 200 }).catch(() => undefined);
    if (name ? named !== name : !/^Line |name right|} is missing/.test(told) || !told.includes(here.replaceAll("`", ""))) fail(`${id}: of ${JSON.stringify(to)} it says ${told}`);
    else written.told += 1;
  }
  // Button and legend leave with the picture.
  const hangs = await host.evaluate((part) => {
    scrollBy({ top: part.getBoundingClientRect().bottom - 80, behavior: "instant" });
    const [picture, row] = ["canvas", ".controls"].map((name) => part.querySelector(name).getBoundingClientRect());
    return row.bottom > picture.bottom;
  });
  if (hangs) fail(`${id}: its button hangs over the text below`);
  // A hint goes when the answer is right.
  await host.getByRole("button", { name: "Hint" }).click();
  await write(right);
  if (await host.locator(".hints").textContent()) fail(`${id}: a hint stays below what is right`);
  await page.keyboard.insertText("    x");
  await page.keyboard.press("Enter");
  if (!(await host.locator("textarea").inputValue()).endsWith("    x\n    ")) fail(`${id}: a new line is not indented`);
  await write(right.replace(/(void main\(\) \{\n)/, "$1    for (int i = 0; i < 2;) {}\n"));
  if (!(await says.textContent()).includes("does it ever end?")) fail(`${id}: a loop without end is not noticed: ${await says.textContent()}`);
  const again = host.getByRole("button", { name: "Start again" });
  const kept = await host.locator("textarea").inputValue();
  await again.click();
  await page.keyboard.press("Control+Z");
  if ((await host.locator("textarea").inputValue()) !== kept) fail(`${id}: "Start again" cannot be undone`);
  await again.click();
}

async function tryGuess(page, host, id, width) {
  // What gives it away comes after the guess.
  const rest = page.locator(`#${await host.getAttribute("id")} + .on + .rest`);
  if (await rest.isVisible()) fail(`${id}: its answer is there before the guess`);
  for (const pill of await page.locator(".mistakes.waits > :not(span)").all()) if (await pill.isVisible()) fail(`${id}: ${await pill.textContent()} is offered before the guess`);
  const color = () => host.locator("summary").evaluate((summary) => getComputedStyle(summary).color);
  const open = await color();
  for (const button of await host.locator("[data-mistake]").all()) {
    await (width === 360 ? button.tap() : button.press("Enter"));
    const mistake = await button.getAttribute("data-mistake");
    if (await button.evaluate((button) => button.scrollWidth > button.clientWidth)) fail(`${id}: ${mistake || "the right one"} is cut at ${width}`);
    const chosen = page.waitForFunction((element) => element.dataset.is, await button.elementHandle(), { timeout: 20000 });
    if (!(await chosen.then(() => true, () => false))) return fail(`${id}: nothing is said of ${mistake || "the right one"}`);
    const { differs, kind, says } = await host.evaluate(async (element) => {
      const { figure } = element.guess;
      while (figure.gliding || figure.waits) await new Promise(requestAnimationFrame);
      const right = figure.lesson.draw(figure.about.name, figure.values).svg;
      return { differs: figure.drawn.svg !== right, kind: element.guess.says.dataset.kind, says: element.guess.says.textContent };
    });
    const isWrong = mistake !== "";
    if (differs !== isWrong || (kind === "wrong") !== isWrong || (isWrong && !says.includes("?"))) fail(`${id}: ${mistake || "the right one"} is taken for ${kind}, ${differs ? "and differs" : "and does not show"}`);
  }
  const right = host.locator('[data-mistake=""]');
  await right.click();
  if ((await rest.count()) && !(await rest.isVisible())) fail(`${id}: the text does not go on after the guess`);
  if ((await color()) === open) fail(`${id}: it does not look done`);
  const [filled, chosen] = await Promise.all([host.locator("pre mark"), right.locator("code")].map((part) => part.textContent()));
  if (filled.replace(/\s+/g, " ") !== chosen.replace(/\s+/g, " ")) fail(`${id}: ${JSON.stringify(filled)} stands in the function`);
  written.guesses += 1;
}

// Every page on a wide screen and on a phone's: none is too wide, what stands in columns keeps them, and the text of a task is
// seen whole. What can be pressed has a name, and room for a finger.
for (const width of [1280, 360]) {
  const page = await browser.newPage({ viewport: { width, height: 800 }, hasTouch: width === 360, isMobile: width === 360 });
  for (const file of readdirSync(site).filter((name) => name.endsWith(".html") && (!lessons.length || lessons.some((lesson) => name.startsWith(lesson))))) {
    await page.goto(address + file);
    // What moves the figures of the page's own lesson has come.
    await page.waitForFunction(() => [...document.querySelectorAll(`figure.live[data-lesson="${document.body.dataset.lesson}"]`)].every((host) => "ready" in host.dataset)).catch(() => fail(`${file} at ${width}: a figure does not come alive`));
    const found = await page.evaluate((isPhone) => {
      const problems = [];
      const over = document.documentElement.scrollWidth - innerWidth;
      if (over > 0) problems.push(`it is ${over} px too wide`);
      const summary = document.querySelector(".contents summary");
      if (summary.checkVisibility() && getComputedStyle(summary).display !== "list-item") problems.push("its contents have no arrow");
      if (isPhone && document.querySelector(".hero .button")?.getBoundingClientRect().bottom > 640) problems.push("the first button is below the screen");
      const begin = (part) => JSON.stringify(part.textContent.trim().slice(0, 40));
      for (const code of document.querySelectorAll("main pre")) {
        const stands = /\S {2,}\S/.test(code.textContent) && !code.matches(".rust, .glsl");
        if (stands && getComputedStyle(code.querySelector("code")).whiteSpace !== "pre") problems.push(`the columns of ${begin(code)} are broken`);
        if (code.closest(".task") && code.scrollWidth > code.clientWidth) problems.push(`${begin(code)} is cut by ${code.scrollWidth - code.clientWidth} px`);
      }
      for (const row of document.querySelectorAll(".live .controls:has(.state)")) {
        const [input, link] = ["input", ".state"].map((name) => row.querySelector(name)?.getBoundingClientRect());
        if (input && input.right > link.left && input.bottom > link.top && input.top < link.bottom) problems.push(`the link of ${begin(row)} covers a slider`);
      }
      for (const part of document.querySelectorAll("button, input, summary, [role=slider], canvas")) {
        if (!part.checkVisibility()) continue;
        const { width, height } = part.getBoundingClientRect();
        if (isPhone && Math.min(width, height) < 43.5) problems.push(`${begin(part)} is ${width.toFixed(0)} by ${height.toFixed(0)} px`);
        const name = part.getAttribute("aria-label") ?? part.textContent;
        if (!name.trim()) problems.push(`${part.outerHTML.slice(0, 60)} has no name`);
      }
      return problems;
    }, width === 360);
    for (const problem of found) fail(`${file} at ${width}: ${problem}`);
  }
  await page.close();
}

// A link to a place leads there and stays there, also in a browser that keeps no place while what is above it grows.
for (const width of [1280, 360]) {
  for (const file of readdirSync(site).filter((name) => /^\d\d.*html$/.test(name) && (!lessons.length || lessons.some((lesson) => name.startsWith(lesson))))) {
    const id = [...readFileSync(join(site, file), "utf8").matchAll(/id="(todo-[^"]+)"/g)].at(-1)?.[1];
    if (!id) continue;
    const page = await browser.newPage({ viewport: { width, height: 800 }, hasTouch: width === 360, isMobile: width === 360 });
    await page.addInitScript(() => addEventListener("DOMContentLoaded", () => document.head.insertAdjacentHTML("beforeend", "<style>* { overflow-anchor: none }</style>")));
    const top = () => page.evaluate((id) => document.getElementById(id).getBoundingClientRect().top, id);
    await page.goto(`${address}${file}#${id}`);
    await page.waitForTimeout(1000);
    const before = await top();
    await page.waitForTimeout(3000);
    const after = await top();
    if (Math.abs(after - before) > 24 || (after > 160 && (await page.evaluate(() => scrollY + innerHeight < document.body.scrollHeight - 1)))) fail(`${file} at ${width}: ${id} is at ${before.toFixed(0)} px, and then at ${after.toFixed(0)}`);
    await page.close();
  }
}

// What a reader has done on a page stays: an answered guess over a reload, and where a figure was dragged if a mistake shows there. A
// word of the glossary leads to its row.
if (!lessons.length || lessons.includes("09")) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  listen(page, "what stays");
  await page.goto(`${address}09-smooth-skin.html#guess-09-1`);
  const guess = page.locator("#guess-09-1");
  const right = () => guess.locator(".says[data-kind=right]").waitFor({ timeout: 10000 }).then(() => true, () => false);
  if (!(await guess.evaluate((host) => host.open))) fail("a link to a guess does not open it");
  for (const button of await guess.locator("button[data-mistake]").all()) {
    await button.click();
    if ((await guess.locator(".says[data-kind]").getAttribute("data-kind")) === "right") break;
  }
  if (!(await right())) fail("no choice is right");
  const figure = page.locator('figure.live[data-figure="09.2"]');
  const settled = () => page.waitForFunction(() => !document.querySelector("#guess-09-1").guess.figure?.gliding && [...document.querySelectorAll("figure.live")].every((figure) => "ready" in figure.dataset), null, { timeout: 20000 });
  await settled();
  await figure.evaluate((host) => host.scrollIntoView());
  await page.waitForTimeout(1000);
  const before = (await figure.boundingBox()).y;
  await page.reload();
  if (!(await right())) fail("an answered guess is forgotten over a reload");
  await settled();
  await page.waitForTimeout(1000);
  const after = (await figure.boundingBox()).y;
  if (Math.abs(after - before) > 24) fail(`a reload moves the page by ${(after - before).toFixed(0)} px`);
  const moved = await page.locator('figure.live[data-figure="09.3"]').evaluate(async ({ figure }) => {
    figure.isSeen = true;
    figure.move([0.64]);
    const mistake = figure.about.mistakes.find((mistake) => mistake.values[0] !== 0.64);
    figure.choose(mistake);
    await new Promise((done) => setTimeout(done, 800));
    return figure.values[0];
  });
  if (Math.abs(moved - 0.64) > 0.01) fail(`a mistake moves figure 09.3 from 0.64 to ${moved}`);
  await page.keyboard.press("/");
  await page.locator("#search input").waitFor();
  await page.keyboard.type("candy wraper");
  const found = page.locator("#search li").first();
  await found.waitFor();
  if (!(await found.locator("mark").allTextContents()).includes("wrapper")) fail("a typing error in a word is not forgiven");
  await page.locator("#search input").fill("gimbal lock");
  await page.locator('#search a[href*="find="]').click();
  await page.locator("tr.found").waitFor();
  await page.waitForTimeout(500);
  const row = await page.locator("tr.found").boundingBox();
  if (!row || row.y < 0 || row.y > 700) fail(`the glossary's row is at ${row?.y}`);
  await page.close();
}

// A page keeps its height when its figures come: a reader who is below them already reads on. What is said of a mistake, or of a
// guess, is on one screen with the picture.
for (const width of [1280, 360]) {
  for (const file of ["03-joint-lines.html", "09-smooth-skin.html"].filter((file) => existsSync(join(site, file)) && (!lessons.length || lessons.includes(file.slice(0, 2))))) {
    const page = await browser.newPage({ viewport: { width, height: width === 360 ? 640 : 800 }, hasTouch: width === 360, isMobile: width === 360 });
    await readOn(page);
    const heights = () => page.evaluate(() => [...document.querySelectorAll("figure.live")].map((figure) => figure.offsetHeight));
    await page.route("**/figures.js", (route) => route.abort());
    await page.goto(address + file);
    const before = await heights();
    await page.unroute("**/figures.js");
    await page.goto(address + file);
    await page.waitForFunction(() => [...document.querySelectorAll("figure.live")].every((figure) => "ready" in figure.dataset), null, { timeout: 20000 });
    const off = (await heights()).map((height, number) => height - before[number]);
    if (off.some((pixels) => Math.abs(pixels) > 60)) fail(`${file} at ${width}: its figures grow by ${off.join(", ")} px`);
    for (const host of ["figure.live:has([data-mistake])", "details.guess"]) {
      const place = page.locator(host).first();
      await place.evaluate((part) => ((part.open = true), part.scrollIntoView({ behavior: "instant" })));
      const wrong = place.locator("button[data-mistake]:not([data-mistake='']):visible").last();
      await (width === 360 ? wrong.tap() : wrong.click());
      await page.waitForTimeout(1500);
      const seen = await place.evaluate((part) => [part.querySelector(".stage"), part.querySelector(".says")].every((shown) => {
        const { top, bottom } = shown.getBoundingClientRect();
        return top > document.querySelector("header").offsetHeight - 20 && bottom < innerHeight + 1;
      }));
      if (!seen) fail(`${file} at ${width}: the picture and what is said are not on one screen (${host})`);
    }
    await page.close();
  }
}

// How long until the first figure can be dragged, by a fast 3G line, from when the text is there.
const slow = [];
for (const [lesson, file] of [["05", "05-keyframes.html"], ["09", "09-smooth-skin.html"], ["18", "18-side-scroller-a-ground.html"]]) {
  const name = existsSync(join(site, file)) ? file : readdirSync(site).find((other) => other.startsWith(lesson) && other.endsWith(".html") && readFileSync(join(site, other), "utf8").includes("data-figure"));
  if (!name || (lessons.length && !lessons.includes(lesson))) continue;
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (750e3 / 8) * 0.9 });
  await page.goto(address + name, { waitUntil: "commit" });
  const [text, live] = await page.evaluate(() => new Promise((done) => {
    const look = () => {
      const host = document.querySelector("figure.live");
      host?.scrollIntoView({ block: "center" });
      if (!document.querySelector("figure.live[data-ready]")) return setTimeout(look, 10);
      done([performance.getEntriesByName("first-contentful-paint")[0]?.startTime, performance.now()]);
    };
    look();
  }));
  slow.push(`${name}: text ${text.toFixed(0)} ms, live ${(live - text).toFixed(0)} ms later`);
  await page.close();
}
await browser.close();
endServer();

// A page waits for one module: at 400 kbit/s 3.7 s for the largest.
let [raw, packed] = [0, 0];
for (const file of readdirSync(join(site, "wasm")).filter((name) => name.endsWith(".wasm"))) {
  const bytes = readFileSync(join(site, "wasm", file));
  const small = gzipSync(bytes, { level: 9 }).length;
  [raw, packed] = [raw + bytes.length, packed + small];
  console.log(`${file}: ${(bytes.length / 1000).toFixed(0)} kB, ${(small / 1000).toFixed(0)} kB compressed`);
  if (small > 185e3) fail(`${file} is larger than 185 kB compressed`);
}
console.log(`all: ${(raw / 1000).toFixed(0)} kB, ${(packed / 1000).toFixed(0)} kB compressed`);
const missing = [...pictures.keys()].filter((name) => !tried.has(name) && !lessons.length);
if (missing.length) fail(`on no page: ${missing.join(", ")}`);
const sorted = times.sort((a, b) => a - b);
console.log(`${tried.size} figures, ${played} play, ${shown} mistakes show; a draw ${sorted[0]?.toFixed(2)} to ${sorted.at(-1)?.toFixed(2)} ms`);
console.log(`draws a second while dragging: ${rates.map((rate) => rate.toFixed(0)).join(", ")}`);
console.log(`${written.passes} solutions of shaders pass, of ${written.told} wrong ones what is said is true, ${written.named} wrong ones have their name, not so ${written.unnamed.join(", ") || "none"}; ${written.guesses} guesses`);
console.log(slow.concat(scenes).join("\n"));
console.log(failures.length ? `${failures.length} FAILED` : "all is well");
process.exit(failures.length ? 1 : 0);
