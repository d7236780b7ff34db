// @ts-check
// Checks how `merge.js` changes elements, and which of the user's changes it keeps.

import { become, equal, same, show, throws } from "./expect.js"
import {
  defaultOf, fieldsOf, hold, holdsTyped, isField, isTouched, noteSent, parse, placeOf, replaceRun, runsOf, settleSent,
  valueOf,
} from "./merge.js"

/**
 * Returns a row with a field, which is identified by its ID.
 * @param {string} id
 */
const row = (id, text = id) => `<li class="row"><input id="f-${id}" name="~f.${id}"><span>${text}</span></li>`

/** @param {string[]} ids */
const list = (...ids) => `<ul>${ids.map((id) => row(id)).join("")}</ul>`

/** @param {any} list */
const idsOf = (list) => [...list.querySelectorAll("input")].map(({ id }) => id.slice(2)).join("")

/**
 * Changes a list. Checks the new order, and that each kept row is still the same element.
 * @param {string} before
 * @param {string} after
 */
function reorder(before, after) {
  const element = show(list(...before))
  const rows = new Map([...before].map((id, index) => [id, element.children[index]]))
  become(element, list(...after))
  equal(idsOf(element), after)
  for (const [index, id] of [...after].entries()) if (rows.has(id)) same(element.children[index], rows.get(id), `row ${id}`)
}

/** A field in a form of the page, with what is typed into it. */
function typedField(typed = "typed") {
  const form = show(`<form><input id="f-1" name="~f.1.one" value="first"></form>`)
  const [field] = form.elements
  field.value = typed
  return { form, field }
}

const changed = `<form><input id="f-1" name="~f.1.two" value="second"></form>`

