public import CairnReducers
public import CairnViews

// Hints in place of views of the Composable Architecture's earlier versions.

/// A hint for `ViewStore`.
@_documentation(visibility: private)
@available(*, unavailable, message: "Use the store itself. It has the members of its state.")
public final class ViewStore<ViewState, ViewAction> {}

/// A hint for `ViewStoreOf`.
@_documentation(visibility: private)
@available(*, unavailable, message: "Use 'StoreOf'. A store has the members of its state.")
public typealias ViewStoreOf<R: Reducer> = ViewStore<R.State, R.Action>

/// A hint for `WithViewStore`.
@_documentation(visibility: private)
@available(
  *, unavailable, message: "Use the store itself, as in 'store.count' and 'store.send(.tapped)'."
)
public struct WithViewStore: View {
  public init<State, Action, ViewState, Content: View>(
    _ store: Store<State, Action>, observe: (State) -> ViewState,
    @ViewBuilder content: (Store<ViewState, Action>) -> Content
  ) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `IfLetStore`.
@_documentation(visibility: private)
@available(*, unavailable, message: "Use 'if let child = store.scope(state:action:)'.")
public struct IfLetStore: View {
  public init<State, Action, Then: View>(
    _ store: Store<State, Action>?, @ViewBuilder then: (Store<State, Action>) -> Then
  ) {}
  public init<State, Action, Then: View, Else: View>(
    _ store: Store<State, Action>?, @ViewBuilder then: (Store<State, Action>) -> Then,
    @ViewBuilder else: () -> Else
  ) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `ForEachStore`.
@_documentation(visibility: private)
@available(
  *, unavailable,
  message: "Use 'ForEach(store.scope(state:action:))', which has a store for each element."
)
public struct ForEachStore: View {
  public init<State, Action, Content: View>(
    _ stores: [Store<State, Action>], @ViewBuilder content: (Store<State, Action>) -> Content
  ) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `SwitchStore`.
@_documentation(visibility: private)
@available(*, unavailable, message: "Use 'switch store.case'.")
public struct SwitchStore: View {
  public init<State, Action, Content: View>(
    _ store: Store<State, Action>, @ViewBuilder content: (State) -> Content
  ) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `NavigationStackStore`.
@_documentation(visibility: private)
@available(
  *, unavailable,
  message: "Use 'NavigationStack(path:root:destination:)' with '$store.scope(state:action:)'."
)
public struct NavigationStackStore: View {
  public init<Path, Root: View, Element, Destination: View>(
    _ path: Path, @ViewBuilder root: () -> Root,
    @ViewBuilder destination: (Element) -> Destination
  ) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `WithPerceptionTracking`.
@_documentation(visibility: private)
@available(
  *, unavailable,
  message: "Remove it, and keep its content. Each page is created from the whole state."
)
public struct WithPerceptionTracking: View {
  public init<Content: View>(@ViewBuilder content: () -> Content) {}
  public var body: EmptyView { EmptyView() }
}

/// A hint for `withAnimation`, which models have.
@_documentation(visibility: private)
@available(
  *, unavailable,
  message: "The browser animates changes. Keep the content of the closure, such as 'store.send'."
)
public func withAnimation(
  _ animation: Animation? = .default, _ body: () throws -> Void
) rethrows {}

/// A hint for an application that imports no server.
@_documentation(visibility: private)
@available(
  *, unavailable,
  message: "Add 'import CairnServer', which declares 'App', 'Scene', and 'WindowGroup'."
)
public protocol App {}
