// @ts-check
// Checks what `layer.js` does with the focus and the announcements when the page changes.

import { equal, show } from "./expect.js"
import { announce, changeRows } from "./layer.js"
import { title } from "./page.js"

/** @param {string} content */
const screen = (content) => show(`<form class="layer screen">${content}</form>`)

/**
 * Disables the first of the given buttons while it has the focus. Returns the text of the control that then has it.
 * @param {any} form
 * @param {string} name
 */
async function disable(form, name) {
  const control = [...form.querySelectorAll("button")].find(({ textContent }) => textContent === name)
  control.focus()
  await changeRows(undefined, () => (control.disabled = true))
  return document.activeElement?.matches("button, a") ? document.activeElement.textContent : ""
}

/** @type {Record<string, () => unknown>} */
export const checks = {
  async "passes the focus of a disabled control to the next one in the same group"() {
    const group = "<div><button>B</button><button>C</button><button>D</button></div>"
    const form = screen(`<button>A</button>${group}<button>E</button>`)
    equal(await disable(form, "C"), "D")
    equal(await disable(form, "D"), "B")
    equal(await disable(form, "B"), "E")
    equal(await disable(form, "E"), "A")
    equal(await disable(form, "A"), "")
  },
  async "passes over hidden controls"() {
    const form = screen(`<button>A</button><div><button>B</button><button tabindex="-1">C</button>
      <button hidden>D</button></div><a href="/">E</a>`)
    equal(await disable(form, "B"), "E")
  },
  async "leaves the focus in another layer"() {
    const below = screen("<button>A</button><button>B</button>")
    const button = below.querySelector("button")
    button.focus()
    await changeRows(undefined, () => {
      button.disabled = true
      screen("<button>C</button>").querySelector("button").focus()
    })
    equal(document.activeElement?.textContent, "C")
  },
  "marks the title of a page with an error, and keeps a title that has replaced it"() {
    const form = screen(`<p class="error">No</p>`)
    title.textContent = "Edit"
    announce()
    equal(title.textContent, "Error: Edit")
    form.querySelector(".error").remove()
    announce()
    equal(title.textContent, "Edit")
    form.innerHTML = `<p class="error">No</p>`
    announce()
    form.innerHTML = ""
    title.textContent = "Items"
    announce()
    equal(title.textContent, "Items")
  },
  async "announces the value that a stepper has changed"() {
    const form = screen(`<p class="announcer"></p><div><label for="f-1">Counted</label><input id="f-1" value="1">
      <div class="stepper"><span class="label">Adjust</span><button>-</button></div></div>`)
    form.querySelector("button").focus()
    await changeRows(undefined, () => form.querySelector("input").setAttribute("value", "0"))
    announce()
    equal(form.querySelector(".announcer").textContent, "Counted 0")
    await changeRows(undefined, () => (form.querySelector(".label").textContent = "Adjust: 0"))
    announce()
    equal(form.querySelector(".announcer").textContent, "Adjust: 0")
  },
}
