import Cairn
import Synchronization

/// A comment on an issue.
struct DeskComment: Equatable, Sendable {
  /// The issue's number, or 0 for a note of the pad.
  let issue: Int
  /// The signed-in author, if any.
  let author: String?
  let text: String
}

/// The comments of all users. The database survives a restart of the server.
final class DeskDatabase: Sendable {
  private let state = Mutex((comments: [DeskComment](), posts: 0))
  private let copies: @Sendable (Int) -> Int

  /// Creates a database without comments.
  /// - Parameter copies: How often to store the post with a number, counted from 1. A correct database
  ///   stores each once.
  init(copies: @escaping @Sendable (Int) -> Int = { _ in 1 }) {
    self.copies = copies
  }

  var comments: [DeskComment] { state.withLock(\.comments) }

  func post(_ comment: DeskComment) async {
    state.withLock { state in
      state.posts += 1
      state.comments += Array(repeating: comment, count: copies(state.posts))
    }
  }
}

private enum DeskDatabaseKey: DependencyKey {
  static let liveValue = DeskDatabase()
  static let testValue = DeskDatabase()
}

extension DependencyValues {
  var deskDatabase: DeskDatabase {
    get { self[DeskDatabaseKey.self] }
    set { self[DeskDatabaseKey.self] = newValue }
  }
}
