// @ts-check
// What a user expects of layers: that Escape and a click beside them lead out, keys of their own, that what changes is
// said, and that it moves.

import { call, closest, create } from "./files.js"
import { fieldsOf } from "./merge.js"
import { asks, begin, find, raise, title, topLayer } from "./page.js"
import { dataset } from "./queue.js"

/** A page with more rows changes without movement, because a transition restyles all of them twice. */
const LONG_LIST_ROWS = 2000
/** How long the change of a long page waits for the browser to paint, which it doesn't do for a hidden page. */
const PAINT_LIMIT_MS = 200
/** How long a row moves: as long as most movements in the style sheet. */
const ROW_MOVE_MS = 200

/** What an application's own markup has opened in front of the layers: keys are for that. */
const others = ":is(:popover-open, dialog:modal:not(.layer > dialog))"

/** @type {(string | null | undefined)[]} */
let said = []
/**
 * What to announce of rows that are gone.
 * @type {string[]}
 */
const gone = []

/**
 * Whether the page warns that typed text would be lost.
 * @type {boolean | void}
 */
let warns
const warning = create("p", { className: "notice", textContent: "This wasn't saved. Do it again to leave." })

/**
 * Presses what leaves the top layer, where that is allowed. If something was typed there, it warns first; a layer that asks
 * before it is left does so itself.
 * @param {boolean} [isByKey]
 */
function leaveLayer(isByKey) {
  const cancel = isByKey && find(":is(.alert, .confirmation) > .buttons > .cancel")
  const way = cancel || find(":scope > button.backdrop") || asks()
  const isTyped = fieldsOf(topLayer()).some(({ isEdited, dataset, value }) => isEdited || ("secret" in dataset && value))
  if (cancel || way?.value === asks()?.value || warns || !isTyped) return way?.click()
  warns = true
  announce()
}

/**
 * Whether a click is beside a dialog; the second one of two was meant for what was there before.
 * @param {any} event
 */
function isBeside(event) {
  const { target, offsetX: x, offsetY: y } = event
  return target === closest(event, ".layer > dialog:modal") && (x < 0 || y < 0 || x > target.offsetWidth || y > target.offsetHeight)
}

/**
 * What `aria-keyshortcuts` calls the keys that are down.
 * @param {KeyboardEvent} event
 */
function shortcut(event) {
  const modifiers = ["Control", "Alt", "Shift", "Meta"].filter((name) => event.getModifierState(name))
  return [...modifiers, event.key[1] ? event.key : event.key.toUpperCase()].join("+")
}

/** Listens to keys, and to clicks beside a dialog. */
export function listenToKeys() {
  /** @type {boolean | undefined} */
  let isDown
  // Who types on doesn't leave.
  addEventListener("input", () => (warns = warning.remove()))
  // Who has marked text from within ends beside it.
  addEventListener("pointerdown", (event) => (isDown = isBeside(event)))
  addEventListener("click", (event) => {
    if (isDown && event.detail === 1 && isBeside(event)) leaveLayer()
  })
  // One that the browser has closed by itself is there all the same.
  addEventListener("close", raise, true)
  // Also the gesture or the key by which a system goes back.
  addEventListener("cancel", (/** @type {any} */ event) => event.target.matches(".layer > dialog") && (event.preventDefault(), leaveLayer(true)), true)
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || !event.key || document.querySelector(others)) return
    // A key that is held was meant for the page before.
    if (event.repeat && event.key === "Enter") return
    // Return presses what has the focus, else the default action.
    const pressed = event.key === "Enter" ? ", a, button, summary, [role=button]" : ""
    const isWriting = closest(event, "input, textarea, select, [contenteditable]" + pressed) && !(event.ctrlKey || event.metaKey || event.altKey)
    const name = CSS.escape(shortcut(event))
    const control = !isWriting && find(`[aria-keyshortcuts~="${name}"]:not(:disabled)`)
    if (!control && (event.key !== "Escape" || call(topLayer(), "matches", ".screen"))) return
    event.preventDefault()
    control ? control.click() : leaveLayer(true)
  })
}

/** Announces what users who can't see it would miss: another screen, a notice, what was refused, and a row that is gone. */
export function announce() {
  // A patch may have taken the warning away, or the layer.
  warns &&= title.textContent === said[0]
  warns ? find(".content, .buttons")?.before(warning) : warning.remove()
  const now = [title.textContent, find(".notice")?.textContent, find(".error")?.textContent]
  // What a page begins with is read anyway.
  const news = [...now.filter((text, index) => said[0] && text && text !== said[index]), ...gone.splice(0)].join(". ")
  // Each dialog has a place of its own: behind it nothing is heard.
  if (news) for (const place of document.querySelectorAll(".announcer")) place.textContent = news
  said = now
}

/**
 * Changes the page, with the movement that belongs to the step: it is in the style sheet.
 * @param {string | undefined} step
 * @param {() => void} change
 */
function move(step, change) {
  if (matchMedia("(prefers-reduced-motion)").matches) return change()
  if (!step || !document.startViewTransition) return moveRows(change)
  dataset.step = step
  const { ready, finished, updateCallbackDone } = document.startViewTransition(() => moveRows(change))
  // One that is skipped is done all the same.
  ready.catch(() => {})
  finished.catch(() => {}).then(() => delete dataset.step)
  return updateCallbackDone
}

/**
 * Changes the page; if the row that has the focus goes, its neighbor gets the focus, and it's announced. A list of thousands of
 * rows doesn't move, because a transition restyles all of them twice, and first shows that the button is pressed.
 * @param {string | undefined} step
 * @param {() => void} change
 */
export async function changeRows(step, change) {
  const isLong = document.querySelectorAll("li.row").length > LONG_LIST_ROWS
  // Until the browser has painted, or soon if it doesn't.
  if (isLong) await new Promise((done) => (setTimeout(done, PAINT_LIMIT_MS), requestAnimationFrame(() => setTimeout(done))))
  const row = document.activeElement.closest("li.row")
  const name = title.textContent
  /** @type {any} */
  const near = row && [row.nextElementSibling, row.previousElementSibling]
  await (isLong ? change() : move(step, change))
  // On another page it's another list.
  if (!row || row.isConnected || title.textContent !== name || !call(topLayer(), "matches", ".screen")) return
  const control = near.find((/** @type {PageNode | null} */ other) => other?.isConnected)?.querySelector("button, a, input")
  control ? control.focus() : begin()
  const named = row.querySelector("[role=group], button, a, .text") ?? row
  gone.push("Removed: " + (named.ariaLabel ?? named.textContent))
}

/**
 * Lets rows that were in sight go from where they were to where they are.
 * @param {() => void} change
 */
function moveRows(change) {
  /** @param {Element} row */
  const top = (row) => row.getBoundingClientRect().top
  const rows = [...document.querySelectorAll("li.row")]
    .map((row) => /** @type {const} */ ([row, top(row)]))
    .filter(([, y]) => Math.abs(y) < innerHeight)
  change()
  for (const [row, y] of rows) {
    const way = y - top(row)
    if (way) row.animate({ translate: [`0 ${way}px`, "0"] }, { duration: ROW_MOVE_MS, easing: "ease" })
  }
}
