// Portions.

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
