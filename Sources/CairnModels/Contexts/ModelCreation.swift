import Glibc

/// The context of the model that's being created. Its property wrappers use it to find their position.
///
/// Models are created synchronously, so thread-local storage works. It costs a fraction of a task-local value.
@usableFromInline
enum ModelCreation {
  private static let contextKey = makeKey()
  private static let slotKey = makeKey()
  private static let activationKey = makeKey()

  private static func makeKey() -> pthread_key_t {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }

  static var current: AnyContext? {
    pthread_getspecific(contextKey).map {
      Unmanaged<AnyContext>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Returns the number of the next property of the model that's being created.
  static func nextSlot() -> Int {
    let slot = Int(bitPattern: pthread_getspecific(slotKey))
    pthread_setspecific(slotKey, UnsafeRawPointer(bitPattern: slot + 1))
    return slot
  }

  /// Returns whether the model of a context is being activated on this thread.
  static func isActivating(_ context: AnyContext) -> Bool {
    pthread_getspecific(activationKey) == Unmanaged.passUnretained(context).toOpaque()
  }

  /// Begins to activate a model.
  /// - Returns: The previous value, which ``endActivation(_:)`` restores.
  static func beginActivation(of context: AnyContext) -> UnsafeMutableRawPointer? {
    let outer = pthread_getspecific(activationKey)
    pthread_setspecific(activationKey, Unmanaged.passUnretained(context).toOpaque())
    return outer
  }

  static func endActivation(_ outer: UnsafeMutableRawPointer?) {
    pthread_setspecific(activationKey, outer)
  }

  /// Begins to create a model.
  /// - Returns: The previous values, which ``end(_:)`` restores.
  @usableFromInline
  static func begin(_ context: AnyContext) -> (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) {
    let outer = (pthread_getspecific(contextKey), pthread_getspecific(slotKey))
    // The pointer is unretained, because the caller retains the context until the model has been created.
    pthread_setspecific(contextKey, Unmanaged.passUnretained(context).toOpaque())
    pthread_setspecific(slotKey, nil)
    return outer
  }

  @usableFromInline
  static func end(_ outer: (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?)) {
    pthread_setspecific(contextKey, outer.0)
    pthread_setspecific(slotKey, outer.1)
  }
}

extension ModelContext {
  /// A new model for this context.
  @inlinable
  var model: M {
    let outer = ModelCreation.begin(self)
    defer { ModelCreation.end(outer) }
    return withExtendedLifetime(self) { M() }
  }
}
