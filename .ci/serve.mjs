// Serves a built site below a folder, as a class's would be, with its texts compressed.
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

const FOLDER = "/class/";
const KINDS = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".png": "image/png", ".webp": "image/webp", ".jpg": "image/jpeg", ".webm": "video/webm", ".woff2": "font/woff2" };

// Returns the address of the site, and what ends the server.
export async function serve(site) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    const file = path.startsWith(FOLDER) && join(site, path.slice(FOLDER.length) || "index.html");
    if (!file || !existsSync(file)) return response.writeHead(404).end();
    const body = readFileSync(file);
    const packed = /\.(html|css|js|json|svg|wasm)$/.test(file);
    response.writeHead(200, { "Content-Type": KINDS[extname(file)] ?? "text/plain", ...(packed && { "Content-Encoding": "gzip" }) });
    response.end(packed ? gzipSync(body) : body);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return [`http://127.0.0.1:${server.address().port}${FOLDER}`, () => server.close()];
}
