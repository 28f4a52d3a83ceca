// Sending forms.

/** Sends a form without leaving the page, so that no failure can take what was typed. */
async function send(form, button) {
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  unsaved.forget()
  let isLeaving = false
  try {
    const body = fields(form, button)
    const { data, page } = await reach(button?.getAttribute('formaction') ?? form.getAttribute('action'), {
      method: 'POST',
      headers: { Accept: 'application/json, text/html' },
      body,
      // It is done although one leaves at once. The browser has little room for such.
      keepalive: !takesFiles(form) && `${body}`.length < 20_000,
      patience: takesFiles(form) ? 180_000 : undefined,
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

/** What a form sends, with what shows that it was sent from a page of this site. */
function fields(form, button) {
  const data = new FormData(form, button)
  const fields = takesFiles(form) ? data : new URLSearchParams(data)
  if (formToken()) fields.set('form-token', formToken())
  return fields
}

const takesFiles = form => form.getAttribute('enctype') === 'multipart/form-data'

const formToken = () => $('meta[name=form-token]')?.content

/** Rows that came by the stream do not know the page they are on. */
function giveToken(form) {
  if (!formToken() || form.elements['form-token']) return
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'form-token'
  field.value = formToken()
  form.append(field)
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
    // The same file can be chosen again once it was put right.
    if (form.matches('.choose')) form.reset()
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

// A file that is chosen is sent at once.
document.addEventListener('change', event => {
  const form = event.target.closest?.('form.choose')
  if (!form || !event.target.files?.length) return
  const hint = $('.hint', form)
  const isTooLarge = event.target.files[0].size > +form.dataset.most
  if (isTooLarge) event.target.value = ''
  hint.hidden = !isTooLarge
  hint.textContent = isTooLarge ? form.dataset.tooLarge : ''
  if (!isTooLarge) form.requestSubmit()
})

document.addEventListener('submit', event => {
  const form = event.target
  const button = event.submitter
  const method = button?.getAttribute('formmethod') ?? form.getAttribute('method')
  if (method === 'dialog') return
  if (form.dataset.native !== undefined || button?.dataset.native !== undefined) {
    if (method === 'post') giveToken(form)
    return
  }
  event.preventDefault()
  if (method === 'post') send(form, button)
  else search(form)
})
