// @ts-check
// Checks how `page.js` applies patches to a page, and how it rejects patches that don't fit.

import { equal, same, show, throws } from "./expect.js"
import { apply, asks, focused, giveFocus, head, layers, readPage, setAction, shown, stepOf, title } from "./page.js"

/** @param {string | number} id */
const row = (id, text = id) => `<li class="row"><button name="~tap" value="${id}">${text}</button></li>`

/** @param {string} content */
const screen = (content, classes = "layer screen", id = "l-1") => `<form id="${id}" class="${classes}">${content}</form>`

const sheet = `<form id="l-2" class="layer sheet"><dialog class="sheet"><button class="asks">Close</button></dialog></form>`

/** Shows a page of one layer with three rows. */
function begin(content = `<h1>A</h1><ul>${row(1)}${row(2)}${row(3)}</ul><p>end</p>`) {
  onbeforeunload = null
  Object.assign(shown, { digest: "one", trail: "a", token: "t", isLive: false, isKnown: false })
  return show(screen(content))
}

/**
 * Returns a patch in the server's format.
 * @param {object} patch
 * @param {string[]} pieces
 */
const patchOf = (patch, ...pieces) => [JSON.stringify({ from: "one", to: "two", ...patch }), ...pieces].join("\0")

/** The buttons of the page, by what they say. */
const buttons = () => [...document.querySelectorAll("button")].map(({ textContent }) => textContent)

/**
 * Expects that a patch throws an error and doesn't change the page.
 * @param {string} text
 */
function rejects(text) {
  const form = begin()
  const before = document.body.innerHTML
  throws(() => apply(text))
  equal(document.body.innerHTML, before)
  same(layers()[0], form, "layer")
  equal(shown.digest, "one")
}

