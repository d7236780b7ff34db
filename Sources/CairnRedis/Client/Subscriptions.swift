import Synchronization

/// The closures that receive the messages of channels.
final class Subscriptions: Sendable {
  struct Receiver: Sendable {
    let onBegin: @Sendable () -> Void
    let onMessage: @Sendable ([UInt8]) -> Void
  }

  private struct State {
    var receivers: [[UInt8]: [UInt64: Receiver]] = [:]
    var latest: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Adds a receiver of a channel, and returns its number.
  func add(_ receiver: Receiver, to channel: [UInt8]) -> UInt64 {
    state.withLock { state in
      state.latest += 1
      state.receivers[channel, default: [:]][state.latest] = receiver
      return state.latest
    }
  }

  /// Removes a receiver, and returns whether it was the last one of its channel.
  func remove(_ number: UInt64, from channel: [UInt8]) -> Bool {
    state.withLock { state in
      guard state.receivers[channel]?.removeValue(forKey: number) != nil,
        state.receivers[channel]?.isEmpty == true
      else { return false }
      state.receivers[channel] = nil
      return true
    }
  }

  /// Whether a channel has receivers.
  func contains(_ channel: [UInt8]) -> Bool { state.withLock { $0.receivers[channel] != nil } }

  /// The receivers of a channel.
  subscript(channel: [UInt8]) -> [Receiver] {
    state.withLock { $0.receivers[channel].map { Array($0.values) } ?? [] }
  }
}
