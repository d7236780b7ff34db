import Synchronization

/// Notices pages from other servers whose scenes aren't in this server's session store.
///
/// Servers that share users must share a session store. Otherwise, many forms reach a server that doesn't know their
/// scene, and aren't processed. A single form doesn't mean much, because its scene may have been removed since then.
package final class ForeignScenes: Sendable {
  private struct Form {
    /// The number that identifies the form's page.
    let page: UInt128
    /// The time at which the form arrived, in microseconds since 1970.
    let time: Int64
  }

  /// The time after which forms are ignored. A page must not be older either, because its scene may have been removed.
  package static let memory = Duration.seconds(10 * 60)
  /// The number of forms that are needed.
  private static let threshold = 3

  /// The latest forms, with the latest one last.
  private let forms = Mutex<[Form]>([])

  package init() {}

  /// Records a form whose scene isn't in the store.
  /// - Parameters:
  ///   - page: The number that identifies the form's page.
  ///   - issued: The time at which another server has made the page, in microseconds since 1970.
  ///   - now: The current time, in microseconds since 1970.
  /// - Returns: Whether there were enough forms recently.
  package func note(page: UInt128, issued: Int64, at now: Int64) -> Bool {
    guard isRecent(issued, at: now) else { return false }
    forms.withLock { forms in
      guard !forms.contains(where: { $0.page == page }) else { return }
      forms = forms.suffix(Self.threshold - 1) + [Form(page: page, time: now)]
    }
    return areFound(at: now)
  }

  /// Returns whether there were enough forms recently.
  package func areFound(at now: Int64) -> Bool {
    forms.withLock { forms in
      forms.count { isRecent($0.time, at: now) } >= Self.threshold
    }
  }

  private func isRecent(_ time: Int64, at now: Int64) -> Bool {
    .microseconds(now - time) < Self.memory
  }
}
