// @ts-check
// The behavior of layers: Escape and clicks outside dismiss them, keyboard shortcuts work, and changes are announced
// and animated.

import { call, closest, create, property } from "./files.js"
import { defaultOf, fieldsOf, isBox, isField } from "./merge.js"
import { asks, find, raise, resetFocus, title, topLayer } from "./page.js"
import { dataset } from "./queue.js"
import { texts } from "./texts.js"

/** The largest number of rows that are animated. A transition restyles all of them twice. */
const LONG_LIST_ROWS = 2000
/** The longest wait for the browser to paint before a long page changes. A hidden page isn't painted. */
const PAINT_LIMIT_MS = 200
/** The duration of a row's movement, which is the same as for most movements in the style sheet. */
const ROW_MOVE_MS = 200
/** A bar that's taller than this part of the window, a third, doesn't stay at the top. */
const TALL_BAR_PART = 3

/** Elements that an application's own markup has opened in front of the layers. They receive the keys. */
const openElements = ":is(:popover-open, dialog:modal:not(.layer > dialog))"

/** @type {(string | null | undefined)[]} */
let announced = []
/**
 * The announcements for removed rows and changed values.
 * @type {string[]}
 */
const changes = []
/** Whether the script has put the error into the page's title. */
let isMarked = false

/**
 * Whether the page warns that typed text would be lost.
 * @type {boolean | void}
 */
let isWarning
const warning = create("p", { className: "notice", textContent: texts.leave })

/**
 * Presses the control that leaves the top layer, if leaving is allowed. If the user has typed something, a warning
 * appears first. A layer that asks before the user leaves doesn't need the warning.
 * @param {boolean} [isByKey]
 */
function leaveLayer(isByKey) {
  const cancel = isByKey && find(":is(.alert, .confirmation) > .buttons > .cancel")
  const exit = cancel || find(":scope > button.backdrop") || asks()
  const isTyped = fieldsOf(topLayer()).some(({ isEdited, dataset, value }) => isEdited || ("secret" in dataset && value))
  if (cancel || exit?.value === asks()?.value || isWarning || !isTyped) return exit?.click()
  isWarning = true
  announce()
}

/**
 * Whether a click is outside a dialog.
 * @param {any} event
 */
function isOutside(event) {
  const { target, offsetX: x, offsetY: y } = event
  return target === closest(event, ".layer > dialog:modal") && (x < 0 || y < 0 || x > target.offsetWidth || y > target.offsetHeight)
}

/**
 * The name of the pressed keys in `aria-keyshortcuts`.
 * @param {KeyboardEvent} event
 */
function shortcut(event) {
  const modifiers = ["Control", "Alt", "Shift", "Meta"].filter((name) => event.getModifierState(name))
  return [...modifiers, event.key[1] ? event.key : event.key.toUpperCase()].join("+")
}

/** Listens to keys, and to clicks outside a dialog. */
export function listenToKeys() {
  /** @type {boolean | undefined} */
  let startsOutside
  // If the user continues to type, they don't want to leave.
  addEventListener("input", () => (isWarning = warning.remove()))
  // A selection that starts inside the dialog can end outside it.
  addEventListener("pointerdown", (event) => (startsOutside = isOutside(event)))
  addEventListener("click", (event) => {
    if (startsOutside && event.detail === 1 && isOutside(event)) leaveLayer()
  })
  // If the browser has closed a dialog itself, open it again.
  addEventListener("close", raise, true)
  // This event also follows the system's gesture or key for going back.
  addEventListener("cancel", (/** @type {any} */ event) => event.target.matches(".layer > dialog") && (event.preventDefault(), leaveLayer(true)), true)
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || !event.key || document.querySelector(openElements)) return
    // A held key was meant for the previous page.
    if (event.repeat && event.key === "Enter") return
    // Return presses the control with the focus, or else the default action.
    const pressed = event.key === "Enter" ? ", a, button, summary, [role=button]" : ""
    const isWriting = closest(event, "input, textarea, select, [contenteditable]" + pressed) && !(event.ctrlKey || event.metaKey || event.altKey)
    const name = CSS.escape(shortcut(event))
    const control = !isWriting && find(`[aria-keyshortcuts~="${name}"]:not(:disabled)`)
    if (!control && (event.key !== "Escape" || call(topLayer(), "matches", ".screen"))) return
    event.preventDefault()
    control ? control.click() : leaveLayer(true)
  })
}

/**
 * The observed bar of the top layer.
 * @type {PageNode | null}
 */
let bar = null
const measureBar = () => {
  if (!bar) return
  const { offsetHeight } = bar
  // A tall bar would cover too much of the page, so it scrolls with the page.
  const isTall = offsetHeight > innerHeight / TALL_BAR_PART
  bar.toggleAttribute("data-tall", isTall)
  const { style } = bar.closest("dialog") ?? document.documentElement
  style.setProperty("--bar", `${isTall ? 0 : offsetHeight}px`)
}
const bars = new ResizeObserver(measureBar)
addEventListener("resize", measureBar)

/** Measures the bar of the top layer, so that the browser doesn't scroll the focused control behind it. */
function watchBar() {
  const before = bar
  bar = find(".bar")
  if (bar === before) return
  bars.disconnect()
  if (bar) bars.observe(bar)
}

