// Swiping.

let openTrack = null

/** The button behind a row can be reached while it can be seen, and only then. */
function reveal(track, shown) {
  const act = $(':scope > .act', track)
  if (!act || act.inert === !shown) return
  act.inert = !shown
}

document.addEventListener('scroll', event => {
  const track = event.target
  if (!track.classList?.contains('track')) return
  const shown = Math.abs(track.scrollLeft) > 2
  reveal(track, shown)
  if (shown && openTrack !== track) {
    openTrack?.scrollTo({ left: 0, behavior: 'smooth' })
    openTrack = track
  } else if (!shown && openTrack === track) {
    openTrack = null
  }
}, true)

document.addEventListener('pointerdown', event => {
  if (openTrack && !openTrack.contains(event.target)) openTrack.scrollTo({ left: 0, behavior: 'smooth' })
})

// A row that is swiped open closes when tapped, rather than lead away.
document.addEventListener('click', event => {
  const track = event.target.closest?.('.track')
  if (track && Math.abs(track.scrollLeft) > 40 && !event.target.closest('.act')) {
    event.preventDefault()
    event.stopPropagation()
    track.scrollTo({ left: 0, behavior: 'smooth' })
  }
}, true)

for (const [kind, shown] of [['pointerover', true], ['pointerout', false]]) {
  document.addEventListener(kind, event => {
    if (event.pointerType !== 'mouse') return
    const track = event.target.closest?.('.track')
    if (!track || track.contains(event.relatedTarget)) return
    if (shown || !track.matches(':focus-within')) reveal(track, shown)
  })
}

document.addEventListener('focusin', event => {
  const track = event.target.closest?.('.track')
  if (track && event.target.matches(':focus-visible')) reveal(track, true)
})
document.addEventListener('focusout', event => {
  const track = event.target.closest?.('.track')
  if (!track || track.contains(event.relatedTarget)) return
  if (Math.abs(track.scrollLeft) <= 2) reveal(track, false)
  // Tab had come by the button.
  else if (event.relatedTarget) track.scrollTo({ left: 0, behavior: 'smooth' })
})
