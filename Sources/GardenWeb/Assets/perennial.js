// Perennial's script. Every screen works without it; it adds swiping, dialogs, undo that passes, search while
// typing, portions while scrolling, and rows that change by themselves. Nothing here needs a secure context.

const root = document.documentElement
const $ = (selector, within = document) => within.querySelector(selector)
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]
const calm = matchMedia('(prefers-reduced-motion: reduce)')
const main = () => $('main')

// --- Fetching pages ----------------------------------------------------------------------------------------

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
  const patience = AbortSignal.timeout(20_000)
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.any([patience, ...signal ? [signal] : []]) })
    const text = await response.text()
    const isData = response.headers.get('Content-Type')?.startsWith('application/json')
    return isData ? { response, data: JSON.parse(text) } : { response, page: parse(text) }
  } catch (error) {
    if (error.name === 'TimeoutError') throw new TypeError('no answer')
    throw error
  }
}

/** Whether `url` is the address of this page, whatever its query. */
function isHere(url) {
  return new URL(url, location.href).pathname === location.pathname
}

/**
 * Leaves for `url`. A form has no place in the history: where the page before this one is the one to go to,
 * this goes back to it, with its scroll position; else the form's entry is replaced.
 */
function leave(url, replacing = true) {
  const target = new URL(url, location.href)
  const entries = window.navigation?.entries?.() ?? []
  const before = entries[(window.navigation?.currentEntry?.index ?? 0) - 1]?.url
  // The way back leads to the place in the list, whether or not the browser has kept the page.
  if (!target.hash) sessionStorage.setItem('returning', target.pathname)
  if (before && new URL(before).pathname === target.pathname && !target.hash) {
    const undo = target.searchParams.get('undo')
    if (undo) sessionStorage.setItem('undo', undo)
    history.back()
  } else if (replacing) {
    location.replace(target)
  } else {
    location.assign(target)
  }
}

// --- Sending forms -----------------------------------------------------------------------------------------

/** Sends a form without leaving the page, so that no failure can take what was typed. */
async function send(form, button) {
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  unsaved.forget()
  let isLeaving = false
  try {
    const { data, page } = await reach(button?.getAttribute('formaction') ?? form.getAttribute('action'), {
      method: 'POST',
      headers: { Accept: 'application/json, text/html' },
      body: new URLSearchParams(new FormData(form, button)),
    })
    if (data) isLeaving = await accepted(form, data)
    else refused(form, button, page)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    unsaved.say(form)
    live.retry()
  } finally {
    if (!isLeaving) form.ariaBusy = null
  }
}

/** The server did it and says where to go. Returns whether that is another page. */
async function accepted(form, answer) {
  const row = form.closest('li[data-id]')
  if (!isHere(answer.location)) {
    leave(answer.location)
    return true
  }
  // It can be shown in place.
  closeDialogs()
  // What was taken back is not offered again.
  form.closest('[data-undo]')?.remove()
  if (row && form.matches('.act, .erasing')) await depart(row)
  await resync()
  if (answer.undo) showUndo(answer.undo)
  const target = new URL(answer.location, location.href).hash.slice(1)
  if (target) point(target)
  return false
}

/** The server answered with a page: an alert, a question, or the form with sentences in it. */
function refused(form, button, page) {
  const fresh = $('main', page)
  const dialogs = $$('dialog', page)
  if (fresh && fresh.dataset.page === main().dataset.page && !form.closest('dialog')) {
    morph(main(), fresh, { all: true })
    $('[aria-invalid=true]')?.focus()
  } else if (!dialogs.length) {
    // Some other screen altogether. The browser sends the form again itself; its id makes that harmless.
    form.dataset.native = 'yes'
    return form.requestSubmit(button)
  }
  const above = form.closest('dialog')
  if (dialogs.length) showDialogs(dialogs, above)
  else if (!above) closeDialogs()
  if (!$('form[data-watch]', main())) resync()
}

document.addEventListener('submit', event => {
  const form = event.target
  const button = event.submitter
  const method = button?.getAttribute('formmethod') ?? form.getAttribute('method')
  if (method === 'dialog') return
  if (form.dataset.native || button?.dataset.native !== undefined) return
  event.preventDefault()
  if (method === 'post') send(form, button)
  else search(form)
})

// --- Dialogs -----------------------------------------------------------------------------------------------

/** What had the focus before each dialog, to have it again afterwards; browsers forget it where dialogs stack. */
const openers = new WeakMap()

function open(dialog, opener) {
  openers.set(dialog, opener)
  dialog.showModal()
  focusIn(dialog)
}

function giveFocusBack(dialog) {
  const opener = openers.get(dialog)
  const focused = document.activeElement ?? document.body
  if (!opener || focused !== document.body && !focused.closest('[data-leaving]')) return
  const target = opener.isConnected ? opener : document.getElementById(opener.id)
  target?.focus({ preventScroll: true })
}

