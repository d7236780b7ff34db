// Makes a page that is served by Cairn live: forms are sent and links followed without leaving it. It knows layers,
// rows, fields and history, and nothing of any application. What it can not do it leaves to the browser.

import * as entries from "./history.js"
import { listen } from "./live.js"
import { hold, holdsTyped, isBox, noteSent, settleSent, valueOf } from "./merge.js"
import * as page from "./page.js"
import { ask, drop, enqueue, enqueueLater, hurry } from "./queue.js"
import { own } from "./tab.js"

const patchType = "text/vnd.cairn.patch"
/** How long a user has to pause for what is typed to be sent, in milliseconds. */
const pause = 300
let number = 0
/** Where the page is that is shown, whatever the address bar says meanwhile. */
let shownURL = location.href
/** Whether the click that comes to a form asks for another tab. */
let isForOtherTab = false

if (page.read()) {
  // A page that the browser makes in advance is nobody's yet: it takes no scene, and asks for nothing.
  if (document.prerendering) {
    addEventListener("prerenderingchange", () => (start(), enqueue(() => refresh(location.href))), { once: true })
  } else start()
}

function start() {
  entries.begin(entry(location.href))
  addEventListener("click", noteClick, true)
  addEventListener("submit", submitted)
  addEventListener("click", clicked)
  addEventListener("input", edited)
  addEventListener("change", edited)
  addEventListener("pagehide", () => (entries.leave(typed(holdsTyped)), entries.save()))
  addEventListener("pageshow", (event) => event.persisted && enqueue(() => refresh(location.href)))
  entries.onTravel(typed, (arrive) => {
    hurry()
    enqueue(() => travel(arrive()))
  })
  enqueue(begin)
  restore(entries.current().typed)
  hear()
}

/** Begins with a scene of its own, where another tab has the page's. */
async function begin() {
  if (await own(sceneOf(shownURL))) return
  await post({ "~fork": 1 })
}

/** Sends a form of the page that has no fields. */
async function post(items = {}) {
  const data = new URLSearchParams({ ...items, "~token": page.shown.token, "~n": ++number })
  const { answer, text } = await ask(shownURL, { method: "POST", body: data, headers: headers() })
  if (isPatch(answer)) return take(text, answer)
}

// MARK: What the server says by itself

/** Listens as long as the page may change by itself, for which it needs a scene. */
function hear() {
  listen(
    page.shown.isLive,
    () => enqueue(() => (sceneOf(shownURL) ? catchUp() : post())),
    (mark, patch) =>
      enqueue(() => {
        if (mark !== sceneOf(shownURL)) return
        return patch ? take(patch, { url: shownURL }) : catchUp()
      }),
  )
}

/** Asks what has changed. */
async function catchUp() {
  const { answer, text } = await ask(shownURL, { headers: headers() })
  if (isPatch(answer)) return take(text, answer)
}


// MARK: What a user does

function noteClick(event) {
  isForOtherTab = event.ctrlKey || event.metaKey || event.shiftKey
}

function submitted(event) {
  const form = event.target
  if (event.defaultPrevented || isForOtherTab || !form.matches("form.layer")) return
  event.preventDefault()
  const tap = event.submitter?.name === "~tap" ? event.submitter.value : ""
  const trail = page.shown.trail
  // What is sent where the page is another one when its turn comes.
  const early = body(form, tap)
  const isTyped = [...form.elements].some(holdsTyped)
  // The fields go with it.
  drop()
  enqueue(() => {
    if (page.shown.trail === trail) return send(form, tap, body(form, tap))
    // A second click on what has done its work; but nothing that was typed is lost.
    if (isTyped && !form.isConnected) return send(form, tap, early)
  })
}

function clicked(event) {
  const link = event.target.closest?.("a[href]")
  if (event.defaultPrevented || event.button || isForOtherTab || event.altKey) return
  if (!link || link.origin !== location.origin || link.hash || link.target || link.download) return
  event.preventDefault()
  enqueue(() => follow(link.href))
}

/** Sends what is typed, in a pause; what is chosen at once. */
function edited({ target, type }) {
  const { form } = target
  if (!form?.matches("form.layer") || !target.name?.startsWith("~f.")) return
  target.isEdited = true
  if (target.type === "password") return
  const isChosen = isBox(target) || target.localName === "select"
  enqueueLater(isChosen || type === "change" ? 0 : pause, () => {
    if (form === page.topLayer() && [...form.elements].some(holdsTyped)) return send(form, "", body(form, ""))
  })
}

// MARK: What is asked of the server

/** What a form says. */
function body(form, tap) {
  const data = new URLSearchParams(new FormData(form))
  data.set("~token", page.shown.token)
  if (tap) data.set("~tap", tap)
  data.set("~n", ++number)
  return data
}

const headers = () => ({ "Cairn-Page": page.shown.digest })

