import CairnBytes
import CairnViews
import Foundation

// The location of a path consists of the segments of its screens, in order, with their other arguments in the
// query.

extension Navigation {
  /// The location of the path. It ends before a screen that can't be in a URL, or that the tree doesn't build.
  package var location: Location {
    location(of: steps(of: dataSource.path.current).map(\.element.content))
  }

  /// Returns the location of screens, up to the first one that can't be in a URL.
  ///
  /// A screen can't be in a URL if it isn't `Codable`, or if its segments or arguments don't fit. The query can
  /// have up to ``LocationWriter/queryLimit`` bytes, and the path up to `pathLimit` bytes.
  func location(of screens: [AnyScreen]) -> Location {
    var parts: [(segments: [String], items: [(key: String, value: String?)])] = []
    var room = LocationWriter.queryLimit
    var pathRoom = Self.pathLimit
    for screen in screens {
      guard let part = part(of: screen) else { break }
      pathRoom -= Location(part.segments).path.utf8.count
      guard pathRoom >= 0 else { break }
      room -= part.items.map { LocationWriter.size(of: Location.QueryItem($0.key, $0.value ?? "")) }
        .reduce(0, +)
      guard room >= 0 else { break }
      parts.append(part)
    }
    var query: [Location.QueryItem] = []
    // Goes from the last screen to the first. A property without a value is written as an empty item only if a
    // later screen has an item of that name. Otherwise, the earlier screen would read the later screen's item.
    var later: Set<String> = []
    for part in parts.reversed() {
      let items = part.items.filter { $0.value != nil || later.contains($0.key) }
      query =
        items.map { Location.QueryItem($0.key, $0.value.map(QueryText.written) ?? "") } + query
      later.formUnion(items.map(\.key))
    }
    return Location(parts.flatMap(\.segments), query: query)
  }

  /// The maximum size of a location's path, in percent-encoded bytes. If a path is longer, only its beginning
  /// is used.
  private static let pathLimit = 4096

  private func part(
    of screen: AnyScreen
  ) -> (segments: [String], items: [(key: String, value: String?)])? {
    guard var items = ScreenCoding.arguments(of: screen)?.items else { return nil }
    let coding = ScreenCoding(type(of: screen.base))
    var segments = [coding.pathName]
    for key in coding.pathArguments {
      guard let index = items.firstIndex(where: { $0.key == key }) else { return nil }
      guard let value = items.remove(at: index).value else { return nil }
      segments.append(value)
    }
    return (segments, items)
  }

  /// Returns the current location if a requested location opens the same screens. Otherwise, returns `nil`.
  package func matchingLocation(_ requested: Location) -> Location? {
    let current = location
    guard requested != current else { return current }
    // The requested URL can contain unknown names, and names in any order.
    let reading = read(requested)
    return reading.missing.isEmpty && location(of: reading.screens) == current ? current : nil
  }

  /// Returns whether the path begins with the screens of a requested location, with the same query.
  ///
  /// Screens on top of them are ignored.
  package func hasQuery(_ requested: Location) -> Bool {
    let steps = steps(of: dataSource.path.current)
    let screens = steps.map(\.element.content)
    var length = 0
    let end = screens.firstIndex { screen in
      guard length < requested.segments.count else { return true }
      length += 1 + type(of: screen.base).pathArguments.count
      return false
    }
    // All screens that a wildcard hides are a single page, so the location must match the whole path.
    guard end == nil || !steps.contains(where: \.isCovered) else { return false }
    return location(of: Array(screens.prefix(end ?? screens.count))) == requested
  }

  /// Opens a location as far as the tree allows it. Screens at the beginning that are already on the path stay.
  package func open(_ requested: Location) -> OpenedLocation {
    let reading = read(requested)
    dataSource.open(
      reading.screens.isEmpty ? defaultScreens(for: requested) : reading.screens, makeID: Self.id)
    rebase()
    let opened = requested.segments.count - reading.missing.count
    return OpenedLocation(
      opened: Array(requested.segments.prefix(opened)), missing: reading.missing,
      isGone: false, isTooLong: reading.isTooLong)
  }