/** Puts dialogs of another page over this one. `above` is the dialog they answer to, if any. */
function showDialogs(dialogs, above) {
  const close = $$('dialog')
  const opener = element => openers.get(close.find(dialog => dialog.contains(element))) ?? element
  for (const dialog of dialogs) {
    // Of two dialogs the first is the form the second, an alert, speaks of; it may be here already.
    const here = above && dialog.id && above.id === dialog.id
    if (here) {
      morph(above, dialog, { all: true })
      close.splice(close.indexOf(above), 1)
      continue
    }
    const shown = document.importNode(dialog, true)
    shown.dataset.inserted = 'yes'
    shown.removeAttribute('open')
    document.body.append(shown)
    open(shown, opener(document.activeElement))
  }
  for (const dialog of close) dialog.remove()
  if (above?.isConnected && !dialogs.some(dialog => dialog.id !== above.id)) {
    ($('[aria-invalid=true]', above) ?? $('[autofocus]', above))?.focus()
  }
}

function focusIn(dialog) {
  const field = $('[autofocus]', dialog)
  field?.focus()
  if (field?.setSelectionRange && field.value) field.setSelectionRange(field.value.length, field.value.length)
}

/** Closes them without going anywhere. */
function closeDialogs() {
  for (const dialog of $$('dialog').reverse()) {
    if (dialog.matches(':modal')) dialog.close()
    dialog.remove()
    giveFocusBack(dialog)
  }
}

/** A dialog that came with the page is shown as one should be: modal, with the page behind it at rest. */
function adoptDialogs() {
  for (const part of $$('main[inert], header[inert]')) part.inert = false
  for (const dialog of $$('dialog[open]:not(:modal)')) {
    dialog.removeAttribute('open')
    open(dialog, document.activeElement)
  }
}

document.addEventListener('close', event => {
  if (!event.target.matches('dialog')) return
  const leads = $('[data-close]', event.target)
  const inserted = event.target.dataset.inserted
  event.target.remove()
  if (!inserted && leads) leave(leads.href)
  else giveFocusBack(event.target)
}, true)

document.addEventListener('click', event => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
  const anchor = event.target.closest?.('a[href]')
  if (!anchor) return
  if (anchor.dataset.close !== undefined && anchor.closest('dialog')?.dataset.inserted) {
    event.preventDefault()
    anchor.closest('dialog').close()
  } else if (anchor.dataset.dialog !== undefined) {
    event.preventDefault()
    openDialog(anchor)
  } else if (anchor.dataset.back !== undefined) {
    event.preventDefault()
    leave(anchor.href, false)
  } else if (anchor.closest('dialog') && isHere(anchor.href)) {
    // "Show it", and it is on this page.
    const id = new URL(anchor.href).hash.slice(1)
    event.preventDefault()
    closeDialogs()
    if (id) point(id)
  } else if (anchor.dataset.cancel !== undefined) {
    event.preventDefault()
    leave(anchor.href)
  }
})

async function openDialog(anchor) {
  try {
    const { page } = await fetchPage(anchor.href)
    const dialogs = $$('dialog', page)
    if (!dialogs.length) return location.assign(anchor.href)
    showDialogs(dialogs)
  } catch {
    say('connection', 'No connection. Trying again…')
    live.retry()
  }
}

// A link that looks like a button answers to Space as a button does.
document.addEventListener('keydown', event => {
  const target = event.target
  if (event.key === ' ' && target.matches?.('a[role=button]')) {
    event.preventDefault()
    target.click()
  }
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing && target.matches?.('textarea.line')) {
    event.preventDefault()
    target.form.requestSubmit()
  }
  if (event.key === 'Delete' && target.matches?.('.track > .row, .track > .row *') && !target.matches('input')) {
    const button = $('.act button', target.closest('.track'))
    if (button) {
      event.preventDefault()
      button.form.requestSubmit(button)
    }
  }
  if (event.key === 'Escape') openTrack?.scrollTo({ left: 0, behavior: 'smooth' })
})

// --- Swiping -------------------------------------------------------------------------------------------------

let openTrack = null

/** The button behind a row can be reached while it can be seen, and only then. */
function reveal(track, shown) {
  const act = $(':scope > .act', track)
  if (!act || act.inert === !shown) return
  act.inert = !shown
}

document.addEventListener('scroll', event => {
  const track = event.target
  if (!track.classList?.contains('track')) return
  const shown = Math.abs(track.scrollLeft) > 2
  reveal(track, shown)
  if (shown && openTrack !== track) {
    openTrack?.scrollTo({ left: 0, behavior: 'smooth' })
    openTrack = track
  } else if (!shown && openTrack === track) {
    openTrack = null
  }
}, true)

document.addEventListener('pointerdown', event => {
  if (openTrack && !openTrack.contains(event.target)) openTrack.scrollTo({ left: 0, behavior: 'smooth' })
})

// A row that is swiped open closes when tapped, rather than lead away.
document.addEventListener('click', event => {
  const track = event.target.closest?.('.track')
  if (track && Math.abs(track.scrollLeft) > 40 && !event.target.closest('.act')) {
    event.preventDefault()
    event.stopPropagation()
    track.scrollTo({ left: 0, behavior: 'smooth' })
  }
}, true)

for (const [kind, shown] of [['pointerover', true], ['pointerout', false]]) {
  document.addEventListener(kind, event => {
    if (event.pointerType !== 'mouse') return
    const track = event.target.closest?.('.track')
    if (!track || track.contains(event.relatedTarget)) return
    if (shown || !track.matches(':focus-within')) reveal(track, shown)
  })
}

