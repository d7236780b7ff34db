import Cairn
import Synchronization

/// Something that was written about an issue.
struct DeskComment: Equatable, Sendable {
  /// The issue's number; 0 for a note of the pad.
  let issue: Int
  /// Who was signed in, if anybody was.
  let author: String?
  let text: String
}

/// What all users have written; it outlives the server.
final class DeskDatabase: Sendable {
  private let state = Mutex((comments: [DeskComment](), posts: 0))
  private let copies: @Sendable (Int) -> Int

  /// A database without comments.
  /// - Parameter copies: How often the post with a number, from 1, is kept: once where it is right.
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
