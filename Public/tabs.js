// @ts-check
// What the tabs of a browser share. Each tab has its own scene, and one tab receives the server's changes for all of
// them. In a browser without locks, each tab has its own stream, and scenes aren't coordinated.

import { dataset, jitter, stream } from "./queue.js"

/** How long a tab waits for the lock of its scene. A page that's being left releases the lock within this time. If
 * another tab keeps the lock, users hardly notice the delay. */
const LOCK_WAIT_MS = 300
/** The pause before a stream that has ended is reopened. A proxy that ends each stream gets one request per second. */
const FIRST_REOPEN_MS = 1000
/** The longest of these pauses. Each pause is twice as long as the previous one. It's as long as the time between two
 * beats of a stream. */
const LONGEST_REOPEN_MS = 15_000
/** How long a stream may be silent before it counts as lost. It's three beats, which the server sends every 15 seconds.
 * */
const SILENT_STREAM_MS = 45_000

/** @type {string | null | undefined} */
let ownedScene
/** @type {((value?: any) => void) | null | undefined} */
let release

/**
 * Takes the lock of a scene. Returns `false` if another tab has it. In a browser without locks, it always returns
 * `true`.
 * @param {string} [scene]
 * @returns {Promise<boolean>}
 */
export async function own(scene) {
  if (scene === ownedScene || !navigator.locks) return true
  release?.()
  release = ownedScene = null
  if (!scene) return true
  return new Promise((resolve) => {
    // A page that's being left may keep the lock for another moment.
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), LOCK_WAIT_MS)
    release = () => waiting.abort()
    navigator.locks
      .request(`cairn-scene-${scene}`, { signal: waiting.signal }, () => {
        clearTimeout(timer)
        ownedScene = scene
        resolve(true)
        return new Promise((done) => (release = done))
      })
      .catch(() => resolve(false))
  })
}

// MARK: Changes that the server pushes

// The lock and the channel have the name of the stream, so that servers on one origin don't share them.
const channel = navigator.locks && new BroadcastChannel(stream)
/** @type {(() => void) | null | undefined} */
let stop
/** @type {(message: any) => void} */
let handle

/**
 * Starts to listen if the server can push changes to the page, and stops if it can't. Returns whether the page already
 * listened.
 * @param {boolean} [isNeeded]
 * @param {any} [onOpen] Called when the stream opens or reopens. Earlier changes may have been missed.
 * @param {any} [onEvent] Called with the ID of a scene, and a patch if there is one.
 */
export function listen(isNeeded, onOpen, onEvent) {
  handle = (message) => {
    if (message === "open") return onOpen()
    const [, scene, patch] = message.match(/^(.*)\n?([^]*)$/)
    // Browsers discard NUL characters in events.
    onEvent?.(scene, patch.replaceAll("\x1e", "\0"))
  }
  // A tab that doesn't listen to the server still has to leave a session that has ended.
  if (channel) channel.onmessage = ({ data }) => (stop || !data) && handle(data)
  if (!isNeeded === !stop) return isNeeded
  if (!isNeeded) {
    stop?.()
    stop = null
  } else if (channel) {
    const wanted = new AbortController()
    navigator.locks.request(stream, { signal: wanted.signal }, () => new Promise(read)).catch(() => {})
    let release = () => wanted.abort()
    stop = () => release()
    /** @param {(value?: any) => void} done */
    function read(done) {
      const close = open((message) => (channel.postMessage(message), handle(message)))
      release = () => (close(), done())
    }
    // The tab with the lock may have opened the stream earlier.
    handle("open")
  } else {
    stop = open((message) => handle(message))
  }
}

/** Makes the other tabs request their current contents, because the session has ended. */
export const tellOthers = () => channel?.postMessage("")

/**
 * Opens the stream, and reopens it whenever it ends. Returns a function that closes it.
 * @param {(message: string) => void} send
 */
function open(send) {
  /** @type {EventSource} */
  let source
  /** @type {number | undefined} */
  let timer
  let pause = FIRST_REOPEN_MS
  const begin = () => {
    source = new EventSource(stream)
    source.onopen = () => {
      pause = FIRST_REOPEN_MS
      delete dataset.offline
      send("open")
      watch()
    }
    source.onmessage = ({ data }) => (watch(), send(data))
    source.addEventListener("beat", watch)
    source.onerror = () => {
      // The server is unavailable or sends something else. Both are temporary.
      source.close()
      dataset.offline = ""
      reopen(jitter(pause))
      pause = Math.min(pause * 2, LONGEST_REOPEN_MS)
    }
  }
  /** @param {number} milliseconds */
  const reopen = (milliseconds) => {
    clearTimeout(timer)
    timer = setTimeout(() => (source.close(), begin()), milliseconds)
  }
  // A stream without events for three beats is lost.
  const watch = () => reopen(SILENT_STREAM_MS)
  begin()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