document.addEventListener('focusin', event => {
  const track = event.target.closest?.('.track')
  if (track && event.target.matches(':focus-visible')) reveal(track, true)
})
document.addEventListener('focusout', event => {
  const track = event.target.closest?.('.track')
  if (track && !track.contains(event.relatedTarget) && Math.abs(track.scrollLeft) <= 2) reveal(track, false)
})

// --- Rows that come and go -------------------------------------------------------------------------------------

const isInView = element => {
  const box = element.getBoundingClientRect()
  return box.bottom > 0 && box.top < innerHeight
}

/** Takes a row away: it slides off, and what is below moves up. */
async function depart(row) {
  if (row.dataset.leaving) return
  row.dataset.leaving = 'yes'
  const rows = $$('li[data-id]', row.closest('main, .beside') ?? document)
  const place = rows.indexOf(row)
  const next = [...rows.slice(place), ...rows.slice(0, place).reverse()].find(other => !other.dataset.leaving)
  const heir = next ? $('.row a, a.row, button.row', next) : $('h1')
  if (row.contains(document.activeElement)) heir?.focus({ preventScroll: true })
  for (const dialog of $$('dialog')) if (row.contains(openers.get(dialog) ?? null)) openers.set(dialog, heir)
  if (!calm.matches && isInView(row)) {
    const height = row.offsetHeight + 'px'
    const slide = row.firstElementChild?.animate(
      { translate: [0, '-100%'], opacity: [1, 0] }, { duration: 180, easing: 'ease-in', fill: 'forwards' })
    await slide?.finished.catch(() => {})
    await row.animate({ height: [height, '0px'] }, { duration: 160, easing: 'ease-out' }).finished.catch(() => {})
  }
  const part = row.closest('section[data-section]')
  row.remove()
  if (part && !$('li', part)) part.remove()
}

function arrive(row) {
  row.classList.add('came')
  setTimeout(() => row.classList.remove('came'), 900)
  if (!calm.matches && isInView(row)) {
    row.animate({ height: ['0px', row.offsetHeight + 'px'] }, { duration: 180, easing: 'ease-out' })
  }
}

/** Leads the eye to a row. */
function point(id) {
  const row = document.getElementById(id)
  if (!row) return
  row.scrollIntoView({ block: 'center', behavior: calm.matches ? 'auto' : 'smooth' })
  row.classList.remove('shown')
  void row.offsetWidth
  row.classList.add('shown')
  $('a, button', row)?.focus({ preventScroll: true })
}

/** The first row in sight under the bar. */
const rowInSight = () => $$('main li[data-id]').find(row => row.getBoundingClientRect().bottom > 60)

/** Does `work` without moving what the person looks at. */
function steadily(work) {
  const anchor = rowInSight()
  const before = anchor?.getBoundingClientRect().top
  work()
  if (anchor?.isConnected && scrollY > 0) {
    const moved = anchor.getBoundingClientRect().top - before
    if (moved) scrollBy({ top: moved, behavior: 'instant' })
  }
}

// --- Making one tree like another --------------------------------------------------------------------------------

// A form's `id` is its field of that name, where it has one; the attribute is always the attribute.
const keyOf = node =>
  node.nodeType === 1 ? node.getAttribute('id') || node.dataset.section || node.dataset.key || '' : ''

/** Whether somebody is in this field, or has put something in it. */
function isTouched(field) {
  if (field === document.activeElement) return true
  if (field.type === 'hidden' || field.type === 'submit') return false
  return field.value !== field.defaultValue
}

/**
 * Makes `old` like `fresh`, keeping the elements that are there: focus, scroll positions and what is typed
 * stay. Rows are known by id and never go back to an older version.
 */
function morph(old, fresh, options = {}) {
  if (old.isEqualNode(fresh)) return
  if (old.dataset?.version && fresh.dataset?.version && +fresh.dataset.version < +old.dataset.version) return
  if (old.matches('input, textarea, select') && !options.all && isTouched(old)) return
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value && !(name === 'inert')) old.setAttribute(name, value)
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== 'style' && name !== 'inert') old.removeAttribute(name)
  }
  if (old.matches('textarea')) {
    if (options.all && old.value !== fresh.value) old.value = fresh.value
    old.defaultValue = fresh.defaultValue
    return
  }
  if (old.matches('input') && options.all && old.type !== 'hidden' && old.value !== fresh.value) {
    old.value = fresh.value
  }
  morphChildren(old, fresh, options)
}

