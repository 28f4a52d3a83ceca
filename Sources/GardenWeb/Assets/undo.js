// Undo.

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

/** What is on screen stays, so that nothing typed is lost; the way in opens beside it. */
function saySignedOut() {
  say('connection', '')
  if ($('[data-say=session]')) return
  say('session', 'Signed out. ')
  const link = document.createElement('a')
  link.className = 'link'
  link.href = '/sign-in?then=' + encodeURIComponent(location.pathname + location.search)
  link.textContent = 'Sign in'
  // Where something was typed, the page with it stays open.
  if (textFields(main()).some(field => field.value !== field.defaultValue)) link.target = '_blank'
  $('[data-say=session]').append(link)
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
