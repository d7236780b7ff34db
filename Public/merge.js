// @ts-check
// Merges new markup into the page, and preserves the user's state: the focus, the caret, the selection, scroll
// positions, and unsent text.

import { call, create, property, showError } from "./files.js"

/** The length of a name without the check at its end: `~f.` and the 16 digits of a field's ID. */
const NAME_LENGTH = 19

/** Matches rows and fields by the start of their classes. An application's own elements have other classes. */
const selector = "li[class^=row], [class^=field]"

/**
 * Throws an error if a patch doesn't match the page. The whole page must then be requested.
 * @template Fact
 * @param {Fact} fact
 * @returns {NonNullable<Fact>}
 */
export function expect(fact) {
  if (!fact) throw Error()
  return fact
}

/**
 * The single element of the markup.
 * @param {string} markup
 */
export const parse = (markup) => expect(create("template", { innerHTML: markup }).content.querySelector("*"))

/**
 * The rows and fields of a layer that aren't inside others, grouped into runs of adjacent siblings.
 * @param {PageNode} layer
 */
export function runsOf(layer) {
  /** @type {Run[]} */
  const runs = []
  let last
  for (const part of call(layer, "querySelectorAll", selector)) {
    if (call(part.parentElement, "closest", `${selector}, .bar`)) continue
    if (last && last.nextSibling === part) runs[runs.length - 1].push(part)
    else runs.push([part])
    last = part
  }
  return runs
}

/**
 * The place of a run, which remains valid when its parts change.
 * @param {Run} run
 * @returns {RunPlace}
 */
export const placeOf = (run) => ({ parent: run[0].parentNode, end: run.at(-1).nextSibling })

/**
 * Replaces a run with its new parts, and removes the old parts that aren't used in any run.
 * @param {RunPlace} at
 * @param {Run} old
 * @param {Run} fresh
 * @param {Set<PageNode>} kept
 */
export function replaceRun({ parent, end }, old, fresh, kept) {
  for (const part of old) if (!kept.has(part)) part.remove()
  const parts = new Set(fresh)
  /** @type {PageNode | null} */
  let place = old.find((part) => parts.has(part)) ?? end
  for (const part of fresh) {
    if (part === place) place = place.nextSibling
    else moveNode(parent, part, place)
  }
}

/**
 * The name of a node among its siblings, if its markup has one.
 * @param {PageNode} node
 */
function nameOf(node) {
  const name = node.getAttribute?.("name")
  if (node.id || !name) return node.id
  return name === "~tap" || node.type === "radio" ? name.slice(0, NAME_LENGTH) + node.value : name.slice(0, NAME_LENGTH)
}

/**
 * Whether a node has an identity, so that no other node can replace it.
 * @param {PageNode} node
 */
const isNamed = (node) => nameOf(node) || node.matches?.(selector + ", option")

/**
 * The keys that identify nodes among their siblings: their names, or else their kinds. Nodes with the same name and
 * kind keep their order. A text node is used in its current position, so that no element moves for it.
 * @param {PageNode[]} nodes
 * @returns {Map<PageNode, PageNode | string>}
 */
function keysOf(nodes) {
  /** @type {Record<string, number>} */
  const counts = {}
  return new Map(
    nodes.map((node) => {
      const control = node.matches?.(selector) && (node.querySelector("[id]") ?? node.querySelector("[name]"))
      const name = node.localName === "option" ? node.value : nameOf(control || node)
      const key = `${node.nodeName} ${name || node.classList?.[0]}`
      counts[key] = -~counts[key]
      return [node, node.localName ? `${key} ${counts[key]}` : node]
    }),
  )
}

/**
 * Changes `old` to match `fresh`, and takes the nodes of `fresh`.
 * @param {PageNode} old
 * @param {PageNode} fresh
 * @param {PageNode[][]} runs The runs that replace `template` elements with their numbers.
 */