function morphChildren(old, fresh, options) {
  const kept = new Map()
  for (const child of old.childNodes) {
    const key = keyOf(child)
    if (key) kept.set(key, child)
  }
  let place = old.firstChild
  // What goes is passed by: moving what stays in front of it would take the focus out of what stays.
  const wanted = new Set([...fresh.childNodes].map(keyOf).filter(Boolean))
  const isGoing = node => node.dataset?.leaving || keyOf(node) && !wanted.has(keyOf(node))
  const skipGoing = () => { while (place && isGoing(place)) place = place.nextSibling }
  for (const next of [...fresh.childNodes]) {
    skipGoing()
    const key = keyOf(next)
    const same = key ? kept.get(key) : null
    if (same) {
      kept.delete(key)
      if (same !== place) old.insertBefore(same, place)
      else place = place.nextSibling
      morph(same, next, options)
    } else if (key && isGone(next)) {
      continue
    } else if (key || !place || keyOf(place) || place.nodeName !== next.nodeName) {
      const added = document.importNode(next, true)
      old.insertBefore(added, place)
      if (added.matches?.('li[data-id]') && options.lively) arrive(added)
    } else {
      const current = place
      place = place.nextSibling
      if (current.nodeType === 1) morph(current, next, options)
      else if (current.data !== next.data) current.data = next.data
    }
  }
  while (place) {
    const next = place.nextSibling
    if (!kept.has(keyOf(place)) && !place.dataset?.leaving) place.remove()
    place = next
  }
  for (const left of kept.values()) {
    if (left.dataset.leaving) continue
    const rows = !options.lively ? [] : left.matches('li[data-id]') ? [left] : $$('li[data-id]', left)
    for (const row of rows) depart(row)
    if (!rows.length) left.remove()
  }
}

// --- The page itself, anew ------------------------------------------------------------------------------------

/** Versions of rows that are known to be gone, so that a page on its way cannot bring them back. */
const gone = new Map()
const isGone = node => node.dataset?.id !== undefined && gone.get(node.dataset.id) >= +node.dataset.version

let patches = 0
let syncing = null
let again = false

/**
 * Fetches this page anew and makes the one on screen like it. Calls while one is under way are one more. A page
 * that watches nothing, such as the form of a new plant, is made of what was typed and has no newer state.
 */
