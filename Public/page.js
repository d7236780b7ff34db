// @ts-check
// What the page shows, and how patches change it. For the format of patches, see `Renderer+Patch.swift`.

import { call, create, property } from "./files.js"
import { expect, forgetOwn, merge, noteOthers, parse, placeOf, replaceRun, runsOf } from "./merge.js"

/** The length of the check at the end of a field's name, in digits. */
const CHECK_LENGTH = 16

/** What the page shows. */
export const shown = /** @type {Shown} */ ({})

/** The title element. The property `document.title` isn't used, because an element with that name could hide it. */
export const title = /** @type {HTMLElement} */ (document.querySelector("title"))

export const layers = () => [.../** @type {NodeListOf<PageForm>} */ (document.querySelectorAll("form.layer"))]
export const topLayer = () => layers().at(-1)
/**
 * The first element of the top layer that matches a selector.
 * @param {string} selector
 * @returns {PageNode | null}
 */
export const find = (selector) => call(topLayer(), "querySelector", selector)

/** Reads the page's description of itself. Returns whether Cairn made the page. */
export function readPage() {
  const meta = document.querySelector("meta[name=cairn-page]")
  if (!meta || !topLayer()) return false
  const [digest, trail, isLive, cookie] = meta.content.split(" ")
  // The browser may block the cookie with the report.
  const isOutdated = report() !== cookie && cookie && document.cookie.includes("cairn-browser")
  Object.assign(shown, meta.dataset, { digest, trail, isLive, isOutdated })
  shown.token = find("[name='~token']")?.value ?? ""
  raise()
  // The script may run before the browser does this itself, or after the user has focused another field.
  if (call(document.activeElement, "matches", "body, form, dialog")) find("[autofocus]")?.focus()
  return true
}

/** Reports in a cookie whether the user prefers a dark color scheme, and the time zone. Returns the cookie. */
export const report = () =>
  (document.cookie = `cairn-browser=${matchMedia("(prefers-color-scheme:dark)").matches}:${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/`)

/**
 * The first line of a patch, without the markup.
 * @param {string} text
 * @returns {Patch}
 */
export const head = (text) => JSON.parse(text.split("\0")[0])

/**
 * The kind of navigation in a patch: a screen is pushed or popped, or there's another step. It's `undefined` if the
 * levels of the page stay the same.
 * @param {string} text
 */
export function stepOf(text) {
  const { trail } = head(text)
  if (!trail || trail === shown.trail) return
  return trail.startsWith(`${shown.trail},pushed`) ? "push" : shown.trail.startsWith(`${trail},pushed`) ? "pop" : "step"
}

/**
 * Applies a patch to the page, and returns its first line.
 * @param {string} text
 */
export function apply(text) {
  noteOthers()
  try {
    return applyPatch(text)
  } finally {
    // Do this even if the patch failed midway.
    forgetOwn()
  }
}

/** @param {string} text */
function applyPatch(text) {
  const patch = head(text)
  const pieces = text.split("\0").slice(1)
  if (patch.from) expect(patch.from === shown.digest)
  /** @type {PageNode[]} */
  const old = layers()
  // Make everything new before changing the page.
  const changes = patch.layers.map((layer) => change(layer, old, pieces, patch.from))
  const fresh = changes.map((make) => make())
  if (!old.includes(fresh[0])) call(old[0], "before", fresh[0])
  for (const layer of old) if (!fresh.includes(layer)) call(layer, "remove")
  /** @type {any} */
  let last
  for (const layer of fresh) {
    if (last && property(last, "nextElementSibling") !== layer) call(last, "after", layer)
    call(layer, "toggleAttribute", "inert", layer !== fresh.at(-1))
    last = layer
  }
  shown.digest = patch.to
  shown.isKnown = true
  shown.isLive = patch.live
  if (patch.title !== undefined) title.textContent = patch.title
  if (patch.token) [shown.token, shown.trail] = [patch.token, patch.trail]
  // Only the top layer has the token, which is for submissions by the browser. Keep the element, because a new one
  // restyles the page.
  let token
  for (const input of document.querySelectorAll("input[name='~token']")) {
    input.form === last ? (token = input) : input.remove()
  }
  token ??= call(last, "appendChild", create("input", { type: "hidden", name: "~token" }))
  token.value = shown.token
  raise()
  return patch
}

/** Puts the dialogs of layers into the browser's top layer, in order. */
export function raise() {
  onbeforeunload = asks() ? (event) => event.preventDefault() : null
  const { activeElement } = document
  let isReopened, isAbove
  for (const layer of layers()) {
    /** @type {any} */
    const dialog = call(layer, "querySelector", ":scope > dialog")
    // A popover belongs in the top layer only if it would otherwise be below another dialog.
    isAbove ||= dialog?.matches(":not(.popover)")
    if (!isAbove || (!isReopened && dialog.matches(":modal"))) continue
    isReopened = true
    // A dialog that's already open can't be made modal.
    dialog.close()
    dialog.showModal()
  }
  if (!isReopened) return
  resetFocus()
  if (call(topLayer(), "contains", activeElement)) call(activeElement, "focus")
}

