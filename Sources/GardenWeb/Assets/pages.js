// Perennial's script. Every screen works without it; it adds swiping, dialogs, undo that passes, search while
// typing, portions while scrolling, and rows that change by themselves. Nothing here needs a secure context.

const root = document.documentElement
const $ = (selector, within = document) => within.querySelector(selector)
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]
const calm = matchMedia('(prefers-reduced-motion: reduce)')
const main = () => $('main')

// Fetching pages.

/** The address whose fresh copy shows what this page shows. */
function source() {
  const url = new URL(main().dataset.source || location.href, location.href)
  url.hash = ''
  url.searchParams.delete('undo')
  return url
}

function parse(text) {
  return new DOMParser().parseFromString(text, 'text/html')
}

async function fetchPage(url, { signal } = {}) {
  return reach(url, { cache: 'no-store', headers: { Accept: 'text/html' } }, signal)
}

/**
 * Asks the server, and answers with what came, read to its end. A server that says nothing cannot be reached
 * either: a phone that left the house gets no error, it gets silence.
 */
async function reach(url, options, signal) {
  const patience = AbortSignal.timeout(options.patience ?? 20_000)
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.any([patience, ...signal ? [signal] : []]) })
    const text = await response.text()
    // A form that is refused brings the sign-in screen, which keeps what it said.
    if (response.status === 401 && options.method !== 'POST') throw new SignedOut()
    const isData = response.headers.get('Content-Type')?.startsWith('application/json')
    return isData ? { response, data: JSON.parse(text) } : { response, page: parse(text) }
  } catch (error) {
    if (error.name === 'TimeoutError') throw new TypeError('no answer')
    throw error
  }
}

/** This browser is not signed in any more. Nothing can be asked of the server until it is. */
class SignedOut extends TypeError {
  constructor() {
    super('signed out')
    saySignedOut()
  }
}

/** Whether `url` is the address of this page, whatever its query. */
function isHere(url) {
  return new URL(url, location.href).pathname === location.pathname
}

/**
 * The path of the page before this one in the history; "" where there is none of this site. Not every browser has
 * `navigation` to ask, so each page notes it in its own entry.
 */
const before = (() => {
  const replaced = JSON.parse(sessionStorage.getItem('replaced'))
  sessionStorage.removeItem('replaced')
  if (history.state?.before !== undefined) return history.state.before
  const referrer = document.referrer && history.length > 1 ? new URL(document.referrer) : null
  let path = referrer?.origin === location.origin ? referrer.pathname : ''
  // A page that took another's place has before it what that one had.
  if (replaced && replaced.path === path) path = replaced.before
  history.replaceState({ ...history.state, before: path }, '')
  return path
})()

/**
 * Leaves for `url`. A form has no place in the history: where the page before this one is the one to go to,
 * this goes back to it, with its scroll position; else the form's entry is replaced.
 */
function leave(url, replacing = true) {
  const target = new URL(url, location.href)
  // The way back leads to the place in the list, whether or not the browser has kept the page.
  if (!target.hash) sessionStorage.setItem('returning', target.pathname)
  if (before === target.pathname && !target.hash) {
    const undo = target.searchParams.get('undo')
    if (undo) sessionStorage.setItem('undo', undo)
    history.back()
  } else if (replacing) {
    sessionStorage.setItem('replaced', JSON.stringify({ path: location.pathname, before }))
    location.replace(target)
  } else {
    location.assign(target)
  }
}
