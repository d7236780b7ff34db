/// The context of the model that is being made: what its property wrappers belong to.
enum ModelCreation {
  /// A model on its way. Made, used and dropped on one thread.
  ///
  /// `@unchecked Sendable`: it never leaves the initializer that it is for.
  final class Making: @unchecked Sendable {
    let context: AnyContext
    fileprivate var slots = 0

    fileprivate init(_ context: AnyContext) {
      self.context = context
    }
  }

  @TaskLocal fileprivate static var making: Making?

  static var current: AnyContext? { making?.context }

  /// The number of the next property of the model that is being made.
  static func nextSlot() -> Int {
    guard let making else { return 0 }
    defer { making.slots += 1 }
    return making.slots
  }
}

extension ModelContext {
  /// A handle on this place.
  var model: M { ModelCreation.$making.withValue(ModelCreation.Making(self)) { M() } }
}