/** @type {Record<string, () => unknown>} */
export const checks = {
  // Attributes

  "adds, changes, and removes attributes"() {
    const element = show(`<p class="a" title="b">text</p>`)
    become(element, `<p class="c" lang="en">text</p>`)
    equal(element.outerHTML, `<p class="c" lang="en">text</p>`)
  },
  "keeps an empty attribute"() {
    const element = show(`<button>text</button>`)
    become(element, `<button disabled>text</button>`)
    equal(element.disabled, true)
    become(element, `<button>text</button>`)
    equal(element.disabled, false)
  },
  "keeps an element open that the user opened, until the server changes it"() {
    const element = show(`<details><summary>A</summary></details>`)
    element.open = true
    become(element, `<details><summary>B</summary></details>`)
    equal(element.open, true)
    become(element, `<details open><summary>B</summary></details>`)
    become(element, `<details><summary>B</summary></details>`)
    equal(element.open, false)
  },
  "keeps a style that the browser set"() {
    const element = show(`<textarea></textarea>`)
    element.style.height = "99px"
    element.style.width = "88px"
    become(element, `<textarea class="large"></textarea>`)
    equal([element.style.height, element.style.width, element.className], ["99px", "88px", "large"])
  },
  "works for forms with any names of controls"() {
    const names = ["getAttribute", "setAttribute", "childNodes", "firstChild", "localName", "insertBefore", "id", "matches"]
    const controls = names.map((name) => `<input name="${name}">`).join("")
    const form = show(`<form class="a">${controls}<p>1</p></form>`)
    become(form, `<form class="b" lang="en">${controls}<p>2</p></form>`)
    equal(form.outerHTML, `<form class="b" lang="en">${controls}<p>2</p></form>`)
  },

  // Children

  "changes a text in its node"() {
    const element = show(`<p>before</p>`)
    const text = element.firstChild
    become(element, `<p>after</p>`)
    same(element.firstChild, text, "text")
    equal(element.textContent, "after")
  },
  "adds and removes texts around elements"() {
    const element = show(`<p>a<b>b</b>c</p>`)
    const bold = element.querySelector("b")
    become(element, `<p><b>b</b></p>`)
    become(element, `<p>x<b>b</b>y</p>`)
    same(element.querySelector("b"), bold)
    equal(element.innerHTML, "x<b>b</b>y")
  },
  "adds and removes comments"() {
    const element = show(`<p>a<!--one--></p>`)
    become(element, `<p><!--two-->a</p>`)
    equal(element.innerHTML, "<!--two-->a")
  },
  "empties an element"() {
    const element = show(list("1", "2"))
    become(element, `<ul></ul>`)
    equal(element.innerHTML, "")
  },
  "replaces an element with one of another kind"() {
    const element = show(`<div><p>text</p></div>`)
    become(element, `<div><h2>text</h2></div>`)
    equal(element.innerHTML, "<h2>text</h2>")
  },
  "keeps an element whose class changes"() {
    const element = show(`<div><p class="a">text</p></div>`)
    const paragraph = element.firstChild
    become(element, `<div><p class="b">text</p></div>`)
    same(element.firstChild, paragraph)
  },
  "doesn't reuse an element for another ID"() {
    const element = show(`<div><p id="a">text</p></div>`)
    const paragraph = element.firstChild
    become(element, `<div><p id="b">text</p></div>`)
    equal(element.innerHTML, `<p id="b">text</p>`)
    equal(element.firstChild === paragraph, false)
  },
  "tells buttons apart by their values"() {
    const button = (/** @type {number} */ id) => `<button name="~tap" value="${id}">${id}</button>`
    const element = show(`<div>${button(1)}${button(2)}</div>`)
    const [first, second] = element.children
    become(element, `<div>${button(2)}${button(1)}</div>`)
    same(element.children[0], second)
    same(element.children[1], first)
  },
  "tells radio buttons apart by their values"() {
    const radio = (/** @type {string} */ value) => `<input type="radio" name="~f.1" value="${value}">`
    const element = show(`<form>${radio("a")}${radio("b")}</form>`)
    element.elements[1].checked = true
    become(element, `<form>${radio("b")}${radio("c")}${radio("a")}</form>`)
    equal([...element.elements].map(({ value, checked }) => value + checked), ["btrue", "cfalse", "afalse"])
  },
  "finds a field again whose check has changed"() {
    const name = "~f." + "1".repeat(16)
    const element = show(`<form><input name="~f.${"2".repeat(16)}.a"><input name="${name}.a"></form>`)
    const field = element.elements[1]
    become(element, `<form><input name="${name}.b"></form>`)
    same(element.elements[0], field)
    equal(field.name, `${name}.b`)
  },

  // Rows

  "inserts rows at the beginning, between others, and at the end": () => reorder("24", "12345"),
  "removes rows at the beginning, between others, and at the end": () => reorder("12345", "24"),
  "moves a row to the end": () => reorder("1234", "2341"),
  "moves a row to the beginning": () => reorder("1234", "4123"),
  "reverses rows": () => reorder("12345", "54321"),
  "moves, inserts, and removes rows at once": () => reorder("12345", "5a2b1"),
  "replaces all rows": () => reorder("123", "abc"),
  "fills a list": () => reorder("", "123"),
  "keeps the focus and the caret in a row that moves"() {
    const element = show(list("1", "2", "3"))
    const field = element.querySelector("#f-3")
    field.value = "typed"
    field.focus()
    field.setSelectionRange(2, 4)
    become(element, list("3", "1", "2"))
    same(document.activeElement, field, "focus")
    equal([field.value, field.selectionStart, field.selectionEnd], ["typed", 2, 4])
  },
  "keeps the focus in a row while the others move"() {
    const element = show(list("1", "2", "3"))
    const field = element.querySelector("#f-2")
    field.focus()
    become(element, list("3", "2", "4", "1"))
    same(document.activeElement, field, "focus")
  },
  "keeps the selection of a text that stays"() {
    const element = show(`<div><p id="a">Some text</p><p id="b">1</p></div>`)
    const text = element.firstChild.firstChild
    getSelection()?.setBaseAndExtent(text, 1, text, 4)
    become(element, `<div><p id="c">0</p><p id="a">Some text</p><p id="b">2</p></div>`)
    equal(`${getSelection()}`, "ome")
  },
  "keeps the scroll position of an element"() {
    const box = (/** @type {string} */ text) => `<div style="height: 50px; overflow: auto"><div style="height: 500px">${text}</div></div>`
    const element = show(box("a"))
    element.scrollTop = 70
    become(element, box("b"))
    equal(element.scrollTop, 70)
  },

  // Runs

  "finds the runs of a layer"() {
    const layer = show(
      `<form>${row("1")}${row("2")}<hr>${row("3")}<div class="bar">${row("4")}</div>
      <div class="field"><div class="field-inner"></div></div></form>`)
    equal(runsOf(layer).map((run) => run.length), [2, 1, 1])
  },
  "finds no rows in rows"() {
    const layer = show(`<form><li class="row">${list("1", "2")}</li></form>`)
    equal(runsOf(layer).map((run) => run.length), [1])
  },
  "replaces a template with the run that it represents"() {
    const element = show(`<form>${list("1", "2")}<p>a</p></form>`)
    const run = runsOf(element)[0]
    become(element, `<form><p>b</p><ul><template data-run="0"></template></ul></form>`, [run])
    equal(idsOf(element), "12")
    same(element.querySelector("li"), run[0], "row")
    equal(element.querySelector("template"), null)
  },
  "inserts a run into a new element"() {
    const element = show(`<form>${list("1", "2")}</form>`)
    const run = runsOf(element)[0]
    become(element, `<form><section><ol><template data-run="0"></template></ol></section></form>`, [run])
    same(element.querySelector("section > ol > li"), run[0], "row")
    equal(idsOf(element), "12")
  },
  "keeps a template of the application"() {
    const element = show(`<div><p>a</p></div>`)
    become(element, `<div><template><p>b</p></template><p>c</p></div>`)
    equal(element.innerHTML, "<template><p>b</p></template><p>c</p>")
  },
  "replaces a run between others"() {
    const element = show(`<div><hr>${row("1")}${row("2")}${row("3")}<hr></div>`)
    const run = runsOf(element)[0]
    const fresh = [run[2], /** @type {any} */ (parse(row("a"))), run[0]]
    replaceRun(placeOf(run), run, fresh, new Set(fresh))
    equal([...element.children].map((child) => child.localName), ["hr", "li", "li", "li", "hr"])
    equal(idsOf(element), "3a1")
  },
  "empties a run"() {
    const element = show(`<div><hr>${row("1")}${row("2")}<p></p></div>`)
    const run = runsOf(element)[0]
    replaceRun(placeOf(run), run, [], new Set())
    equal(element.innerHTML, "<hr><p></p>")
  },
  "replaces all of a run at the end"() {
    const element = show(`<div><hr>${row("1")}</div>`)
    const run = runsOf(element)[0]
    replaceRun(placeOf(run), run, [/** @type {any} */ (parse(row("a"))), /** @type {any} */ (parse(row("b")))], new Set())
    equal(idsOf(element), "ab")
  },
  "rejects markup without an element"() {
    for (const markup of [undefined, "", "text"]) throws(() => parse(/** @type {any} */ (markup)))
  },

  // Typed text

  "keeps typed text while the server changes the field"() {
    const { form, field } = typedField()
    become(form, changed)
    equal([field.value, field.defaultValue], ["typed", "second"])
  },
  "keeps the name on which text was typed, so that the server sees a conflict"() {
    const { form, field } = typedField()
    become(form, changed)
    equal(field.name, "~f.1.one")
  },
  "shows the server's text in an unedited field"() {
    const { form, field } = typedField("first")
    become(form, changed)
    equal([field.value, field.name], ["second", "~f.1.two"])
  },
  "shows the server's text in a field that was sent"() {
    const { form, field } = typedField()
    noteSent(form, false)
    equal(holdsTyped(field), false)
    become(form, changed)
    equal([field.value, field.name], ["second", "~f.1.two"])
  },
  "keeps text that was typed after an earlier text was sent"() {
    const { form, field } = typedField()
    noteSent(form, false)
    field.value = "typed on"
    equal(holdsTyped(field), true)
    become(form, changed)
    equal([field.value, field.name], ["typed on", "~f.1.two"])
  },
  "keeps the text of a field in which the user types"() {
    const { form, field } = typedField()
    field.focus()
    field.setSelectionRange(5, 5)
    noteSent(form, true)
    become(form, changed)
    equal([field.value, field.selectionStart], ["typed", 5])
  },
  "marks a field as unedited if the server has changed it"() {
    const { form, field } = typedField()
    noteSent(form, false)
    field.defaultValue = "Typed"
    settleSent(form, false)
    equal([field.value, field.sent, field.isHeld], ["Typed", undefined, false])
  },
  "doesn't mark a field as unedited if the user has continued typing"() {
    const { form, field } = typedField()
    noteSent(form, false)
    field.value = "typed on"
    settleSent(form, false)
    equal([field.value, field.sent, holdsTyped(field)], ["typed on", undefined, true])
  },
  "changes the text of a text area only if it wasn't edited"() {
    const element = show(`<form><textarea id="f-1">a</textarea><textarea id="f-2">a</textarea></form>`)
    const [typed, other] = element.elements
    typed.value = "typed"
    become(element, `<form><textarea id="f-1">b</textarea><textarea id="f-2">b</textarea></form>`)
    equal([typed.value, typed.defaultValue, other.value], ["typed", "b", "b"])
  },
  "keeps a box that was checked, and changes others"() {
    const box = (/** @type {number} */ id, text = "") => `<input type="checkbox" id="f-${id}"${text}>`
    const element = show(`<form>${box(1)}${box(2)}</form>`)
    const [first, second] = element.elements
    first.checked = true
    become(element, `<form>${box(1)}${box(2, " checked")}</form>`)
    equal([first.checked, second.checked], [true, true])
    become(element, `<form>${box(1)}${box(2)}</form>`)
    equal([first.checked, second.checked], [true, false])
  },
  "keeps a chosen option that's no longer offered"() {
    const element = show(`<select id="f-1"><option>a<option>b</select>`)
    element.value = "b"
    become(element, `<select id="f-1"><option>a</option><option>c</option></select>`)
    equal([element.value, [...element.options].map(({ value }) => value)], ["b", ["a", "c", "b"]])
  },
  "shows the server's option if the user chose none"() {
    const element = show(`<select id="f-1"><option>a<option selected>b</select>`)
    become(element, `<select id="f-1"><option selected>a</option><option>b</option></select>`)
    equal(element.value, "a")
  },
  "keeps a chosen option while options are sorted"() {
    const element = show(`<select id="f-1"><option>a<option>b<option>c</select>`)
    element.value = "b"
    become(element, `<select id="f-1"><option>c</option><option>b</option><option>a</option></select>`)
    equal(element.value, "b")
  },
  "updates the name of a picker that had no options"() {
    const element = show(`<select id="f-1" name="~f.1.one"></select>`)
    equal([isTouched(element), holdsTyped(element)], [false, false])
    become(element, `<select id="f-1" name="~f.1.two"><option>a</option><option selected>b</option></select>`)
    equal([element.name, element.value], ["~f.1.two", "b"])
  },
  "shows a picker whose options are gone"() {
    const element = show(`<select id="f-1" name="~f.1.one"><option>a</select>`)
    become(element, `<select id="f-1" name="~f.1.two"></select>`)
    equal([element.name, element.value, isTouched(element)], ["~f.1.two", "", false])
  },
  "treats a multiline value in a single-line field as unedited"() {
    const form = show(`<form><input id="f-1" name="~f.1.one" value="a&#10;b"><textarea id="f-2">a&#10;b</textarea></form>`)
    const [line, area] = form.elements
    equal([line.value, isTouched(line), holdsTyped(line)], ["ab", false, false])
    equal([area.value, isTouched(area)], ["a\nb", false])
    become(form, `<form><input id="f-1" name="~f.1.two" value="c&#10;d"><textarea id="f-2">a&#10;b</textarea></form>`)
    equal([line.value, line.name], ["cd", "~f.1.two"])
    area.value = "ab"
    equal(isTouched(area), true)
  },
  "keeps a typed secret and doesn't report it as edited"() {
    const element = show(`<form><input type="password" id="f-1" name="~f.1" data-secret></form>`)
    const [field] = element.elements
    field.value = "secret"
    become(element, `<form><input type="password" id="f-1" name="~f.1" data-secret class="a"></form>`)
    equal([field.value, isField(field), isTouched(field), holdsTyped(field)], ["secret", false, false, false])
    noteSent(element, true)
    equal(field.sent, undefined)
    noteSent(element, false)
    equal(field.sent, "secret")
  },
  "empties a secret that the server has taken"() {
    const element = show(`<form><input type="password" id="f-1" name="~f.1" data-secret></form>`)
    const [field] = element.elements
    field.value = "secret"
    noteSent(element, false)
    settleSent(element, true)
    equal([field.value, field.sent], ["secret", undefined])
    noteSent(element, false)
    settleSent(element, false)
    equal([field.value, field.sent], ["", undefined])
  },
  "keeps a secret that the user has changed since it was sent"() {
    const element = show(`<form><input type="password" id="f-1" name="~f.1" data-secret></form>`)
    const [field] = element.elements
    field.value = "secret"
    noteSent(element, false)
    field.value = "another"
    settleSent(element, false)
    equal([field.value, field.sent], ["another", undefined])
  },
  "finds the fields of a form"() {
    const form = show(
      `<form><input type="hidden" name="a"><button name="b"></button><input name="c"><p><textarea name="d"></textarea></p>
      <select name="e"></select></form>`)
    equal(fieldsOf(form).map(({ name }) => name), ["c", "d", "e"])
  },
  "returns the values and the initial values of fields"() {
    const form = show(
      `<form><input value="a"><input type="checkbox" checked><textarea>b</textarea><select><option>c<option selected>d</select>
      <select><option>e</select><input type="file"></form>`)
    const expected = ["a", true, "b", "d", "e", ""]
    equal(fieldsOf(form).map(valueOf), expected)
    equal(fieldsOf(form).map(defaultOf), expected)
  },
  "distinguishes files with the same name"() {
    const field = show(`<input type="file">`)
    const files = new DataTransfer()
    files.items.add(new File(["a"], "name.txt"))
    field.files = files.files
    same(valueOf(field), files.files[0], "file")
    equal(isTouched(field), true)
  },
  "sets the value of a field"() {
    const [box, text] = show(`<form><input type="checkbox"><input></form>`).elements
    hold(box, true)
    hold(text, "typed")
    equal([box.checked, text.value], [true, "typed"])
  },
}
