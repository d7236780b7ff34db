// @ts-check
// Makes a page that is served by Cairn live: forms are sent and links followed without leaving it. It knows layers,
// rows, fields and history, and nothing of any application. What it can not do it leaves to the browser.

import { call, closest, create, hasFile, isAllowed, property, refuse, showProgress } from "./files.js"
import { body, bodyAgain, holdsUnsent, numbered } from "./forms.js"
import { adopt, clearEntries, current, goBack, goTo, isBelow, isUncovered } from "./history.js"
import { leave, onTravel, pathOf, pushEntry, replaceEntry, save, sceneOf, takeIn, withScene } from "./history.js"
import { announce, changeRows, listenToKeys } from "./layer.js"
import { defaultOf, fieldsOf, forgetOwn, hold, holdsTyped, isField, isTouched } from "./merge.js"
import { noteOthers, noteSent, settleSent, valueOf } from "./merge.js"
import { apply, asks, begin, find, focused, giveFocus, head, layers } from "./page.js"
import { readPage, setAction, shown, stepOf, tapped, topLayer } from "./page.js"
import { ask, dataset, enqueue, enqueueLater, hurry, on, reload } from "./queue.js"
import { listen, own } from "./tabs.js"

/** The pause in typing after which typed text is sent. For most users it's longer than the time between two keys. */
const TYPING_PAUSE_MS = 300
/** How often a page asks for a scene of its own. The first one is enough, because the lock of a new scene is free. The limit
 * prevents an endless loop. */
const SCENE_ATTEMPTS = 3
/** The status with which the server requests a form as a whole, because it doesn't know what the page shows. */
const UNKNOWN_PAGE_STATUS = 204
/** The status of a form that wasn't processed, and is offered again. */
const NOT_PROCESSED_STATUS = 409
/** The status of a form that is too long. */
const TOO_LONG_STATUS = 413

/** Where the page is that is shown, whatever the address bar says meanwhile. */
let shownURL = location.href
/**
 * Whether the click that comes to a form asks for another tab.
 * @type {boolean | undefined}
 */
let isForOtherTab
/**
 * What the first of several clicks was on.
 * @type {PageNode | undefined}
 */
let first
/** How many taps are done, and steps back or forward; how often the server was asked. */
let taps = 0
let asked = 0
/**
 * What was sent last, or is about to be.
 * @type {Items}
 */
let sent

function start() {
  const action = property(topLayer(), "action")
  // The mark of a scene that is gone says nothing.
  if (sceneOf(shownURL) && !sceneOf(action)) shownURL = action
  // The browser's cache may have the page that another tab was given.
  /** @type {any[]} */
  const [load] = performance.getEntriesByType("navigation")
  const isCached = load?.type === "back_forward" && load.transferSize === 0
  const before = takeIn(entry(shownURL))
  if (isCached) enqueue(() => refresh(withScene(location.href, before?.scene), typed()), reload)
  // Browsers that know `scroll-initial-target` are there already.
  if (!current().scroll) document.querySelector("dialog.popover, li.anchor")?.scrollIntoView({ block: "nearest" })
  on("click", noteClick, true)
  on("submit", (event) => press(event, event.target, event.submitter))
  on("click", clicked)
  on("input", edited)
  on("change", edited)
  const keep = () => (leave(left(isTouched)), save())
  // A phone may end a page that is out of sight without another word.
  on("visibilitychange", () => {
    keep()
    // Its stream may have ended meanwhile without a word.
    if (!document.hidden && shown.isLive) lookAgain()
  })
  on("pagehide", () => {
    keep()
    // The browser may keep the page: other tabs are not to wait for it.
    own()
    listen()
  })
  on("pageshow", (event) => event.persisted && renew())
  onTravel(left, (arrive) => {
    hurry()
    enqueue(() => travel(arrive()), reload)
  })
  announce()
  listenToKeys()
  enqueue(takeScene)
  restore(current().typed)
  hearServer()
}

