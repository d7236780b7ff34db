// @ts-check
// One thing at a time: what is asked for meanwhile waits, in its order, and none of it is lost.

import { encoded, hasFile, REQUEST_LIMIT_MS, upload } from "./files.js"

/** The pause after the first failed request. It's too short to be noticed if the server is back at once. */
const FIRST_RETRY_MS = 250
/** The longest of these pauses, each of which is twice as long as the one before. A page notices within seconds that the
 * server is back. */
const LONGEST_RETRY_MS = 4000
/** The longest pause before a link is requested again. The link may lead to another server, whose error the browser then
 * shows. */
const LAST_LINK_RETRY_MS = 500
/** The first status of a server that hasn't processed the request: 502, 503, or 504. */
const FIRST_UNPROCESSED_STATUS = 502

/** What the page says of itself to style sheets. */
export const { dataset } = document.documentElement

/** @type {[job: Job, native?: Job][]} */
const waiting = []
let isWorking = false
let count = 0

/**
 * Does something when everything before it is done.
 * @param {Job} job
 * @param {Job} [native] Does the same as a browser without a script, where the script fails at it.
 */
export function enqueue(job, native) {
  waiting.push([job, native])
  if (!isWorking) work()
  else showWork()
}

/** @type {{ form: PageNode, job: Job, timer: number } | null | undefined} */
let plan

/**
 * Does something for a form after a while, in place of what was planned for it before.
 * @param {number} milliseconds
 * @param {PageNode} form
 * @param {Job} job
 */
export function enqueueLater(milliseconds, form, job) {
  hurry(form)
  plan = { form, job, timer: setTimeout(hurry, milliseconds) }
  showWork()
}

/**
 * Does at once what was planned; but not for a form for which it is done in another way.
 * @param {PageNode} [form]
 */
export function hurry(form) {
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
    const [job, native] = waiting.shift()
    isAnswered = false
    try {
      await job()
    } catch (error) {
      console.error(error)
      giveUp()
      // What was answered is done, and is not to be done again.
      if (native) isAnswered ? reload() : native()
      // What waits behind it is not lost: the browser does it.
      else document.querySelector("[data-busy]")?.click()
    }
    count += 1
  }
  isWorking = false
  showWork()
}

/**
 * Shows in the page how many jobs are done, and whether there are more, for tests. No style sheet selects by `data-work`: a
 * change of an attribute that one selects by, as `data-live`, restyles the whole page.
 */
function showWork() {
  if (!hasFailed) dataset.work = count + (isWorking || plan ? "+" : "")
}

/** @type {boolean | undefined} */
let hasFailed

/**
 * Listens to what a user does, as long as the script works.
 * @param {string} type
 * @param {(event: any) => unknown} listener
 * @param {boolean} [capture]
 */
export const on = (type, listener, capture) => addEventListener(type, (event) => hasFailed || listener(event), capture)

export const reload = () => location.reload()

/** Leaves the page to the browser, as it is where there is no script. */
function giveUp() {
  hasFailed = true
  waiting.length = 0
  onbeforeunload = null
  delete dataset.live
  delete dataset.work
  // An address of which the script has made an entry.
  addEventListener("popstate", reload)
}

/** Whether the server has answered since the job began. */
let isAnswered = false

/**
 * A pause of about this length, at random: browsers that have lost the server at the same time don't all come back at once.
 * @param {number} milliseconds
 */
export const spread = (milliseconds) => milliseconds * (0.5 + Math.random())

/**
 * Asks the server until it answers: what could not be sent is sent again as it was.
 * @param {string} url
 * @param {RequestOptions} options
 * @returns {Promise<Result>}
 */
export async function ask(url, options) {
  for (let pause = FIRST_RETRY_MS; ; pause = Math.min(pause * 2, LONGEST_RETRY_MS)) {
    try {
      const answer = await get(url, options)
      // Who is busy, is about to end, or stands for a server that is, has done nothing. A link may lead to another one.
      if (answer.status >= FIRST_UNPROCESSED_STATUS && !hasFile(options.items) && !(options.redirect && pause > LAST_LINK_RETRY_MS)) throw answer
      // What is no patch is the browser's to read.
      const isPatch = answer.headers.get("Content-Type")?.startsWith("text/vnd.cairn")
      const text = isPatch ? await answer.text() : (answer.body?.cancel(), "")
      isAnswered = true
      delete dataset.offline
      return { answer, text }
    } catch (/** @type {any} */ error) {
      dataset.offline = error.status ? "busy" : ""
      await new Promise((resolve) => setTimeout(resolve, spread(pause)))
      // Somebody in between may want to see the user first, as one whom he signs in to.
      /** @type {Partial<Answer>} */
      const { type } = await get("/~live", { method: "HEAD", redirect: "manual" }).catch(() => ({}))
      if (type === "opaqueredirect") reload()
      // A browser has more patience with a server that is there.
      if (type && error.name === "TimeoutError") throw error
    }
  }
}

/**
 * Sends a request, and gives it up after a while.
 * @param {string} url
 * @param {RequestOptions} options
 * @returns {Promise<Answer>}
 */
function get(url, { items, ...options }) {
  const body = items && encoded(items)
  if (body instanceof FormData) return upload(url, /** @type {Upload} */ ({ ...options, body }))
  return fetch(url, { cache: "no-store", signal: /** @type {any} */ (AbortSignal).timeout(REQUEST_LIMIT_MS), ...options, body })
}
