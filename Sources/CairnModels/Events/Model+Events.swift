extension Model {
  // MARK: Sending

  /// Sends an event.
  ///
  ///
  /// ```swift
  /// func removeButtonTapped() {
  ///   send(.onRemove)
  /// }
  /// ```
  /// By default, the model itself and its ancestors receive the event. If the model has been removed, the event
  /// is discarded.
  public func send(_ event: Event, to receivers: EventReceivers = [.self, .ancestors]) {
    _model.required.send(event, to: receivers)
  }

  /// Sends an event of any type.
  ///
  /// By default, the model itself and its ancestors receive the event. If the model has been removed, the event
  /// is discarded.
  @_disfavoredOverload
  public func send(
    _ event: some Sendable, to receivers: EventReceivers = [.self, .ancestors]
  ) {
    _model.required.send(event, to: receivers)
  }

  // MARK: Listening

  /// Returns a stream of the events that the model sends to itself.
  public func events() -> ModelStream<Event> {
    let context = _model.required
    return context.listen { event, sender in sender === context ? event as? Event : nil }
  }

  /// Returns a stream of all events of a type that reach this model.
  public func events<E: Sendable>(ofType type: E.Type) -> ModelStream<E> {
    _model.required.listen { event, _ in event as? E }
  }

  /// Returns a stream with an element for each event that equals a given event and reaches this model.
  ///
  ///
  /// ```swift
  /// forEach(events(of: AppEvent.logout)) {
  ///   state.user = nil
  /// }
  /// ```
  public func events<E: Equatable & Sendable>(of event: E) -> ModelStream<Void> {
    _model.required.listen { other, _ in other as? E == event ? () : nil }
  }

  /// Returns a stream of the models of a type that send a given event.
  ///
  /// The stream contains the senders of events that equal `event` and reach this model. The closure can specify
  /// the type:
  ///
  ///
  /// ```swift
  /// forEach(events(of: .onRemove)) { (row: RowModel) in
  ///   state.rows.removeAll { [id = row.id] in $0.id == id }
  /// }
  /// ```
  public func events<M: Model>(
    of event: M.Event, fromType type: M.Type = M.self
  ) -> ModelStream<M> where M.Event: Equatable {
    _model.required.listen { other, sender in
      guard let sender = sender as? ModelContext<M>, other as? M.Event == event else { return nil }
      return sender.model
    }
  }

  /// Returns a stream of all events that models of a type send and that reach this model, with their senders.
  ///
  /// The closure can specify the type: `forEach(events()) { (event, counter: CounterModel) in … }`.
  public func events<M: Model>(
    fromType type: M.Type = M.self
  ) -> ModelStream<(event: M.Event, model: M)> {
    _model.required.listen { event, sender in
      guard let sender = sender as? ModelContext<M>, let event = event as? M.Event else {
        return nil
      }
      return (event, sender.model)
    }
  }

  /// Returns a stream of the events from the models at a property of the state, with their senders.
  ///
  ///
  /// ```swift
  /// forEach(events(from: \.$counters)) { event, counter in
  ///   switch event {
  ///   case .onRemove: state.counters.removeAll { [id = counter.id] in $0.id == id }
  ///   }
  /// }
  /// ```
  public func events<C: UniformModelContainer>(
    from keyPath: WritableKeyPath<State, StateModel<C>>
  ) -> ModelStream<(event: C.ModelElement.Event, model: C.ModelElement)> {
    let context = _model.required
    context.meet(keyPath)
    return context.listen { event, sender in
      guard let sender = context.child(sender, at: keyPath),
        let event = event as? C.ModelElement.Event
      else { return nil }
      return (event, sender.model)
    }
  }

  /// Returns a stream of the events from the single model at a property of the state.
  ///
  ///
  /// ```swift
  /// forEach(events(from: \.$header)) { event in
  ///   if event == .closed { state.isOpen = false }
  /// }
  /// ```
  @_disfavoredOverload
  public func events<M: Model>(
    from keyPath: WritableKeyPath<State, StateModel<M>>
  ) -> ModelStream<M.Event> {
    _model.required.eventsOfChild(at: keyPath)
  }

  /// Returns a stream of the events from the model at an optional property of the state, while it isn't `nil`.
  @_disfavoredOverload
  public func events<M: Model>(
    from keyPath: WritableKeyPath<State, StateModel<M?>>
  ) -> ModelStream<M.Event> {
    _model.required.eventsOfChild(at: keyPath)
  }

  /// Returns a stream of the models at a property of the state that send a given event.
  ///
  ///
  /// ```swift
  /// forEach(events(of: .onDismiss, from: \.$factPrompt)) { _ in
  ///   state.factPrompt = nil
  /// }
  /// ```
  public func events<C: UniformModelContainer>(
    of event: C.ModelElement.Event, from keyPath: WritableKeyPath<State, StateModel<C>>
  ) -> ModelStream<C.ModelElement> where C.ModelElement.Event: Equatable {
    let context = _model.required
    context.meet(keyPath)
    return context.listen { other, sender in
      guard let sender = context.child(sender, at: keyPath),
        other as? C.ModelElement.Event == event
      else { return nil }
      return sender.model
    }
  }
}

extension ModelContext {
  /// Creates the models at a property, so that they can send events.
  fileprivate func meet(_ keyPath: WritableKeyPath<M.State, StateModel<some ModelContainer>>) {
    _ = models(at: keyPath)
  }

  /// Returns a stream of the events from the models at a property, without their senders.
  fileprivate func eventsOfChild<C: UniformModelContainer>(
    at keyPath: WritableKeyPath<M.State, StateModel<C>>
  ) -> ModelStream<C.ModelElement.Event> {
    meet(keyPath)
    return listen { event, sender in
      self.child(sender, at: keyPath).flatMap { _ in event as? C.ModelElement.Event }
    }
  }

  /// Returns the sender of an event if it's one of the models at a property.
  fileprivate func child<C: UniformModelContainer>(
    _ sender: AnyContext, at keyPath: WritableKeyPath<M.State, StateModel<C>>
  ) -> ModelContext<C.ModelElement>? {
    guard sender.isActive, sender.edge.property == keyPath, sender.parent === self else {
      return nil
    }
    return sender as? ModelContext<C.ModelElement>
  }
}
