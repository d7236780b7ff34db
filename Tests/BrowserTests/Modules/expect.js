// @ts-check
// Helpers that the checks of the modules share.

import { forgetOwn, merge, noteOthers, parse } from "./merge.js"

/**
 * Throws if two values differ, as JSON.
 * @param {unknown} actual
 * @param {unknown} expected
 */
export function equal(actual, expected) {
  const [is, wanted] = [actual, expected].map((value) => JSON.stringify(value))
  if (is !== wanted) throw Error(`${is} is not ${wanted}`)
}

/**
 * Throws unless two values are the same.
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} [what]
 */
export function same(actual, expected, what = "object") {
  if (actual !== expected) throw Error(`another ${what}`)
}

/**
 * Throws unless a closure throws.
 * @param {() => unknown} body
 */
export function throws(body) {
  try {
    body()
  } catch {
    return
  }
  throw Error("nothing was thrown")
}

/**
 * Shows markup in the page, and returns its element.
 * @param {string} markup
 * @returns {any}
 */
export function show(markup) {
  const element = parse(markup)
  document.body.append(element)
  return element
}

/**
 * Changes an element of the page to match markup, as a patch does.
 * @param {any} element
 * @param {string} markup
 * @param {any[][]} [runs]
 */
export function become(element, markup, runs) {
  noteOthers()
  merge(element, parse(markup), runs)
  forgetOwn()
}
