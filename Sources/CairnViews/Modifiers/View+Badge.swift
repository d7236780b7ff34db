import Foundation

extension View {
  /// Shows a number at the end of the line, such as the number of unread messages.
  ///
  /// ```swift
  /// List {
  ///   Text("Inbox").badge(mailbox.unread)
  /// }
  /// ```
  /// - Parameter count: The number, in the format of the user's locale. With 0, there is no badge.
  public func badge(_ count: Int) -> some View {
    HStack {
      self
      if count != 0 { Text(count, format: .number).class("badge") }
    }
  }

  /// Shows a short text at the end of the line, such as a status.
  /// - Parameter label: The text, or `nil` for no badge.
  public func badge(_ label: Text?) -> some View {
    HStack {
      self
      if let label { label.class("badge") }
    }
  }

  /// Shows a short text at the end of the line, such as a status.
  public func badge(_ key: LocalizedStringKey) -> some View { badge(Text(key)) }
}