/** @type {Record<string, () => unknown>} */
export const checks = {
  "reads the head of a patch"() {
    equal(head(patchOf({ layers: [0] }, "<p>a</p>")), { from: "one", to: "two", layers: [0] })
  },
  "reports how a patch navigates"() {
    begin()
    const step = (/** @type {string | undefined} */ trail) => stepOf(patchOf({ trail, layers: [] })) ?? null
    equal(["a", undefined, "a,pushed.1", "b", "a,sheet.1"].map(step), [null, null, "push", "step", "step"])
    shown.trail = "a,pushed.1,pushed.2"
    equal([step("a,pushed.1"), step("a"), step("b")], ["pop", "pop", "step"])
  },

  "focuses a field unless the user has focused another one"() {
    const meta = document.createElement("meta")
    Object.assign(meta, { name: "cairn-page", content: "one a" })
    document.head.append(meta)
    const form = begin(`<input id="a"><input id="b" autofocus>`)
    const [a, b] = form.querySelectorAll("input")
    readPage()
    same(document.activeElement, b, "focus")
    a.focus()
    readPage()
    same(document.activeElement, a, "focus")
    meta.remove()
  },

  // Patches

  "keeps an unchanged page"() {
    const form = begin()
    apply(patchOf({ layers: [0], live: 1, title: "Other", token: "u", trail: "b" }))
    same(layers()[0], form, "layer")
    equal([buttons(), title.textContent], [["1", "2", "3"], "Other"])
    equal(shown, { digest: "two", trail: "b", token: "u", isLive: 1, isKnown: true })
  },
  "changes, moves, adds, and removes rows"() {
    const form = begin()
    const rows = [...form.querySelectorAll("li")]
    apply(patchOf({ layers: [{ of: 0, runs: { 0: [[2, 1], 0, [0, 1, 1]] } }] }, row(4), row(1, "one")))
    equal(buttons(), ["3", "4", "one"])
    same(form.querySelectorAll("li")[0], rows[2], "row")
    same(form.querySelectorAll("li")[2], rows[0], "row")
  },
  "removes all rows of a run"() {
    begin()
    apply(patchOf({ layers: [{ of: 0, runs: { 0: [] } }] }))
    equal(document.querySelector("ul")?.innerHTML, "")
  },
  "changes the markup around rows"() {
    const form = begin()
    const [first] = form.querySelectorAll("li")
    apply(patchOf({ layers: [{ of: 0, rest: 0 }] }, screen(`<h1>B</h1><ul><template data-run="0"></template></ul>`)))
    equal([form.querySelector("h1").textContent, buttons(), !form.querySelector("p")], ["B", ["1", "2", "3"], true])
    same(form.querySelector("li"), first, "row")
  },
  "keeps a child of a row that a template represents"() {
    const form = begin(`<ul><li class="row"><span>a</span><i>b</i></li></ul>`)
    const italic = form.querySelector("i")
    apply(patchOf(
      { layers: [{ of: 0, runs: { 0: [[0, 1, 0]] } }] },
      `<li class="row"><span>c</span><template data-run="1"></template></li>`))
    equal(form.querySelector("li").innerHTML, "<span>c</span><i>b</i>")
    same(form.querySelector("i"), italic)
  },
  "chooses an option of a picker"() {
    const name = "~f." + "1".repeat(16)
    const option = (/** @type {string} */ text) => `<option value="${text}">${text}</option>`
    const form = begin(`<div class="field"><select name="${name}.${"a".repeat(16)}">${option("x")}${option("y")}</select></div>`)
    const [picker] = form.elements
    apply(patchOf({ layers: [{ of: 0, runs: { 0: [[0, 1, "b".repeat(16), "y"]] } }] }))
    same(form.elements[0], picker)
    equal([picker.value, picker.name], ["y", `${name}.${"b".repeat(16)}`])
  },
  "adds a layer on top of the page and removes it"() {
    const form = begin()
    apply(patchOf({ layers: [0, { html: 0 }] }, sheet))
    const dialog = document.querySelector("dialog")
    equal([layers().length, form.inert, dialog?.matches(":modal")], [2, true, true])
    equal([asks()?.textContent, onbeforeunload !== null], ["Close", true])
    apply(patchOf({ from: "two", to: "one", layers: [0] }))
    equal([layers().length, form.inert, asks(), onbeforeunload], [1, false, null, null])
  },
  "has the token only in the top layer"() {
    const form = begin(`<input type="hidden" name="~token" value="t">`)
    apply(patchOf({ layers: [0, { html: 0 }], token: "u", trail: "b" }, sheet))
    const tokens = [...document.querySelectorAll("input")]
    equal(tokens.map(({ value }) => value), ["u"])
    equal(form.contains(tokens[0]), false)
  },
  "merges a page that is sent as a whole"() {
    const form = begin()
    const [first] = form.querySelectorAll("li")
    apply(patchOf({ from: undefined, layers: [{ html: 0 }] }, screen(`<h1>B</h1><ul>${row(1, "one")}</ul>`)))
    same(layers()[0], form, "layer")
    same(form.querySelector("button").closest("li"), first, "row")
    equal(buttons(), ["one"])
  },
  "replaces a page with one of another kind"() {
    const form = begin()
    apply(patchOf({ from: undefined, layers: [{ html: 0 }] }, screen("<p>b</p>", "layer screen", "l-9")))
    equal([form.isConnected, layers().map(({ id }) => id)], [false, ["l-9"]])
  },
  "keeps an element open that the user opened"() {
    const form = begin(`<details><summary>A</summary></details><ul>${row(1)}</ul>`)
    form.querySelector("details").open = true
    apply(patchOf(
      { layers: [{ of: 0, rest: 0 }] },
      screen(`<details><summary>B</summary></details><ul><template data-run="0"></template></ul>`)))
    equal([form.querySelector("details").open, form.querySelector("summary").textContent], [true, "B"])
  },

  // Patches that don't fit

  "rejects a patch that isn't JSON": () => rejects(`{"from": "one", "to`),
  "rejects an empty patch": () => rejects(""),
  "rejects a patch of another page": () => rejects(patchOf({ from: "other", layers: [0] })),
  "rejects a patch without layers": () => rejects(patchOf({})),
  "rejects a layer that isn't there": () => rejects(patchOf({ layers: [1] })),
  "rejects a change of a layer that isn't there": () => rejects(patchOf({ layers: [{ of: 1, runs: {} }] })),
  "rejects a layer whose markup is missing": () => rejects(patchOf({ layers: [{ html: 0 }] })),
  "rejects the rest of a layer whose markup is missing": () => rejects(patchOf({ layers: [{ of: 0, rest: 3 }] })),
  "rejects a run that isn't there": () => rejects(patchOf({ layers: [{ of: 0, runs: { 1: [] } }] })),
  "rejects parts that aren't there": () => rejects(patchOf({ layers: [{ of: 0, runs: { 0: [[2, 2]] } }] })),
  "rejects a new part whose markup is missing": () => rejects(patchOf({ layers: [{ of: 0, runs: { 0: [[0, 3], 0] } }] })),
  "rejects a changed part whose markup is missing": () =>
    rejects(patchOf({ layers: [{ of: 0, runs: { 0: [[0, 1, 0], [1, 2]] } }] })),
  "rejects a template for a child that isn't there": () =>
    rejects(patchOf(
      { layers: [{ of: 0, runs: { 0: [[0, 1, 0], [1, 2]] } }] },
      `<li class="row"><template data-run="0"></template><template data-run="1"></template></li>`)),

  // Forms and the focus

  "sets the address of all forms"() {
    begin()
    show(sheet)
    setAction("/b?~k3")
    equal(layers().map((layer) => layer.getAttribute("action")), ["/b?~k3", "/b?~k3"])
  },
  "gives a button its focus back"() {
    const form = begin()
    form.querySelectorAll("button")[1].focus()
    const named = focused()
    equal(named, "button 2")
    const other = document.body.appendChild(document.createElement("button"))
    other.focus()
    giveFocus(undefined, named)
    same(document.activeElement, other, "focus")
    other.remove()
    giveFocus(undefined, named)
    equal(document.activeElement.value, "2")
  },
  "gives the focus back although another control has had it since the page was loaded"() {
    const [loaded, other] = begin(`<button name="~tap" value="1" autofocus></button><button name="~tap" value="2"></button>`).elements
    loaded.focus()
    giveFocus(undefined, "button 2")
    same(document.activeElement, other, "focus")
  },
  "gives a link its focus back"() {
    const link = begin(`<a href='/a?x="1"&amp;y=[2]'>a</a>`).querySelector("a")
    link.focus()
    const named = focused()
    link.blur()
    giveFocus(undefined, named)
    same(document.activeElement, link, "focus")
  },
  "gives a field the focus, and selects its text"() {
    const form = begin(`<input id="f-12" value="text"><input id="f-13" aria-invalid="true" value="text">`)
    giveFocus("field 12")
    equal([document.activeElement.id, form.elements[0].selectionEnd, focused()], ["f-12", 4, "field \\31 2"])
    giveFocus("refused")
    equal(document.activeElement.id, "f-13")
  },
  "doesn't move the focus to a missing element"() {
    begin()
    giveFocus("field 99")
    giveFocus("button 99")
    giveFocus(undefined, "link /gone")
    same(document.activeElement, document.body, "focus")
  },
}
