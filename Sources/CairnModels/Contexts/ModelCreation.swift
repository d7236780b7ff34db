import Glibc

/// The context of the model that is being made: what its property wrappers belong to.
///
/// A model is made synchronously, so a thread's own storage tells them, at a fraction of the cost of a
/// task local.
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

  /// The number of the next property of the model that is being made.
  static func nextSlot() -> Int {
    let slot = Int(bitPattern: pthread_getspecific(slotKey))
    pthread_setspecific(slotKey, UnsafeRawPointer(bitPattern: slot + 1))
    return slot
  }

  /// Whether a model is being activated on this thread.
  static func isActivating(_ context: AnyContext) -> Bool {
    pthread_getspecific(activationKey) == Unmanaged.passUnretained(context).toOpaque()
  }

  /// Begins to activate a model; answers what ``endActivation(_:)`` has to bring back.
  static func beginActivation(of context: AnyContext) -> UnsafeMutableRawPointer? {
    let outer = pthread_getspecific(activationKey)
    pthread_setspecific(activationKey, Unmanaged.passUnretained(context).toOpaque())
    return outer
  }

  static func endActivation(_ outer: UnsafeMutableRawPointer?) {
    pthread_setspecific(activationKey, outer)
  }

  /// Begins to make a model; answers what ``end(_:)`` has to bring back.
  @usableFromInline
  static func begin(_ context: AnyContext) -> (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) {
    let outer = (pthread_getspecific(contextKey), pthread_getspecific(slotKey))
    // The caller has the context until the model is made.
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
  /// A handle on this place.
  @inlinable
  var model: M {
    let outer = ModelCreation.begin(self)
    defer { ModelCreation.end(outer) }
    return withExtendedLifetime(self) { M() }
  }
}
