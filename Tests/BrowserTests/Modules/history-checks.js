// @ts-check
// Checks what `history.js` records about the browser's history. All checks use one tab, whose history grows.

import { equal } from "./expect.js"
import { isBelow, pathOf, sceneOf, withScene } from "./history.js"

const key = "cairn-entries"
const origin = location.origin
let copies = 0

/** @param {string} path @param {object} [more] */
const page = (path, more) => ({ trail: "a", scene: "k1", url: origin + path, ...more })

/** What the tab has stored. */
const stored = () => JSON.parse(sessionStorage.getItem(key) ?? "null")

/**
 * Imports a new copy of the module, as a loaded page does.
 * @returns {Promise<typeof import("./history.js")>}
 */
async function load() {
  copies += 1
  return import(`./history.js?${copies}`)
}

/** A page that is loaded in a tab which knows nothing. */
async function begin(path = "/public/start", more = {}) {
  sessionStorage.removeItem(key)
  history.replaceState(null, "", path)
  const module = await load()
  module.takeIn(page(path, more))
  return module
}

/** The next time that the user is at another entry. */
const arrival = () => new Promise((resolve) => addEventListener("popstate", resolve, { once: true }))

/** @param {() => void} go */
async function travel(go) {
  const arrived = arrival()
  go()
  await arrived
}

/**
 * Observes the user's steps. Returns a closure for each step, to call when the page can follow.
 * @param {typeof import("./history.js")} module
 */
function follow(module, left = () => ({ scroll: 7 })) {
  /** @type {(() => any)[]} */
  const steps = []
  module.onTravel(left, (arrive) => steps.push(arrive))
  return steps
}

