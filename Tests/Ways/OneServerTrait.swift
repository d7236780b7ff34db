package import Testing

/// Marks a flow that doesn't run on several servers, with the reason. Successive requests of a browser
/// reach different servers, which don't share everything.
package struct OneServerTrait: TestTrait, SuiteTrait {
  package enum Reason: Sendable {
    /// The flow depends on a running effect, such as a timer. The effect ends as soon as another server
    /// has processed a form of its scene, as after a restart.
    case effect
    /// The state isn't `Codable`, so it's only in the memory of the server that has changed it.
    case unstoredState
    /// A part of the state can't be read. Each server finds this out when it loads the scene, and then
    /// doesn't process forms from earlier pages, including those of other servers.
    case unreadableState
  }

  let reason: Reason
  package var isRecursive: Bool { true }
}

extension Trait where Self == OneServerTrait {
  /// Leaves out the way with several servers.
  package static func oneServer(_ reason: OneServerTrait.Reason) -> Self { Self(reason: reason) }
}
