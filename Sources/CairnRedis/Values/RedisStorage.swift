package import CairnReducers
import CairnSessions
package import Foundation
import Synchronization

/// The storage of the values of ``/CairnReducers/SharedKey/redis(_:)``.
///
/// Get it from the session store, and set it as a dependency of the server:
///
/// ```swift
/// let server = try Server(settings: settings, sessions: sessions) {
///   $0.defaultRedisStorage = sessions.sharedValues
/// } mounts: {
///   Mount("/", InventoryApp.self)
/// }
/// ```
public final class RedisStorage: Sendable {
  private let client: RedisClient
  private let subscriber: Subscriber
  private let shards: Shards
  private let followers = Mutex<[Int: ValueFollower]>([:])
  private let nextFollower = Atomic(0)
  private let comparing = Mutex<Task<Void, Never>?>(nil)

  /// How often values are compared with Redis, because an announcement can be lost.
  private static let comparisonInterval = Duration.seconds(60)

  init(_ client: RedisClient, _ subscriber: Subscriber, _ shards: Shards) {
    self.client = client
    self.subscriber = subscriber
    self.shards = shards
  }

  deinit {
    comparing.withLock { $0?.cancel() }
  }

  /// Compares all values in use with Redis. Newer ones are loaded, and their receivers are called later.
  func compare() {
    for follower in followers.withLock({ Array($0.values) }) { follower.update() }
  }

  private func beginComparing() {
    comparing.withLock { task in
      guard task == nil else { return }
      task = Task.detached { [weak self] in
        while (try? await Task.sleep(for: Self.comparisonInterval)) != nil {
          guard let self else { return }
          compare()
        }
      }
    }
  }

  private func place(of name: String) -> ValuePlace { ValuePlace(name, in: shards) }

  static func loadCommand(_ place: ValuePlace) -> Operation.Command {
    var arguments = RedisArguments("HMGET")
    arguments.append(place.key)
    arguments.append("r")
    arguments.append("v")
    return .plain(arguments)
  }

  static let loading = "load a shared value"
  private static let saving = "save a shared value"
}

extension RedisStorage: RevisedStorage {
  package func load(_ name: String) throws -> RevisedData? {
    let place = place(of: name)
    return try client.sendAndBlock(Self.loading, Self.loadCommand(place), slot: place.slot)
      .storedValue(Self.loading)
  }

  package func save(
    _ data: Data, as name: String, replacing revision: Int64
  ) throws -> RevisedSave<RevisedData> {
    let place = place(of: name)
    var arguments = RedisArguments()
    arguments.append(place.prefix)
    arguments.append(revision)
    let token = String(UInt64.random(in: .min ... .max), radix: 16)
    arguments.append(String(repeating: "0", count: 16 - token.count) + token)
    arguments.append(Int64(Date.now.timeIntervalSince1970 * 1_000_000))
    arguments.append(Array(data))
    arguments.append(place.channel)
    let reply = try client.sendAndBlock(
      Self.saving, .script(.value, key: place.key, arguments), slot: place.slot, isWrite: true)
    return try reply.savedValue(Self.saving)
  }

  package func subscribe(
    to name: String, after revision: @escaping @Sendable () -> Int64?,
    _ receive: @escaping @Sendable (Result<RevisedData, any Error>) -> Void
  ) -> SharedSubscription {
    let place = place(of: name)
    let follower = ValueFollower(client, place, after: revision, receive)
    let number = nextFollower.add(1, ordering: .relaxed).newValue
    followers.withLock { $0[number] = follower }
    beginComparing()
    // The first call compares with changes between loading and now, and later ones with changes during an interruption.
    let subscription = subscriber.subscribe(to: place.channel) {
      follower.update()
    } handler: { message in
      let text = String(decoding: message, as: UTF8.self)
      if let announced = Int64(text), announced > revision() ?? .max { follower.update() }
    }
    return SharedSubscription { [weak self] in
      subscription.cancel()
      _ = self?.followers.withLock { $0.removeValue(forKey: number) }
    }
  }
}
