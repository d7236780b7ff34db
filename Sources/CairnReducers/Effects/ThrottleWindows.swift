import Synchronization

/// The intervals of a store's throttled effects, which outlive the effects.
///
/// `@unchecked Sendable`: it is used under the isolation of its store only; the table below hands it to
/// nobody else.
final class ThrottleWindows: @unchecked Sendable {
  private struct Key: Hashable {
    let cancellation: Cancellation
    let action: ObjectIdentifier
  }

  private var windows: [Key: ThrottleInterval] = [:]
  private var limit = 16

  /// The interval of an id at a place.
  func window<Action>(
    under cancellation: Cancellation, of action: Action.Type
  ) -> ThrottleWindow<Action> {
    // A parent and a child that `Scope` runs share ids; their actions are still not the same.
    let key = Key(cancellation: cancellation, action: ObjectIdentifier(action))
    if let window = windows[key] as? ThrottleWindow<Action> { return window }
    if windows.count >= limit {
      windows = windows.filter { !$0.value.isOver }
      limit = max(16, windows.count * 2)
    }
    let window = ThrottleWindow<Action>()
    windows[key] = window
    return window
  }
}

extension ThrottleWindows {
  private struct Entry {
    weak var host: (any EffectHost)?
    let windows: ThrottleWindows
  }

  private struct Table {
    var entries: [ObjectIdentifier: Entry] = [:]
    var limit = 64
  }

  /// Beside the stores rather than in them, because few have throttled effects. Only those come here.
  private static let table = Mutex(Table())

  /// Those of a store.
  static func of(_ host: any EffectHost) -> ThrottleWindows {
    table.withLock { table in
      let id = ObjectIdentifier(host)
      // Where a store has gone, another one may have got its address.
      if let entry = table.entries[id], entry.host === host { return entry.windows }
      if table.entries.count >= table.limit {
        table.entries = table.entries.filter { $0.value.host != nil }
        table.limit = max(64, table.entries.count * 2)
      }
      let windows = ThrottleWindows()
      table.entries[id] = Entry(host: host, windows: windows)
      return windows
    }
  }
}
