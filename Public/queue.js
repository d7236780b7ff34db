// @ts-check
// Runs one job at a time. Other jobs wait in order, and aren't lost.

import { closest, encoded, hasFile, REQUEST_LIMIT_MS, upload } from "./files.js"

/** The pause after the first failed request. It's too short to be noticed if the server is back at once. */
const FIRST_RETRY_MS = 250
/** The longest of these pauses. Each pause is twice as long as the previous one. A page notices within seconds that the
 * server is back. */
const LONGEST_RETRY_MS = 4000
/** The longest pause before a link is requested again. The link may lead to another server, whose error the browser
 * then shows. */
const LAST_LINK_RETRY_MS = 500
/** The first status of a server that hasn't processed the request: 502, 503, or 504. */
const FIRST_UNPROCESSED_STATUS = 502
/** The longest pause for a press, because the browser may not report its end. */
const LONGEST_PRESS_MS = 5000
/** The pause after a press. The click of a touch follows within this time. */
const CLICK_WAIT_MS = 100

/** The page's state, for style sheets. */
export const { dataset } = document.documentElement

/** @type {[job: Job, native?: Job][]} */
const waiting = []
let isWorking = false
let count = 0

/**
 * Runs a job after all earlier ones are done.
 * @param {Job} job
 * @param {Job} [native] Does the same without the script, if the job fails.
 */
export function enqueue(job, native) {
  waiting.push([job, native])
  if (!isWorking) work()
  else showWork()
}

/** @type {{ form: PageNode, job: Job, timer: number } | null | undefined} */
let plan

/**
 * Runs a job for a form after a delay, instead of the job that was planned before.
 * @param {number} milliseconds
 * @param {PageNode} form
 * @param {Job} job
 */
export function enqueueLater(milliseconds, form, job) {
  flush(form)
  plan = { form, job, timer: setTimeout(flush, milliseconds) }
  showWork()
}

/**
 * Runs the planned job immediately. If it's for the given form, the job is dropped, because another job replaces it.
 * @param {PageNode} [form]
 */
export function flush(form) {
  const last = plan
  clearTimeout(last?.timer)
  plan = null
  if (last && last.form !== form) enqueue(last.job)
  else showWork()
}

async function work() {
  isWorking = true
  showWork()
  while (waiting.length) {
    while (pressing) await pressing
    const [job, native] = waiting.shift()
    isAnswered = false
    try {
      await job()
    } catch (error) {
      console.error(error)
      giveUp()
      // If the server has answered, the request was processed, and must not be repeated.
      if (native) isAnswered ? reload() : native()
      // The jobs behind it aren't lost, because the browser runs them.
      else document.querySelector("[data-busy]")?.click()
    }
    count += 1
  }
  isWorking = false
  showWork()
}

/**
 * Shows the number of finished jobs in the page, and whether there are more. Tests read this. No style sheet uses
 * `data-work`, because changes of an attribute in a selector, such as `data-live`, restyle the whole page.
 */
function showWork() {
  if (!hasFailed) dataset.work = count + (isWorking || plan ? "+" : "")
}

/** @type {boolean | undefined} */
let hasFailed

/**
 * Listens to an event while the script works.
 * @param {string} type
 * @param {(event: any) => unknown} listener
 * @param {boolean} [capture]
 */
export const on = (type, listener, capture) => addEventListener(type, (event) => hasFailed || listener(event), capture)

/**
 * Resolved when the page may change.
 * @type {Promise<void> | null | undefined}
 */
let pressing
/** @type {(value?: any) => void} */
let endPress
/** @type {number | undefined} */
let pressTimer

/**
 * Keeps the page unchanged for some time, so that a control doesn't move while the user presses it. Otherwise, they'd
 * release the button elsewhere, and the click would be lost.
 * @param {number} milliseconds
 */
function keepStill(milliseconds) {
  pressing ??= new Promise((resolve) => (endPress = resolve))
  clearTimeout(pressTimer)
  pressTimer = setTimeout(() => endPress((pressing = null)), milliseconds)
}

// After a press of another button, its menu or its end follows immediately.
on("pointerdown", (event) => closest(event, "input, textarea, select, a, button, summary, label") && keepStill(LONGEST_PRESS_MS), true)
// Only the first finger clicks.
on("pointerup", (event) => event.isPrimary && pressing && keepStill(CLICK_WAIT_MS), true)
// A click can also come from the keyboard. The form must then be read before the next key. The window loses the focus
// if the user changes to another one. The events of fields don't reach it.
for (const type of ["pointercancel", "click", "contextmenu", "blur"]) on(type, () => pressing && keepStill(0))

export const reload = () => location.reload()

/** Lets the browser take over, as if there were no script. */
function giveUp() {
  hasFailed = true
  waiting.length = 0
  onbeforeunload = null
  delete dataset.live
  delete dataset.work
  // The script made the entry for this address, so the page must be loaded.
  addEventListener("popstate", reload)
}

/** The URL of the stream, below the same prefix as this script. Servers that share an origin have different ones. */
export const stream = new URL("../~live", import.meta.url).href

/** Whether the server has answered since the job began. */
let isAnswered = false

/**
 * A random pause of about this length. Without it, all browsers would return at the same time after an interruption.
 * @param {number} milliseconds
 */
export const jitter = (milliseconds) => milliseconds * (0.5 + Math.random())

/**
 * Sends a request until the server answers. Repetitions are identical.
 * @param {string} url
 * @param {RequestOptions} options
 * @returns {Promise<Result>}
 */
export async function ask(url, options) {
  for (let pause = FIRST_RETRY_MS; ; pause = Math.min(pause * 2, LONGEST_RETRY_MS)) {
    try {
      const answer = await get(url, options)
      // A server that's busy or stopping, or a proxy of such a server, hasn't processed the request. A link can also
      // lead to another server.
      if (answer.status >= FIRST_UNPROCESSED_STATUS && !hasFile(options.items) && !(options.redirect && pause > LAST_LINK_RETRY_MS)) throw answer
      // If the response isn't a patch, the browser must show it.
      const text = answer.headers.get("Content-Type")?.startsWith("text/vnd.cairn") ? await answer.text() : (answer.body?.cancel(), "")
      while (pressing) await pressing
      isAnswered = true
      delete dataset.offline
      return { answer, text }
    } catch (/** @type {any} */ error) {
      dataset.offline = error.status ? "busy" : ""
      await new Promise((resolve) => setTimeout(resolve, jitter(pause)))
      // A proxy may want to see the user first, for example to sign them in.
      /** @type {Partial<Answer>} */
      const { type } = await get(stream, { method: "HEAD", redirect: "manual" }).catch(() => ({}))
      if (type === "opaqueredirect") reload()
      // If the server is available, a browser waits longer than the script.
      if (type && error.name === "TimeoutError") throw error
    }
  }
}

/**
 * Sends a request with a time limit.
 * @param {string} url
 * @param {RequestOptions} options
 * @returns {Promise<Answer>}
 */
function get(url, { items, ...options }) {
  const body = items && encoded(items)
  if (body instanceof FormData) return upload(url, /** @type {Upload} */ ({ ...options, body }))
  return fetch(url, { cache: "no-store", signal: /** @type {any} */ (AbortSignal).timeout(REQUEST_LIMIT_MS), ...options, body })
}
