// @ts-check
// Updates a page in place: it submits forms and follows links without leaving the page. The script handles layers,
// rows, fields, and history, and depends on no application. The browser does what the script can't.

import { call, closest, create, hasFile, isAllowed, property, showError, showProgress } from "./files.js"
import { body, bodyAgain, holdsUnsent, numbered } from "./forms.js"
import { adopt, clearEntries, current, goBack, goTo, isBelow, isUncovered } from "./history.js"
import { leave, onTravel, pathOf, pushEntry, replaceEntry, save, sceneOf, takeIn, withScene } from "./history.js"
import { announce, changeRows, listenToKeys } from "./layer.js"
import { defaultOf, fieldsOf, forgetOwn, hold, holdsTyped, isField, isTouched } from "./merge.js"
import { noteOthers, noteSent, settleSent, valueOf } from "./merge.js"
import { apply, asks, find, focused, giveFocus, head, layers } from "./page.js"
import { readPage, report, resetFocus, setAction, shown, stepOf, tapped, topLayer } from "./page.js"
import { ask, dataset, enqueue, enqueueLater, flush, on, reload } from "./queue.js"
import { listen, own, tellOthers } from "./tabs.js"
import { texts } from "./texts.js"

/** The pause in typing after which typed text is sent. For most users it's longer than the time between two keys. */
const TYPING_PAUSE_MS = 300
/** The maximum number of requests for a new scene. The first one is enough, because the lock of a new scene is free.
 * The limit prevents an endless loop. */
const SCENE_ATTEMPTS = 3
/** The status with which the server requests the whole form, because it doesn't know what the page shows. */
const UNKNOWN_PAGE_STATUS = 204
/** The status of a form that wasn't processed, and that the page shows again. */
const NOT_PROCESSED_STATUS = 409
/** The status of a form that's too long. */
const TOO_LONG_STATUS = 413

/** The URL of the page that's shown, even if the address bar already has another one. */
let shownURL = location.href
/**
 * Whether the click that leads to a submission asks for another tab.
 * @type {boolean | undefined}
 */
let opensTab
/**
 * The control of the first of several clicks.
 * @type {PageNode | undefined}
 */
let firstControl
/** The number of finished taps and steps in the history, and the number of requests to the server. */
let taps = 0
let asked = 0
/**
 * The items that were sent last, or are about to be sent.
 * @type {Items}
 */
let sent

function start() {
  const action = property(topLayer(), "action")
  // If the scene is gone, ignore its ID in the address.
  if (sceneOf(shownURL) && !sceneOf(action)) shownURL = action
  // The browser's cache can contain the page that another tab received.
  /** @type {any[]} */
  const [load] = performance.getEntriesByType("navigation")
  const isCached = load?.type === "back_forward" && load.transferSize === 0
  const before = takeIn(entry(shownURL))
  if (isCached || shown.isOutdated) enqueue(() => refresh(withScene(location.href, before?.scene), typed()), reload)
  // Browsers that support `scroll-initial-target` have already scrolled there.
  if (!current().scroll) document.querySelector("dialog.popover, li.anchor")?.scrollIntoView({ block: "nearest" })
  on("click", noteClick, true)
  on("submit", (event) => press(event, event.target, event.submitter))
  on("click", clicked)
  on("input", edited)
  on("change", edited)
  const saveState = () => (leave(left(isTouched)), save())
  // A phone can end a hidden page without another event.
  on("visibilitychange", () => {
    saveState()
    // The user may have traveled.
    report()
    // Its stream may have ended without an event.
    if (!document.hidden && shown.isLive) changed()
  })
  on("pagehide", () => {
    saveState()
    // The browser may keep the page. Release the lock, so that other tabs don't wait for it.
    own()
    listen()
  })
  on("pageshow", (event) => event.persisted && renew())
  onTravel(left, (arrive) => {
    flush()
    enqueue(() => travel(arrive()), reload)
  })
  announce()
  listenToKeys()
  enqueue(claimScene)
  // A page that's loaded again because its language or its version has changed keeps the focus.
  if (current().lang !== shown.lang) giveFocus(undefined, current().focus)
  restore(current().typed)
  listenToServer()
}

/** Updates a page that the browser made or left some time ago. */
const renew = () => enqueue(() => refresh(location.href, typed()), reload)

/** Takes the lock of the page's scene. If another tab has the lock, requests a new scene for this page. */
async function claimScene() {
  for (let attempt = 0; attempt < SCENE_ATTEMPTS && !(await own(sceneOf(shownURL))); attempt++) {
    await post([["~fork", 1]])
  }
}

/**
 * Sends a form of the page without any fields.
 * @param {Items} [items]
 */
async function post(items = []) {
  const { answer, text } = await submit(shownURL, numbered(items))
  if (text) return take(text, answer)
}

// MARK: Changes that the server pushes

