// Rows that come and go.

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
  // Who is there already stays where they are.
  if (!row.contains(document.activeElement)) $('a, button', row)?.focus({ preventScroll: true })
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
