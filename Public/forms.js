// @ts-check
// What a form says to the server.

import { fieldsOf, holdsTyped, isTouched } from "./merge.js"
import { shown } from "./page.js"

/** The number of a page's first form is below this: 31 bits, with room for those that come after it. */
const FIRST_NUMBER_LIMIT = 2e9

/** Tells forms of a page apart, also from those of another tab that shows the same. */
let number = (Math.random() * FIRST_NUMBER_LIMIT) | 0

/**
 * What tells a form from others of the same page: with the same number it is the same form, whatever else it has.
 * @param {Items} items
 * @param {number} [own]
 * @returns {Items}
 */
export const numbered = (items, own = ++number) => [...items, ["~n", own]]

/**
 * What a form says: of its fields those that are not as the page says, or that the server waits for; or all. Secrets
 * go with a tap only.
 * @param {PageForm} form
 * @param {string} tap
 * @param {boolean} [isWhole]
 * @param {number} [own]
 */
export function body(form, tap, isWhole = !shown.isKnown, own) {
  const controls = fieldsOf(form).filter((control) =>
    "secret" in control.dataset ? tap : isWhole || isTouched(control) || "draft" in control.dataset)
  const names = new Set(controls.map(({ name }) => name))
  /** @type {Items} */
  const items = [...new FormData(form)].filter(([name]) => name[0] !== "~" || names.has(name))
  return numbered(tap ? [...items, ["~tap", tap]] : items, own)
}

/**
 * All that the last form says, for a server that doesn't know the page.
 * @param {PageForm} form
 * @param {string} tap
 */
export const bodyAgain = (form, tap) => body(form, tap, true, number)

/**
 * Whether a field of a form holds what the server doesn't have.
 * @param {PageNode} form
 */
export const holdsUnsent = (form) => fieldsOf(form).some(holdsTyped)
