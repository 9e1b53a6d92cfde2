// Keeps what was seen, and shows it where there is no connection. With one, everything is asked anew.
const KEPT = "pages";

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    (async () => {
      const kept = await caches.open(KEPT);
      try {
        const answer = await fetch(request);
        if (answer.ok) await kept.put(request, answer.clone());
        return answer;
      } catch (error) {
        const answer = await kept.match(request, { ignoreSearch: true });
        if (answer) return answer;
        throw error;
      }
    })(),
  );
});
