// One thing at a time: what is asked for meanwhile waits, in its order, and none of it is lost.

import { encoded, hasFile, upload } from "./files.js"

const waiting = []
let isWorking = false
let count = 0

/** Does something when everything before it is done. */
export function enqueue(job) {
  waiting.push(job)
  if (!isWorking) work()
  else show()
}

let plan = null

/** Does something after a while, in place of what was planned before. */
export function enqueueLater(milliseconds, job) {
  drop()
  plan = { job, timer: setTimeout(hurry, milliseconds) }
  show()
}

/** Does at once what was planned. */
export function hurry() {
  const { job } = plan ?? {}
  drop()
  if (job) enqueue(job)
}

/** Forgets what was planned: it is done in another way. */
export function drop() {
  clearTimeout(plan?.timer)
  plan = null
  show()
}

async function work() {
  isWorking = true
  show()
  while (waiting.length) {
    try {
      await waiting.shift()()
    } catch (error) {
      console.error(error)
    }
    count += 1
  }
  isWorking = false
  show()
}

/** Says in the page how much was done, and whether there is more: for style sheets, and for tests. */
function show() {
  document.documentElement.dataset.live = count + (isWorking || plan ? "+" : "")
}

show()

const patchType = "text/vnd.cairn.patch"

export const isPatch = (answer) => answer.headers.get("Content-Type")?.startsWith(patchType)

/** Asks the server until it answers: what could not be sent is sent again as it was. */
export async function ask(url, options) {
  for (let pause = 250; ; pause = Math.min(pause * 2, 4000)) {
    try {
      const answer = await get(url, options)
      // Who is busy, is about to end, or stands for a server that is, has done nothing.
      if (answer.status > 501 && !hasFile(options.items ?? [])) throw answer
      // What is no patch is the browser's to read.
      const text = isPatch(answer) ? await answer.text() : (answer.body?.cancel(), "")
      document.documentElement.removeAttribute("data-offline")
      return { answer, text }
    } catch (error) {
      document.documentElement.dataset.offline = error.status ? "busy" : ""
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
      // Somebody in between may want to see the user first, as one whom he signs in to.
      const { type } = await get(location.href, { redirect: "manual" }).catch(() => ({}))
      if (type === "opaqueredirect") location.reload()
    }
  }
}

/** An answer that takes longer than a minute is not waited for. */
function get(url, { items, ...options }) {
  const body = items && encoded(items)
  if (body instanceof FormData) return upload(url, { ...options, body })
  return fetch(url, { cache: "no-store", signal: AbortSignal.timeout(60_000), ...options, body })
}
