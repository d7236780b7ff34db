// @ts-check
// The texts that only the script shows.

/**
 * The replaced texts, or `undefined` if the page uses the texts of the script.
 * @type {string | undefined}
 */
const replaced = document.querySelector("meta[name=cairn-texts]")?.content

/**
 * The texts. In `error`, the title of the page replaces U+FFFC, and in `removed`, the name of the row.
 * @type {Record<string, any>}
 */
export const texts = replaced ? JSON.parse(replaced) : {
  busy: "The server is busy",
  error: "Error: \uFFFC",
  leave: "This wasn't saved. Do it again to leave.",
  offline: "Offline",
  refused: "This wasn't saved. Try again.",
  refusedBusy: "This wasn't saved. The server is busy. Try again.",
  refusedFile: "This wasn't saved. Is it too large?",
  refusedPage: "This wasn't saved. Reload the page.",
  refusedText: "This wasn't saved. Is it too long?",
  removed: "Removed: \uFFFC",
}

// The style sheet shows these texts.
if (replaced) {
  document.documentElement.style.setProperty("--busy-text", JSON.stringify(texts.busy))
  document.documentElement.style.setProperty("--offline-text", JSON.stringify(texts.offline))
}