  /// Returns the screens for a location that contains no valid screen.
  ///
  /// The application's own location has the initial screens. Any other location has the first screen of the
  /// path.
  private func defaultScreens(for requested: Location) -> [AnyScreen] {
    let beginning = dataSource.firstScreens
    // The URL of the page is the location of these screens, so it must open the same screens.
    let screens = requested.segments.isEmpty ? read(location(of: beginning)).screens : []
    return screens.isEmpty ? dataSource.path.current.prefix(1).map(\.content) : screens
  }

  /// Returns the ID of a screen that a location opens. The ID is the same in all scenes and processes.
  static func id(of screen: AnyScreen, at index: Int) -> ScreenID {
    let text = "\(index) \(ScreenCoding.text(of: screen))"
    let (high, low) = (StableHash.of(text), StableHash.of("\(text) "))
    let bytes = [high, low].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
    // Version 8 of RFC 9562 is for custom formats.
    return ScreenID(
      UUID(
        uuid: (
          bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6] & 0x0F | 0x80,
          bytes[7], bytes[8] & 0x3F | 0x80, bytes[9], bytes[10], bytes[11], bytes[12], bytes[13],
          bytes[14], bytes[15]
        )))
  }

  // MARK: Reading

  /// The screens of a location that can be read and that the tree builds.
  private struct Reading {
    var screens: [AnyScreen] = []
    var missing: [String] = []
    var isTooLong = false
  }

  private func read(_ location: Location) -> Reading {
    let codings = codings()
    var reading = Reading(missing: location.segments)
    var items = location.query
    var walk = TreeWalk(build)
    var room = Self.pathLimit
    while let next = firstScreen(of: reading.missing, items, codings, on: walk) {
      guard reading.screens.count < NavigationPath.maximumLength else {
        return Reading(missing: location.segments, isTooLong: true)
      }
      room -= Location(Array(reading.missing.prefix(next.length))).path.utf8.count
      guard room >= 0 else { break }
      guard next.step.hasRoom(at: reading.screens.count) else { break }
      reading.screens.append(next.screen)
      reading.missing.removeFirst(next.length)
      items = next.rest
      walk = next.walk
    }
    return reading
  }

  /// The first screen of a location, with the rest of the query and the position in the tree after that screen.
  private struct FirstScreen {
    let screen: AnyScreen
    let length: Int
    var rest: [Location.QueryItem]
    var walk: TreeWalk
    let step: TreeStep
  }

  private func firstScreen(
    of segments: [String], _ items: [Location.QueryItem], _ codings: [ScreenCoding],
    on walk: TreeWalk
  ) -> FirstScreen? {
    guard let name = segments.first else { return nil }
    for coding in codings where coding.pathName.hasSameBytes(as: name) {
      let length = 1 + coding.pathArguments.count
      guard segments.count >= length else { continue }
      let arguments = Dictionary(
        zip(coding.pathArguments, segments.dropFirst()), uniquingKeysWith: { first, _ in first })
      let made = coding.screen { key in
        if let argument = arguments[key] { return .some(argument) }
        return items.first { $0.name.hasSameBytes(as: key) }
          .map { $0.value.isEmpty ? nil : QueryText.read($0.value) }
      }
      guard let made else { continue }
      var walk = walk
      let element = IdentifiedScreen(id: .root, content: made.screen, hasAppeared: false)
      guard let step = walk.step(to: element) else { continue }
      var first = FirstScreen(
        screen: made.screen, length: length, rest: items, walk: walk, step: step)
      for key in made.keys where arguments[key] == nil {
        if let index = first.rest.firstIndex(where: { $0.name.hasSameBytes(as: key) }) {
          first.rest.remove(at: index)
        }
      }
      return first
    }
    return nil
  }
}
