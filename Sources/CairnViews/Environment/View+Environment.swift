/// A modifier that sets an environment value.
public struct _EnvironmentModifier<Value>: _PrimitiveModifier {
  @usableFromInline let keyPath: WritableKeyPath<EnvironmentValues, Value>
  @usableFromInline let value: Value

  @inlinable
  init(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) {
    self.keyPath = keyPath
    self.value = value
  }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    var values = renderer.environment
    values[keyPath: modifier.keyPath] = modifier.value
    renderer.withEnvironment(values) { Content._render(content, &$0) }
  }
}

extension View {
  /// Sets an environment value for this view, the views within it, and the views that they present.
  @inlinable
  public consuming func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> Modified<Self, _EnvironmentModifier<Value>> {
    Modified(self, _EnvironmentModifier(keyPath, value))
  }
}

extension Renderer {
  /// The environment values at the renderer's position.
  @usableFromInline
  var environment: EnvironmentValues { state.environment ?? EnvironmentValues() }

  /// Evaluates content with other environment values.
  ///
  /// Closures and content that are recorded for later get the same values.
  @usableFromInline
  mutating func withEnvironment(
    _ values: EnvironmentValues, _ content: (inout Renderer) -> Void
  ) {
    let outer = state.environment
    state.environment = values
    EnvironmentValues.$current.withValue(values) { content(&self) }
    state.environment = outer
  }

  /// Returns a handler that runs with the current environment values.
  func withPlaceEnvironment(_ handler: @escaping () -> Void) -> () -> Void {
    guard let values = state.environment else { return handler }
    return { EnvironmentValues.$current.withValue(values) { handler() } }
  }

  /// Returns content that's evaluated with the current environment values.
  func withPlaceEnvironment(
    _ content: @escaping (inout Renderer) -> Void
  ) -> (inout Renderer) -> Void {
    guard let values = state.environment else { return content }
    return { $0.withEnvironment(values, content) }
  }

  /// Returns a presentation whose content and closures have the current environment values.
  func withPlaceEnvironment(_ presentation: Presentation) -> Presentation {
    guard state.environment != nil else { return presentation }
    var placed = Presentation(
      kind: presentation.kind, identity: presentation.identity, title: presentation.title,
      content: withPlaceEnvironment(presentation.content),
      message: presentation.message.map { withPlaceEnvironment($0) },
      dismiss: withPlaceEnvironment(presentation.dismiss))
    placed.isBarrier = presentation.isBarrier
    return placed
  }

  /// Returns work that runs with the current environment values.
  func withPlaceEnvironment(_ work: Appearance.Work) -> Appearance.Work {
    guard let values = state.environment else { return work }
    switch work {
    case .appear(let body): return .appear(withPlaceEnvironment(body))
    case .task(let body):
      return .task { await EnvironmentValues.$current.withValue(values) { await body() } }
    case .connectedTask(let body):
      return .connectedTask {
        await EnvironmentValues.$current.withValue(values) { await body() }
      }
    }
  }
}
