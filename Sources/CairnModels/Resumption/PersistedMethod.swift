import CairnFeatures
import Foundation

/// A method of a model that can be called after a restart of the server.
///
/// Declare the methods in ``Model/persistedMethods``. Their names and inputs are stored with the scene while the work of
/// ``Model/task(resume:with:priority:_:catch:fileID:filePath:line:column:)`` runs.
///
/// ```swift
/// struct ImportModel: Model {
///   static var persistedMethods: [PersistedMethod<Self>] {
///     [PersistedMethod("importItems", Self.importItems)]
///   }
///
///   func importItems(_ items: [Item]) { ... }
/// }
/// ```
public struct PersistedMethod<M: Model>: Sendable {
  let name: String
  /// The type of the input.
  let input: any Any.Type
  /// Returns a call of the method, or `nil` if the input can't be decoded.
  private let decode: @Sendable (M, [UInt8]) -> (() -> Void)?

  /// Creates a method with an input.
  /// - Parameters:
  ///   - name: The name of the method, which must not contain a slash. It's stored, so don't change it while stored
  ///     scenes may contain it.
  ///   - method: The method.
  public init<Input: Codable & Sendable>(
    _ name: String, _ method: @escaping @Sendable (M) -> (Input) -> Void
  ) {
    self.name = name
    input = Input.self
    decode = { model, payload in
      guard let input = try? JSONDecoder().decode(Input.self, from: Data(payload)) else {
        return nil
      }
      return { method(model)(input) }
    }
  }

  /// Creates a method without an input.
  /// - Parameters:
  ///   - name: The name of the method, which must not contain a slash. It's stored, so don't change it while stored
  ///     scenes may contain it.
  ///   - method: The method.
  public init(_ name: String, _ method: @escaping @Sendable (M) -> () -> Void) {
    self.name = name
    input = _NoInput.self
    decode = { model, _ in method(model) }
  }

  /// Returns a call of the method with an encoded input, or `nil` if the input can't be decoded.
  func call(on model: M, with payload: [UInt8]) -> (() -> Void)? { decode(model, payload) }
}

/// The input of a method without an input.
public struct _NoInput: Codable, Sendable {
  /// Creates the value.
  public init() {}
}
