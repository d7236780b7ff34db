import Cairn
import CairnApplications
import CairnViews

@testable import CairnServer

/// A URL that is opened in its sample.
struct Routes: FuzzTarget {
  static let name = "location"

  private let samples = Samples()

  func run(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), let location = Location(url: text)
    else { return }
    let url = location.url
    require(Location(url: url) == location, "the URL is read as another location: \(url)")
    require(url.utf8.count <= 6 * text.utf8.count + 2, "the result is longer than expected")
    guard let (mount, rest) = samples.mounts.match(location) else { return }

    let here = samples.withScene(mount) { scene in
      let opened = scene.page.open(rest)
      require(
        opened.opened.count + opened.missing.count == rest.segments.count,
        "part of the location is neither opened nor missing")
      return place(of: scene)
    }
    samples.withScene(mount) { scene in
      require(scene.page.open(here).isComplete, "\(here.url) doesn't open the current state")
      let again = place(of: scene)
      require(again == here, "\(here.url) opens \(again.url)")
    }
  }

  /// Returns the scene's location after its page was rendered.
  private func place(of scene: SceneRuntime) -> Location {
    _ = scene.page.update()
    _ = scene.page.collect([])
    let here = scene.page.location()
    require(scene.page.matchingLocation(here) == here, "the page is at another location")
    let rendered = scene.page.render(PageContext())
    let page = rendered.bytes.withBytes { String(validating: $0, as: UTF8.self) }
    require(page?.utf8.contains(0) == false, "the page isn't valid UTF-8, or contains NUL")
    require(page?.contains("<fuzz") == false, "a client's text is markup")
    return here
  }
}