/** Brings a page up to date that was made, or left, some time ago. */
const renew = () => enqueue(() => refresh(location.href, typed()), reload)

/** Takes the page's scene, or has one of its own made where another tab has it. */
async function takeScene() {
  for (let attempt = 0; attempt < SCENE_ATTEMPTS && !(await own(sceneOf(shownURL))); attempt++) await post([["~fork", 1]])
}

/**
 * Sends a form of the page that has no fields.
 * @param {Items} [items]
 */
async function post(items = []) {
  const { answer, text } = await submit(shownURL, numbered(items))
  if (text) return take(text, answer)
}

// MARK: What the server says by itself

/** Listens as long as the page may change by itself; answers whether it did already. */
const hearServer = () =>
  // Nobody tells of a page that has no scene.
  listen(shown.isLive, () => enqueue(() => (sceneOf(shownURL) ? catchUp() : post())), lookAgain)

/**
 * Takes what has changed in a scene, when its turn comes, or asks.
 * @param {string} [mark] Nothing where it may be any scene.
 * @param {string} [patch]
 */
function lookAgain(mark, patch) {
  const before = asked
  enqueue(() => {
    if (mark && mark !== sceneOf(shownURL)) return
    if (patch && head(patch).from === shown.digest) return take(patch, { url: shownURL })
    // What the scene shows may be another page than this one of it. Who has asked since has been told that too.
    if (asked === before) return catchUp()
  })
}

/** Asks what has changed. */
async function catchUp() {
  const { answer, text } = await request(shownURL)
  if (text) return take(text, answer)
}

// MARK: What a user does

/** @param {MouseEvent} event */
function noteClick(event) {
  isForOtherTab = event.ctrlKey || event.metaKey || event.shiftKey
  const control = closest(event, "a, button")
  if (event.detail < 2) first = control
  // The second of two was meant for what was there before.
  else if (control !== first) event.preventDefault()
}

/**
 * @param {Event} event
 * @param {PageForm} form
 * @param {PageNode | null} button
 */
function press(event, form, button) {
  if (event.defaultPrevented || isForOtherTab || !layers().includes(form)) return
  const tap = button?.dataset.tap ?? (button?.name === "~tap" ? button.value : "")
  const { trail } = shown
  // What is sent where the page is another one when its turn comes.
  /** @type {Items} */
  const early = [...body(form, tap), ["~token", shown.token]]
  const before = taps
  // The fields go with it.
  hurry(form)
  const job = () => {
    sent = early
    if (shown.trail === trail) return send(form, tap, body(form, tap))
    // A second click on what has done its work; but what changed by itself did not, and nothing that was typed is lost.
    if (taps === before || (!property(form, "isConnected") && holdsUnsent(form))) return send(form, tap, early)
  }
  enqueueFor(button, job, () => submitNatively(form))
  event.preventDefault()
}

/** @param {MouseEvent} event */
function clicked(event) {
  const button = closest(event, "button")
  // Before its form is submitted: Chromium then looks for what it could fill in next time, and takes seconds in a long one.
  if (button?.type === "submit") return press(event, button.form, button)
  const link = closest(event, "a[href]")
  if (event.defaultPrevented || event.button || isForOtherTab || event.altKey) return
  if (!link || link.origin !== location.origin || link.hash || link.target || link.download) return
  // It leads where a tap does, which the page's scene takes.
  if (link.dataset.tap) return press(event, link.closest("form"), link)
  const wayOut = asks()
  // What is deeper is shown upon the page.
  if (wayOut && !(link.pathname + "/").startsWith(location.pathname + "/")) wayOut.click()
  else enqueueFor(link, () => follow(link.href), () => location.assign(link.href))
  event.preventDefault()
}

/**
 * Does something for a control, which shows that it is being done.
 * @param {PageNode | null} control
 * @param {Job} job
 * @param {Job} native
 */
function enqueueFor(control, job, native) {
  const mark = () => control?.setAttribute("data-busy", "")
  mark()
  enqueue(async () => {
    mark()
    try {
      await job()
    } finally {
      control?.removeAttribute("data-busy")
      taps += 1
    }
  }, native)
}