/** Listens while the server can push changes to the page. Returns whether the page already listened. */
const listenToServer = () =>
  // The server pushes nothing to a page without a scene.
  listen(shown.isLive, () => enqueue(() => (sceneOf(shownURL) ? catchUp() : post())), changed)

/**
 * Applies a pushed change of a scene when its turn comes, or requests the changes.
 * @param {string} [scene] The ID of the scene, or nothing for any scene.
 * @param {string} [patch]
 */
function changed(scene, patch) {
  const before = asked
  enqueue(() => {
    if (scene && scene !== sceneOf(shownURL)) return
    if (patch && head(patch).from === shown.digest) return take(patch, { url: shownURL })
    // The scene may have moved to another page. If there was a request since then, its response has the changes.
    if (asked === before) return catchUp()
  })
}

/** Requests the changes. */
async function catchUp() {
  const { answer, text } = await request(shownURL)
  if (text) return take(text, answer)
}

// MARK: What users do

/** @param {MouseEvent} event */
function noteClick(event) {
  opensTab = event.ctrlKey || event.metaKey || event.shiftKey
  const control = closest(event, "a, button")
  if (event.detail < 2) firstControl = control
  // The second click of a double click was meant for the previous page.
  else if (control !== firstControl) event.preventDefault()
}

/**
 * @param {Event} event
 * @param {PageForm} form
 * @param {PageNode | null} button
 */
function press(event, form, button) {
  if (event.defaultPrevented || opensTab || !layers().includes(form)) return
  const tap = button?.dataset.tap ?? (button?.name === "~tap" ? button.value : "")
  const { trail } = shown
  // These items are sent if the page has changed by the time of the job's turn.
  /** @type {Items} */
  const early = [...body(form, tap), ["~token", shown.token]]
  const before = taps
  // The form's fields are part of this submission.
  flush(form)
  const job = () => {
    sent = early
    if (shown.trail === trail) return send(form, tap, body(form, tap))
    // Ignore a second click on a control that has done its work. If the page changed without a tap, or the form was
    // removed with unsent text, send the early items.
    if (taps === before || (!property(form, "isConnected") && holdsUnsent(form))) return send(form, tap, early)
  }
  enqueueFor(button, job, () => submitNatively(form))
  event.preventDefault()
}

/** @param {MouseEvent} event */
export function clicked(event) {
  const button = closest(event, "button")
  // Handle the click before the submission. Otherwise, Chromium first collects values to autofill, which takes seconds
  // in a long form.
  if (button?.type === "submit") return press(event, button.form, button)
  const link = closest(event, "a[href]:not([download], [target])")
  if (event.defaultPrevented || event.button || opensTab || event.altKey) return
  if (!link || link.origin !== location.origin || link.hash) return
  // The link leads to the result of a tap, so the page's scene must process it.
  if (link.dataset.tap) return press(event, link.closest("form"), link)
  const leaveButton = asks()
  // A deeper page is shown on top of this one.
  if (leaveButton && !(link.pathname + "/").startsWith(location.pathname + "/")) leaveButton.click()
  else enqueueFor(link, () => follow(link.href), () => location.assign(link.href))
  event.preventDefault()
}

/**
 * Runs a job for a control, which shows that it's busy.
 * @param {PageNode | null} control
 * @param {Job} job
 * @param {Job} native
 */
function enqueueFor(control, job, native) {
  const showBusy = () => control?.setAttribute("data-busy", "")
  showBusy()
  enqueue(async () => {
    showBusy()
    try {
      await job()
    } finally {
      control?.removeAttribute("data-busy")
      taps += 1
    }
  }, native)
}

/**
 * Sends typed text after a pause, and a choice immediately.
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
  // Browsers also report a change if a field is removed.
  const before = holdsTyped(target) ? taps : null
  const early = numbered([[name, new FormData(form).getAll(name).at(-1) ?? ""], ["~token", shown.token]])
  enqueueLater(type === "change" ? 0 : TYPING_PAUSE_MS, form, () => {
    // The field was removed, but not because of the user's tap. The server keeps the text that was typed there.
    if (!target.isConnected) return taps === before && send(form, "", early)
    if (form === topLayer() && holdsUnsent(form)) return send(form, "", body(form, ""))
  })
}

// MARK: Requests

/**
 * Sends a request that includes what the page shows.
 * @param {string} url
 * @param {RequestOptions} [options]
 */
const request = (url, options) =>
  (asked++, ask(url, { headers: { "Cairn-Page": shown.digest }, ...options }))

/**
 * Sends a form. It omits the token if the server probably knows the page by its digest. If the server doesn't, it may
 * also have lost the text that was sent before, so the form is sent again with all of its fields.
 * @param {string} url
 * @param {Items} items
 * @param {Items} [again] The items to send if the server doesn't know the page.
 * @param {boolean} [isWhole]
 * @returns {Promise<Result>}
 */
