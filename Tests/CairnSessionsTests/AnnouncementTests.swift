import Testing

@testable import CairnSessions

struct AnnouncementTests {
  private static let contents = SessionChange.Contents(
    scenes: [
      ChangedScene(mark: StoredScene.Mark(known: "k3"), revision: 7),
      ChangedScene(mark: StoredScene.Mark(known: "a b"), revision: nil),
    ],
    answered: [StoredScene.Mark(known: "k3")], isShared: true)

  @Test(arguments: [contents, SessionChange.Contents(), SessionChange.Contents(isShared: true)])
  func `The text of an announcement contains the change`(contents: SessionChange.Contents) {
    #expect(
      SessionAnnouncement(text: Array("12".utf8) + contents.text)
        == .changed(SessionChange(version: 12, contents: contents)))
  }

  @Test func `A text without contents announces any change, and an empty one the end`() {
    #expect(
      SessionAnnouncement(text: Array("12".utf8))
        == .changed(SessionChange(version: 12, contents: nil)))
    #expect(SessionAnnouncement(text: []) == .ended)
  }

  @Test(arguments: ["x", "1\0\0k3", "1\0\0x\0k3", "1\0\0\0", "-1", "1\0s\05"])
  func `Other texts are ignored`(text: String) {
    #expect(SessionAnnouncement(text: Array(text.utf8)) == nil)
  }

  // MARK: A server's own commits

  private func change(_ version: UInt64) -> SessionChange {
    SessionChange(version: version, contents: SessionChange.Contents(isShared: true))
  }

  /// Something that happens to a session with an ``OwnCommits``.
  enum Event {
    case began
    case ended(version: UInt64?)
    case arrived(SessionAnnouncement)
  }

  /// Returns the news after each event.
  private func news(_ events: [Event]) -> [[ForeignChanges.News]] {
    var commits = OwnCommits()
    return events.map { event in
      switch event {
      case .began:
        commits.began()
        return []
      case .ended(let version): return commits.ended(version: version)
      case .arrived(let announcement): return commits.receive(announcement)
      }
    }
  }

  @Test func `An announcement that precedes the result of its transaction is the server's own`() {
    #expect(
      news([.began, .arrived(.changed(change(1))), .ended(version: 1)])
        == [[], [], [.ownChange(version: 1)]])
  }

  @Test func `An announcement that follows the result of its transaction is the server's own`() {
    let again = Event.arrived(.changed(change(1)))
    #expect(
      news([.began, .ended(version: 1), .arrived(.changed(change(1))), again])
        == [[], [], [.ownChange(version: 1)], [.changed(change(1))]])
  }

  @Test func `Changes of other servers wait for the transactions in progress`() {
    #expect(
      news([
        .began, .began, .arrived(.changed(change(1))), .arrived(.changed(change(2))),
        .arrived(.began), .ended(version: nil), .ended(version: 2), .arrived(.ended),
      ]) == [
        [], [], [], [], [.began], [], [.changed(change(1)), .ownChange(version: 2)], [.ended],
      ])
  }

  // MARK: Following a session

  /// Returns a session that was compared at version 4, after some news.
  private func followed(_ news: [ForeignChanges.News]) -> FollowedSession {
    var session = FollowedSession()
    _ = session.add(.began)
    _ = session.next()
    session.compared(4)
    for news in news { _ = session.add(news) }
    return session
  }

  @Test func `A session is compared at the beginning`() {
    var session = FollowedSession()
    let mayContinue = session.add(.began)
    #expect(mayContinue)
    let step = session.next()
    #expect(step == .compare)
    session.compared(nil)
    #expect(session.version == nil)
  }

  @Test func `Consecutive changes are applied together, without the server's own`() {
    var session = followed([.changed(change(4)), .changed(change(5)), .ownChange(version: 6)])
    let first = session.next()
    #expect(first == .apply(FollowedSession.Changes(versions: [5, 6], isShared: true)))
    let mayContinue = session.add(.changed(change(7)))
    #expect(!mayContinue)
    let early = session.next()
    #expect(early == nil)
    session.applied()
    let second = session.next()
    #expect(second == .apply(FollowedSession.Changes(versions: [7], isShared: true)))
  }

  @Test func `A scene is answered if its last change is`() {
    let k3 = StoredScene.Mark(known: "k3")
    let answer = SessionChange(version: 5, contents: Self.contents)
    let effect = SessionChange(
      version: 6,
      contents: SessionChange.Contents(scenes: [ChangedScene(mark: k3, revision: 8)]))
    var scenes: [StoredScene.Mark: UInt64?] = [k3: 7]
    scenes.updateValue(nil, forKey: StoredScene.Mark(known: "a b"))
    var session = followed([.changed(answer)])
    let first = session.next()
    #expect(
      first
        == .apply(
          FollowedSession.Changes(
            versions: [5], scenes: scenes, answered: [k3], isShared: true)))
    session = followed([.changed(answer), .changed(effect)])
    scenes[k3] = 8
    let second = session.next()
    #expect(
      second
        == .apply(FollowedSession.Changes(versions: [5, 6], scenes: scenes, isShared: true)))
  }

  @Test(
    arguments: [
      .began, .changed(SessionChange(version: 6, contents: nil)), .ownChange(version: 8),
    ] as [ForeignChanges.News])
  func `A session is compared if a change was missed or isn't known`(news: ForeignChanges.News) {
    var session = followed([.changed(change(5)), news])
    let step = session.next()
    #expect(step == .compare)
    // The comparison finds the change that wasn't applied.
    #expect(session.version == 4)
  }

  @Test func `Changes that couldn't be applied are found by the next comparison`() {
    var session = followed([.changed(change(5))])
    _ = session.next()
    #expect(session.version == 5)
    session.failed(FollowedSession.Changes(versions: [5], isShared: true))
    #expect(session.version == 4)
  }

  @Test func `The end takes precedence`() {
    var session = followed([.changed(change(5)), .ended])
    let step = session.next()
    #expect(step == .end)
  }
}