/** @type {Record<string, () => unknown>} */
export const checks = {
  // URLs

  async "reads the scenes of URLs as the server does"() {
    const table = await (await fetch("./scene-urls.json")).json()
    equal(Object.keys(table).length > 20, true)
    for (const [url, scene] of Object.entries(table)) {
      for (const start of ["", "http://example.org:8080"]) equal([url, sceneOf(start + url) ?? null], [url, scene])
    }
  },
  "writes another scene into a URL"() {
    const table = {
      "/a": "/a?~zz", "/a?": "/a?~zz&", "/a?~k3": "/a?~zz", "/a?~k3!2": "/a?~zz!2", "/a?~k3&x=1": "/a?~zz&x=1",
      "/a?x=1": "/a?~zz&x=1", "/a?x&~k3": "/a?~zz&x&~k3", "/a?%7Ek3": "/a?~zz&%7Ek3", "/a#b": "/a?~zz#b",
      "/a#b?c": "/a?~zz#b?c", "/a?~k3#b": "/a?~zz#b", "/a?x#b": "/a?~zz&x#b",
    }
    for (const [url, expected] of Object.entries(table)) {
      equal(withScene(url, "zz"), expected)
      equal(sceneOf(withScene(url, "zz")), "zz")
      equal(withScene(url), url)
    }
  },
  "knows the path of a page": () => equal(pathOf(page("/a/b?~k3#c")), "/a/b"),
  "detects whether a page is below another page"() {
    const below = page("/a")
    equal(isBelow(below, page("/a", { trail: "a,sheet.1" })), true)
    equal(isBelow(below, page("/a", { trail: "a,sheet.1,alert.2" })), true)
    equal(isBelow(below, page("/a")), false)
    equal(isBelow(below, page("/a", { trail: "ab,sheet.1" })), false)
    equal(isBelow(below, page("/a", { trail: "a,sheet.1", scene: "k2" })), false)
    equal(isBelow(page("/a", { trail: "a,sheet.1" }), below), false)
  },

  // Pages that are loaded

  async "records the page of a new tab"() {
    const { current } = await begin("/public/start")
    equal([current().url, current().trail, current().scene], [`${origin}/public/start`, "a", "k1"])
    equal([history.state, history.scrollRestoration], [{ cairn: 0 }, "manual"])
    equal(stored(), [current()])
  },
  async "records a page if other code has stored invalid data"() {
    sessionStorage.setItem(key, "{")
    history.replaceState(null, "")
    const { current, takeIn } = await load()
    takeIn(page("/a"))
    equal(current().url, `${origin}/a`)
  },
  async "restores an entry's data when its page is loaded again"() {
    const { current, leave, save } = await begin()
    const typed = [["f-1", "typed", true]]
    leave({ typed: /** @type {any} */ (typed), focus: "field 1", scroll: 3 })
    save()
    const { visit } = current()
    const again = await load()
    const place = again.takeIn(page("/public/start", { trail: "b" }))
    equal([place?.typed, place?.focus, place?.scroll], [typed, "field 1", 3])
    equal([again.current().trail, again.current().visit], ["b", visit])
  },
  async "adds a loaded page to the earlier ones"() {
    const { pushEntry } = await begin()
    pushEntry(page("/public/one"))
    history.pushState(null, "", "/public/two")
    const again = await load()
    equal(again.takeIn(page("/public/two")) ?? null, null)
    equal(history.state, { cairn: 2 })
    equal(stored().map(pathOf), ["/public/start", "/public/one", "/public/two"])
  },
  async "ignores entries that other code has numbered"() {
    await begin()
    history.replaceState({ cairn: 9 }, "")
    const again = await load()
    equal(again.takeIn(page("/public/start")) ?? null, null)
    equal(again.current().trail, "a")
  },

  // Entries

  async "adds an entry"() {
    const { current, pushEntry } = await begin()
    const { length } = history
    pushEntry(page("/public/one", { trail: "b" }))
    equal([history.length > length || length === 50, history.state, location.pathname], [true, { cairn: 1 }, "/public/one"])
    equal([current().trail, stored().length], ["b", 2])
  },
  async "replaces an entry and keeps its data"() {
    const { current, leave, replaceEntry } = await begin()
    leave({ scroll: 5 })
    replaceEntry(page("/public/one", { trail: "b" }))
    equal([location.pathname, current().trail, current().scroll], ["/public/one", "b", 5])
  },
  async "doesn't repeat a change to the browser's history"() {
    const { replaceEntry } = await begin()
    const { replaceState } = history
    let count = 0
    history.replaceState = (...values) => (count++, replaceState.apply(history, values))
    replaceEntry({ ...page("/public/start", { trail: "b" }), url: location.href })
    replaceEntry({ ...page("/public/start"), url: `${origin}/public/other` })
    // Restores the prototype's method.
    Reflect.deleteProperty(history, "replaceState")
    equal(count, 1)
  },
  async "records that pages continue with another scene"() {
    const { adopt, current, pushEntry } = await begin()
    pushEntry(page("/public/one", { scene: "k2" }))
    pushEntry(page("/public/two"))
    const before = page("/public/two")
    adopt(before, "k9")
    equal([before.scene, current().scene], ["k9", "k9"])
    pushEntry(page("/public/three", { scene: "k9" }))
    equal(stored().map((/** @type {any} */ { scene }) => scene), ["k9", "k2", "k9", "k9"])
  },
  async "assigns a scene to pages below that have none"() {
    const { adopt, pushEntry, save } = await begin("/public/start", { scene: undefined })
    pushEntry(page("/public/other", { scene: undefined, trail: "b" }))
    pushEntry(page("/public/one", { scene: undefined, trail: "a,sheet.1" }))
    adopt(page("/public/one", { scene: undefined, trail: "a,sheet.1" }), "k9")
    save()
    equal(stored().map((/** @type {any} */ { scene }) => scene ?? null), ["k9", null, "k9"])
  },
  async "stores only typed text that wasn't sent"() {
    const { current, leave, save } = await begin()
    leave({ typed: [["f-1", "sent", false], ["f-2", "unsent", true]] })
    save()
    equal([current().typed?.length, stored()[0].typed], [2, [["f-2", "unsent", true]]])
  },
  async "works if the storage is full"() {
    const { current, pushEntry } = await begin()
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = () => { throw Error("full") }
    try {
      pushEntry(page("/public/one"))
    } finally {
      Storage.prototype.setItem = setItem
    }
    equal([current().url, stored().length], [`${origin}/public/one`, 1])
  },
  async "removes all entries"() {
    const { clearEntries, save } = await begin()
    clearEntries()
    save()
    equal(stored(), null)
  },
  async "detects that a page is uncovered"() {
    const { isUncovered, pushEntry } = await begin()
    equal(!!isUncovered(page("/public/start", { trail: "a,sheet.1" })), false)
    pushEntry(page("/public/start", { trail: "a,sheet.1,cover.2" }))
    equal(isUncovered(page("/public/start", { trail: "a,sheet.1" })), false)
    const entries = await begin()
    entries.pushEntry(page("/public/start", { trail: "b" }))
    equal(entries.isUncovered(page("/public/start", { trail: "a,sheet.1" })), false)
    const covers = await begin()
    covers.pushEntry(page("/public/one", { covered: "a,sheet.1" }))
    equal(covers.isUncovered(page("/public/one", { trail: "a,sheet.1" })), true)
    equal(covers.isUncovered(page("/public/one", { trail: "a,sheet.2" })), false)
    // A page that was below the other one hasn't covered it.
    const dismisses = await begin()
    dismisses.pushEntry(page("/public/one", { trail: "a,pushed.1", covered: "a,pushed.1,sheet.1" }))
    equal(dismisses.isUncovered(page("/public/one", { trail: "a,pushed.1,sheet.1" })), false)
  },

  // Steps back and forward

  async "goes back to the last entry of a page"() {
    const module = await begin()
    follow(module)
    module.pushEntry(page("/public/one", { trail: "b" }))
    module.leave({ typed: [["f-1", "typed", true]] })
    module.pushEntry(page("/public/start", { trail: "a,sheet.1" }))
    equal(await module.goBack(page("/public/start?x")), true)
    equal([location.pathname, history.state, module.current().trail], ["/public/start", { cairn: 0 }, "a"])
    module.save()
    equal([stored().length, stored()[1].typed ?? null], [3, null])
    module.pushEntry(page("/public/two"))
    equal(stored().map(pathOf), ["/public/start", "/public/two"])
  },
  async "doesn't go back to a different page"() {
    const module = await begin()
    follow(module)
    module.pushEntry(page("/public/one", { trail: "a,sheet.1" }))
    for (const other of [{ trail: "b" }, { scene: "k2" }, { url: `${origin}/public/other` }]) {
      equal((await module.goBack(page("/public/start", other))) ?? null, null)
    }
    equal(location.pathname, "/public/one")
  },
  async "doesn't go back to an entry of an earlier load"() {
    await begin()
    history.pushState(null, "", "/public/one")
    const { visit } = stored()[0]
    sessionStorage.setItem(key, JSON.stringify([{ ...stored()[0], visit: visit - 1 }]))
    const module = await load()
    follow(module)
    module.takeIn(page("/public/one", { trail: "b" }))
    equal((await module.goBack(page("/public/start"))) ?? null, null)
  },
  async "stays at the current entry"() {
    const module = await begin()
    follow(module)
    await module.goTo(0)
    equal(history.state, { cairn: 0 })
  },
  async "follows a user who goes back and forward"() {
    const module = await begin()
    const steps = follow(module)
    module.pushEntry(page("/public/one", { trail: "b" }))
    await travel(() => history.back())
    equal(steps.length, 1)
    const back = steps[0]()
    equal([back.url, back.trail, back.from], [`${origin}/public/start`, "a", 1])
    equal(module.current().trail, "a")
    await travel(() => history.forward())
    const forward = steps[1]()
    equal([forward.url, forward.trail, forward.from, forward.scroll], [`${origin}/public/one`, "b", 0, 7])
  },
  async "records nothing while the user is ahead of the page"() {
    const module = await begin()
    const steps = follow(module)
    module.pushEntry(page("/public/one", { trail: "b" }))
    await travel(() => history.back())
    module.replaceEntry(page("/public/other"))
    module.pushEntry(page("/public/other"))
    module.leave({ scroll: 99 })
    equal((await module.goBack(page("/public/start"))) ?? null, null)
    await module.goTo(0)
    equal([location.pathname, module.current().trail, module.current().scroll], ["/public/start", "b", 7])
    steps[0]()
    module.replaceEntry(page("/public/other"))
    equal(location.pathname, "/public/other")
  },
  async "follows several steps in a row"() {
    const module = await begin()
    const steps = follow(module)
    module.pushEntry(page("/public/one", { trail: "b" }))
    module.pushEntry(page("/public/two", { trail: "c" }))
    await travel(() => history.back())
    await travel(() => history.back())
    equal(steps.length, 2)
    // The page was at the last entry all the time.
    equal([steps[0]().from, steps[1]().from], [2, 1])
    equal(module.current().trail, "a")
  },
  async "ignores entries of other code"() {
    const module = await begin()
    const steps = follow(module)
    history.pushState({ other: 1 }, "", "/public/one")
    history.pushState({ other: 2 }, "", "/public/two")
    await travel(() => history.back())
    equal([steps.length, module.current().trail], [0, "a"])
  },
  async "stores all entries before a page and some after it"() {
    const module = await begin()
    follow(module)
    for (let number = 1; number <= 30; number++) module.pushEntry(page(`/public/${number}`, { trail: `${number},` }))
    equal(stored().length, 31)
    await module.goTo(2)
    module.save()
    equal([history.state, stored().length], [{ cairn: 2 }, 22])
  },
}
