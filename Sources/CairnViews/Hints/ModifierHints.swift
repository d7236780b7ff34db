public import struct Foundation.IndexSet

// Hints in place of SwiftUI's modifiers. To implement one of them, delete its hint.

extension View {
  // MARK: Layout and colors

  /// A hint for `frame`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use 'class(_:)', and set sizes in a style sheet.")
  public func frame(
    width: Double? = nil, height: Double? = nil, alignment: Alignment = .center
  ) -> Self { hint() }

  /// A hint for `frame` with limits.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use 'class(_:)', and set sizes in a style sheet.")
  public func frame(
    minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil,
    minHeight: Double? = nil, idealHeight: Double? = nil, maxHeight: Double? = nil,
    alignment: Alignment = .center
  ) -> Self { hint() }

  /// A hint for `background` with a view or a color.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use 'class(_:)', and set the background in a style sheet.")
  public func background<Background: View>(_ background: Background) -> Self { hint() }

  /// A hint for `background` with a color.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use 'class(_:)', and set the background in a style sheet.")
  public func background(_ color: Color?) -> Self { hint() }

  /// A hint for `foregroundColor`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Use 'foregroundStyle(_:)' of 'Text', or 'class(_:)' and a style sheet."
  )
  public func foregroundColor(_ color: Color?) -> Self { hint() }

  /// A hint for `cornerRadius`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use 'class(_:)', and set the radius in a style sheet.")
  public func cornerRadius(_ radius: Double) -> Self { hint() }

  /// A hint for `opacity`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use 'hidden(_:)', or 'class(_:)' and a style sheet.")
  public func opacity(_ opacity: Double) -> Self { hint() }

  /// A hint for `foregroundStyle` on other views than `Text`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Only 'Text' has this modifier. For other views, use 'class(_:)' and a style sheet."
  )
  public func foregroundStyle(_ style: ForegroundStyle) -> Self { hint() }

  /// A hint for `bold` on other views than `Text`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Only 'Text' has this modifier. For other views, use 'class(_:)' and a style sheet."
  )
  public func bold() -> Self { hint() }

  /// A hint for `italic` on other views than `Text`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Only 'Text' has this modifier. For other views, use 'class(_:)' and a style sheet."
  )
  public func italic() -> Self { hint() }

  /// A hint for `overlay`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use 'class(_:)' and a style sheet.")
  public func overlay<Overlay: View>(@ViewBuilder _ overlay: () -> Overlay) -> Self { hint() }

  /// A hint for `shadow`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use 'class(_:)' and a style sheet.")
  public func shadow(radius: Double) -> Self { hint() }

  /// A hint for `lineLimit`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use 'class(_:)' and a style sheet.")
  public func lineLimit(_ count: Int?) -> Self { hint() }

  // MARK: Events

  /// A hint for `onTapGesture`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Use 'Button', which also works with the keyboard and without JavaScript."
  )
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> Self { hint() }

  /// A hint for `onChange(of:)` with a closure of the old and the new value.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Handle the change in the reducer, with 'onChange(of:)' or in the action."
  )
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
  ) -> Self { hint() }

  /// A hint for `onChange(of:)` with a closure without arguments.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Handle the change in the reducer, with 'onChange(of:)' or in the action."
  )
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping () -> Void
  ) -> Self { hint() }

  /// A hint for `onDisappear`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use 'task', which is canceled when the view disappears.")
  public func onDisappear(perform action: @escaping () -> Void) -> Self { hint() }

  /// A hint for `refreshable`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message:
      "Use 'task(while: .connected)' to show changes from elsewhere, or a 'Button' that loads again."
  )
  public func refreshable(action: @escaping () async -> Void) -> Self { hint() }

  /// A hint for `animation` without a value.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "The browser animates changes. Remove it, or set transitions in a style sheet."
  )
  public func animation(_ animation: Animation?) -> Self { hint() }

  /// A hint for `onSubmit`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Use a button with 'keyboardShortcut(.defaultAction)', which Return presses."
  )
  public func onSubmit(_ action: @escaping () -> Void) -> Self { hint() }

  /// A hint for `focused`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "The browser keeps the focus. To choose the first field, use 'defaultFocus()'."
  )
  public func focused(_ condition: Binding<Bool>) -> Self { hint() }

  /// A hint for `focused` with a value.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "The browser keeps the focus. To choose the first field, use 'defaultFocus()'."
  )
  public func focused<Value>(_ binding: Binding<Value>, equals value: Value) -> Self { hint() }

  /// A hint for `contextMenu`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use buttons in the row, or 'confirmationDialog'.")
  public func contextMenu<Items: View>(@ViewBuilder _ items: () -> Items) -> Self { hint() }

  /// A hint for `swipeActions`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use buttons in the row.")
  public func swipeActions<Items: View>(@ViewBuilder _ items: () -> Items) -> Self { hint() }

  /// A hint for `searchable`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use a 'TextField' that's bound to the query in a state.")
  public func searchable(text: Binding<String>, prompt: String? = nil) -> Self { hint() }

  /// A hint for `navigationBarTitle`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use 'navigationTitle(_:)'.")
  public func navigationBarTitle(_ title: String) -> Self { hint() }

  // MARK: Data

  /// A hint for `environmentObject`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Pass the store to the view. For plain values, use 'environment(_:_:)'."
  )
  public func environmentObject<Value>(_ object: Value) -> Self { hint() }

  /// A hint for `environment` with an object.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Pass the store to the view. For plain values, use 'environment(_:_:)'."
  )
  public func environment<Value: AnyObject>(_ object: Value?) -> Self { hint() }
}

extension ForEach {
  /// A hint for `onDelete`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use a button with the role '.destructive' in the row.")
  public func onDelete(perform action: ((IndexSet) -> Void)?) -> Self { hint() }

  /// A hint for `onMove`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use buttons in the row that move it.")
  public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> Self { hint() }
}
