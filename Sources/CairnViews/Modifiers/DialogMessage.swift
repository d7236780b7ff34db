public import CairnFeatures

/// The message of an alert or dialog that a feature keeps in its state.
@usableFromInline
package struct DialogMessage: View {
  @usableFromInline let message: TextState?

  @inlinable
  package init(message: TextState?) { self.message = message }

  @usableFromInline package var body: some View {
    if let message { Text(verbatim: message.string) }
  }
}

extension ButtonRole {
  package init(_ role: ButtonStateRole) {
    switch role {
    case .cancel: self = .cancel
    case .destructive: self = .destructive
    }
  }
}
