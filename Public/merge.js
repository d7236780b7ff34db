// @ts-check
// Makes one piece of a page what another one is, and keeps what a user has of it: the focus, the caret, the
// selection, scroll positions, what was typed and not sent.

import { call, create, property, refuse } from "./files.js"

/** The length of a name without the check at its end: `~f.` and the 16 digits of a field's ID. */
const NAME_LENGTH = 19

/** How the classes of rows and fields begin; those of an application's own elements do not. */
const selector = "li[class^=row], [class^=field]"

/**
 * Throws where a patch does not fit what is shown: the page has to be asked for as a whole.
 * @template Fact
 * @param {Fact} fact
 * @returns {NonNullable<Fact>}
 */
export function expect(fact) {
  if (!fact) throw Error()
  return fact
}

/**
 * The element of markup that is one element.
 * @param {string} markup
 */
export const parse = (markup) => expect(create("template", { innerHTML: markup }).content.querySelector("*"))

/**
 * The rows and fields of a layer that are not within others, in runs that stand side by side.
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
 * Where a run stands, whatever becomes of its parts.
 * @param {Run} run
 * @returns {RunPlace}
 */
export const placeOf = (run) => ({ parent: run[0].parentNode, end: run.at(-1).nextSibling })

/**
 * Puts what a run has become in its place; of what was there those parts go that stay nowhere.
 * @param {RunPlace} at
 * @param {Run} old
 * @param {Run} fresh
 * @param {Set<PageNode>} stay
 */
