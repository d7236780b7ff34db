// @ts-check
// This tab's entries in the browser's history. Each one stores the URL, the scene, the levels of the page, and what the
// user left there. The levels distinguish Back from Forward.

import { on } from "./queue.js"

/** How many entries after the current one are stored. Users rarely go further forward, and the storage of a tab is limited. */
const STORED_FORWARD_ENTRIES = 20

const key = "cairn-entries"
/** @type {Entry[]} */
let places = []
let index = 0
/** Distinguishes the entries of this page from the other entries of the tab, which the browser loads again. */
let visit = Date.now()
/** @type {(() => void) | null | undefined} */
let isReturning
/** How often the user has moved in the history while earlier requests are still in progress. */
let away = 0

/**
 * Adds the entry of a page that was just loaded. Returns the stored entry, if there is one.
 * @param {Page} entry
 * @returns {Entry | undefined}
 */
export function takeIn(entry) {
  history.scrollRestoration = "manual"
  try {
    places = JSON.parse(sessionStorage[key]) ?? []
  } catch {
    // There are no stored entries, or another program has stored something else.
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
 * Moves a page's entries to another scene, in which the page continues.
 * @param {Page} page
 * @param {string} scene
 */
export function adopt(page, scene) {
  // Without a scene, pages can belong to different applications. The ones below this page belong to the same one.
  for (const entry of places) if (entry?.scene === page.scene && (page.scene || isBelow(entry, page))) entry.scene = scene
  places[index].scene = page.scene = scene
}

/**
 * Updates the current entry.
 * @param {Page} entry
 */
export function replaceEntry(entry) {
  if (away) return
  places[index] = { ...places[index], ...entry }
  // Browsers limit the number of these calls.
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
 * Goes back to the last entry with the same page. Returns whether it's the current entry now.
 * @param {Page} entry
 */
export async function goBack(entry) {
  if (away) return
  /** @param {Entry} [other] */
  const isSame = (other) =>
    other?.visit === visit && other.trail === entry.trail && other.scene === entry.scene && pathOf(other) === pathOf(entry)
  const target = places.slice(0, index).findLastIndex(isSame)
  // Browsers discard the oldest entries.
  if (target < 0 || index - target >= history.length) return
  for (const other of places.slice(target + 1)) delete other?.typed
  await goTo(target)
  // Other sites' entries can be in between.
  return index === target
}

/**
 * Whether a page is on top of the previous entry's page, which the current entry's page only covered for a while, such
 * as a lock screen.
 * @param {Page} entry
 */
export const isUncovered = (entry, below = places[index - 1]) =>
  below && isBelow(below, entry) && isBelow(places[index], below)

/**
 * Goes to an entry without reporting this as the user's action.
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
 * Stores what the user leaves, with the current entry.
 * @param {Left} left
 */
export function leave(left) {
  if (!away) Object.assign(places[index] ?? {}, left)
}

/**
 * Calls a closure when the user has gone to another entry. The closure gets a function to call as soon as the page can
 * follow. That function returns the entry.
 * @param {() => Left} left Returns what the user leaves on the page.
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

/** Discards all entries, because their session has ended. */
export function clearEntries() {
  places = []
  sessionStorage.removeItem(key)
}

export function save() {
  if (!places.length) return
  try {
    sessionStorage.setItem(key, JSON.stringify(places.slice(0, index + STORED_FORWARD_ENTRIES), unsent))
  } catch {
    // If the storage is full or not allowed, Back requests the page from the server.
  }
}

/**
 * Omits typed text that the server already has.
 * @param {string} name
 * @param {any} value
 */
const unsent = (name, value) => (name === "typed" ? value?.filter((/** @type {TypedField} */ entry) => entry[2]) : value)

/** @param {Page} entry */
export const pathOf = (entry) => new URL(entry.url).pathname

/**
 * The ID of the scene in a URL. Like the server, it uses the first one. Programs that forward a URL can add names
 * before the ID, or encode it.
 * @param {string} url
 */
export const sceneOf = (url) => url.match(/^[^?#]*\?([^#]*?&)??(~|%7e)(\w+)/i)?.[3]

/**
 * The URL with the ID of another scene, if there is one.
 * @param {string} url
 * @param {string} [scene]
 */
export const withScene = (url, scene) =>
  scene ? url.replace(/\?(~\w+)?|(?=#)|$/, (start, mark) => `?~${scene}${start && !mark ? "&" : ""}`) : url

/**
 * Whether a page is below another page of the same scene.
 * @param {Page} entry
 * @param {Page} other
 */
export const isBelow = (entry, other) =>
  entry.scene === other.scene && other.trail.startsWith(`${entry.trail},`)
