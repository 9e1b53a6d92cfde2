// Renews the still of the first page's scene: `node .ci/still.mjs target/site`, with Playwright as site.mjs needs it. It is the
// scene's first frame, on no ground of its own, so that it does for light and dark pages. Its transparency is most of it: afterwards
// `dwebp scene.webp -o scene.png` and `cwebp -q 70 -alpha_q 50 -m 6 scene.png -o scene.webp` make it half as large.
import { readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "./serve.mjs";

const { chromium } = createRequire(resolve("started-here.js"))("playwright-core");
const [site = "target/site"] = process.argv.slice(2);
const lessons = fileURLToPath(new URL("../lessons", import.meta.url));
const [address, endServer] = await serve(site);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
await page.goto(`${address}index.html`);
await page.mouse.move(9, 9);
await page.waitForFunction(() => document.querySelector("figure.scene[data-ready]"), null, { timeout: 60000 });
const picture = await page.evaluate(() => {
  const { host, canvas, view, module, camera } = document.querySelector("figure.scene").scene;
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
const folder = readdirSync(lessons).find((name) => name.startsWith("13-"));
writeFileSync(join(lessons, folder, "scene.webp"), Buffer.from(picture.split(",")[1], "base64"));
await browser.close();
endServer();
