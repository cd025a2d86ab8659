/*
 * Shows the pages of rounds without a network. The build writes the files of the page and a digest of them in the place of the two constants. The
 * page keeps rounds and readings itself; this worker keeps no data of anyone.
 */
const cacheName = '__CACHE_NAME__'
const files = __FILES__

const shell = '/index.html'
const known = new Set(files)

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName)
      // All or none: half a page would be shown as a broken one.
      await cache.addAll([shell, ...files].map((path) => new Request(path, { cache: 'reload' })))
      await self.skipWaiting()
    })(),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('rounds-') && name !== cacheName) await caches.delete(name)
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (known.has(pathname)) event.respondWith(kept(pathname, request))
})

/** The service's page while it answers, so that a new version is shown at once. */
const page = async (request) => {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(5000) })
    if (answer.ok) return answer
  } catch {
    // No network.
  }
  return kept(shell, request)
}

const kept = async (path, request) => (await (await caches.open(cacheName)).match(path)) ?? fetch(request)
