// One thing at a time: what is asked for meanwhile waits, in its order, and none of it is lost.

import { encoded, hasFile, upload } from "./files.js"

/** What the page says of itself to style sheets. */
export const { dataset } = document.documentElement

const waiting = []
let isWorking = false
let count = 0

/**
 * Does something when everything before it is done.
 * @param native Does the same as a browser without a script, where the script fails at it.
 */
export function enqueue(job, native) {
  waiting.push([job, native])
  if (!isWorking) work()
  else showWork()
}

let plan

/** Does something for a form after a while, in place of what was planned for it before. */
export function enqueueLater(milliseconds, form, job) {
  hurry(form)
  plan = { form, job, timer: setTimeout(hurry, milliseconds) }
  showWork()
}

/** Does at once what was planned; but not for a form for which it is done in another way. */
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

let hasFailed

/** Listens to what a user does, as long as the script works. */
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

/** Asks the server until it answers: what could not be sent is sent again as it was. */
export async function ask(url, options) {
  for (let pause = 250; ; pause = Math.min(pause * 2, 4000)) {
    try {
      const answer = await get(url, options)
      // Who is busy, is about to end, or stands for a server that is, has done nothing. A link may lead to another one.
      if (answer.status > 501 && !hasFile(options.items) && !(options.redirect && pause > 999)) throw answer
      // What is no patch is the browser's to read.
      const isPatch = answer.headers.get("Content-Type")?.startsWith("text/vnd.cairn")
      const text = isPatch ? await answer.text() : (answer.body?.cancel(), "")
      isAnswered = true
      delete dataset.offline
      return { answer, text }
    } catch (error) {
      dataset.offline = error.status ? "busy" : ""
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
      // Somebody in between may want to see the user first, as one whom he signs in to.
      const { type } = await get("/~live", { method: "HEAD", redirect: "manual" }).catch(() => ({}))
      if (type === "opaqueredirect") reload()
      // A browser has more patience with a server that is there.
      if (type && error.name === "TimeoutError") throw error
    }
  }
}

/** An answer that takes longer than a minute is not waited for. */
function get(url, { items, ...options }) {
  const body = items && encoded(items)
  if (body instanceof FormData) return upload(url, { ...options, body })
  return fetch(url, { cache: "no-store", signal: AbortSignal.timeout(60_000), ...options, body })
}
