// Hears from the server what has changed by itself, over one stream for all tabs of the browser: the tab that has the
// lock reads it, and tells the others. A browser without locks or channels has a stream for each tab.

const name = "cairn-live"
const silence = 45_000
const channel = "BroadcastChannel" in window ? new BroadcastChannel(name) : null
let stop = null
let hear = null

/**
 * Begins to listen where the page may change by itself, and stops where it may not any more.
 * @param onOpen Called when the stream has begun, anew or for the first time: what came before is not known.
 * @param onEvent Called with the mark of a scene, and a patch or nothing.
 */
export function listen(isNeeded, onOpen, onEvent) {
  hear = (message) => {
    if (message === "open") return onOpen()
    const [, mark, patch] = message.match(/^(.*)\n?([^]*)$/)
    onEvent(mark, patch)
  }
  if (isNeeded === Boolean(stop)) return
  if (!isNeeded) {
    stop()
    stop = null
  } else if (channel && navigator.locks) {
    const wanted = new AbortController()
    channel.onmessage = ({ data }) => stop && hear(data)
    navigator.locks.request(name, { signal: wanted.signal }, () => new Promise(read)).catch(() => {})
    let release = () => wanted.abort()
    stop = () => release()
    function read(done) {
      const close = open((message) => (channel.postMessage(message), hear(message)))
      release = () => (close(), done())
    }
    // Whoever has the lock has opened the stream before.
    hear("open")
  } else {
    stop = open((message) => hear(message))
  }
}

/** Opens the stream, and again whenever it ends; answers what closes it. */
function open(say) {
  let source, timer
  let pause = 1000
  const begin = () => {
    source = new EventSource("/~live")
    source.onopen = () => {
      pause = 1000
      document.documentElement.removeAttribute("data-offline")
      say("open")
      watch()
    }
    source.onmessage = ({ data }) => (watch(), say(data))
    source.addEventListener("beat", watch)
    source.onerror = () => {
      // The server is away, or sends something else: both pass.
      source.close()
      document.documentElement.dataset.offline = ""
      again(pause * (0.5 + Math.random()))
      pause = Math.min(pause * 2, 30_000)
    }
  }
  const again = (milliseconds) => {
    clearTimeout(timer)
    timer = setTimeout(begin, milliseconds)
  }
  // A stream that says nothing at all is gone.
  const watch = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (source.close(), begin()), silence)
  }
  const hurry = () => source.readyState === EventSource.CLOSED && again(0)
  addEventListener("online", hurry)
  begin()
  return () => {
    clearTimeout(timer)
    removeEventListener("online", hurry)
    source.close()
  }
}