/** Moves the start of Tab navigation to the beginning of the top layer, without focusing anything in it. */
export function resetFocus() {
  const start = find(":scope > :modal") ?? topLayer()
  call(start, "setAttribute", "tabindex", -1)
  call(start, "focus")
  call(start, "removeAttribute", "tabindex")
}

/** The button that asks before the user leaves the page in a way that the page doesn't offer itself. */
export const asks = () => find(".asks")

/**
 * Sets the URL of the page's forms.
 * @param {string} url
 */
export function setAction(url) {
  for (const layer of layers()) call(layer, "setAttribute", "action", url)
}

/**
 * The kind of a layer. A layer can replace another one of the same kind.
 * @param {PageNode} layer
 */
const kindOf = (layer) => property(layer, "id") + property(layer, "className")

/**
 * Returns a function that makes a layer of the patch. The markup is parsed immediately.
 * @param {PatchLayer} layer
 * @param {PageNode[]} old
 * @param {string[]} pieces
 * @param {unknown} isKnown
 * @returns {() => PageNode}
 */
function change(layer, old, pieces, isKnown) {
  if (typeof layer === "number") {
    const same = expect(old[layer])
    return () => same
  }
  if (layer.html !== undefined) {
    const fresh = parse(pieces[layer.html])
    const same = isKnown ? null : old.find((layer) => kindOf(layer) === kindOf(fresh))
    return () => (same ? (merge(same, fresh), same) : fresh)
  }
  const same = expect(old[layer.of])
  const rest = layer.rest === undefined ? null : parse(pieces[layer.rest])
  const runs = runsOf(same)
  const parts = runs.flat()
  /** @type {(() => void)[]} */
  const merges = []
  const steps = layer.runs ?? {}
  /** @type {any[]} */
  const changed = Object.keys(steps)
  const result = [...runs]
  for (const number of changed) {
    expect(rest || runs[number])
    result[number] = newRun(steps[number], parts, pieces, merges)
  }
  return () => {
    for (const merge of merges) merge()
    if (rest) merge(same, rest, result)
    else {
      const stay = new Set(result.flat())
      const places = runs.map(placeOf)
      for (const number of changed) replaceRun(places[number], runs[number], result[number], stay)
    }
    return same
  }
}

/**
 * The parts of a new run: unchanged and changed parts of the layer, and new ones.
 * @param {any[]} steps
 * @param {Run} parts
 * @param {string[]} pieces
 * @param {(() => void)[]} merges
 * @returns {Run}
 */
function newRun(steps, parts, pieces, merges) {
  return steps.flatMap((step) => {
    if (!step.length) return parse(pieces[step])
    const [first, count, piece, option] = step
    expect(first + count <= parts.length)
    const old = parts[first]
    if (piece !== undefined) {
      const fresh = option ? chosen(old.cloneNode(true), piece, option) : parse(pieces[piece])
      const children = [...old.childNodes]
      // A template is the placeholder of an unchanged child.
      expect(!fresh.querySelector("template") || children.length === fresh.childNodes.length)
      merges.push(() => merge(old, fresh, children.map((child) => [child])))
    }
    return parts.slice(first, first + count)
  })
}

/**
 * Selects another option in a picker.
 * @param {any} picker
 * @param {string} check
 * @param {string} option
 */
function chosen(picker, check, option) {
  for (const node of picker.querySelectorAll("[name^='~f']")) node.name = node.name.slice(0, -CHECK_LENGTH) + check
  for (const node of picker.querySelectorAll("option, [type=radio]")) {
    node.toggleAttribute(node.name ? "checked" : "selected", node.value === option)
  }
  return picker
}

/**
 * A selector for the buttons and links of a tap.
 * @param {string} id
 */
export const tapped = (id) => `button[value="${id}"]:not(.default-action), [data-tap="${id}"]`

/** The control with the focus, in the notation of a patch. */
export function focused() {
  const { activeElement } = document
  const href = call(activeElement, "getAttribute", "href")
  if (href) return `link ${CSS.escape(href)}`
  const { name, value } = activeElement
  return name === "~tap" ? `button ${value}` : `field ${CSS.escape(property(activeElement, "id").slice(2))}`
}

/**
 * Focuses the control that a patch names. Without one, restores the previous focus if nothing else has the focus.
 * @param {string} [named]
 * @param {string | number | false} [before]
 */
export function giveFocus(named, before) {
  if (!named && !call(document.activeElement, "matches", "body, form, dialog, [autofocus]")) return
  const [kind, what] = `${named ?? before}`.split(/ (.*)/s)
  const control = find(
    /** @type {any} */ ({
      button: tapped(what),
      field: `#f-${what}`,
      link: `a[href="${what}"], a[href^="${what}?"]`,
      refused: "[aria-invalid=true]",
    })[kind],
  )
  control?.focus({ preventScroll: !named })
  // In a field that a patch focuses, typing replaces the initial text.
  if (named && kind === "field") control?.select?.()
}
