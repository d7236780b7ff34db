// Hints in place of SwiftUI's views. To implement one of them, delete its hint.

/// A hint for `DatePicker`.
@_documentation(visibility: private)
@available(*, unavailable, message: "Use 'TextField(_:value:format:)' with a date format.")
public struct DatePicker: View {
  /// A hint for the components of a date.
  @_documentation(visibility: private)
  public struct Components: OptionSet {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var date: Self { [] }
    public static var hourAndMinute: Self { [] }
  }
  public init<Date>(_ title: String, selection: Binding<Date>) {}
  public init<Date>(
    _ title: String, selection: Binding<Date>, displayedComponents: Components
  ) {}
  public init<Date, Range>(
    _ title: String, selection: Binding<Date>, in range: Range, displayedComponents: Components = []
  ) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `Slider`.
@_documentation(visibility: private)
@available(*, unavailable, message: "Use 'Stepper', or 'TextField(_:value:format:)' for a number.")
public struct Slider: View {
  public init<Value: BinaryFloatingPoint>(value: Binding<Value>) {}
  public init<Value: BinaryFloatingPoint>(value: Binding<Value>, in range: ClosedRange<Value>) {}
  public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>, in range: ClosedRange<Value>, step: Value
  ) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `Menu`.
@_documentation(visibility: private)
@available(
  *, unavailable, message: "Use 'confirmationDialog' for actions, or 'Picker' for a choice."
)
public struct Menu: View {
  public init<Content: View>(_ title: String, @ViewBuilder content: () -> Content) {}
  public init<Content: View, Label: View>(
    @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `ScrollView`.
@_documentation(visibility: private)
@available(*, unavailable, message: "Pages scroll without it. Remove it, or use 'List' for rows.")
public struct ScrollView: View {
  public init<Content: View>(
    _ axes: Edge.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `LazyVStack`.
@_documentation(visibility: private)
@available(*, unavailable, message: "Use 'VStack', or 'List' for rows.")
public struct LazyVStack: View {
  public init<Content: View>(
    alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `LazyHStack`.
@_documentation(visibility: private)
@available(*, unavailable, message: "Use 'HStack'.")
public struct LazyHStack: View {
  public init<Content: View>(
    alignment: VerticalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `GeometryReader`.
@_documentation(visibility: private)
@available(
  *, unavailable, message: "The server doesn't know sizes. Use 'class(_:)' and a style sheet."
)
public struct GeometryReader: View {
  /// A hint for the argument of `GeometryReader`'s content.
  @_documentation(visibility: private)
  public struct GeometryProxy {
    /// A hint for a size.
    @_documentation(visibility: private)
    public var size: (width: Double, height: Double) { hint() }
  }
  public init<Content: View>(@ViewBuilder content: (GeometryProxy) -> Content) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `NavigationView`.
@_documentation(visibility: private)
@available(*, unavailable, message: "Use 'NavigationStack'.")
public struct NavigationView: View {
  public init<Content: View>(@ViewBuilder content: () -> Content) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `Color`.
@_documentation(visibility: private)
@available(
  *, unavailable,
  message: "Colors belong in a style sheet. Use 'class(_:)', or 'foregroundStyle(_:)' of 'Text'."
)
public struct Color: View, Sendable {
  public static let black = Color()
  public static let blue = Color()
  public static let clear = Color()
  public static let gray = Color()
  public static let green = Color()
  public static let orange = Color()
  public static let primary = Color()
  public static let red = Color()
  public static let secondary = Color()
  public static let white = Color()
  public static let yellow = Color()
  init() {}
  public init(_ name: String) {}
  public init(red: Double, green: Double, blue: Double) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `PreviewProvider`.
@_documentation(visibility: private)
@available(*, unavailable, message: "Cairn has no previews. Remove it, and run the application.")
public protocol PreviewProvider {}