export function replaceRun({ parent, end }, old, fresh, stay) {
  for (const part of old) if (!stay.has(part)) part.remove()
  const own = new Set(fresh)
  /** @type {PageNode | null} */
  let place = old.find((part) => own.has(part)) ?? end
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
 * Whether a node is itself alone: nothing else takes its place.
 * @param {PageNode} node
 */
const isNamed = (node) => nameOf(node) || node.matches?.(selector + ", option")

/**
 * The keys by which nodes are found again among their siblings: their names, or else their kinds. Of nodes that have
 * both in common the first one remains the first one, and so on. A text is used where it stands: no element moves for it.
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
 * Makes `old` what `fresh` is, whose nodes are used up.
 * @param {PageNode} old
 * @param {PageNode} fresh
 * @param {PageNode[][]} runs What `template` elements with the number of a run stand for.
 */
export function merge(old, fresh, runs = []) {
  const isTyped = holdsTyped(old)
  // Its name says on what it was typed: if that was changed by others, the server is to know.
  const keepsName = isTyped && old.sent === undefined
  const chosen = isTyped && old.selectedOptions?.[0]
  const was = ofServer.get(old) ?? {}
  const names = [old, fresh].flatMap((element) => call(element, "getAttributeNames"))
  for (const name of new Set([...names, ...Object.keys(was)])) {
    const value = call(fresh, "getAttribute", name)
    const isSame = value === (name in was ? was[name] : call(old, "getAttribute", name))
    if (name in was) was[name] = value
    if (isSame || (keepsName && name === "name")) continue
    value === null ? call(old, "removeAttribute", name) : call(old, "setAttribute", name, value)
  }
  if (property(old, "localName") === "textarea") old.defaultValue = fresh.defaultValue
  else mergeChildren(old, fresh, runs)
  // It is sent even so: the server says that it is not offered any more.
  if (chosen && !chosen.isConnected) old.append(chosen)
  if (!isTyped && isField(old)) showDefault(old)
}

/**
 * What the server said about attributes that someone else has changed since, such as a browser that opened a dialog.
 * @type {WeakMap<Node, Record<string, string | null>>}
 */
const ofServer = new WeakMap()

/** @param {any[]} changes The records of a `MutationObserver` for attributes. */
function note(changes) {
  for (const { target, attributeName, oldValue } of changes) {
    ofServer.set(target, { [attributeName]: oldValue, ...ofServer.get(target) })
  }
}

const observer = new MutationObserver(note)
observer.observe(document, { attributeOldValue: true, subtree: true })

/** Notes what others have changed so far. */
export const noteOthers = () => note(observer.takeRecords())

/** Forgets what the script itself has changed just now. */
export const forgetOwn = () => observer.takeRecords()

/**
 * @param {PageNode} old
 * @param {PageNode} fresh
 * @param {PageNode[][]} runs
 */
function mergeChildren(old, fresh, runs) {
  // What is whole already, and no other's.
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
  const isGone = (child) => oldKeys.has(child) && !wanted.has(oldKeys.get(child))
  let place = property(old, "firstChild")
  for (const node of nodes) {
    const key = keys.get(node)
    let match = key ? found.get(key) : node
    while (place && isGone(place)) {
      // Its class alone may be another one.
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
    // Only now: a merge may have moved the next one into this one.
    place = match.nextSibling
  }
  while (place) place = remove(place)
}

/**
 * Removes a node; returns the one after it.
 * @param {PageNode} node
 */
function remove(node) {
  const next = node.nextSibling
  node.remove()
  return next
}

/**
 * Puts runs in their places in what is new, once it is in the page.
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
 * Moves a node without the loss of what it holds, as far as the browser can.
 * @param {PageNode} parent
 * @param {PageNode} node
 * @param {PageNode | null} place
 */
function moveNode(parent, node, place) {
  call(parent, node.isConnected && "moveBefore" in parent ? "moveBefore" : "insertBefore", node, place)
}

// What was typed

/**
 * Whether a control holds what the page does not say.
 * @param {PageNode} control
 */
export const isTouched = (control) => isField(control) && valueOf(control) !== defaultOf(control)

/**
 * Whether a control holds what the page does not say, or, where it was sent, something else since, be it what it was before.
 * @param {PageNode} control
 */
export const holdsTyped = (control) => isField(control) && valueOf(control) !== (control.sent ?? defaultOf(control))

const fields = "input:not([type=hidden]), textarea, select"

/**
 * Whether a control holds what a user types or chooses. A secret is its user's alone: it is sent with a tap, and no page
 * says what it is.
 * @param {PageNode} control
 * @returns {boolean}
 */
export const isField = (control) => call(control, "matches", `:is(${fields}):not([data-secret])`)

/**
 * The fields of a form, without its buttons: a long list has tens of thousands of those.
 * @param {PageNode} form
 * @returns {PageNode[]}
 */
export const fieldsOf = (form) => [...call(form, "querySelectorAll", fields)]

/**
 * What the page says of a control.
 * @param {PageNode} control
 * @returns {FieldValue}
 */
export function defaultOf(control) {
  if (isBox(control)) return control.defaultChecked
  if (control.localName === "textarea") return control.defaultValue
  // A field of one line leaves out the ends of lines.
  if (control.localName !== "select") return control.defaultValue.replaceAll("\n", "")
  return (control.querySelector("[selected]") ?? control.options[0])?.value ?? ""
}

/**
 * Shows what the page says.
 * @param {PageNode} control
 */
function showDefault(control) {
  if (!control.isHeld && isTouched(control)) hold(control, defaultOf(control))
  delete control.sent
}

/**
 * Remembers what of a form is on its way.
 * @param {PageNode} form
 * @param {boolean} isTyping Whether no button was pressed: where the user types, the text stays as it is.
 */
export function noteSent(form, isTyping) {
  noteOthers()
  for (const control of fieldsOf(form)) {
    // A secret goes with a tap only.
    if (!control.name.startsWith("~f.") || (isTyping && "secret" in control.dataset)) continue
    control.refused &&= refuse(control)
    control.sent = valueOf(control)
    // Of an address of mail browsers do not say where the caret is.
    control.isHeld = isTyping && control === document.activeElement && (control.type === "email" || control.selectionStart > 0)
  }
  forgetOwn()
}

/**
 * Shows what became of what was sent, where the server has not taken it as it was, unless it was typed on.
 * @param {PageNode} form
 */
export function settleSent(form) {
  for (const control of fieldsOf(form)) {
    if (valueOf(control) === control.sent) showDefault(control)
    delete control.sent
    control.isHeld = false
  }
}

/** @param {PageNode} control */
export const isBox = (control) => control.type === "checkbox" || control.type === "radio"

/**
 * What a control holds: another file may have the name of the one before.
 * @param {PageNode} control
 * @returns {FieldValue}
 */
export const valueOf = (control) => (isBox(control) ? control.checked : (control.files?.[0] ?? control.value))

/**
 * Makes a control hold something.
 * @param {any} control
 * @param {FieldValue} value
 */
export const hold = (control, value) => (control[isBox(control) ? "checked" : "value"] = value)
