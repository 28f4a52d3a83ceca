// Search while typing.

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
    say('connection', lost())
    live.retry()
  }
}