async function resync() {
  if (!document.body.dataset.topics) return false
  if (syncing) {
    again = true
    return syncing
  }
  syncing = (async () => {
    try {
      for (let round = 0; round < 4; round++) {
        again = false
        const seen = patches
        const url = source()
        const rows = $$('main [data-portions] li[data-id]').length
        if (rows) url.searchParams.set('rows', rows)
        const { response, page } = await fetchPage(url)
        const fresh = $('main', page)
        if (!fresh) return false
        live.reached()
        if (!response.ok) {
          if (response.status < 500) becomeGone(page)
          return true
        }
        // Rows that changed while the page was on its way are newer than the page.
        if ((patches !== seen || again) && round < 3) continue
        if (fresh.dataset.page !== main().dataset.page && !isGonePage()) return true
        steadily(() => {
          const form = $('form[data-watch]', main())
          // A form around the rows holds what was typed elsewhere: of it only the rows are made anew.
          const list = $('form [data-portions]', main())
          if (form) refreshForm(form, fresh)
          else if (list) morph(list, $('[data-portions]', fresh), { lively: true })
          else morph(main(), fresh, { lively: true })
          const bar = $('header', page)
          if (bar && !form) morph($('header'), bar)
        })
        document.title = page.title
        document.body.dataset.position = page.body.dataset.position ?? ''
        afterPatch()
        return true
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return false
    } finally {
      syncing = null
    }
  })()
  return syncing
}

let resyncTimer = 0
function resyncSoon() {
  clearTimeout(resyncTimer)
  resyncTimer = setTimeout(resync, 60)
}

/**
 * The record behind an open form changed. Fields nobody touched here take the new value, and so does what the
 * form remembers as their old one; fields that were touched stay, and so does their old value, so that saving
 * finds out whether both sides changed them.
 */
function refreshForm(form, freshMain) {
  const fresh = $('form[data-watch]', freshMain)
  if (!fresh) return
  const changed = []
  const baseOf = name => form.elements['base-' + name]
  const isKept = field => field.value !== baseOf(field.name).value || field === document.activeElement
  // The names of a plant that a sowing was moved to are taken together, or not at all.
  const isMoved = baseOf('plant') && baseOf('plant').value !== fresh.elements['base-plant']?.value
  const names = isMoved ? ['plant', 'genus', 'species'] : []
  const keepsNames = names.some(name => isKept(form.elements[name]))
  for (const field of form.elements) {
    const base = baseOf(field.name)
    const now = fresh.elements[field.name]
    if (!base || !now || base.value === now.value) continue
    const isName = names.includes(field.name)
    changed.push(isName ? 'Plant' : field.labels?.[0]?.textContent ?? field.name)
    if (isName ? !keepsNames : !isKept(field)) field.value = field.defaultValue = base.value = now.value
  }
  if (changed.length) formNote('Changed on another device: ' + [...new Set(changed)].join(', ') + '.')
}

function formNote(text, isBad = false) {
  const note = $('[data-note]')
  if (!note) return
  note.hidden = false
  note.classList.toggle('bad', isBad)
  $('[data-note-text]', note).textContent = text
}

/** What this page shows is no more. A form keeps what was typed; another page becomes what the server says. */
function becomeGone(page) {
  const form = $('form[data-watch]', main())
  const sentence = $('[data-sentence]', page)?.textContent
  const kept = (sentence ?? 'This was deleted.') + ' What you typed is still here.'
  if (form) return formNote(kept, true)
  for (const dialog of $$('dialog')) {
    // One that offers to bring it back was told already.
    if ($('[name=restore]', dialog)) continue
    const line = $('[data-changed]', dialog)
    if (line && textFields(dialog).some(field => field.value !== field.defaultValue)) mark(line, kept)
    else dialog.remove()
  }
  morph(main(), $('main', page))
  morph($('header'), $('header', page))
  document.title = page.title
  afterPatch()
}

/** Whether this page says that what it showed is gone; it may come back. */
const isGonePage = () => main().dataset.page === 'error'

function afterPatch() {
  watchMore()
  fillDay()
  markCurrent()
}

// --- Portions ------------------------------------------------------------------------------------------------------

const moreWatcher = new IntersectionObserver(entries => {
  for (const entry of entries) if (entry.isIntersecting) loadMore(entry.target)
}, { rootMargin: '1200px 0px' })

function watchMore() {
  moreWatcher.disconnect()
  for (const more of $$('[data-more]')) moreWatcher.observe(more)
}

/** Appends the next portion, or as many rows as are asked for. */
async function loadMore(more, rows) {
  if (more.ariaBusy === 'true') return
  more.ariaBusy = 'true'
  moreWatcher.unobserve(more)
  const list = more.closest('[data-portions]')
  const last = $$('li[data-id]', list).at(-1)
  const url = new URL(more.dataset.more, location.href)
  if (last) url.searchParams.set('after', last.dataset.id)
  if (rows) url.searchParams.set('rows', rows)
  try {
    const { response, page } = await fetchPage(url)
    if (!response.ok) throw new TypeError('no portion')
    const fresh = $('[data-portions]', page)
    if (!fresh) return more.remove()
    append(list, fresh)
    const next = $('[data-more]', fresh)
    if (next) morph(more, next)
    else more.remove()
    if (more.isConnected) {
      more.ariaBusy = null
      moreWatcher.observe(more)
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    more.ariaBusy = null
    setTimeout(() => more.isConnected && moreWatcher.observe(more), 2000)
  }
}

function append(list, fresh) {
  // A page on its way was asked for with the rows before these.
  patches++
  for (const row of $$('li[data-id]', fresh)) {
    if (document.getElementById(row.id) || isGone(row)) continue
    const added = document.importNode(row, true)
    const lists = $$('ul', list)
    const section = row.dataset.section
    if (section === undefined) lists.at(-1).append(added)
    else sectionFor(list, section, row.dataset.heading, $$('section[data-section]', list).at(-1)).append(added)
  }
}

/** Remembers which rows are there and in sight, for the way back here. */
function keepPlace() {
  const list = $('main [data-portions]')
  if (!list) return
  const row = rowInSight()
  const place = { rows: $$('li[data-id]', list).length, row: row?.id, top: row?.getBoundingClientRect().top, y: scrollY }
  sessionStorage.setItem('place ' + source(), JSON.stringify(place))
}

/**
 * Puts the list as it was when it was left; the browser itself knows only the rows that came with the page.
 * Returns whether it did.
 */
async function restorePlace() {
  const list = $('main [data-portions]')
  const kind = performance.getEntriesByType('navigation')[0]?.type
  const isReturn = ['back_forward', 'reload'].includes(kind) || sessionStorage.getItem('returning') === location.pathname
  sessionStorage.removeItem('returning')
  if (!list) return false
  history.scrollRestoration = 'manual'
  const place = isReturn && JSON.parse(sessionStorage.getItem('place ' + source()))
  // At its top the list begins anew, with its first portion.
  if (!place?.y) return false
  const more = $('[data-more]', list)
  const missing = place.rows - $$('li[data-id]', list).length
  if (more && missing > 0) await loadMore(more, missing)
  const row = document.getElementById(place.row)
  const scroll = () => {
    const top = row ? scrollY + row.getBoundingClientRect().top - place.top : place.y
    scrollTo({ top, behavior: 'instant' })
  }
  scroll()
  // Rows that come in sight only now can be taller than was guessed.
  requestAnimationFrame(scroll)
  return true
}

/** The rows of a section; a section that is not there yet is made after `previous`. */
function sectionFor(list, key, heading, previous) {
  let section = $$('section[data-section]', list).find(part => part.dataset.section === key)
  if (!section) {
    section = document.createElement('section')
    section.dataset.section = key
    const title = document.createElement('h2')
    title.className = 'group'
    const name = document.createElement('i')
    name.dir = 'auto'
    name.textContent = heading
    title.append(name)
    const rows = document.createElement('ul')
    rows.className = 'rows'
    section.append(title, rows)
    if (previous) previous.after(section)
    else list.prepend(section)
  }
  return $('ul', section)
}

// --- Search while typing ---------------------------------------------------------------------------------------------

let searchTimer = 0
let searching = null
/** The form whose search did not get through. */
let unsearched = null

document.addEventListener('input', event => {
  if (!event.target.matches('[data-search]')) return
  clearTimeout(searchTimer)
  searchTimer = setTimeout(() => search(event.target.form), 140)
})
document.addEventListener('search', event => {
  if (event.target.matches?.('[data-search]')) search(event.target.form)
}, true)
document.addEventListener('keydown', event => {
  // In the form that chooses a plant, Enter in the search field means search.
  if (event.key === 'Enter' && event.target.matches?.('[data-search]')) {
    event.preventDefault()
    search(event.target.form)
  }
})

async function search(form) {
  clearTimeout(searchTimer)
  const field = $('[data-search]', form)
  if (!field) return
  const url = new URL(field.dataset.search, location.href)
  if (field.value.trim()) url.searchParams.set('q', field.value)
  searching?.abort()
  searching = new AbortController()
  unsearched = null
  try {
    const { response, page } = await fetchPage(url, { signal: searching.signal })
    if (!response.ok) return
    const list = $('[data-portions]')
    const fresh = $('[data-portions]', page)
    if (!list || !fresh) return
    morph(list, fresh)
    if (main().dataset.source) main().dataset.source = url.pathname + url.search
    else history.replaceState(history.state, '', url)
    document.body.dataset.topics = page.body.dataset.topics ?? ''
    document.body.dataset.position = page.body.dataset.position ?? ''
    live.refresh()
    afterPatch()
  } catch (error) {
    if (error.name === 'AbortError') return
    if (!(error instanceof TypeError)) throw error
    unsearched = form
    say('connection', 'No connection. Trying again…')
    live.retry()
  }
}

// --- Undo ------------------------------------------------------------------------------------------------------------

const undoTime = 10_000

function notices() {
  return $('.notices')
}

/** Shows the bar that `markup` holds, which the server made, in place of the one before it. */
function showUndo(markup) {
  const bar = $('[data-undo]', parse(markup))
  if (!bar) return
  for (const other of $$('[data-undo]')) other.remove()
  notices().append(document.importNode(bar, true))
  adoptUndo()
}

/** Lets the bar go by itself, but not while somebody points at it or has the focus in it. */
function adoptUndo() {
  const bar = $('[data-undo]')
  if (!bar || bar.dataset.timed) return
  bar.dataset.timed = 'yes'
  let left = undoTime
  let last = performance.now()
  const tick = setInterval(() => {
    const now = performance.now()
    if (!bar.isConnected) return clearInterval(tick)
    if (!bar.matches(':hover, :focus-within') && document.visibilityState === 'visible') left -= now - last
    last = now
    if (left > 0) return
    clearInterval(tick)
    bar.remove()
  }, 250)
}

/** An address that offers an undo offers it once, not on every reload. */
function forgetUndoInAddress() {
  const url = new URL(location.href)
  if (!url.searchParams.has('undo')) return
  url.searchParams.delete('undo')
  history.replaceState(history.state, '', url)
}

/** The page before a deletion was come back to: the bar has to be asked for. */
async function fetchUndo() {
  const id = sessionStorage.getItem('undo')
  if (!id) return
  sessionStorage.removeItem('undo')
  const url = source()
  url.searchParams.set('undo', id)
  try {
    const { page } = await fetchPage(url)
    const bar = $('[data-undo]', page)
    if (bar) showUndo(bar.outerHTML)
  } catch { /* The deletion can still be undone from another page. */ }
}

function say(kind, text) {
  let bar = $(`[data-say="${kind}"]`)
  if (!text) return bar?.remove()
  if (!bar) {
    bar = document.createElement('p')
    bar.className = 'toast'
    bar.dataset.say = kind
    bar.style.margin = 0
    notices().append(bar)
  }
  if (bar.textContent !== text) bar.textContent = text
}

const textFields = within => $$('input:not([type=hidden]), textarea', within)

/** What could not be sent is said where the person looks: in the dialog, or at the foot of the page. */
const unsaved = (() => {
  let failed = null

  function show(text) {
    const dialog = $$('dialog:modal').at(-1)
    if (!dialog) return say('unsaved', text)
    const line = document.createElement('p')
    line.className = 'hint bad'
    line.dataset.say = 'unsaved'
    line.role = 'alert'
    line.textContent = text
    $('h2', dialog).after(line)
  }

  function clear() {
    for (const line of $$('[data-say=unsaved]')) line.remove()
  }

  return {
    say(form) {
      failed = form
      clear()
      const isTyped = textFields(form).length > 0
      show('Not saved: no connection.' + (isTyped ? ' What you typed is still here.' : ''))
    },
    /** The connection is back; what was typed still waits to be sent. */
    remind() {
      if (!failed) return
      clear()
      if (failed.isConnected && textFields(failed).length) show('The connection is back. Not saved yet.')
    },
    forget() {
      failed = null
      clear()
    },
  }
})()

// --- Live rows ---------------------------------------------------------------------------------------------------------

/** Applies what one save changed. Applying it twice does no harm. */
function apply(message) {
  const topics = document.body.dataset.topics?.split(' ') ?? []
  if (!topics.includes(message.topic)) return
  patches++
  const container = $(`[data-topic="${CSS.escape(message.topic)}"]`)
  // Where nothing was found, a sentence says so, which goes with the first row.
  const isBare = container && (container.dataset.empty !== undefined || $('[data-key=none]', container))
  if (message.reset || container && (isBare || !message.total)) {
    if (container?.closest('.beside')) return refillBeside()
    return resyncSoon()
  }
  if (message.texts) for (const [key, text] of Object.entries(message.texts)) setText(key, text)
  if (message.single) return applySingle(message)
  if (!container) return resyncSoon()
  steadily(() => {
    for (const change of message.changes) {
      if (change.gone) removeRow(change)
      else placeRow(container, change)
    }
    tidySections(container)
  })
  markCurrent()
}

/** A change of the thing the whole page is about. */
function applySingle(message) {
  if (message.gone || isGonePage() || $('form[data-watch]', main())) resyncSoon()
}

function setText(key, text) {
  for (const node of $$(`[data-text="${CSS.escape(key)}"]`)) if (node.textContent !== text) node.textContent = text
}

function removeRow(change) {
  gone.set(change.id, Math.max(gone.get(change.id) ?? 0, change.version))
  markDialog(change, 'Deleted on another device.')
  const row = document.getElementById('row-' + change.id)
  if (row && +row.dataset.version < change.version) depart(row)
}

function placeRow(container, change) {
  const fresh = document.importNode($('li', parse('<ul>' + change.html + '</ul>')), true)
  if (isGone(fresh)) return
  gone.delete(change.id)
  const old = document.getElementById(fresh.id)
  if (old && +old.dataset.version > change.version) return
  const previous = change.after && document.getElementById('row-' + change.after)
  if (change.after && (!previous || !container.contains(previous))) {
    // It stands beyond the portions that are loaded.
    if (old) depart(old)
    return
  }
  if (old) markDialog(change, 'Changed on another device.')
  const isNew = !old || old.dataset.leaving
  const row = isNew ? fresh : old
  if (!isNew) morph(old, fresh)
  if (isNew && old) old.remove()
  const section = fresh.dataset.section
  const list = section === undefined
    ? $('ul', container)
    : sectionFor(container, section, fresh.dataset.heading, previous?.closest('section'))
  if (previous && previous.parentNode === list) {
    if (previous.nextSibling !== row) keepingFocus(row, () => previous.after(row))
  } else if (list.firstChild !== row) {
    keepingFocus(row, () => list.prepend(row))
  }
  if (isNew) arrive(row)
}

/** Moving an element takes its focus away; this gives it back. */
function keepingFocus(row, move) {
  const focused = row.contains(document.activeElement) ? document.activeElement : null
  move()
  focused?.focus({ preventScroll: true })
}

/** Sections without rows go; headings are spelt as their first row spells them. */
function tidySections(container) {
  for (const section of $$('section[data-section]', container)) {
    const first = $('li[data-id]', section)
    if (!first) {
      section.remove()
      continue
    }
    const name = $('h2 i', section)
    if (name && name.textContent !== first.dataset.heading) name.textContent = first.dataset.heading
  }
}

/** A row that is being edited in a dialog is not replaced under the person's hands: it says so. */
function markDialog(change, text) {
  const dialog = $(`dialog[data-row="${CSS.escape(change.id)}"]`)
  if (!dialog) return
  const line = $('[data-changed]', dialog)
  if (line) mark(line, text)
}

function mark(line, text) {
  line.hidden = false
  line.textContent = text
}

/**
 * One stream for all windows of this browser: over HTTP/1.1 it may hold six connections to a server, and
 * seven windows with a stream each would block the eighth request. The window that has been in sight longest
 * holds the stream and hands on what comes. Windows out of sight take no part.
 */
const live = (() => {
  let channel = null
  const others = new Map()
  let me = null
  let stream = null
  let streamed = ''
  let heard = 0
  let timer = 0
  let beat = 0
  let failures = 0

  const post = message => channel?.postMessage(message)
  const wants = () => {
    const topics = document.body.dataset.topics?.split(' ').filter(Boolean) ?? []
    return topics.map(topic => [topic, document.body.dataset.position ?? ''])
  }
  const here = greeting => me && post({ kind: 'here', id: me, greeting, wants: wants() })

  function elect() {
    if (!me) return
    const first = [me, ...others.keys()].sort()[0]
    if (first === me) lead()
    else close()
  }

  function lead() {
    const pages = [[me, wants()], ...[...others].map(([id, other]) => [id, other.wants])]
    const pairs = new Map()
    for (const [, wanted] of pages) for (const pair of wanted) pairs.set(pair.join(' '), pair)
    if (!pairs.size) return close()
    // A window that came may have been made before the stream's last event: the stream begins anew for it.
    const key = pages.map(([id, wanted]) => [id, ...wanted.map(pair => pair[0])].join(' ')).sort().join('\n')
    if (stream && streamed === key) return
    close()
    streamed = key
    const query = new URLSearchParams()
    for (const [topic, since] of [...pairs.values()].slice(0, 64)) {
      query.append('topic', topic)
      query.append('since', since)
    }
    stream = new EventSource('/live?' + query)
    heard = Date.now()
    stream.onopen = () => {
      failures = 0
      heard = Date.now()
      tell({ kind: 'state', isConnected: true })
    }
    stream.onmessage = event => {
      heard = Date.now()
      tell({ kind: 'event', message: JSON.parse(event.data) })
    }
    stream.addEventListener('heartbeat', () => heard = Date.now())
    stream.onerror = () => {
      close()
      failures++
      tell({ kind: 'state', isConnected: false })
      clearTimeout(timer)
      timer = setTimeout(reopen, Math.min(500 * 2 ** (failures - 1), 5000))
    }
  }

  /** Where no stream can be had, the page itself is asked for now and then. */
  async function reopen() {
    if (!me) return
    if (failures > 1 || !stream) await resync()
    elect()
  }

  function close() {
    stream?.close()
    stream = null
    streamed = ''
    clearTimeout(timer)
  }

  function tell(message) {
    post(message)
    hear(message)
  }

  let isConnected = true
  function hear(message) {
    if (message.kind === 'event') return apply(message.message)
    if (message.kind !== 'state') return
    if (message.isConnected && !isConnected) {
      if (unsearched?.isConnected) search(unsearched)
      else resync()
      unsaved.remind()
    }
    isConnected = message.isConnected
    say('connection', isConnected ? '' : 'No connection. Trying again…')
  }

  function listen({ data }) {
    if (!me) return
    if (data.kind === 'here') {
      others.set(data.id, { wants: data.wants, seen: Date.now() })
      if (data.greeting) here()
      elect()
    } else if (data.kind === 'bye') {
      others.delete(data.id)
      elect()
    } else {
      hear(data)
    }
  }

  function start() {
    if (me || !document.body.dataset.topics) return
    // Older windows sort first, so the stream stays where it is when another window comes.
    me = String(Date.now()).padStart(15, '0') + Math.random().toString(36).slice(2)
    others.clear()
    // Open only while in sight: a page with an open channel is not kept for the way back.
    channel = 'BroadcastChannel' in window ? new BroadcastChannel('perennial') : null
    channel?.addEventListener('message', listen)
    here(true)
    setTimeout(elect, channel ? 60 : 0)
    clearInterval(beat)
    beat = setInterval(() => {
      here()
      const limit = Date.now() - 5000
      let lost = false
      for (const [id, other] of others) if (other.seen < limit) lost = others.delete(id)
      if (lost) elect()
      // The server's heart beats every 15 seconds. A connection that ended without a word says nothing either.
      if (stream && Date.now() - heard > 40_000) stream.onerror()
    }, 1500)
  }

  function stop() {
    if (!me) return
    post({ kind: 'bye', id: me })
    me = null
    clearInterval(beat)
    close()
    channel?.close()
    channel = null
  }

  return {
    start,
    stop,
    /** The topics of this page have changed. */
    refresh() {
      here()
      elect()
    },
    /** The server could not be reached: the next try comes at once. */
    retry() {
      if (stream) stream.onerror()
    },
    /** The server was reached. */
    reached() {
      if (isConnected) say('connection', '')
    },
  }
})()

// --- Small things ----------------------------------------------------------------------------------------------------------

/** The day of a new sowing is the day where the person is; the server's may be another. */
function fillDay() {
  const field = $('input[data-today]')
  if (!field || field.value !== field.defaultValue) return
  const now = new Date()
  const two = number => String(number).padStart(2, '0')
  const day = `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  field.value = field.defaultValue = day
  delete field.dataset.today
}

/** At laptop width the plants stand beside the plant. They are fetched once there is room for them. */
const isWide = matchMedia('(min-width: 1180px)')
async function fillBeside() {
  const beside = $('.beside')
  if (!beside || !isWide.matches || beside.childElementCount) return
  try {
    const { response, page } = await fetchPage(beside.dataset.beside)
    const list = $('[data-portions]', page)
    if (!response.ok || !list) return
    beside.append(document.importNode(list, true))
    const topic = $('[data-topic]', beside)?.dataset.topic
    if (topic) document.body.dataset.topics += ' ' + topic
    watchMore()
    markCurrent()
    live.refresh()
    $('[aria-current]', beside)?.scrollIntoView({ block: 'center' })
  } catch { /* The page is whole without it. */ }
}

function refillBeside() {
  $('.beside')?.replaceChildren()
  fillBeside()
}

function markCurrent() {
  for (const row of $$('.beside a.row')) {
    if (new URL(row.href).pathname === location.pathname) row.setAttribute('aria-current', 'page')
    else row.removeAttribute('aria-current')
  }
}

isWide.addEventListener('change', fillBeside)

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') {
    keepPlace()
    return live.stop()
  }
  live.start()
  resync()
})
for (const change of ['online', 'offline']) addEventListener(change, () => live.retry())
addEventListener('pagehide', () => {
  keepPlace()
  live.stop()
})
addEventListener('pageshow', event => {
  const isReturn = event.persisted || performance.getEntriesByType('navigation')[0]?.type === 'back_forward'
  if (event.persisted) live.start()
  if (!isReturn) return
  closeDialogs()
  if (!$('form[data-watch]')) placed.then(resync)
  fetchUndo()
})

root.classList.add('script')
adoptDialogs()
adoptUndo()
forgetUndoInAddress()
afterPatch()
fillBeside()
const placed = restorePlace()
if (document.visibilityState === 'visible') live.start()
placed.then(isPlaced => {
  if (!isPlaced && location.hash.startsWith('#row-')) point(location.hash.slice(1))
})
