// The page itself, anew.

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
        forgetKept()
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
    // Not by `field.labels`: WebKit's page breaks down some time after somebody has asked for them.
    const label = $(`label[for="${CSS.escape(field.id)}"]`, form)
    changed.push(isName ? 'Plant' : label?.textContent ?? field.name)
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
