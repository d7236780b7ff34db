import Foundation
import Testing

/// A network between stores and a Redis server that loses, delays, and cuts what a test determines.
///
/// It's a proxy. A fault happens once, at a byte of the requests or the replies, and never at a time. It concerns the
/// connection that carries the byte.
package final class FaultyLink: Sendable {
  package enum Direction {
    /// From the stores to Redis.
    case requests
    /// From Redis to the stores.
    case replies
  }

  package enum Effect {
    /// The connection is cut. The byte and all later ones are lost.
    case cut
    /// The byte and all later ones of the direction wait for ``release()`` or ``cutHeld()``. If the store closes the
    /// connection before that, Redis still gets the released requests.
    case hold
  }

  package enum Place {
    /// The byte after a number of other bytes, counted over all connections.
    case byte(Int)
    /// The first byte of a short text.
    case text(String)
  }

  /// The port for stores.
  package let port: Int
  private let listener: Int32
  private let traffic = LinkTraffic()

  package init(to server: RedisServer) throws {
    let (listener, port) = try #require(LoopbackSocket.listen(), "There is no free port.")
    self.listener = listener
    self.port = port
    let target = server.port
    Thread.detachNewThread { [traffic] in
      while let store = LoopbackSocket.accept(on: listener) {
        if let redis = LoopbackSocket.connect(to: target) {
          traffic.add(LinkConnection(store: store, redis: redis))
        } else {
          close(store)
        }
      }
      close(listener)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    traffic.close()
  }

  package var url: String { "redis://127.0.0.1:\(port)" }

  /// The number of faults that haven't happened yet.
  package var pendingFaults: Int { traffic.pendingFaults }

  /// Adds a fault.
  ///
  /// - Parameters:
  ///   - effect: What happens to the connection.
  ///   - place: Where it happens. The default is the next byte.
  ///   - direction: The direction of the byte.
  package func fail(_ effect: Effect, at place: Place = .byte(0), of direction: Direction) {
    traffic.add(LinkFault(effect, at: place, of: direction))
  }

  /// Removes the faults that haven't happened yet.
  package func removeFaults() { traffic.removeFaults() }

  /// Waits until all faults have happened.
  package func reachFaults() async {
    while pendingFaults > 0 { await Task.yield() }
  }

  /// Holds the next bytes of a direction on all current connections, as ``Effect/hold`` does on one.
  package func hold(_ direction: Direction) {
    for connection in traffic.connections { connection.hold(direction) }
  }

  /// Forwards the held bytes. Their connections continue.
  package func release() {
    for connection in traffic.connections { connection.release() }
  }

  /// Cuts the connections of which a direction is held. The held bytes are lost.
  package func cutHeld() {
    for connection in traffic.connections { connection.cutIfHeld() }
  }

  /// Cuts all connections. Stores can connect again.
  package func cut() {
    for connection in traffic.connections { connection.cut() }
  }
}