/** Announces changes for people who can't see them: another screen, a notice, an error, and a removed row. */
export function announce() {
  // A patch may have removed the warning or the layer.
  isWarning &&= title.textContent === announced[0]
  isWarning ? find(".content, .buttons")?.before(warning) : warning.remove()
  watchBar()
  const error = find(".error")?.textContent
  const text = `${title.textContent}`
  // The title reports an error that the script shows, as it does for the server's errors.
  const [prefix, suffix = ""] = texts.error.split("\uFFFC")
  const isSaid = text.startsWith(prefix) && text.endsWith(suffix)
  if (error ? !isSaid : isMarked) {
    // A patch may have replaced the title.
    if (error) title.textContent = prefix + text + suffix
    else if (isSaid) title.textContent = text.slice(prefix.length, text.length - suffix.length)
    isMarked = !!error
  }
  const now = [title.textContent, find(".notice")?.textContent, error]
  // Screen readers read the initial contents of a page anyway.
  const changed = now.filter((text, index) => announced[0] && text && text !== announced[index])
  const news = [...changed, ...changes.splice(0)].join(". ").replace(/([.!?…])\. /g, "$1 ")
  // Each dialog has its own announcer, because screen readers ignore everything behind it.
  if (news) for (const announcer of document.querySelectorAll(".announcer")) announcer.textContent = news
  announced = now
}

/**
 * Changes the page with the animation for the step, which is in the style sheet.
 * @param {string | undefined} step
 * @param {() => void} change
 */
function move(step, change) {
  if (matchMedia("(prefers-reduced-motion)").matches) return change()
  if (!step || !document.startViewTransition) return moveRows(change)
  dataset.step = step
  const { ready, finished, updateCallbackDone } = document.startViewTransition(() => moveRows(change))
  // If the browser skips the animation, the change still happens.
  ready.catch(() => {})
  finished.catch(() => {}).then(() => delete dataset.step)
  return updateCallbackDone
}

/**
 * Returns the values that the buttons of a stepper can change. They're its label and the fields next to it.
 * @param {PageNode | null} stepper
 */
function steppedValues(stepper) {
  if (!stepper?.isConnected) return []
  const fields = fieldsOf(stepper.parentElement).filter((field) => isField(field) && !isBox(field))
  const values = fields.map((field) => `${field.labels?.[0]?.textContent ?? ""} ${defaultOf(field)}`)
  return [`${stepper.querySelector(".label")?.textContent}`, ...values]
}

/**
 * Gives the focus to the nearest control that can have it, in place of a disabled one.
 * @param {PageNode} control
 */
function passFocus(control) {
  let around = control
  do {
    around = property(around, "parentElement")
    /** @type {PageNode[]} */
    const others = [...call(around, "querySelectorAll", ":is(a[href], button, input, select, textarea):not([tabindex])")]
    const index = others.indexOf(control)
    for (const other of [...others.slice(index + 1), ...others.slice(0, index).reverse()]) {
      // Hidden and disabled controls don't take the focus.
      other.focus()
      if (document.activeElement === other) return
    }
  } while (around !== topLayer())
  resetFocus()
}

/**
 * Changes the page. If the row with the focus is removed, its neighbor gets the focus, and the removal is announced. If
 * the focused control is disabled, the nearest one gets the focus. If it's a button of a stepper, the new value is
 * announced. A list of thousands of rows isn't animated, because a transition restyles all of them twice. Instead, the
 * browser first shows that the button is pressed.
 * @param {string | undefined} step
 * @param {() => void} change
 */
export async function changeRows(step, change) {
  const isLong = document.querySelectorAll("li.row").length > LONG_LIST_ROWS
  // Wait until the browser has painted, but not for long.
  if (isLong) await new Promise((done) => (setTimeout(done, PAINT_LIMIT_MS), requestAnimationFrame(() => setTimeout(done))))
  /** @type {any} */
  const focused = document.activeElement
  const stepper = call(focused, "closest", ".stepper")
  const values = steppedValues(stepper)
  const row = focused.closest("li.row")
  const name = title.textContent
  /** @type {any} */
  const neighbors = row && [row.nextElementSibling, row.previousElementSibling]
  await (isLong ? change() : move(step, change))
  changes.push(...steppedValues(stepper).filter((value) => !values.includes(value)))
  const isLost = focused.disabled && !call(document.activeElement, "matches", ":enabled, a")
  if (isLost && call(topLayer(), "contains", focused)) passFocus(focused)
  // Another page has another list.
  if (!row || row.isConnected || title.textContent !== name || !call(topLayer(), "matches", ".screen")) return
  const neighbor = neighbors.find((/** @type {PageNode | null} */ other) => other?.isConnected)
  const control = neighbor?.querySelector("button, a, input")
  control ? control.focus() : resetFocus()
  const named = row.querySelector("[role=group], button, a, .text") ?? row
  changes.push(texts.removed.replace("\uFFFC", () => named.ariaLabel ?? named.textContent))
}

/**
 * Moves visible rows from their old positions to their new ones.
 * @param {() => void} change
 */
function moveRows(change) {
  /** @param {Element} row */
  const top = (row) => row.getBoundingClientRect().y
  const rows = [...document.querySelectorAll("li.row")]
    .map((row) => /** @type {const} */ ([row, top(row)]))
    .filter(([, y]) => Math.abs(y) < innerHeight)
  change()
  for (const [row, y] of rows) {
    const distance = y - top(row)
    if (distance) row.animate({ translate: [`0 ${distance}px`, "0"] }, { duration: ROW_MOVE_MS, easing: "ease" })
  }
}
