/// A value of the environment for the views inside.
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
  /// Hands a value of the environment down to this view, those inside it, and what they present.
  @inlinable
  public consuming func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> Modified<Self, _EnvironmentModifier<Value>> {
    Modified(self, _EnvironmentModifier(keyPath, value))
  }
}

extension Renderer {
  /// The values where the renderer stands.
  @usableFromInline
  var environment: EnvironmentValues { state.environment ?? EnvironmentValues() }

  /// Evaluates content with other values; what it records to be evaluated or called later has them too.
  @usableFromInline
  mutating func withEnvironment(
    _ values: EnvironmentValues, _ content: (inout Renderer) -> Void
  ) {
    let outer = state.environment
    state.environment = values
    EnvironmentValues.$current.withValue(values) { content(&self) }
    state.environment = outer
  }

  /// A handler that has the values of this place whenever it is called.
  func withPlaceEnvironment(_ handler: @escaping () -> Void) -> () -> Void {
    guard let values = state.environment else { return handler }
    return { EnvironmentValues.$current.withValue(values) { handler() } }
  }

  /// Content that has the values of this place whenever it is evaluated.
  func withPlaceEnvironment(
    _ content: @escaping (inout Renderer) -> Void
  ) -> (inout Renderer) -> Void {
    guard let values = state.environment else { return content }
    return { $0.withEnvironment(values, content) }
  }

  /// The same for what a view presents.
  func withPlaceEnvironment(_ presentation: Presentation) -> Presentation {
    guard state.environment != nil else { return presentation }
    return Presentation(
      kind: presentation.kind, identity: presentation.identity, title: presentation.title,
      content: withPlaceEnvironment(presentation.content),
      message: presentation.message.map { withPlaceEnvironment($0) },
      dismiss: withPlaceEnvironment(presentation.dismiss))
  }

  /// The same for the work of a view.
  func withPlaceEnvironment(_ work: Appearance.Work) -> Appearance.Work {
    guard let values = state.environment else { return work }
    switch work {
    case .appear(let body): return .appear(withPlaceEnvironment(body))
    case .task(let body):
      return .task { await EnvironmentValues.$current.withValue(values) { await body() } }
    case .liveTask(let body):
      return .liveTask { await EnvironmentValues.$current.withValue(values) { await body() } }
    }
  }
}