export function merge(old, fresh, runs = []) {
  const isTyped = holdsTyped(old)
  // The name identifies the value that the user edited. If someone else has changed that value, the server must notice.
  const keepsName = isTyped && old.sent === undefined
  const chosen = isTyped && old.selectedOptions?.[0]
  const values = serverValues.get(old) ?? {}
  const names = [old, fresh].flatMap((element) => call(element, "getAttributeNames"))
  for (const name of new Set([...names, ...Object.keys(values)])) {
    const value = call(fresh, "getAttribute", name)
    const isSame = value === (name in values ? values[name] : call(old, "getAttribute", name))
    if (name in values) values[name] = value
    if (isSame || (keepsName && name === "name")) continue
    value === null ? call(old, "removeAttribute", name) : call(old, "setAttribute", name, value)
  }
  if (property(old, "localName") === "textarea") old.defaultValue = fresh.defaultValue
  else mergeChildren(old, fresh, runs)
  // Send the choice anyway. The server reports that the option is no longer available.
  if (chosen && !chosen.isConnected) old.append(chosen)
  if (!isTyped && isField(old)) showDefault(old)
}

/**
 * The server's values of attributes that someone else has changed, such as a browser that opened a dialog.
 * @type {WeakMap<Node, Record<string, string | null>>}
 */
const serverValues = new WeakMap()

/** @param {any[]} changes The records of a `MutationObserver` for attributes. */
function record(changes) {
  for (const { target, attributeName, oldValue } of changes) {
    serverValues.set(target, { [attributeName]: oldValue, ...serverValues.get(target) })
  }
}

const observer = new MutationObserver(record)
observer.observe(document, { attributeOldValue: true, subtree: true })

/** Records what others have changed so far. */
export const noteOthers = () => record(observer.takeRecords())

/** Ignores the changes that the script itself has just made. */
export const forgetOwn = () => observer.takeRecords()

/**
 * @param {PageNode} old
 * @param {PageNode} fresh
 * @param {PageNode[][]} runs
 */
function mergeChildren(old, fresh, runs) {
  // Parts of runs are complete, and don't match other nodes.
  const whole = new Set()
  const nodes = [...property(fresh, "childNodes")].flatMap((node) => {
    const run = node.localName === "template" && runs[node.dataset.run]
    for (const part of run || []) whole.add(part)
    return run || node
  })
  /** @param {Iterable<PageNode>} nodes */
  const others = (nodes) => keysOf([...nodes].filter((node) => !whole.has(node)))
  const keys = others(nodes)
  const oldKeys = others(property(old, "childNodes"))
  /** @type {Set<unknown>} */
  const wanted = new Set(keys.values())
  const found = new Map([...oldKeys].map(([child, key]) => [key, child]))
  /** @param {PageNode} child */
  const isRemoved = (child) => oldKeys.has(child) && !wanted.has(oldKeys.get(child))
  let place = property(old, "firstChild")
  for (const node of nodes) {
    const key = keys.get(node)
    let match = key ? found.get(key) : node
    while (place && isRemoved(place)) {
      // Perhaps only the class has changed.
      if (!match && place.nodeName === node.nodeName && !isNamed(place) && !isNamed(node)) {
        match = place
        break
      }
      place = remove(place)
    }
    if (!match) {
      call(old, "insertBefore", node, place)
      fill(node, runs)
      place = node.nextSibling
      continue
    }
    if (match !== place) moveNode(old, match, place)
    if (key && match.localName) merge(match, node, runs)
    else if (key && match.data !== node.data) match.data = node.data
    // Read the sibling after the merge, which may have moved the next node into this one.
    place = match.nextSibling
  }
  while (place) place = remove(place)
}

/**
 * Removes a node, and returns the next one.
 * @param {PageNode} node
 */
function remove(node) {
  const next = node.nextSibling
  node.remove()
  return next
}

/**
 * Inserts runs into new markup, which must already be in the page.
 * @param {PageNode} node
 * @param {PageNode[][]} runs
 */
