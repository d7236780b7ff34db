public import CairnDependencies
public import CairnTexts
internal import IssueReporting

extension DependencyValues {
  /// Shows a message on the user's next page, such as "Saved."
  ///
  /// ```swift
  /// @Dependency(\.flash) var flash
  /// ...
  /// case .deleteTapped:
  ///   return .run { [flash, id = state.id] _ in
  ///     try await items.delete(id)
  ///     flash("The item was deleted.")
  ///     await dismiss()
  ///   }
  /// ```
  /// Reducers, effects, models, and actions of views can call it. The message is at the top of the scene's next page,
  /// whichever page that is, and screen readers read it aloud. It stays until the user's next action. It's stored with
  /// the scene, so it survives the redirect to the page and a restart of the server.
  ///
  /// A `TestStore` records the messages of its feature, and `receive(flash:)` asserts them. In other tests, set this
  /// dependency. Outside a scene, such as in an endpoint, it reports an issue and doesn't show the message.
  public var flash: FlashEffect {
    get { self[FlashKey.self] }
    set { self[FlashKey.self] = newValue }
  }

  private enum FlashKey: DependencyKey {
    static let liveValue = FlashEffect { message in
      reportIssue(
        """
        The flash message "\(message)" was sent outside a scene, so no page shows it.

        Call '@Dependency(\\.flash)' in a reducer, a model, an effect, or an action of a view.
        """)
    }
    static let testValue = FlashEffect { message in
      reportIssue(
        """
        The flash message "\(message)" was sent in a test, but '\\.flash' isn't set.

        Use a 'TestStore', or set the dependency: 'withDependencies { $0.flash = FlashEffect { message in … } }'.
        """)
    }
  }
}

/// A function that shows a message on the next page of a scene, such as "Saved."
///
/// Features get it from the dependency `\.flash`.
public struct FlashEffect: Sendable {
  private let handler: @Sendable (String) -> Void

  /// Creates a function that shows messages.
  /// - Parameter handler: Shows a message, which is in the user's language.
  public init(handler: @escaping @Sendable (_ message: String) -> Void) {
    self.handler = handler
  }

  /// Shows a message.
  /// - Parameter message: A key of the application's string catalog, which is usually a literal. The text is looked up
  ///   immediately, in the user's language.
  public func callAsFunction(_ message: LocalizedStringKey) {
    handler(String(localized: message))
  }

  /// Shows a message that isn't looked up in a string catalog.
  @_disfavoredOverload
  public func callAsFunction(_ message: some StringProtocol) {
    handler(String(message))
  }
}
