// Making one tree like another.

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
  // A browser lets nobody say which file is chosen, and the form may be sent again.
  if (old.matches('input[type=file]')) return
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