/**
 * Sends what is typed, in a pause; what is chosen at once, which is a change.
 * @param {{ target: PageNode, type: string }} event
 */
function edited({ target, type }) {
  const { form, name } = target
  if (!layers().includes(form) || !isField(target) || !name?.startsWith("~f.")) return
  target.isEdited = true
  target.wasShown ??= defaultOf(target)
  if (target.type === "file") {
    noteOthers()
    const isReady = type === "change" && isAllowed(target)
    forgetOwn()
    if (!isReady) return announce()
  }
  // Browsers say so too of what is taken away.
  const before = holdsTyped(target) ? taps : null
  const early = numbered([[name, new FormData(form).getAll(name).at(-1) ?? ""], ["~token", shown.token]])
  enqueueLater(type === "change" ? 0 : TYPING_PAUSE_MS, form, () => {
    // It went by itself, and not by what the user has done: the server keeps what was typed there.
    if (!target.isConnected) return taps === before && send(form, "", early)
    if (form === topLayer() && holdsUnsent(form)) return send(form, "", body(form, ""))
  })
}

// MARK: What is asked of the server

/**
 * Asks the server, which is told what is shown.
 * @param {string} url
 * @param {RequestOptions} [options]
 */
const request = (url, options) =>
  (asked++, ask(url, { headers: { "Cairn-Page": shown.digest }, ...options }))

/**
 * Sends a form. The token is left out where the server is likely to know the page by its digest; who does not know it
 * may have lost what was sent before as well.
 * @param {string} url
 * @param {Items} items
 * @param {Items} [again] What is sent in that case.
 * @param {boolean} [isWhole]
 * @returns {Promise<Result>}
 */
async function submit(url, items, again = items, isWhole = !shown.isKnown || !sceneOf(url) || hasFile(items)) {
  // One that the form has of its own comes later, and counts.
  sent = isWhole ? [["~token", shown.token], ...items] : items
  const result = await request(url, { method: "POST", items: sent, say: showProgress })
  return result.answer.status === UNKNOWN_PAGE_STATUS ? submit(url, again, again, true) : result
}

/**
 * @param {PageForm} form
 * @param {string} tap
 * @param {Items} items
 */
async function send(form, tap, items) {
  noteSent(form, !tap)
  const { answer, text } = await submit(property(form, "action"), items, bodyAgain(form, tap))
  if (text) return take(text, answer, form, tap)
  const elsewhere = answer.headers.get("Location")
  if (elsewhere) {
    // The session has ended: nothing of it is to be found here any more.
    clearEntries()
    onbeforeunload = null
    return location.assign(elsewhere)
  }
  if (answer.redirected) return location.assign(answer.url)
  // What was typed would be lost with this page, if it's too long or the user hasn't asked for another one.
  if (tap && answer.status !== TOO_LONG_STATUS) return submitNatively(form)
  /** @type {unknown} */
  let isShown
  noteOthers()
  for (const control of fieldsOf(form)) {
    control.refused =
      control.name.startsWith("~f.") && isTouched(control) && refuse(control, "This wasn't saved. Is it too long?")
    isShown ||= control.refused
    delete control.sent
  }
  forgetOwn()
  announce()
  if (tap && !isShown) submitNatively(form)
}

/**
 * Lets the browser show what the answer is: sent by it, what was sent is the same form.
 * @param {PageForm} form
 */
function submitNatively(form) {
  const action = property(form, "action")
  const enctype = property(form, "enctype")
  const controls = property(form, "elements")
  /** @type {any} */
  const same = create("form", { method: "post", action, enctype, hidden: true })
  const fields = [["~token", shown.token], ...sent].map(([name, value]) =>
    value.name ? controls[name] : create("input", { type: "hidden", name, value: value.name ?? value }),
  )
  same.append(...fields)
  document.documentElement.append(same)
  onbeforeunload = null
  call(same, "submit")
}

