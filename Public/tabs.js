// What the tabs of a browser share: each has a scene of its own, and one of them hears for all from the server what has
// changed by itself. A browser without locks has a stream for each tab, and says nothing of scenes.

import { dataset } from "./queue.js"

let owned, release

/** Takes the lock of a scene; answers false where another tab has it. A browser without locks says nothing of tabs. */
export async function own(scene) {
  if (scene === owned || !navigator.locks) return true
  release?.()
  release = owned = null
  if (!scene) return true
  return new Promise((resolve) => {
    // A page that is left may have it for a moment more.
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), 300)
    release = () => waiting.abort()
    navigator.locks
      .request(`cairn-scene-${scene}`, { signal: waiting.signal }, () => {
        clearTimeout(timer)
        owned = scene
        resolve(true)
        return new Promise((done) => (release = done))
      })
      .catch(() => resolve(false))
  })
}

// MARK: What the server says by itself

const name = "cairn-live"
const channel = navigator.locks && new BroadcastChannel(name)
let stop, hear

/**
 * Begins to listen where the page may change by itself, and stops where it may not any more.
 * Answers whether the page listened already.
 * @param onOpen Called when the stream has begun, anew or for the first time: what came before is not known.
 * @param onEvent Called with the mark of a scene, and a patch or nothing.
 */
export function listen(isNeeded, onOpen, onEvent) {
  hear = (message) => {
    if (message === "open") return onOpen()
    const [, mark, patch] = message.match(/^(.*)\n?([^]*)$/)
    // Browsers leave NULs of events out.
    onEvent(mark, patch.replaceAll("\x1e", "\0"))
  }
  if (!isNeeded === !stop) return isNeeded
  if (!isNeeded) {
    stop()
    stop = null
  } else if (channel) {
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
      delete dataset.offline
      say("open")
      watch()
    }
    source.onmessage = ({ data }) => (watch(), say(data))
    source.addEventListener("beat", watch)
    source.onerror = () => {
      // The server is away, or sends something else: both pass.
      source.close()
      dataset.offline = ""
      again(pause * (0.5 + Math.random()))
      pause = Math.min(pause * 2, 15_000)
    }
  }
  const again = (milliseconds) => {
    clearTimeout(timer)
    timer = setTimeout(() => (source.close(), begin()), milliseconds)
  }
  // A stream that says nothing at all, for three beats, is gone.
  const watch = () => again(45_000)
  begin()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