async function submit(url, items, again = items, isWhole = !shown.isKnown || !sceneOf(url) || hasFile(items)) {
  // If the form has its own token, that one comes later and takes precedence.
  sent = isWhole ? [["~token", shown.token], ...items] : items
  const result = await request(url, { method: "POST", items: sent, report: showProgress })
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
  const target = answer.headers.get("Location")
  if (target) {
    // The session has ended, so its entries in the history lead nowhere.
    clearEntries()
    tellOthers()
    onbeforeunload = null
    return location.assign(target)
  }
  if (answer.redirected) return location.assign(answer.url)
  // Stay on the page if the form is too long, or if the user hasn't asked for another page. Leaving would discard the
  // text.
  if (tap && answer.status !== TOO_LONG_STATUS) return submitNatively(form)
  /** @type {unknown} */
  let isShown
  noteOthers()
  for (const control of fieldsOf(form)) {
    control.shownError =
      control.name.startsWith("~f.") && isTouched(control) && showError(control, rejection(answer.status, control))
    isShown ||= control.shownError
    delete control.sent
  }
  forgetOwn()
  announce()
  if (tap && !isShown) submitNatively(form)
}

/**
 * The message for a field that the server has rejected. If the server is busy, the script repeats forms without files
 * after 502, 503, and 504, so those statuses lead here only for forms with files.
 * @param {number} status
 * @param {PageNode} control
 */
export function rejection(status, { files }) {
  if ([403, 404, 421].includes(status)) return texts.refusedPage
  if ([429, 502, 503, 504].includes(status)) return texts.refusedBusy
  if (status === TOO_LONG_STATUS) return files ? texts.refusedFile : texts.refusedText
  return texts.refused
}

/**
 * Lets the browser submit the form again and show the response. The server recognizes the form as a repetition.
 * @param {PageForm} form
 */
function submitNatively(form) {
  const controls = property(form, "elements")
  /** @type {any} */
  const copy = create("form", { method: "post", action: property(form, "action"), enctype: property(form, "enctype"), hidden: true })
  copy.append(
    ...[["~token", shown.token], ...sent].map(([name, value]) =>
      value.name ? controls[name] : create("input", { type: "hidden", name, value: value.name ?? value }),
    ),
  )
  document.documentElement.append(copy)
  onbeforeunload = null
  call(copy, "submit")
}

/** @param {string} url */
async function follow(url) {
  const { answer, text } = await request(url, { redirect: "manual" })
  if (!text) return location.assign(url)
  const before = entry(shownURL)
  const here = left()
  const patch = await applied(text, answer)
  const now = entry(patch.url)
  // It's a second click, or a link to the current page.
  if (now.url === before.url) {
    replaceEntry(now)
    return present(patch)
  }
  leave(here)
  pushEntry(now)
  present(patch, scrollOf(now, before))
}

/**
 * The position to scroll to on a page that follows another one. It's the top, unless the new page also shows the
 * previous one.
 * @param {Page} now
 * @param {Page} before
 */
const scrollOf = (now, before) =>
  /pushed\.\w+$/.test(now.trail) || !isBelow(before, now) ? 0 : undefined

/**
 * Requests a page, and shows its current state.
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
 * Updates the page to match an entry of the history that the user has gone to.
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
    const now = entryAfter(patch, before)
    if (isBelow(current(), now)) {
      // A layer above asks before the user leaves it. Or, the dismissal has led to something new on the page below.
      if (now.trail.startsWith(before.trail)) await goTo(from)
      now.trail === before.trail ? replaceEntry(now) : pushEntry(now)
      return present(patch)
    }
    replaceEntry(now)
    present(patch, scroll, focus)
    restore(typed, true)
  } else {
    // The page may have continued in another scene than the one that made the entry.
    await refresh(withScene(url, scene), [], scroll)
    restore(typed)
  }
}

/**
 * Restores typed text to its fields, and sends it. If the server has changed a field since it received the text, the
 * server's value stays.
 * @param {TypedField[]} [typed]
 * @param {boolean} [isRestStored] Whether the server stores the rest, so that only unsent text is restored.
 */
function restore(typed, isRestStored) {
  for (const [id, value, isUnsent, label, before] of typed ?? []) {
    // A screen that's pushed again has other IDs. In a list, many fields can have the same label.
    const [same, other] = fieldsOf(topLayer()).filter((control) => label && labelOf(control) === label)
    const control = document.getElementById(id) ?? (!other && same)
    if (!control || valueOf(control) === value) continue
    if (!isUnsent && (isRestStored || valueOf(control) !== before)) continue
    hold(control, value)
    edited({ target: control, type: "input" })
  }
}

