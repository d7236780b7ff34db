import CairnTexts

/// A view of a value that an effect loads, with a placeholder while it's being loaded.
///
/// ```swift
/// AsyncContent(store.items) { items in
///   List(items) { item in Text(item.name) }
/// } placeholder: {
///   List(Item.examples) { item in Text(item.name) }
/// } retry: {
///   store.send(.itemsRequested)
/// }
/// ```
/// The texts of the placeholder are shown as bars, as with ``View/redacted(reason:)``. If loading fails or a restart
/// interrupts it, the view has a message with a button that loads the value again.
///
/// Without JavaScript, the page is loaded again every second while an effect that the user started loads the value. If
/// it has fields, it has an Update button instead.
public struct AsyncContent<Value, Content: View, Placeholder: View>: View {
  @usableFromInline let value: Loadable<Value>
  @usableFromInline let content: (Value) -> Content
  @usableFromInline let placeholder: () -> Placeholder
  @usableFromInline let retry: () -> Void

  /// Creates a view with a placeholder.
  /// - Parameters:
  ///   - value: The value.
  ///   - content: Returns the view of a loaded value.
  ///   - placeholder: The view before the value is loaded, with example data.
  ///   - retry: Loads the value again.
  @inlinable
  public init(
    _ value: Loadable<Value>, @ViewBuilder content: @escaping (_ value: Value) -> Content,
    @ViewBuilder placeholder: @escaping () -> Placeholder, retry: @escaping () -> Void
  ) {
    self.value = value
    self.content = content
    self.placeholder = placeholder
    self.retry = retry
  }

  public var body: some View {
    switch value {
    case .idle: VStack { placeholder() }.redacted(reason: .placeholder)
    case .loading:
      VStack {
        VStack { placeholder() }.redacted(reason: .placeholder)
        TextsReader { texts in ProgressView(texts[.loading]) }
      }
      .attribute("aria-busy", "true")
    case .loaded(let value): content(value)
    case .failed(let message):
      TextsReader { texts in
        RetryView(
          message: message.isEmpty ? texts[.contentUnavailable] : message,
          button: texts[.loadAgain], action: retry)
      }
    case .interrupted:
      TextsReader { texts in
        RetryView(
          message: texts[.loadingInterrupted], button: texts[.loadAgain], action: retry)
      }
    }
  }
}

extension AsyncContent where Placeholder == EmptyView {
  /// Creates a view that shows only an indicator of activity while the value is being loaded.
  /// - Parameters:
  ///   - value: The value.
  ///   - content: Returns the view of a loaded value.
  ///   - retry: Loads the value again.
  @inlinable
  public init(
    _ value: Loadable<Value>, @ViewBuilder content: @escaping (_ value: Value) -> Content,
    retry: @escaping () -> Void
  ) {
    self.init(value, content: content, placeholder: { EmptyView() }, retry: retry)
  }
}

/// A message about a value that isn't loaded, with a button that loads it.
private struct RetryView: View {
  let message: String
  let button: String
  let action: () -> Void

  var body: some View {
    VStack {
      Text(message).attribute("role", "alert")
      Button(button, action: action).buttonStyle(.bordered)
    }
  }
}
