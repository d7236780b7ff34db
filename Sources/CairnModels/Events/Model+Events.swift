extension Model {
  // MARK: Sending

  /// Tells others of something that happened.
  ///
  /// ```swift
  /// func removeButtonTapped() {
  ///   send(.onRemove)
  /// }
  /// ```
  /// By default the model itself and its ancestors hear of it. A model that is gone tells nobody.
  public func send(_ event: Event, to receivers: EventReceivers = [.self, .ancestors]) {
    _model.required.send(event, to: receivers)
  }

  /// Tells others of something that happened, by an event of any type.
  @_disfavoredOverload
  public func send(
    _ event: some Sendable, to receivers: EventReceivers = [.self, .ancestors]
  ) {
    _model.required.send(event, to: receivers)
  }

  // MARK: Listening

  /// The events that the model sends itself.
  public func events() -> ModelStream<Event> {
    let context = _model.required
    return context.listen { event, sender in sender === context ? event as? Event : nil }
  }

  /// All events of a type that can be heard here.
  public func events<E: Sendable>(ofType type: E.Type) -> ModelStream<E> {
    _model.required.listen { event, _ in event as? E }
  }

  /// An event whenever it can be heard here that equals one.
  ///
  /// ```swift
  /// forEach(events(of: AppEvent.logout)) {
  ///   state.user = nil
  /// }
  /// ```
  public func events<E: Equatable & Sendable>(of event: E) -> ModelStream<Void> {
    _model.required.listen { other, _ in other as? E == event ? () : nil }
  }

  /// The sender, whenever a model of a type sends an event that can be heard here and equals one.
  ///
  /// The closure can name the type:
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

  /// The events of all models of a type that can be heard here, with their senders.
  ///
  /// The closure can name the type: `forEach(events()) { (event, counter: CounterModel) in … }`.
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

  /// The events of the models at a property of the state, with their senders.
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

  /// The events of the one model at a property of the state.
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

  /// The events of the model at an optional property of the state, while there is one.
  @_disfavoredOverload
  public func events<M: Model>(
    from keyPath: WritableKeyPath<State, StateModel<M?>>
  ) -> ModelStream<M.Event> {
    _model.required.eventsOfChild(at: keyPath)
  }

  /// The sender, whenever a model at a property of the state sends an event that equals one.
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
  /// Makes the models at a property, so that they can send.
  fileprivate func meet(_ keyPath: WritableKeyPath<M.State, StateModel<some ModelContainer>>) {
    _ = models(at: keyPath)
  }

  /// The events of the models at a property, without their senders.
  fileprivate func eventsOfChild<C: UniformModelContainer>(
    at keyPath: WritableKeyPath<M.State, StateModel<C>>
  ) -> ModelStream<C.ModelElement.Event> {
    meet(keyPath)
    return listen { event, sender in
      self.child(sender, at: keyPath).flatMap { _ in event as? C.ModelElement.Event }
    }
  }

  /// The sender of an event, where it is one of the models at a property.
  fileprivate func child<C: UniformModelContainer>(
    _ sender: AnyContext, at keyPath: WritableKeyPath<M.State, StateModel<C>>
  ) -> ModelContext<C.ModelElement>? {
    guard sender.isActive, sender.edge.property == keyPath, sender.parent === self else {
      return nil
    }
    return sender as? ModelContext<C.ModelElement>
  }
}
