// Dialogs.

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
      // The fresh one came with a page of its own, to which closing would lead.
      const { inserted } = above.dataset
      morph(above, dialog, { all: true })
      if (inserted) above.dataset.inserted = inserted
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
    say('connection', lost())
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
