// Small things.

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
    // The style asks for this: whether something is empty by now WebKit does not look at again.
    beside.dataset.filled = 'yes'
    const topic = $('[data-topic]', beside)?.dataset.topic
    if (topic) document.body.dataset.topics += ' ' + topic
    watchMore()
    markCurrent()
    live.refresh()
    $('[aria-current]', beside)?.scrollIntoView({ block: 'center' })
  } catch { /* The page is whole without it. */ }
}

function refillBeside() {
  const beside = $('.beside')
  beside?.replaceChildren()
  delete beside?.dataset.filled
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
if (keptMark()) say('connection', lost())
placed.then(isPlaced => {
  if (!isPlaced && location.hash.startsWith('#row-')) point(location.hash.slice(1))
})
