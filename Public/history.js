// @ts-check
// This tab's entries in the browser's history. Each one stores the URL, the scene, the levels of the page, and what the
// user left there. The levels distinguish Back from Forward.

import { on } from "./queue.js"

/** The number of stored entries after the current one. Users rarely go further forward, and a tab's storage is limited.
 * */
const STORED_FORWARD_ENTRIES = 20

const key = "cairn-entries"
/** @type {Entry[]} */
let entries = []
let index = 0
/** Distinguishes the entries of this page from the other entries of the tab, which the browser loads again. */
let visit = Date.now()
/** @type {(() => void) | null | undefined} */
let endReturn
/** How often the user has moved in the history while earlier requests are still in progress. */
let moves = 0

/**
 * Adds the entry of a page that was just loaded. Returns the stored entry, if there is one.
 * @param {Page} entry
 * @returns {Entry | undefined}
 */
export function takeIn(entry) {
  history.scrollRestoration = "manual"
  try {
    entries = JSON.parse(sessionStorage[key]) ?? []
  } catch {
    // There are no stored entries, or another program has stored something else.
  }
  const known = history.state?.cairn
  index = known ?? (history.length > 1 ? entries.length : 0)
  if (!entries[known]) entries.length = index
  const stored = entries[index]
  visit = stored?.visit ?? visit
  if (stored?.scroll) scrollTo(0, stored.scroll)
  entries[index] = { ...stored, ...entry, visit }
  save()
  history.replaceState({ cairn: index }, "")
  return stored
}

export const current = () => entries[index]

/**
 * Moves a page's entries to another scene, in which the page continues.
 * @param {Page} page
 * @param {string} scene
 */
export function adopt(page, scene) {
  // Without a scene, pages can belong to different applications. The ones below this page belong to the same one.
  for (const entry of entries) {
    if (entry?.scene === page.scene && (page.scene || isBelow(entry, page))) entry.scene = scene
  }
  entries[index].scene = page.scene = scene
}

/**
 * Updates the current entry.
 * @param {Page} entry
 */
export function replaceEntry(entry) {
  if (moves) return
  entries[index] = { ...entries[index], ...entry }
  // Browsers limit the number of these calls.
  if (history.state?.cairn === index && entry.url === location.href) return
  history.replaceState({ cairn: index }, "", entry.url)
}

/**
 * Adds an entry.
 * @param {Page} entry
 */
export function pushEntry(entry) {
  if (moves) return
  history.pushState({ cairn: index + 1 }, "", entry.url)
  index += 1
  entries.length = index
  entries[index] = { ...entry, visit }
  save()
}

/**
 * Goes back to the last entry with the same page. Returns whether it's the current entry now.
 * @param {Page} entry
 */
export async function goBack(entry) {
  if (moves) return
  /** @param {Entry} [other] */
  const isSame = (other) =>
    other?.visit === visit && other.trail === entry.trail && other.scene === entry.scene && pathOf(other) === pathOf(entry)
  const target = entries.slice(0, index).findLastIndex(isSame)
  // Browsers discard the oldest entries.
  if (target < 0 || index - target >= history.length) return
  for (const other of entries.slice(target + 1)) delete other?.typed
  await goTo(target)
  // Other sites' entries can be in between.
  return index === target
}

/**
 * Whether a page is on top of the previous entry's page, and the current entry's page only covered both for a while, as
 * a lock screen does.
 * @param {Page} entry
 */
export const isUncovered = (entry, below = entries[index - 1]) =>
  below && entries[index].covered === entry.trail && isBelow(below, entry) && !isBelow(below, entries[index])

/**
 * Goes to an entry without reporting this as the user's action.
 * @param {number} target The index of the entry.
 * @returns {Promise<void>}
 */
export const goTo = (target) =>
  new Promise((resolve) => {
    if (moves || target === index) return resolve()
    endReturn = resolve
    history.go(target - index)
  })

/**
 * Stores what the user leaves, with the current entry.
 * @param {Left} left
 */
export function leave(left) {
  if (!moves) Object.assign(entries[index] ?? {}, left)
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
    const done = endReturn
    endReturn = null
    if (done) {
      index = target ?? index
      return done()
    }
    if (target === undefined) return
    leave(left())
    moves += 1
    body(() => {
      moves -= 1
      const from = index
      index = target
      return { url: location.href, .../** @type {Omit<Entry, "url">} */ (entries[target]), from }
    })
  })
}

/** Discards all entries, because their session has ended. */
export function clearEntries() {
  entries = []
  sessionStorage.removeItem(key)
}

export function save() {
  if (!entries.length) return
  try {
    sessionStorage.setItem(key, JSON.stringify(entries.slice(0, index + STORED_FORWARD_ENTRIES), unsent))
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
  scene ? url.replace(/\?(~\w+)?|(?=#)|$/, (start, id) => `?~${scene}${start && !id ? "&" : ""}`) : url

/**
 * Whether a page is below another page of the same scene.
 * @param {Page} entry
 * @param {Page} other
 */
export const isBelow = (entry, other) =>
  entry.scene === other.scene && other.trail.startsWith(`${entry.trail},`)
