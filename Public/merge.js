// Makes one piece of a page what another one is, and keeps what a user has of it: the focus, the caret, the
// selection, scroll positions, what was typed and not sent.

import { create, refuse } from "./files.js"

/** How the classes of rows and fields begin; those of an application's own elements do not. */
const selector = "li[class^=row], [class^=field]"

/** The element of markup that is one element. */
export const parse = (markup) => create("template", { innerHTML: markup }).content.firstElementChild

/** The rows and fields of a layer that are not within others, in runs that stand side by side. */
export function runsOf(layer) {
  const runs = []
  let last
  for (const part of layer.querySelectorAll(selector)) {
    if (part.parentElement.closest(`${selector}, .bar`)) continue
    if (last && last.nextSibling === part) runs[runs.length - 1].push(part)
    else runs.push([part])
    last = part
  }
  return runs
}

/** Where a run stands, whatever becomes of its parts. */
export const placeOf = (run) => ({ parent: run[0].parentNode, end: run.at(-1).nextSibling })

/** Puts what a run has become in its place; of what was there those parts go that stay nowhere. */
export function replaceRun({ parent, end }, old, fresh, stay) {
  for (const part of old) if (!stay.has(part)) part.remove()
  const own = new Set(fresh)
  let place = old.find((part) => own.has(part)) ?? end
  for (const part of fresh) {
    if (part === place) place = place.nextSibling
    else moveNode(parent, part, place)
  }
}

/** Who an element is among its siblings, as far as its markup tells. */
export function keyOf(node) {
  // A text is nobody.
  if (!node.localName) return null
  if (node.id) return node.id
  if (node.localName === "option") return node.value
  const name = node.getAttribute("name")
  if (name === "~tap") return node.value
  if (name?.startsWith("~f.")) return name.slice(0, 19) + (node.type === "radio" ? node.value : "")
  if (!node.matches(selector)) return null
  const control = node.querySelector("[id]") ?? node.querySelector("[name]")
  return control && `in ${keyOf(control)}`
}

/**
 * Makes `old` what `fresh` is, whose nodes are used up.
 * @param {Element[][]} runs What `template` elements with the number of a run stand for.
 */
export function merge(old, fresh, runs = []) {
  const isTyped = holdsTyped(old)
  // Its name says on what it was typed: if that was changed by others, the server is to know.
  const keepsName = isTyped && old.sent === undefined
  const chosen = isTyped && old.selectedOptions?.[0]
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !isUsers(old, name)) old.removeAttribute(name)
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value || isUsers(old, name) || (keepsName && name === "name")) continue
    old.setAttribute(name, value)
  }
  if (old.localName === "textarea") old.defaultValue = fresh.defaultValue
  else mergeChildren(old, fresh, runs)
  // It is sent even so: the server says that it is not offered any more.
  if (chosen && !chosen.isConnected) old.append(chosen)
  if (!isTyped) showDefault(old)
}

/** What a user changes of an element without typing. */
const isUsers = (element, name) => name === "open" && element.localName === "details"

function mergeChildren(old, fresh, runs) {
  if (!old.firstChild && !fresh.firstChild) return
  // Each is what comes next, and whether it is whole already.
  const nodes = [...fresh.childNodes].flatMap((node) => {
    const run = node.dataset?.run !== undefined && node.localName === "template" && runs[node.dataset.run]
    return run ? run.map((part) => [part, true]) : [[node, false]]
  })
  const wanted = new Set(nodes.map(([node, isWhole]) => (isWhole ? node : keyOf(node))))
  const keyed = new Map()
  for (const child of old.childNodes) {
    const key = keyOf(child)
    if (!keyed.has(key)) keyed.set(key, child)
  }
  let place = old.firstChild
  const skip = (isEnd) => {
    while (place && (isEnd || (!wanted.has(place) && keyOf(place) && !wanted.has(keyOf(place))))) {
      const next = place.nextSibling
      place.remove()
      place = next
    }
  }
  for (const [node, isWhole] of nodes) {
    skip()
    const key = isWhole ? null : keyOf(node)
    // What stays whole is no other's.
    const match = isWhole ? node : key ? keyed.get(key) : place && !keyOf(place) && !wanted.has(place) && place
    if (match?.nodeName !== node.nodeName) {
      old.insertBefore(fill(node, runs), place)
      continue
    }
    if (match === place) place = place.nextSibling
    else moveNode(old, match, place)
    if (isWhole) continue
    if (match.localName) merge(match, node, runs)
    else if (match.data !== node.data) match.data = node.data
    keyed.delete(key)
  }
  skip(true)
}

/** Puts runs in their places in what is new, before it is in the page; answers it. */
function fill(node, runs) {
  for (const template of node.querySelectorAll?.("template[data-run]") ?? []) {
    template.replaceWith(...(runs[template.dataset.run] ?? []))
  }
  return node
}

/** Moves a node without the loss of what it holds, as far as the browser can. */
function moveNode(parent, node, place) {
  if (parent.moveBefore && node.isConnected) parent.moveBefore(node, place)
  else parent.insertBefore(node, place)
}

// What was typed

/** Whether a control holds what the page does not say. */
export const isTouched = (control) => isField(control) && valueOf(control) !== defaultOf(control)

/** The same; where it was sent, whether it holds something else since, be it what it was before. */
export const holdsTyped = (control) => isField(control) && valueOf(control) !== (control.sent ?? defaultOf(control))

const fields = "input:not([type=hidden]), textarea, select"

/** Whether a control holds what a user types or chooses. A secret is its user's alone: it is sent with a tap, and no page
 * says what it is. */
export const isField = (control) => control.matches?.(fields) && !("secret" in control.dataset)

/** The fields of a form, without its buttons: a long list has tens of thousands of those. */
export const fieldsOf = (form) => [...form.querySelectorAll(fields)]

/** What the page says of a control. */
function defaultOf(control) {
  if (isBox(control)) return control.defaultChecked
  if (control.localName !== "select") return control.defaultValue
  return (control.querySelector("[selected]") ?? control.options[0])?.value
}

/** Shows what the page says. */
function showDefault(control) {
  if (!control.isHeld && isTouched(control) && control.options?.length !== 0) hold(control, defaultOf(control))
  delete control.sent
}

/**
 * Remembers what of a form is on its way.
 * @param isTyping Whether no button was pressed: where the user types, the text stays as it is.
 */
export function noteSent(form, isTyping) {
  for (const control of fieldsOf(form)) {
    if (!control.name.startsWith("~f.")) continue
    control.refused &&= refuse(control)
    control.sent = valueOf(control)
    // Of an address of mail browsers do not say where the caret is.
    const caret = control.type === "email" || control.selectionStart
    control.isHeld = isTyping && control === document.activeElement && caret > 0
  }
}

/** Shows what became of what was sent, where the server has not taken it as it was, unless it was typed on. */
export function settleSent(form) {
  for (const control of fieldsOf(form)) {
    if (valueOf(control) === control.sent) showDefault(control)
    delete control.sent
    control.isHeld = false
  }
}

export const isBox = (control) => control.type === "checkbox" || control.type === "radio"

/** What a control holds: another file may have the name of the one before. */
export const valueOf = (control) => (isBox(control) ? control.checked : (control.files?.[0] ?? control.value))

/** Makes a control hold something. */
export const hold = (control, value) => (control[isBox(control) ? "checked" : "value"] = value)
