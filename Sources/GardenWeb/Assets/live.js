// Live rows.

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
  if (message.parts) for (const [key, html] of Object.entries(message.parts)) setPart(key, html)
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

function setPart(key, html) {
  const fresh = parse(html).body.firstElementChild
  for (const node of $$(`[data-part="${CSS.escape(key)}"]`)) morph(node, fresh)
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
    if (isConnected) say('session', '')
    // Who was signed out is told so, by the answer to the next question.
    say('connection', isConnected || $('[data-say=session]') ? '' : lost())
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
