// What a user expects of layers: that Escape and a click beside them lead out, keys of their own, that what changes is
// said, and that it moves.

import { asks, topLayer } from "./page.js"

let said = []

/** Presses what leaves the top layer, where that is allowed. */
function leave(isByKey) {
  const layer = topLayer()
  const way = layer.querySelector(":scope > button.backdrop") ?? asks()
  const cancel = isByKey && layer.querySelector(":is(.alert, .confirmation) > .buttons > .cancel")
  ;(cancel || way)?.click()
}

/** Whether a click is beside a dialog; the second one of two was meant for what was there before. */
function isBeside({ target, detail, offsetX: x, offsetY: y }) {
  return (
    target.matches("dialog:modal") && detail === 1 && (x < 0 || y < 0 || x > target.offsetWidth || y > target.offsetHeight)
  )
}

/** What `aria-keyshortcuts` calls the keys that are down. */
function shortcut(event) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
  return [event.ctrlKey && "Control", event.altKey && "Alt", event.shiftKey && "Shift", event.metaKey && "Meta", key]
    .filter(Boolean)
    .join("+")
}

/** Listens to keys, and to clicks beside a dialog. */
export function listenToKeys() {
  addEventListener("click", (event) => isBeside(event) && leave())
  // Also the gesture or the key by which a system goes back.
  addEventListener("cancel", (event) => event.target.matches("dialog") && (event.preventDefault(), leave(true)), true)
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || !event.key) return
    const isWriting = event.target.matches("input, textarea, select") && !(event.ctrlKey || event.metaKey || event.altKey)
    const name = CSS.escape(shortcut(event))
    const control =
      !isWriting && topLayer().querySelector(`[aria-keyshortcuts~="${name}"]:not(:disabled)`)
    if (!control && (event.key !== "Escape" || topLayer().matches(".screen"))) return
    event.preventDefault()
    control ? control.click() : leave(true)
  })
}

/** Says what a user who does not see it would miss: another screen, a notice, what was refused. */
export function announce() {
  const text = (selector) => topLayer().querySelector(selector)?.textContent
  const now = [document.title, text(".notice"), text(".error")]
  // What a page begins with is read anyway.
  const news = now.filter((text, index) => said[0] && text && text !== said[index]).join(". ")
  // Each dialog has a place of its own: behind it nothing is heard.
  if (news) for (const place of document.querySelectorAll(".announcer")) place.textContent = news
  said = now
}

/** Changes the page, with the movement that belongs to the step: it is in the style sheet. */
export function move(step, change) {
  const { dataset } = document.documentElement
  if (!step || !document.startViewTransition || matchMedia("(prefers-reduced-motion)").matches) return change()
  dataset.step = step
  const { ready, finished, updateCallbackDone } = document.startViewTransition(change)
  // One that is skipped is done all the same.
  ready.catch(() => {})
  finished.catch(() => {}).then(() => delete dataset.step)
  return updateCallbackDone
}
