// @ts-check
// What the browser's history has of this tab: for each entry its URL, its scene, who the levels of its page were, so
// that Back is told from Forward, and what was left there.

import { on } from "./queue.js"

/** How many entries after the current one are stored. Users rarely go further forward, and the storage of a tab is limited. */
const STORED_FORWARD_ENTRIES = 20

const key = "cairn-entries"
/** @type {Entry[]} */
let places = []
let index = 0
/** Tells entries of this page from those of others in the tab, which the browser loads anew. */
let visit = Date.now()
/** @type {(() => void) | null | undefined} */
let isReturning
/** How often the user has gone elsewhere while the page is still at what was asked for before. */
let away = 0

/**
 * Takes in the entry of the page as it was loaded; returns what the tab knew of it.
 * @param {Page} entry
 * @returns {Entry | undefined}
 */
export function takeIn(entry) {
  history.scrollRestoration = "manual"
  try {
    places = JSON.parse(sessionStorage[key]) ?? []
  } catch {
    // There is nothing, or it isn't ours.
  }
  const known = history.state?.cairn
  index = known ?? (history.length > 1 ? places.length : 0)
  if (!places[known]) places.length = index
  const place = places[index]
  visit = place?.visit ?? visit
  if (place?.scroll) scrollTo(0, place.scroll)
  places[index] = { ...place, ...entry, visit }
  save()
  history.replaceState({ cairn: index }, "")
  return place
}

export const current = () => places[index]

/**
 * Notes that a page goes on with another scene: what the tab has of the one before is of this one now.
 * @param {Page} page
 * @param {string} scene
 */
export function adopt(page, scene) {
  // Pages that had none may be of several applications; those below are of the same one.
  for (const entry of places) if (entry?.scene === page.scene && (page.scene || isBelow(entry, page))) entry.scene = scene
  places[index].scene = page.scene = scene
}

/**
 * Notes what the page is now, at the same entry.
 * @param {Page} entry
 */
export function replaceEntry(entry) {
  if (away) return
  places[index] = { ...places[index], ...entry }
  // Browsers count how often that is done.
  if (history.state?.cairn === index && entry.url === location.href) return
  history.replaceState({ cairn: index }, "", entry.url)
}

/**
 * Adds an entry.
 * @param {Page} entry
 */
export function pushEntry(entry) {
  if (away) return
  history.pushState({ cairn: index + 1 }, "", entry.url)
  index += 1
  places.length = index
  places[index] = { ...entry, visit }
  save()
}

/**
 * Goes back to the last entry whose page was the same; answers whether it is there now.
 * @param {Page} entry
 */
export async function goBack(entry) {
  if (away) return
  /** @param {Entry} [other] */
  const isSame = (other) =>
    other?.visit === visit && other.trail === entry.trail && other.scene === entry.scene && pathOf(other) === pathOf(entry)
  const target = places.slice(0, index).findLastIndex(isSame)
  // Browsers forget the oldest.
  if (target < 0 || index - target >= history.length) return
  for (const other of places.slice(target + 1)) delete other?.typed
  await goTo(target)
  // Entries of others may stand between.
  return index === target
}

/**
 * Whether a page stands on that of the entry before, though that of this one hid it for a while, such as a lock.
 * @param {Page} entry
 */
export const isUncovered = (entry, below = places[index - 1]) =>
  below && isBelow(below, entry) && isBelow(places[index], below)

/**
 * Goes to an entry of which the user does not hear.
 * @param {number} target The index of the entry.
 * @returns {Promise<void>}
 */
export const goTo = (target) =>
  new Promise((resolve) => {
    if (away || target === index) return resolve()
    isReturning = resolve
    history.go(target - index)
  })

/**
 * Keeps what a user leaves at the entry.
 * @param {Left} left
 */
export function leave(left) {
  if (!away) Object.assign(places[index] ?? {}, left)
}

/**
 * Calls a closure where the user has gone to another entry; what it is given is to be called when the page can
 * follow, and answers that entry.
 * @param {() => Left} left What the user leaves.
 * @param {(arrive: () => Entry & { from: number }) => void} body
 */
export function onTravel(left, body) {
  on("popstate", (event) => {
    const target = event.state?.cairn
    const done = isReturning
    isReturning = null
    if (done) {
      index = target ?? index
      return done()
    }
    if (target === undefined) return
    leave(left())
    away += 1
    body(() => {
      away -= 1
      const from = index
      index = target
      return { url: location.href, .../** @type {Omit<Entry, "url">} */ (places[target]), from }
    })
  })
}

/** Forgets everything: it was somebody's who is not here any more. */
export function clearEntries() {
  places = []
  sessionStorage.removeItem(key)
}

export function save() {
  if (!places.length) return
  try {
    sessionStorage.setItem(key, JSON.stringify(places.slice(0, index + STORED_FORWARD_ENTRIES), unsent))
  } catch {
    // Full, or not allowed: Back asks the server for the page.
  }
}

/**
 * Leaves out of what was typed what the server has.
 * @param {string} name
 * @param {any} value
 */
const unsent = (name, value) => (name === "typed" ? value?.filter((/** @type {TypedField} */ entry) => entry[2]) : value)

/** @param {Page} entry */
export const pathOf = (entry) => new URL(entry.url).pathname

/**
 * The ID of the scene in a URL: the first one, as for the server. What passes a URL on may put names before it, or encode it.
 * @param {string} url
 */
export const sceneOf = (url) => url.match(/^[^?#]*\?([^#]*?&)??(~|%7e)(\w+)/i)?.[3]

/**
 * A URL with the ID of another scene, if there is one.
 * @param {string} url
 * @param {string} [scene]
 */
export const withScene = (url, scene) =>
  scene ? url.replace(/\?(~\w+)?|(?=#)|$/, (start, mark) => `?~${scene}${start && !mark ? "&" : ""}`) : url

/**
 * Whether one page is what another is made on, of the same scene.
 * @param {Page} entry
 * @param {Page} other
 */
export const isBelow = (entry, other) =>
  entry.scene === other.scene && other.trail.startsWith(`${entry.trail},`)
