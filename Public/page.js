// What the page shows, and what makes it another one: see `Renderer+Patch.swift` for what a patch says.

import { keyOf, merge, parse, replaceRun, runsOf } from "./merge.js"

/** The patch does not fit what is shown: the page has to be asked for as a whole. */
export class Mismatch extends Error {}

/**
 * The digest of what is shown, for the server; who its levels are; the token of its forms; and whether it may become
 * another one by itself.
 */
export const shown = { digest: "", trail: "", token: "", isLive: false }

export const layers = () => [...document.querySelectorAll("form.layer")]
export const topLayer = () => layers().at(-1)
const tokenField = () => topLayer()?.elements["~token"]

/** Reads what the page says of itself; answers whether it is one of ours. */
export function read() {
  const meta = document.querySelector("meta[name=cairn-page]")
  if (!meta || !topLayer()) return false
  const [digest, trail, live] = meta.content.split(" ")
  Object.assign(shown, { digest, trail, isLive: live === "live" })
  shown.token = tokenField()?.value ?? ""
  return true
}

/** Makes the page what a patch says; answers what it says. */
export function apply(text) {
  const [head, ...pieces] = text.split("\0")
  const patch = JSON.parse(head)
  if (patch.from !== undefined && patch.from !== shown.digest) throw new Mismatch("another page")
  const old = layers()
  // All that is new is made before anything is changed.
  const changes = patch.layers.map((layer) => change(layer, old, pieces, patch.from !== undefined))
  const parent = old[0].parentNode
  const fresh = changes.map((make) => make())
  for (const layer of old) if (!fresh.includes(layer)) layer.remove()
  let last = null
  for (const layer of fresh) {
    if (last) {
      if (last.nextElementSibling !== layer) last.after(layer)
    } else if (layers()[0] !== layer) parent.prepend(layer)
    layer.inert = layer !== fresh.at(-1)
    last = layer
  }
  shown.digest = patch.to
  shown.isLive = patch.live === 1
  if (patch.title !== undefined) document.title = patch.title
  if (patch.token !== undefined) [shown.token, shown.trail] = [patch.token, patch.trail]
  for (const layer of fresh.slice(0, -1)) layer.elements["~token"]?.remove()
  setToken(last)
  return patch
}

/** Gives the top layer's form the token, for where the browser sends it itself. */
function setToken(form) {
  let field = form.elements["~token"]
  if (!field) {
    field = Object.assign(document.createElement("input"), { type: "hidden", name: "~token" })
    form.append(field)
  }
  field.value = shown.token
  field.defaultValue = shown.token
}

/** Says where the forms of the page are sent to. */
export function setAction(url) {
  for (const layer of layers()) layer.setAttribute("action", url)
}

/** What makes a layer of the patch; its markup is read at once. */
function change(layer, old, pieces, isKnown) {
  if (typeof layer === "number") {
    const same = old[layer]
    if (!same) throw new Mismatch("no such layer")
    return () => same
  }
  if (layer.html !== undefined) {
    const fresh = parse(pieces[layer.html])
    const same = isKnown ? null : old.find((layer) => layer.id === fresh.id && layer.className === fresh.className)
    return same ? () => (merge(same, fresh), same) : () => fresh
  }
  const same = old[layer.of]
  if (!same) throw new Mismatch("no such layer")
  const rest = layer.rest === undefined ? null : parse(pieces[layer.rest])
  const runs = runsOf(same)
  const merges = []
  const changed = { ...layer.runs }
  const result = [...runs]
  for (const number of Object.keys(changed)) {
    result[number] = newRun(changed[number], runs[number] ?? [], pieces, merges)
  }
  if (!rest && Object.keys(changed).some((number) => !runs[number]?.length)) throw new Mismatch("no such run")
  return () => {
    for (const merge of merges) merge()
    if (rest) merge(same, rest, result)
    else for (const number of Object.keys(changed)) replaceRun(runs[number], result[number])
    return same
  }
}

/** The parts of a run: those that stay, and new ones, which are merged into those that were there before. */
function newRun(steps, run, pieces, merges) {
  const stays = new Set()
  for (const step of steps) {
    if (typeof step === "number") continue
    const [first, count] = step
    if (first + count > run.length) throw new Mismatch("no such part")
    for (let index = first; index < first + count; index++) stays.add(run[index])
  }
  const others = new Map(run.filter((part) => !stays.has(part)).map((part) => [keyOf(part), part]))
  return steps.flatMap((step) => {
    if (typeof step !== "number") return run.slice(step[0], step[0] + step[1])
    const fresh = parse(pieces[step])
    const old = others.get(keyOf(fresh))
    if (!old) return [fresh]
    others.delete(keyOf(fresh))
    merges.push(() => merge(old, fresh))
    return [old]
  })
}

/** Gives the focus to what a patch names. */
export function focus(name) {
  const [kind, what] = name.split(/ (.*)/s)
  const top = topLayer()
  const control =
    kind === "button"
      ? top.querySelector(`button[name="~tap"][value="${what}"]:not(.default-action)`)
      : kind === "field"
        ? document.getElementById(`f-${what}`)
        : kind === "link"
          ? [...top.querySelectorAll("a[href]")].find((link) => link.getAttribute("href").split("?")[0] === what)
          : top.querySelector("[aria-invalid=true]")
  control?.focus()
}
