// Each tab has a scene of its own: it holds a lock that is called as the scene, as long as it shows it.

let owned
let release = null

/** Takes the lock of a scene; answers false where another tab has it. A browser without locks says nothing of tabs. */
export function own(scene) {
  if (scene === owned || !navigator.locks) return Promise.resolve(true)
  release?.()
  release = null
  owned = scene
  if (!scene) return Promise.resolve(true)
  return new Promise((resolve) => {
    // A page that is left may have it for a moment more.
    const waiting = new AbortController()
    setTimeout(() => waiting.abort(), 300)
    navigator.locks
      .request(`cairn-scene-${scene}`, { signal: waiting.signal }, () => {
        resolve(true)
        return new Promise((done) => (release = done))
      })
      .catch(() => resolve(false))
  })
}