async function send(form, tap, data) {
  noteSent(form)
  const { answer, text } = await ask(form.action, { method: "POST", body: data, headers: headers() })
  if (isPatch(answer)) return take(text, answer, form)
  if (answer.redirected) return location.assign(answer.url)
  // It is the browser's to show what this is.
  for (const [name, value] of [["~tap", tap], ["~n", data.get("~n")]]) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }))
  }
  HTMLFormElement.prototype.submit.call(form)
}

async function follow(url) {
  const { answer, text } = await ask(url, { headers: headers() })
  if (!isPatch(answer)) return location.assign(url)
  entries.leave(typed())
  const patch = await applied(text, answer)
  entries.push(entry(answer.url), answer.url)
  show(patch, answer.url, 0)
}

/** Shows what a page is now. */
async function refresh(url, scroll) {
  const { answer, text } = await ask(url, { headers: headers() })
  if (!isPatch(answer)) return location.replace(url)
  const patch = await applied(text, answer)
  entries.replace(entry(answer.url), answer.url)
  show(patch, answer.url, scroll)
}

/** Brings the page to an entry of the history that the user has gone to. */
async function travel(target) {
  const { trail, token, url, scroll, typed } = target
  if (token && entries.isBelow(target, entry(shownURL))) {
    const data = new URLSearchParams({ "~token": token, "~n": ++number })
    const { answer, text } = await ask(url, { method: "POST", body: data, headers: headers() })
    if (!isPatch(answer)) return location.replace(answer.redirected ? answer.url : url)
    // What the answer does not say is as the form has said.
    Object.assign(page.shown, { token, trail })
    const patch = await applied(text, answer)
    const address = patch.url ?? (answer.redirected ? answer.url : url)
    entries.replace(entry(address), address)
    show(patch, address, scroll)
  } else {
    await refresh(url, scroll)
  }
  restore(typed)
}

/** Puts what was typed into its fields again, to be sent. */
function restore(typed) {
  for (const [id, value] of Object.entries(typed ?? {})) {
    const control = document.getElementById(id)
    if (!control || valueOf(control) === value) continue
    hold(control, value)
    edited({ target: control, type: "input" })
  }
}

const isPatch = (answer) => answer.headers.get("Content-Type")?.startsWith(patchType)

/** Makes the page what an answer says, or asks for it as a whole. */
async function applied(text, answer) {
  try {
    return page.apply(text)
  } catch (error) {
    if (!(error instanceof page.Mismatch)) throw error
    const url = answer.redirected ? answer.url : (JSON.parse(text.split("\0")[0]).url ?? location.href)
    page.shown.digest = "none"
    return page.apply((await ask(url, { headers: headers() })).text)
  }
}

// MARK: What follows from an answer

/** What the history has to know of the page that is shown. */
function entry(url) {
  return { trail: page.shown.trail, token: page.shown.token, scene: sceneOf(url), url }
}

/** The mark of the scene in a URL. */
function sceneOf(url) {
  return new URL(url, location.href).search.match(/[?&]~(\w+)/)?.[1]
}

/** Shows the answer to a form, and gives it its place in the history. */
async function take(text, answer, form) {
  const before = entry(shownURL)
  const own = answer.redirected ? answer.url : shownURL
  const left = typed()
  const patch = await applied(text, answer)
  if (form?.isConnected) settleSent(form)
  const url = new URL(patch.url ?? own, location.href).href
  const now = entry(url)
  if (!before.scene && now.scene) {
    // The page's scene has begun: what is below is its own.
    before.scene = now.scene
    entries.adopt(now.scene)
  }
  let scroll
  if (now.trail === before.trail && new URL(url).pathname === new URL(shownURL).pathname) {
    entries.replace(now, url)
  } else if (entries.isBelow(now, before)) {
    entries.leave()
    if (await entries.goBack(now)) scroll = entries.current().scroll
    entries.replace(now, url)
  } else {
    entries.leave(left)
    entries.push(now, url)
    if (now.trail.split(",").at(-1).startsWith("pushed") || !entries.isBelow(before, now)) scroll = 0
  }
  show(patch, url, scroll)
}

function show(patch, url, scroll) {
  shownURL = url
  const { pathname, search } = new URL(url, location.href)
  page.setAction(pathname + search)
  if (scroll !== undefined) scrollTo(0, scroll)
  if (patch.focus) page.focus(patch.focus)
  own(sceneOf(url))
  hear()
}

/** What was typed into the top layer, whether it was sent or not, but for passwords. */
function typed(isWanted = (control) => control.isEdited) {
  const controls = [...(page.topLayer()?.elements ?? [])].filter(
    (control) => control.id && control.type !== "password" && isWanted(control),
  )
  return Object.fromEntries(controls.map((control) => [control.id, valueOf(control)]))
}
