import Glibc

/// What was read of models while a view was evaluated: places in their states, each with its revision.
///
/// A part of a page of which nothing has changed need not be evaluated again.
@usableFromInline
final class ModelReads {
  /// A place in a model's state.
  private struct Read {
    let context: AnyContext
    let property: AnyKeyPath
    /// The change of the store in which the model's state had changed last.
    var revision: UInt64
    /// What it was and what it is, where that is another value; nil where it is the same.
    let change: () -> Change?
  }

  /// A place that has another value than when it was read.
  struct Change: CustomStringConvertible {
    let model: any Any.Type
    let property: AnyKeyPath
    let values: String

    var description: String {
      // Of a property with a wrapper the runtime knows no name.
      let name = "\(property)".split(separator: ".").last.map(String.init) ?? ""
      return name.contains("<computed") ? "\(model): \(values)" : "\(model).\(name): \(values)"
    }
  }

  private var reads: [Read] = []
  /// Those that are noted already: many parts of a page read the same.
  private var noted: Set<Place> = []

  private struct Place: Hashable {
    let context: ObjectIdentifier
    let property: AnyKeyPath
  }

  // MARK: Noting

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Who notes what is read on this thread; nil where nobody does.
  @usableFromInline
  static var current: ModelReads? {
    pthread_getspecific(key).map { Unmanaged<ModelReads>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Evaluates something, and answers what was read meanwhile. Who evaluates around notes it too.
  static func during(_ body: () -> Void) -> ModelReads {
    let reads = ModelReads()
    let outer = current
    pthread_setspecific(key, Unmanaged.passUnretained(reads).toOpaque())
    withExtendedLifetime(reads) { body() }
    pthread_setspecific(key, outer.map { Unmanaged.passUnretained($0).toOpaque() })
    outer?.add(reads)
    return reads
  }

  /// Notes that a value was read.
  @usableFromInline
  func note<M: Model, Value: Equatable>(
    _ keyPath: KeyPath<M.State, Value>, of context: ModelContext<M>, _ value: Value
  ) {
    note(keyPath, context) {
      let current = context.core.locked { context.part(keyPath) }
      guard current != value else { return nil }
      return Change(model: M.self, property: keyPath, values: "\(value) → \(current)")
    }
  }

  /// Notes that something was read that can not be compared: any change of the model may be one of it.
  @usableFromInline
  func note<M: Model>(_ keyPath: PartialKeyPath<M.State>, of context: ModelContext<M>) {
    let revision = context.core.locked { context.revision }
    note(keyPath, context) {
      guard context.core.locked({ context.revision }) != revision else { return nil }
      return Change(model: M.self, property: keyPath, values: "may have changed")
    }
  }

  /// Notes that it was read which models there are.
  @usableFromInline
  func note<M: Model, C: ModelContainer>(
    modelsAt keyPath: WritableKeyPath<M.State, StateModel<C>>, of context: ModelContext<M>
  ) {
    func structure() -> Int? {
      context.core.locked { context.isActive ? context.edge(at: keyPath).structure : nil }
    }
    guard let before = structure() else { return }
    note(keyPath, context) {
      guard let now = structure(), now != before else { return nil }
      return Change(model: M.self, property: keyPath, values: "other models")
    }
  }

  private func note(
    _ property: AnyKeyPath, _ context: AnyContext, at revision: UInt64? = nil,
    change: @escaping () -> Change?
  ) {
    guard noted.insert(Place(context: ObjectIdentifier(context), property: property)).inserted
    else { return }
    reads.append(
      Read(
        context: context, property: property,
        revision: revision ?? context.core.locked { context.revision }, change: change))
  }

  private func add(_ other: ModelReads) {
    for read in other.reads {
      note(read.property, read.context, at: read.revision, change: read.change)
    }
  }

  // MARK: Looking

  /// The places that have other values now.
  var changes: [Change] {
    reads.indices.compactMap { index in
      let revision = reads[index].context.core.locked { reads[index].context.revision }
      // Mostly nothing has changed in the whole model.
      guard revision != reads[index].revision else { return nil }
      if let change = reads[index].change() { return change }
      reads[index].revision = revision
      return nil
    }
  }

  /// Whether a place has another value now.
  var haveChanged: Bool { !changes.isEmpty }
}
