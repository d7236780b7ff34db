import Cairn
import CairnApplications
import CairnViews

@testable import CairnServer

/// A URL, opened in the sample that it belongs to.
struct Locations: FuzzTarget {
  static let name = "location"

  private let samples = Samples()

  func run(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), let location = Location(url: text)
    else { return }
    let url = location.url
    require(Location(url: url) == location, "written and read it is another one: \(url)")
    require(url.utf8.count <= 6 * text.utf8.count + 2, "it has grown")
    guard let (mount, rest) = samples.mounts.match(location) else { return }

    let here = samples.withScene(mount) { scene in
      let opened = scene.page.open(rest)
      require(
        opened.opened.count + opened.missing.count == rest.segments.count,
        "a part of the location is neither opened nor missing")
      return place(of: scene)
    }
    samples.withScene(mount) { scene in
      require(scene.page.open(here).isComplete, "\(here.url) does not open what is there")
      let again = place(of: scene)
      require(again == here, "\(here.url) opens \(again.url)")
    }
  }

  /// Where the scene is, when its page has been drawn.
  private func place(of scene: SceneRuntime) -> Location {
    _ = scene.page.update()
    _ = scene.page.collect([])
    let here = scene.page.location()
    require(scene.page.place(here) == here, "it is not where it is")
    let rendered = scene.page.render(PageContext())
    let page = rendered.bytes.withBytes { String(validating: $0, as: UTF8.self) }
    require(page?.utf8.contains(0) == false, "the page is no UTF-8 that a browser takes")
    require(page?.contains("<fuzz") == false, "what a client names is markup")
    return here
  }
}
