// Hints in place of initializers that SwiftUI's views have. To implement one of them, delete its hint.

extension Image {
  /// A hint for `Image(systemName:)`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Linux has no system images. Use 'Text' with a symbol, or 'Image(_:alt:)'."
  )
  public init(systemName: String) { hint() }

  /// A hint for `Image(_:)`.
  @_documentation(visibility: private)
  @available(
    *, unavailable, message: "Describe the image with 'Image(_:alt:)', or use 'Image(decorative:)'."
  )
  public init(_ name: String) { hint() }
}

extension Label where Title == Text, Icon == Image {
  /// A hint for `Label(_:systemImage:)`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Linux has no system images. Use 'Label(_:icon:)' with a symbol, or 'Label(_:image:)'."
  )
  public init(_ title: String, systemImage: String) { hint() }
}

extension NavigationLink {
  /// A hint for `NavigationLink(destination:label:)`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message:
      "Use 'NavigationLink(state:label:)', and show the destination in the enclosing 'NavigationStack'."
  )
  public init<Destination: View>(
    destination: Destination, @ViewBuilder label: () -> Label
  ) { hint() }

  /// A hint for `NavigationLink(destination:label:)` with closures.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message:
      "Use 'NavigationLink(state:label:)', and show the destination in the enclosing 'NavigationStack'."
  )
  public init<Destination: View>(
    @ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label
  ) { hint() }
}

extension NavigationLink where Label == Text {
  /// A hint for `NavigationLink(_:destination:)`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message:
      "Use 'NavigationLink(_:state:)', and show the destination in the enclosing 'NavigationStack'."
  )
  public init<Destination: View>(_ title: String, destination: Destination) { hint() }

  /// A hint for `NavigationLink(_:destination:)` with a closure.
  ///
  /// A closure could also be a state or a value to push, and the compiler prefers available declarations. This hint is
  /// therefore available. Because it throws, a view can't use it.
  @_documentation(visibility: private)
  @available(
    *, deprecated,
    message:
      "Use 'NavigationLink(_:state:)', and show the destination in the enclosing 'NavigationStack'."
  )
  public init<Destination: View>(
    _ title: String, @ViewBuilder destination: () -> Destination
  ) throws { hint() }
}

extension Section where Footer == EmptyView {
  /// A hint for `Section(header:content:)`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Use 'Section(_:content:)' with a title, or 'Section(content:header:)'."
  )
  public init(header: Header, @ViewBuilder content: () -> Content) { hint() }
}

extension SecureField {
  /// A hint for `SecureField(_:text:)` with a text that would be stored.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "A password must not be stored. Declare it as 'Secret' in the state of the feature."
  )
  public init(_ title: String, text: Binding<String>, prompt: String? = nil) { hint() }
}

extension TabView where Selection == Int {
  /// A hint for `TabView(content:)`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Bind the selection with 'TabView(selection:content:)'. It belongs in a state."
  )
  public init(@ViewBuilder content: () -> Content) { hint() }
}

extension Toggle {
  /// A hint for `Toggle(isOn:label:)`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use 'Toggle(_:isOn:)' with a title.")
  public init<Label: View>(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) { hint() }
}

extension ToolbarItemPlacement {
  /// A hint for `navigationBarTrailing`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use '.primaryAction', or '.confirmationAction' to save.")
  public static var navigationBarTrailing: Self { hint() }

  /// A hint for `navigationBarLeading`.
  @_documentation(visibility: private)
  @available(*, unavailable, message: "Use '.cancellationAction'.")
  public static var navigationBarLeading: Self { hint() }
}
