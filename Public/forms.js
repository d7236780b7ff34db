// @ts-check
// What a form sends to the server.

import { fieldsOf, holdsTyped, isTouched } from "./merge.js"
import { shown } from "./page.js"

/** The number of a page's first form is less than this. It has 31 bits, which leaves room for the numbers of later
 * forms. */
const FIRST_NUMBER_LIMIT = 2e9

/** Identifies the forms of a page. It starts at random, so it also differs from the forms of other tabs with the same
 * page. */
let number = (Math.random() * FIRST_NUMBER_LIMIT) | 0

/**
 * Adds a number to the items. A form with the same number is a repetition, regardless of its other items.
 * @param {Items} items
 * @param {number} [own]
 * @returns {Items}
 */
export const numbered = (items, own = ++number) => [...items, ["~n", own]]

/**
 * The items of a form: the fields that differ from the page, and the ones with drafts, or all fields. Secrets are sent
 * only with a tap. The names of fields that the user has edited are also sent, because the page may show their text by
 * now.
 * @param {PageForm} form
 * @param {string} tap
 * @param {boolean} [isWhole]
 * @param {number} [own]
 */
export function body(form, tap, isWhole = !shown.isKnown, own) {
  const controls = fieldsOf(form).filter((control) =>
    "secret" in control.dataset ? tap : isWhole || isTouched(control) || "draft" in control.dataset)
  const names = new Set(controls.map((control) => control.name))
  /** @type {Items} */
  const items = [...new FormData(form)].filter(([name]) => name[0] !== "~" || names.has(name))
  return numbered(
    [
      ...items,
      ...controls
        .filter((control) => control.isEdited)
        .map(/** @returns {[string, string]} */ (control) => ["~typed", control.name]),
      ["~tap", tap],
    ],
    own,
  )
}

/**
 * All items of the last form, for a server that doesn't know the page.
 * @param {PageForm} form
 * @param {string} tap
 */
export const bodyAgain = (form, tap) => body(form, tap, true, number)

/**
 * Whether a field of a form contains text that the server doesn't have.
 * @param {PageNode} form
 */
export const holdsUnsent = (form) => fieldsOf(form).some(holdsTyped)