function fill(node, runs) {
  for (const template of node.querySelectorAll?.("template[data-run]") ?? []) {
    for (const part of runs[template.dataset.run] ?? []) moveNode(template.parentNode, part, template)
    template.remove()
  }
}

/**
 * Moves a node and preserves its state, as far as the browser can.
 * @param {PageNode} parent
 * @param {PageNode} node
 * @param {PageNode | null} place
 */
function moveNode(parent, node, place) {
  call(parent, node.isConnected && "moveBefore" in parent ? "moveBefore" : "insertBefore", node, place)
}

// Typed text

/**
 * Whether the value of a control differs from the page.
 * @param {PageNode} control
 */
export const isTouched = (control) => isField(control) && valueOf(control) !== defaultOf(control)

/**
 * Whether the value of a control hasn't been sent. If another value was sent, this is also the case for the page's own
 * value.
 * @param {PageNode} control
 */
export const holdsTyped = (control) => isField(control) && valueOf(control) !== (control.sent ?? defaultOf(control))

const fields = "input:not([type=hidden]), textarea, select"

/**
 * Whether a control holds text or a choice of the user. A secret doesn't count, because it's sent only with a tap and
 * never part of a page.
 * @param {PageNode} control
 * @returns {boolean}
 */
export const isField = (control) => call(control, "matches", `:is(${fields}):not([data-secret])`)

/**
 * The fields of a form without its buttons, because a long list has tens of thousands of buttons.
 * @param {PageNode} form
 * @returns {PageNode[]}
 */
export const fieldsOf = (form) => [...call(form, "querySelectorAll", fields)]

/**
 * The page's value of a control.
 * @param {PageNode} control
 * @returns {FieldValue}
 */
export function defaultOf(control) {
  if (isBox(control)) return control.defaultChecked
  if (control.localName === "textarea") return control.defaultValue
  // A single-line field omits line breaks.
  if (control.localName !== "select") return control.defaultValue.replaceAll("\n", "")
  return (control.querySelector("[selected]") ?? control.options[0])?.value ?? ""
}

/**
 * Shows the page's value in a control.
 * @param {PageNode} control
 */
function showDefault(control) {
  if (!control.isHeld && isTouched(control)) hold(control, defaultOf(control))
  delete control.sent
}

/**
 * Records the values that are being sent.
 * @param {PageNode} form
 * @param {boolean} isTyping Whether no button was pressed. The text in the focused field then stays.
 */
export function noteSent(form, isTyping) {
  noteOthers()
  for (const control of fieldsOf(form)) {
    // Secrets are sent only with a tap.
    if (!control.name.startsWith("~f.") || (isTyping && "secret" in control.dataset)) continue
    control.shownError &&= showError(control)
    control.sent = valueOf(control)
    // Browsers don't report the caret's position in an email field.
    control.isHeld = isTyping && control === document.activeElement && (control.type === "email" || control.selectionStart > 0)
  }
  forgetOwn()
}

/**
 * Shows the server's values of fields that were sent, unless the user has typed more since then. A secret that the
 * server has received is emptied, so that later forms don't contain it.
 * @param {PageNode} form
 * @param {boolean} isLost Whether the server hasn't processed the form.
 */
export function settleSent(form, isLost) {
  for (const control of fieldsOf(form)) {
    if (valueOf(control) === control.sent) !isLost && "secret" in control.dataset ? control.value = "" : showDefault(control)
    delete control.sent
    control.isHeld = false
  }
}

/** @param {PageNode} control */
export const isBox = (control) => control.type === "checkbox" || control.type === "radio"

/**
 * The value of a control. A file is compared as such, because another file can have the same name.
 * @param {PageNode} control
 * @returns {FieldValue}
 */
export const valueOf = (control) => (isBox(control) ? control.checked : (control.files?.[0] ?? control.value))

/**
 * Sets the value of a control.
 * @param {any} control
 * @param {FieldValue} value
 */
export const hold = (control, value) => (control[isBox(control) ? "checked" : "value"] = value)
