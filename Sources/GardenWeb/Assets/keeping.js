// Reading without a connection.

// Only over TLS and on the machine itself are there service workers; elsewhere nothing is kept.
if (isSecureContext) navigator.serviceWorker?.register('/service-worker.js').catch(() => {})

const keptMark = () => $('meta[name=kept-at]')

/** What is said while the server cannot be reached. */
function lost() {
  const mark = keptMark()
  if (!mark) return 'No connection. Trying again…'
  const moment = new Date(mark.content).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return `No connection. This is how it was on ${moment}.`
}

/** The page on screen is the server's again. */
const forgetKept = () => keptMark()?.remove()
