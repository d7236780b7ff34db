import CairnDependencies
import Testing

/// A dependency without a test value, as applications declare them.
struct Mailer: DependencyKey {
  var send: @Sendable (String) -> String
  var name = "live"

  static let liveValue = Mailer { "live: \($0)" }
}

/// A dependency with one value for each context.
enum PlaceKey: DependencyKey {
  static let liveValue = "live"
  static let previewValue = "preview"
  static let testValue = "test"
}

/// A dependency whose live value is declared elsewhere.
enum InterfaceKey: TestDependencyKey {
  static let testValue = "interface"
}

extension DependencyValues {
  var mailer: Mailer {
    get { self[Mailer.self] }
    set { self[Mailer.self] = newValue }
  }

  var place: String {
    get { self[PlaceKey.self] }
    set { self[PlaceKey.self] = newValue }
  }

  var interface: String {
    get { self[InterfaceKey.self] }
    set { self[InterfaceKey.self] = newValue }
  }
}

/// A counter for many tasks.
actor Count {
  private(set) var value = 0

  func increment() { value += 1 }
}
