// Keeps the screens that were seen last, so that they can be read without a connection. While the server answers,
// nothing is shown that does not come from it. Who is signed out keeps nothing.

const mostScreens = 60
const patience = 5000

/** How often somebody was signed out. What was asked for before is not kept after it. */
let departures = 0

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', event => {
  const request = event.request
  const url = new URL(request.url)
  if (url.origin !== location.origin || request.method !== 'GET') return
  if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request, url))
  else if (request.mode === 'navigate') event.respondWith(screen(event, request, url))
  else if (request.headers.get('Accept') === 'text/html') event.respondWith(refreshed(event, request, url))
})

/** A screen that is opened: as the server has it, or as it was when it was seen last. */
async function screen(event, request, url) {
  const since = departures
  const kept = await (await caches.open('screens')).match(key(url), { ignoreVary: true })
  try {
    // A phone that left the house gets no error, it gets silence.
    const response = await (kept ? soon(fetch(request)) : fetch(request))
    event.waitUntil(keep(url, response.clone(), since))
    return response
  } catch {
    return kept ? asItWas(kept) : nothing()
  }
}

/** The screen that is open, fetched anew by itself. */
async function refreshed(event, request, url) {
  const since = departures
  const response = await fetch(request)
  const page = await self.clients.get(event.clientId)
  if (page && new URL(page.url).pathname === url.pathname) event.waitUntil(keep(url, response.clone(), since))
  return response
}

/** A file of the program. One with its version in the address never changes. */
async function asset(request, url) {
  const assets = await caches.open('assets')
  const kept = await assets.match(request, { ignoreVary: true })
  if (kept) return kept
  let response
  try {
    response = await fetch(request)
  } catch (error) {
    // A screen that was kept before the program was upgraded asks for a file that is not kept any more.
    const newer = await assets.match(request, { ignoreSearch: true, ignoreVary: true })
    if (newer) return newer
    throw error
  }
  if (response.ok && url.searchParams.has('v')) {
    for (const old of await assets.keys()) if (new URL(old.url).pathname === url.pathname) await assets.delete(old)
    await assets.put(request, response.clone())
  }
  return response
}

async function keep(url, response, since) {
  if (response.status === 401 || url.pathname === '/sign-in') {
    departures += 1
    return caches.delete('screens')
  }
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  const isPassing = response.headers.get('Cache-Control') === 'no-store'
  if (response.status !== 200 || !isPage || isPassing || response.redirected || url.searchParams.has('after')) return
  const headers = new Headers(response.headers)
  headers.set('Kept-At', new Date().toISOString())
  const text = await response.text()
  if (since !== departures) return
  const screens = await caches.open('screens')
  // The order is that of putting in.
  await screens.delete(key(url))
  await screens.put(key(url), new Response(text, { headers }))
  if (since !== departures) return caches.delete('screens')
  const keys = await screens.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - mostScreens))) await screens.delete(old)
}

/** The address without what does not make another screen of it. */
function key(url) {
  const address = new URL(url)
  for (const name of ['undo', 'rows']) address.searchParams.delete(name)
  address.hash = ''
  return address.href
}

function soon(answer) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no answer')), patience)
    answer.then(resolve, reject)
  })
}

/** Says in the page when it was so; the script tells it. */
async function asItWas(kept) {
  const text = await kept.text()
  const mark = `<meta name="kept-at" content="${kept.headers.get('Kept-At')}"></head>`
  return new Response(text.replace('</head>', mark), { headers: kept.headers })
}

/** A screen that was never seen on this device. */
async function nothing() {
  const files = (await (await caches.open('assets')).keys()).map(request => request.url)
  const style = files.find(url => new URL(url).pathname === '/assets/perennial.css')
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>No connection</title>
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">${style ? `<link rel="stylesheet" href="${style}">` : ''}</head>
    <body><main><div class="empty"><h1>No connection</h1>
    <p>This screen was not seen on this device before, so it cannot be shown without one.</p></div>
    <div class="stack"><a class="btn fill" role="button" href="">Try again</a>
    <a class="btn" role="button" href="/plants">Plants</a><a class="btn" role="button" href="/lists">Lists</a></div>
    </main></body></html>`
  return new Response(page, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
  })
}