/** @param {string} url */
async function follow(url) {
  const { answer, text } = await request(url, { redirect: "manual" })
  if (!text) return location.assign(url)
  const before = entry(shownURL)
  const here = left()
  const patch = await applied(text, answer)
  const now = entry(patch.url)
  // A second click, or a link to where one is.
  if (now.url === before.url) {
    replaceEntry(now)
    return present(patch)
  }
  leave(here)
  pushEntry(now)
  present(patch, scrollOf(now, before))
}

/**
 * How far a page is scrolled that follows another one: from its top, unless it shows that one too.
 * @param {Page} now
 * @param {Page} before
 */
const scrollOf = (now, before) =>
  /pushed\.\w+$/.test(now.trail) || !isBelow(before, now) ? 0 : undefined

/**
 * Shows what a page is now.
 * @param {string} url
 * @param {TypedField[]} kept
 * @param {number} [scroll]
 */
async function refresh(url, kept, scroll) {
  const { answer, text } = await request(url)
  if (!text) return location.replace(url)
  const patch = await applied(text, answer)
  replaceEntry(entry(patch.url))
  present(patch, scroll, 0, kept)
}

/**
 * Brings the page to an entry of the history that the user has gone to.
 * @param {Entry & { from: number }} target
 */
async function travel(target) {
  const { trail, scene, url, scroll, focus, typed, from } = target
  taps += 1
  const before = entry(shownURL)
  if (isBelow(target, before)) {
    const { answer, text } = await submit(url, numbered([["~back", trail.split(".").pop()]]))
    if (!text) return location.replace(answer.url)
    const patch = await applied(text, answer)
    const now = goOn(patch, before)
    if (isBelow(current(), now)) {
      // What is above asks before it is left; or what was left has led to something on the page that was gone back to.
      if (now.trail.startsWith(before.trail)) await goTo(from)
      now.trail === before.trail ? replaceEntry(now) : pushEntry(now)
      return present(patch)
    }
    replaceEntry(now)
    present(patch, scroll, focus)
    restore(typed, true)
  } else {
    // The scene that has made the entry may not be the one that the page has gone on with.
    await refresh(withScene(url, scene), [], scroll)
    restore(typed)
  }
}

/**
 * Puts what was typed into its fields again, to be sent; or no more of it than what never was. What the server has
 * taken yields to what it has made of the field since.
 * @param {TypedField[]} [typed]
 * @param {boolean} [isRestSaid]
 */
function restore(typed, isRestSaid) {
  for (const [id, value, isUnsent, label, before] of typed ?? []) {
    // A screen that is pushed again has other ids. In a list there may be many with its label.
    const [same, other] = fieldsOf(topLayer()).filter((control) => label && labelOf(control) === label)
    const control = document.getElementById(id) ?? (!other && same)
    if (!control || valueOf(control) === value) continue
    if (!isUnsent && (isRestSaid || valueOf(control) !== before)) continue
    hold(control, value)
    edited({ target: control, type: "input" })
  }
}

/**
 * Makes the page what an answer says, or asks for it as a whole; answers what it says, and where the page is.
 * @param {string} text
 * @param {Pick<Answer, "url"> & Partial<Answer>} answer
 * @returns {Promise<AppliedPatch>}
 */
async function applied(text, answer) {
  const patch = head(text)
  const url = new URL(patch.url ?? answer.url, location.href).href
  try {
    await changeRows(stepOf(text), () => apply(text))
    return { ...patch, url }
  } catch {
    shown.digest = "none"
    return { ...apply((await request(url)).text), url }
  }
}

// MARK: What follows from an answer

/**
 * What the history has to know of the page that is shown.
 * @param {string} url
 * @returns {Page}
 */
const entry = (url) => ({ trail: shown.trail, scene: sceneOf(url), url })

/**
 * What the history has to know, where the page's scene may have begun, or another one goes on from it.
 * @param {AppliedPatch} patch
 * @param {Page} before
 */
