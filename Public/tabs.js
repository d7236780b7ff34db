// @ts-check
// What the tabs of a browser share: each has a scene of its own, and one of them hears for all from the server what has
// changed by itself. A browser without locks has a stream for each tab, and says nothing of scenes.

import { dataset, spread } from "./queue.js"

/** How long a tab waits for the lock of its scene. A page that is being left releases the lock within this time, and users
 * hardly notice the delay if another tab keeps it. */
const LOCK_WAIT_MS = 300
/** The pause before a stream that has ended is opened again. A proxy that ends each stream gets one request a second. */
const FIRST_REOPEN_MS = 1000
/** The longest of these pauses, each of which is twice as long as the one before. It's as long as the time between two beats
 * of a stream. */
const LONGEST_REOPEN_MS = 15_000
/** How long a stream may be silent before it counts as lost: three of the beats that the server sends every 15 seconds. */
const SILENT_STREAM_MS = 45_000

/** @type {string | null | undefined} */
let owned
/** @type {((value?: any) => void) | null | undefined} */
let release

/**
 * Takes the lock of a scene; answers false where another tab has it. A browser without locks says nothing of tabs.
 * @param {string} [scene]
 * @returns {Promise<boolean>}
 */
export async function own(scene) {
  if (scene === owned || !navigator.locks) return true
  release?.()
  release = owned = null
  if (!scene) return true
  return new Promise((resolve) => {
    // A page that is left may have it for a moment more.
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), LOCK_WAIT_MS)
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
/** @type {(() => void) | null | undefined} */
let stop
/** @type {(message: any) => void} */
let hear

/**
 * Begins to listen where the page may change by itself, and stops where it may not any more.
 * Answers whether the page listened already.
 * @param {boolean} [isNeeded]
 * @param {any} [onOpen] Called when the stream has begun, anew or for the first time: what came before is not known.
 * @param {any} [onEvent] Called with the mark of a scene, and a patch or nothing.
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
    stop?.()
    stop = null
  } else if (channel) {
    const wanted = new AbortController()
    channel.onmessage = ({ data }) => stop && hear(data)
    navigator.locks.request(name, { signal: wanted.signal }, () => new Promise(read)).catch(() => {})
    let release = () => wanted.abort()
    stop = () => release()
    /** @param {(value?: any) => void} done */
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

/**
 * Opens the stream, and again whenever it ends; answers what closes it.
 * @param {(message: string) => void} say
 */
function open(say) {
  /** @type {EventSource} */
  let source
  /** @type {number | undefined} */
  let timer
  let pause = FIRST_REOPEN_MS
  const begin = () => {
    source = new EventSource("/~live")
    source.onopen = () => {
      pause = FIRST_REOPEN_MS
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
      again(spread(pause))
      pause = Math.min(pause * 2, LONGEST_REOPEN_MS)
    }
  }
  /** @param {number} milliseconds */
  const again = (milliseconds) => {
    clearTimeout(timer)
    timer = setTimeout(() => (source.close(), begin()), milliseconds)
  }
  // A stream that says nothing at all, for three beats, is gone.
  const watch = () => again(SILENT_STREAM_MS)
  begin()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
