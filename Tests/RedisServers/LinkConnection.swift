import Foundation
import Synchronization

/// A connection of a ``FaultyLink``, which consists of a socket at each end.
final class LinkConnection: Sendable {
  private struct State {
    /// The held bytes of the directions in which no bytes are forwarded.
    var held: [FaultyLink.Direction: [UInt8]] = [:]
    var isCut = false
    /// Whether the store has closed its end.
    var isAbandoned = false
  }

  private let store: Int32
  private let redis: Int32
  private let state = Mutex(State())

  /// - Parameters:
  ///   - store: The socket whose other end is the store's.
  ///   - redis: The socket whose other end is that of Redis.
  init(store: Int32, redis: Int32) {
    self.store = store
    self.redis = redis
  }

  deinit {
    close(store)
    close(redis)
  }

  /// Forwards bytes in both directions until the connection is cut, or closed by Redis.
  func start(in traffic: LinkTraffic) {
    Thread.detachNewThread { [self] in
      LoopbackSocket.receive(from: store) { forward($0, .requests, in: traffic) }
      endRequests()
    }
    Thread.detachNewThread { [self] in
      LoopbackSocket.receive(from: redis) { forward($0, .replies, in: traffic) }
      cut()
      traffic.remove(self)
    }
  }

  private func forward(
    _ bytes: [UInt8], _ direction: FaultyLink.Direction, in traffic: LinkTraffic
  ) {
    state.withLock { state in
      guard !state.isCut else { return }
      guard state.held[direction] == nil else {
        state.held[direction]?.append(contentsOf: bytes)
        return
      }
      guard let fault = traffic.nextFault(in: bytes, of: direction) else {
        return send(bytes[...], direction)
      }
      send(bytes[..<fault.offset], direction)
      switch fault.effect {
      case .cut: cut(&state)
      case .hold: state.held[direction] = Array(bytes[fault.offset...])
      }
    }
  }

  private func send(_ bytes: ArraySlice<UInt8>, _ direction: FaultyLink.Direction) {
    LoopbackSocket.send(bytes, to: direction == .requests ? redis : store)
  }

  /// Lets Redis know that the store has closed the connection, after the held requests.
  private func endRequests() {
    state.withLock { state in
      state.isAbandoned = true
      if state.held[.requests] == nil { shutdown(redis, Int32(SHUT_WR)) }
    }
  }

  /// Holds the next bytes of a direction.
  func hold(_ direction: FaultyLink.Direction) {
    state.withLock { state in
      if !state.isCut, state.held[direction] == nil { state.held[direction] = [] }
    }
  }

  /// Forwards the held bytes.
  func release() {
    state.withLock { state in
      for (direction, bytes) in state.held { send(bytes[...], direction) }
      state.held = [:]
      if state.isAbandoned { shutdown(redis, Int32(SHUT_WR)) }
    }
  }

  /// Closes both ends. Held bytes are lost.
  func cut() { state.withLock { cut(&$0) } }

  /// Closes both ends if a direction is held. Its bytes are lost.
  func cutIfHeld() {
    state.withLock { state in
      if !state.held.isEmpty { cut(&state) }
    }
  }

  private func cut(_ state: inout State) {
    state.isCut = true
    state.held = [:]
    shutdown(store, Int32(SHUT_RDWR))
    shutdown(redis, Int32(SHUT_RDWR))
  }
}
