/// A listener for events in a model's context. It's used under the store's lock.
final class EventListener {
  /// Receives an event, and ignores it if it doesn't match.
  let receive: (_ event: any Sendable, _ sender: AnyContext) -> Void
  let finish: () -> Void

  init(
    receive: @escaping (_ event: any Sendable, _ sender: AnyContext) -> Void,
    finish: @escaping () -> Void
  ) {
    self.receive = receive
    self.finish = finish
  }
}

extension AnyContext {
  /// Sends an event to the listeners of the receivers.
  func send(_ event: any Sendable, to receivers: EventReceivers) {
    core.locked {
      guard isActive else { return }
      core.observer?.didSend(event, from: ModelIdentity(context: self))
      if receivers.contains(.self) { receive(event, from: self) }
      if receivers.contains(.ancestors) {
        for context in lineage.dropFirst() { context.receive(event, from: self) }
      } else if receivers.contains(.parent) {
        parent?.receive(event, from: self)
      }
      if receivers.contains(.descendants) {
        sendDown(event, from: self)
      } else if receivers.contains(.children) {
        for child in children { child.receive(event, from: self) }
      }
      core.isolation.workHandedOver()
    }
  }

  private func sendDown(_ event: any Sendable, from sender: AnyContext) {
    for child in children {
      child.receive(event, from: sender)
      child.sendDown(event, from: sender)
    }
  }

  private func receive(_ event: any Sendable, from sender: AnyContext) {
    for listener in listeners.values { listener.receive(event, sender) }
  }

  /// Returns a stream of the events that reach this context.
  /// - Parameter element: Returns the element for an event, or `nil` to ignore the event.
  func listen<Element: Sendable>(
    _ element: @escaping (_ event: any Sendable, _ sender: AnyContext) -> Element?
  ) -> ModelStream<Element> {
    core.locked {
      let removal = ListenerRemoval(self)
      let source = StreamSource<Element> { removal.remove() }
      guard isActive else {
        source.finish()
        return ModelStream(source: source)
      }
      let listener = EventListener(
        // The reader retains the source, which removes this listener before it's released.
        receive: { [unowned(unsafe) source] event, sender in
          if let element = element(event, sender) { source.send(element) }
        },
        finish: { [unowned(unsafe) source] in source.finish() })
      removal.listener = ObjectIdentifier(listener)
      listeners[ObjectIdentifier(listener)] = listener
      return ModelStream(source: source)
    }
  }
}

/// Removes a listener after its stream has been released.
///
/// `@unchecked Sendable`: The listener is set before the stream is returned.
private final class ListenerRemoval: @unchecked Sendable {
  private let context: AnyContext
  var listener: ObjectIdentifier?

  init(_ context: AnyContext) {
    self.context = context
  }

  func remove() {
    guard let listener else { return }
    context.core.locked { context.listeners[listener] = nil }
  }
}
