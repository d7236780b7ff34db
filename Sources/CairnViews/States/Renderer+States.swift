extension Renderer {
  /// Evaluates the body of a view, and records its reads if modifiers need them.
  @inlinable
  mutating func renderBody<Content: View>(of view: Content) {
    if tracksBodies {
      return renderTracked { Content.Body._render(view.body, &$0) }
    }
    Content.Body._render(view.body, &self)
  }

  /// Returns a copy of a view whose `@State` properties have their values at the renderer's place, or `nil` if the view
  /// has no such properties.
  @usableFromInline
  func connected<Content: View>(_ view: Content) -> Content? {
    guard StateFields.areUsed, let states = state.states else { return nil }
    let id = ObjectIdentifier(Content.self)
    let fields: StateFields
    if let known = state.stateFields[id] {
      fields = known
    } else {
      fields = StateFields.of(view)
      state.stateFields[id] = fields
    }
    guard !fields.all.isEmpty else { return nil }
    var copy = view
    withUnsafeMutablePointer(to: &copy) { view in
      for field in fields.all {
        let key = Place.mix(place, field.name)
        state.foundStates?.insert(key)
        // A `State` consists of one reference to a box, whatever its type is. The offset is the runtime's.
        let box = UnsafeMutableRawPointer(view).advanced(by: field.offset)
          .assumingMemoryBound(to: AnyStateBox.self)
        box.pointee = box.pointee.connected(
          to: StateConnection(states: states, key: key, guards: state.guardPlaces))
      }
    }
    return copy
  }

  /// Whether all views are evaluated to find their states, including the ones in hidden rows and tabs.
  @usableFromInline
  var findsStates: Bool { state.foundStates != nil }

  /// Begins the content behind an open guard, which is at the renderer's place.
  @usableFromInline
  func enterGuard(_ place: UInt64) { state.guardPlaces.append(place) }

  /// Ends the content behind an open guard.
  @usableFromInline
  func leaveGuard() { state.guardPlaces.removeLast() }

  /// Returns content that's evaluated later, whose states belong to the guards around the current position.
  func withPlaceGuards(
    _ content: @escaping (inout Renderer) -> Void
  ) -> (inout Renderer) -> Void {
    let guards = state.guardPlaces
    guard state.states != nil, !guards.isEmpty else { return content }
    return { renderer in
      let outer = renderer.state.guardPlaces
      renderer.state.guardPlaces = guards
      content(&renderer)
      renderer.state.guardPlaces = outer
    }
  }
}

extension ViewStates {
  /// Discards the values of views that aren't in the page of `view`, and returns whether there were any.
  ///
  /// Values behind a closed guard are kept, because users can continue there after they have signed in.
  package func forgetUnrendered(in view: some View) -> Bool {
    guard !values.isEmpty else { return false }
    let state = RenderState()
    state.states = self
    state.foundStates = []
    var renderer = Renderer(collecting: state)
    begin()
    renderer.layers(of: view) { _, _, _ in }
    end()
    return keep(state.foundStates ?? [], behind: state.closedGuardPlaces)
  }
}