/**
 * Applies a response to the page. If that fails, requests the whole page. Returns the patch and the page's URL.
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

// MARK: Responses

/**
 * What the history stores about the current page.
 * @param {string} url
 * @returns {Page}
 */
const entry = (url) => ({ trail: shown.trail, scene: sceneOf(url), url })

/**
 * What the history stores about the current page. If the page has a new scene, the entries of the previous scene move
 * to it.
 * @param {AppliedPatch} patch
 * @param {Page} before
 */
function entryAfter({ url }, before) {
  const now = entry(url)
  if (now.scene) adopt(before, now.scene)
  return now
}

/**
 * Shows the response to a form, and updates the history.
 * @param {string} text
 * @param {Pick<Answer, "url"> & Partial<Answer>} answer
 * @param {PageForm} [form]
 * @param {string} [tap]
 */
async function take(text, answer, form, tap) {
  const before = entry(shownURL)
  // The server has received what was sent.
  const here = left(undefined, form)
  const patch = await applied(text, answer)
  if (form && property(form, "isConnected")) settleSent(form, answer.status === NOT_PROCESSED_STATUS)
  const now = entryAfter(patch, before)
  const isInPlace = now.trail === before.trail && (!tap || pathOf(now) === pathOf(before))
  // Some browsers lose the focus of an element that moves.
  let focus = isInPlace && here.focus
  let scroll
  // A choice on a page that stays, such as a tab, dismisses nothing and keeps the focus.
  const stays = tap && find(tapped(tap))
  if (!stays && isBelow(now, before)) {
    here.typed = undefined
    leave(here)
    if (await goBack(now)) ({ scroll, focus } = current())
    // This page replaces the previous one in its entry, perhaps only for a while.
    else now.covered = before.trail
    replaceEntry(now)
  } else if (isInPlace || /(alert|confirmation)\.\w+$/.test(before.trail) || isUncovered(now)) {
    // An answered alert or dialog doesn't keep its entry.
    replaceEntry(now)
  } else {
    leave(here)
    pushEntry(now)
    if (!stays) scroll = scrollOf(now, before)
  }
  // After a tap, don't restore text, because the action may have emptied the fields. Sending restored text would also
  // replace a notice that the form wasn't processed. A page that shows a form again can have the URL of a scene without
  // being that scene's page.
  present(patch, scroll, focus, tap ? [] : here.typed, answer.status === NOT_PROCESSED_STATUS)
}

/**
 * @param {AppliedPatch} patch
 * @param {number} [scroll]
 * @param {string | number | false} [focus]
 * @param {TypedField[]} [kept] The typed text to restore if the scene that received it is gone.
 * @param {boolean} [isLost] Whether that scene is gone even if the page has its URL.
 */
function present(patch, scroll, focus, kept, isLost) {
  const before = sceneOf(shownURL)
  shownURL = patch.url
  const scene = sceneOf(shownURL)
  setAction(shownURL.slice(location.origin.length))
  if (scroll !== undefined) resetFocus(), scrollTo(0, scroll)
  // Everything changes with the language, including the texts of this script, and with the program's version. Unsent
  // text stays until the next patch that contains them.
  shown.lang === (patch.lang ?? shown.lang) || onbeforeunload || layers().some(holdsUnsent) || reload()
  giveFocus(patch.focus, focus)
  announce()
  own(scene).then((isOwn) => isOwn || enqueue(claimScene))
  if (listenToServer() && !scene) enqueue(post)
  if (isLost || (before && before !== scene)) restore(kept)
}

/**
 * What a user leaves on a page: the typed text, the focus, the language, and the scroll position.
 * @param {(control: PageNode) => unknown} [isWanted]
 * @param {unknown} [isSent]
 * @returns {Left}
 */
const left = (isWanted, isSent) => ({ typed: typed(isWanted, isSent), focus: focused(), lang: shown.lang, scroll: scrollY })

/**
 * The text that was typed into the top layer, sent or unsent, except for passwords and files.
 * @param {(control: PageNode) => unknown} [isWanted]
 * @param {unknown} [isSent]
 * @returns {TypedField[]}
 */
function typed(isWanted = (control) => control.isEdited, isSent) {
  return fieldsOf(topLayer())
    .filter((control) => !/password|file/.test(control.type) && control.id && isWanted(control))
    .map((control) => [
      control.id,
      valueOf(control),
      // What's being sent may not arrive.
      (!isSent && control.sent !== undefined) || holdsTyped(control),
      labelOf(control),
      control.wasShown,
    ])
}

/** @param {PageNode} control */
const labelOf = (control) => control.labels?.[0]?.textContent

if (readPage()) {
  // Tells style sheets that the script works.
  dataset.live = ""
  // A prerendered page may never be shown, so it takes no scene and sends no requests.
  if (document.prerendering) on("prerenderingchange", () => (enqueue(start), renew()), true)
  else enqueue(start)
}
