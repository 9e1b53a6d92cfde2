// Keeps what was seen, and shows it where there is no connection. With one, everything is asked anew.
const KEPT = "pages";

self.addEventListener("message", async (event) => {
  const kept = await caches.open(KEPT);
  const ours = event.data.filter((url) => url.startsWith(registration.scope));
  // The browser has them already: nothing is fetched twice.
  const requests = ["favicon.svg", ...ours].map((url) => new Request(url, { cache: "force-cache" }));
  await Promise.allSettled(requests.map((request) => kept.add(request)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    (async () => {
      const kept = await caches.open(KEPT);
      try {
        const answer = await fetch(request);
        // No room, or a part of a file: it is not kept.
        if (answer.ok) kept.put(request, answer.clone()).catch(() => {});
        return answer;
      } catch {
        return (await kept.match(request, { ignoreVary: true })) ?? Response.error();
      }
    })(),
  );
});