function goOn({ url }, before) {
  const now = entry(url)
  if (now.scene) adopt(before, now.scene)
  return now
}

/**
 * Shows the answer to a form, and gives it its place in the history.
 * @param {string} text
 * @param {Pick<Answer, "url"> & Partial<Answer>} answer
 * @param {PageForm} [form]
 * @param {string} [tap]
 */
async function take(text, answer, form, tap) {
  const before = entry(shownURL)
  // What was sent has arrived.
  const here = left(undefined, form)
  const patch = await applied(text, answer)
  if (form && property(form, "isConnected")) settleSent(form)
  const now = goOn(patch, before)
  const isInPlace = now.trail === before.trail && (!tap || pathOf(now) === pathOf(before))
  // A browser may forget of what is moved that it has the focus.
  let focus = isInPlace && here.focus
  let scroll
  // What is chosen on a page that stays, such as a tab, dismisses nothing, and keeps the focus.
  const stays = tap && find(tapped(tap))
  if (!stays && isBelow(now, before)) {
    here.typed = undefined
    leave(here)
    if (await goBack(now)) ({ scroll, focus } = current())
    replaceEntry(now)
  } else if (isInPlace || /(alert|confirmation)\.\w+$/.test(before.trail) || isUncovered(now)) {
    // A question has no place any more once it is answered.
    replaceEntry(now)
  } else {
    leave(here)
    pushEntry(now)
    if (!stays) scroll = scrollOf(now, before)
  }
  // What was done for a tap may have emptied the fields, and what is sent by itself would replace a notice that it wasn't
  // done. The page on which a form is offered again may have the URL of a scene, and isn't its page.
  present(patch, scroll, focus, tap ? [] : here.typed, answer.status === NOT_PROCESSED_STATUS)
}

/**
 * @param {AppliedPatch} patch
 * @param {number} [scroll]
 * @param {string | number | false} [focus]
 * @param {TypedField[]} [kept] What was typed, for where the scene that was told of it is gone.
 * @param {boolean} [isLost] Whether it is gone, though the page may have its URL.
 */
function present(patch, scroll, focus, kept, isLost) {
  const before = sceneOf(shownURL)
  shownURL = patch.url
  const scene = sceneOf(shownURL)
  setAction(shownURL.slice(location.origin.length))
  if (scroll !== undefined) begin(), scrollTo(0, scroll)
  giveFocus(patch.focus, focus)
  announce()
  own(scene).then((isOwn) => isOwn || enqueue(takeScene))
  if (hearServer() && !scene) enqueue(post)
  if (isLost || (before && before !== scene)) restore(kept)
}

/**
 * What a user leaves: what was typed, what has the focus, and how far the page was scrolled.
 * @param {(control: PageNode) => unknown} [isWanted]
 * @param {unknown} [hasArrived]
 * @returns {Left}
 */
const left = (isWanted, hasArrived) => ({ typed: typed(isWanted, hasArrived), focus: focused(), scroll: scrollY })

/**
 * What was typed into the top layer, whether it was sent or not, but for passwords and files.
 * @param {(control: PageNode) => unknown} [isWanted]
 * @param {unknown} [hasArrived]
 * @returns {TypedField[]}
 */
function typed(isWanted = (control) => control.isEdited, hasArrived) {
  const kept = fieldsOf(topLayer()).filter(
    (control) => !/password|file/.test(control.type) && control.id && isWanted(control),
  )
  return kept.map((control) => [
    control.id,
    valueOf(control),
    // What is on its way may not arrive.
    (!hasArrived && control.sent !== undefined) || holdsTyped(control),
    labelOf(control),
    control.wasShown,
  ])
}

/** @param {PageNode} control */
const labelOf = (control) => control.labels?.[0]?.textContent

if (readPage()) {
  // For style sheets: the script works.
  dataset.live = ""
  // A page that the browser makes in advance is nobody's yet: it takes no scene, and asks for nothing.
  if (document.prerendering) on("prerenderingchange", () => (enqueue(start), renew()), true)
  else enqueue(start)
}
