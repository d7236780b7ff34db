/// Somebody who listens to events at a model's place. Used under the store's lock.
final class EventListener {
  /// Takes an event, if it is one that is listened to.
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
  /// Sends an event to those who listen.
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

  /// What is heard here of the events that a closure makes elements of.
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
        // Whoever reads keeps the source, which removes the listener before it goes.
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

/// Removes a listener whom nobody reads any more.
///
/// `@unchecked Sendable`: the listener is set before anybody has the stream.
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
