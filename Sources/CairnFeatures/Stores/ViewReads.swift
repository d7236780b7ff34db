import Glibc
import Synchronization

/// A state that counts its changes.
package protocol VersionedState: AnyObject {
  /// Another one after each change.
  var version: UInt64 { get }
}

/// What was read while a view was evaluated: places in states that may change.
///
/// A part of a page of which nothing has changed need not be evaluated again.
package final class ViewReads {
  /// A place that has another value than when it was read.
  package struct Change: CustomStringConvertible {
    let owner: any Any.Type
    let property: AnyKeyPath
    let values: String

    package init(of owner: any Any.Type, _ property: AnyKeyPath, _ values: String) {
      self.owner = owner
      self.property = property
      self.values = values
    }

    package var description: String {
      // Of a property with a wrapper the runtime knows no name.
      let name = "\(property)".split(separator: ".").last.map(String.init) ?? ""
      return name.contains("<computed") ? "\(owner): \(values)" : "\(owner).\(name): \(values)"
    }
  }

  private struct Place: Hashable {
    let owner: ObjectIdentifier
    let property: AnyKeyPath
  }

  private struct Read {
    /// In whose state it is; kept, so that nobody else is taken for it.
    let owner: AnyObject
    let property: AnyKeyPath
    /// What it was and what it is, where that is another value; nil where it is the same.
    let change: () -> Change?
  }

  /// Whether somebody wants to know what a view has read before its modifiers are there.
  private static let areBodiesTracked = Atomic(false)

  /// From the next page on, what is read is noted where a view's body is evaluated.
  package static func trackBodies() { areBodiesTracked.store(true, ordering: .relaxed) }

  package static var tracksBodies: Bool { areBodiesTracked.load(ordering: .relaxed) }

  package init() {}

  private var reads: [Read] = []
  /// Those that are noted already: many parts of a page read the same.
  private var noted: Set<Place> = []
  /// How often something was read.
  package private(set) var count = 0
  /// Whose state was read last, as a whole.
  private var lastState: AnyObject?

  // MARK: Noting

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Who notes what is read on this thread; nil where nobody does.
  package static var current: ViewReads? {
    pthread_getspecific(key).map { Unmanaged<ViewReads>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Evaluates something, and answers what was read meanwhile. Who evaluates around notes it too.
  package static func during(_ body: () -> Void) -> ViewReads {
    let span = begin()
    body()
    return span.end()
  }

  /// The time in which somebody notes what is read; to be ended on the same thread.
  package struct Span {
    fileprivate let reads: ViewReads
    fileprivate let outer: ViewReads?

    /// How often something was read in it so far.
    package var count: Int { reads.count }

    /// Ends it; answers what was read.
    package func end() -> ViewReads {
      pthread_setspecific(ViewReads.key, outer.map { Unmanaged.passUnretained($0).toOpaque() })
      outer?.add(reads)
      return reads
    }
  }

  /// Begins to note what is read on this thread.
  package static func begin() -> Span {
    let span = Span(reads: ViewReads(), outer: current)
    pthread_setspecific(key, Unmanaged.passUnretained(span.reads).toOpaque())
    return span
  }

  /// Notes a place that is read.
  /// - Parameters:
  ///   - owner: In whose state it is.
  ///   - change: What it was and what it is, where that is another value; nil where it is the same.
  package func note(
    _ property: AnyKeyPath, of owner: AnyObject, change: @escaping () -> Change?
  ) {
    count += 1
    let place = Place(owner: ObjectIdentifier(owner), property: property)
    guard noted.insert(place).inserted else { return }
    reads.append(Read(owner: owner, property: property, change: change))
  }

  /// Notes that a state was read of which nobody knows what: any change of it may matter.
  package func note(stateOf owner: some VersionedState) {
    count += 1
    // Most of what is read at once is of one state.
    guard owner !== lastState else { return }
    lastState = owner
    let version = owner.version
    note(Self.whole, of: owner) { [unowned owner] in
      guard owner.version != version else { return nil }
      return Change(of: type(of: owner), Self.whole, "may have changed")
    }
  }

  /// Stands for all of a state.
  private static let whole: any AnyKeyPath & Sendable = \ViewReads.count

  /// Notes what was read before, and is taken as it was.
  package func add(_ other: ViewReads) {
    for read in other.reads { note(read.property, of: read.owner, change: read.change) }
  }

  // MARK: Looking

  /// The places that have other values now.
  package var changes: [Change] { changes { _ in true } }

  /// The places of some owners that have other values now.
  package func changes(where isMeant: (AnyObject) -> Bool) -> [Change] {
    reads.filter { isMeant($0.owner) }.compactMap { $0.change() }
  }

  /// Whether a place has another value now.
  package var haveChanged: Bool { reads.contains { $0.change() != nil } }
}
