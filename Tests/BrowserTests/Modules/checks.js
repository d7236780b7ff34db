// @ts-check
// Runs the checks of all modules, in one page.

import { checks as cairn } from "./cairn-checks.js"
import { checks as history } from "./history-checks.js"
import { checks as layer } from "./layer-checks.js"
import { checks as merge } from "./merge-checks.js"
import { checks as page } from "./page-checks.js"

/** Runs all checks; returns the name of each, and how it failed. */
export async function run() {
  const results = []
  for (const [module, checks] of Object.entries({ merge, page, layer, history, cairn })) {
    for (const [name, check] of Object.entries(checks)) {
      document.body.replaceChildren()
      const failure = await Promise.resolve().then(check).then(() => null, (error) => `${error.stack ?? error}`)
      results.push({ name: `${module}: ${name}`, failure })
    }
  }
  return results
}
