// @ts-check
// The messages for fields that the server has rejected, and links that the script leaves to the browser.

import { clicked, rejection } from "./cairn.js"
import { equal, show } from "./expect.js"

/**
 * Expects the same messages for each of several statuses.
 * @param {number[]} statuses
 * @param {string} text The message for a text.
 * @param {string} [file] The message for a file.
 */
function expectMessages(statuses, text, file = text) {
  const fields = ["<input>", "<textarea></textarea>", `<input type="file">`].map(show)
  for (const status of statuses) {
    equal([status, ...fields.map((field) => rejection(status, field))], [status, text, text, file])
  }
}

/** @type {Record<string, () => unknown>} */
export const checks = {
  "advises to reload a page whose host, origin, or application is wrong": () =>
    expectMessages([403, 404, 421], "This wasn't saved. Reload the page."),
  "asks whether a text is too long, or a file is too large": () =>
    expectMessages([413], "This wasn't saved. Is it too long?", "This wasn't saved. Is it too large?"),
  "reports that the server is busy": () =>
    expectMessages([429, 502, 503, 504], "This wasn't saved. The server is busy. Try again."),
  "leaves downloads to the browser"() {
    for (const attribute of ["download", `download="a.csv"`, `target="_blank"`]) {
      const target = show(`<form class="layer screen"><a href="/export" ${attribute}>Export</a></form>`).querySelector("a")
      const event = new MouseEvent("click", { cancelable: true })
      Object.defineProperty(event, "target", { value: target })
      clicked(event)
      equal([attribute, event.defaultPrevented], [attribute, false])
    }
  },
  "advises to try again after other statuses": () =>
    expectMessages([400, 405, 500, 507], "This wasn't saved. Try again."),
}
