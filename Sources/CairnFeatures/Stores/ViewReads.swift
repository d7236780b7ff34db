import Glibc
import Synchronization

/// A state that counts its changes.
package protocol VersionedState: AnyObject {
  /// A number that differs after each change.
  var version: UInt64 { get }
}

/// The parts of states that were read while a view was evaluated.
///
/// A part of a page must be evaluated again only if one of them has changed.
package final class ViewReads {
  /// A part of a state whose value has changed since it was read.
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
      // The runtime doesn't know the name of a property with a wrapper.
      let name = "\(property)".split(separator: ".").last.map(String.init) ?? ""
      return name.contains("<computed") ? "\(owner): \(values)" : "\(owner).\(name): \(values)"
    }
  }

  private struct Place: Hashable {
    let owner: ObjectIdentifier
    let property: AnyKeyPath
  }

  private struct Read {
    /// The object that owns the state. It's retained, so that its identifier isn't reused.
    let owner: AnyObject
    let property: AnyKeyPath
    /// Returns the old and the new value, or `nil` if the value hasn't changed.
    let change: () -> Change?
  }

  /// Whether the reads of a view's body must be recorded, because its modifiers need them.
  private static let areBodiesTracked = Atomic(false)

  /// Starts to record the reads of views' bodies, beginning with the next page.
  package static func trackBodies() { areBodiesTracked.store(true, ordering: .relaxed) }

  package static var tracksBodies: Bool { areBodiesTracked.load(ordering: .relaxed) }

  package init() {}

  private var reads: [Read] = []
  /// The reads that have been recorded, because many parts of a page read the same values.
  private var noted: Set<Place> = []
  /// The number of reads.
  package private(set) var count = 0
  /// The state that was last read as a whole.
  private var lastState: AnyObject?

  // MARK: Recording

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The object that records reads on this thread, or `nil` if reads aren't recorded.
  package static var current: ViewReads? {
    pthread_getspecific(key).map { Unmanaged<ViewReads>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a closure, and returns what it read. Enclosing recordings also include these reads.
  package static func during(_ body: () -> Void) -> ViewReads {
    let span = begin()
    body()
    return span.end()
  }

  /// A period in which reads are recorded. It must end on the thread on which it began.
  package struct Span {
    fileprivate let reads: ViewReads
    fileprivate let outer: ViewReads?

    /// The number of reads so far.
    package var count: Int { reads.count }

    /// Ends the period, and returns the recorded reads.
    package func end() -> ViewReads {
      pthread_setspecific(ViewReads.key, outer.map { Unmanaged.passUnretained($0).toOpaque() })
      outer?.add(reads)
      return reads
    }
  }

  /// Starts to record reads on this thread.
  package static func begin() -> Span {
    let span = Span(reads: ViewReads(), outer: current)
    pthread_setspecific(key, Unmanaged.passUnretained(span.reads).toOpaque())
    return span
  }

  /// Records that a part of a state was read.
  /// - Parameters:
  ///   - property: The part.
  ///   - owner: The object that owns the state.
  ///   - change: Returns the old and the new value, or `nil` if the value hasn't changed.
  package func note(
    _ property: AnyKeyPath, of owner: AnyObject, change: @escaping () -> Change?
  ) {
    count += 1
    let place = Place(owner: ObjectIdentifier(owner), property: property)
    guard noted.insert(place).inserted else { return }
    reads.append(Read(owner: owner, property: property, change: change))
  }

  /// Records that an unknown part of a state was read, so any change of the state may matter.
  package func note(stateOf owner: some VersionedState) {
    count += 1
    // Most consecutive reads are of the same state.
    guard owner !== lastState else { return }
    lastState = owner
    let version = owner.version
    note(Self.whole, of: owner) { [unowned owner] in
      guard owner.version != version else { return nil }
      return Change(of: type(of: owner), Self.whole, "may have changed")
    }
  }

  /// A key path that represents the whole state.
  private static let whole: any AnyKeyPath & Sendable = \ViewReads.count

  /// Adds reads that were recorded earlier, for a result that's used again.
  package func add(_ other: ViewReads) {
    for read in other.reads { note(read.property, of: read.owner, change: read.change) }
  }

  // MARK: Changes

  /// The parts whose values have changed.
  package var changes: [Change] { changes { _ in true } }

  /// Returns the parts whose values have changed, for owners that match a condition.
  package func changes(where isMeant: (AnyObject) -> Bool) -> [Change] {
    reads.filter { isMeant($0.owner) }.compactMap { $0.change() }
  }

  /// Whether any part has changed.
  package var haveChanged: Bool { reads.contains { $0.change() != nil } }
}
