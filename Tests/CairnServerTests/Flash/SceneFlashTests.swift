import Cairn
import CairnDependencies
import CairnSecurity
import Testing

@testable import CairnServer

/// The flash messages in a scene's notice.
@Suite struct SceneFlashTests {
  private struct EmptyApp: App {
    var body: some Scene { WindowGroup { Text("Nothing to do") } }
  }

  private let scene = LiveScene(
    mount: Mount("/", EmptyApp.self), record: nil, dependencies: DependencyValues())

  private var notice: [UserText] { scene.withLock { $0.scene.durable.notice } }

  @Test func `Features of the scene add messages to its notice`() {
    scene.withLock { _ in
      @Dependency(\.flash) var flash
      flash("Saved.")
      flash("Item \(5) was sent.")
    }
    #expect(notice == ["Saved.", "Item 5 was sent."])
  }

  @Test func `A message is shown once, and the oldest of six is left out`() {
    for message in ["A", "B", "A", "", "C", "D", "E"] { scene.flash(message) }
    #expect(notice == ["A", "B", "C", "D", "E"])
    scene.flash("F")
    #expect(notice == ["B", "C", "D", "E", "F"])
  }

  @Test func `The limit doesn't apply to the framework's texts`() {
    scene.withLock { $0.scene.durable.notice = [.system(.textRestored)] }
    for message in ["A", "B", "C", "D", "E", "F"] { scene.flash(message) }
    #expect(notice == [.system(.textRestored), "B", "C", "D", "E", "F"])
  }

  @Test func `An action removes messages, unless no page has shown them`() {
    let earlier = page()
    scene.flash("A")
    scene.withLock { $0.scene.clearNotice(for: earlier) }
    #expect(notice == ["A"])
    scene.withLock { access in
      access.scene.unseenMessages = []
      access.scene.clearNotice(for: earlier)
    }
    #expect(notice == [])
  }

  @Test func `An action on a page that another server has made removes earlier messages`() {
    scene.flash("A")
    let page = page()
    scene.flash("B")
    scene.withLock { $0.scene.clearNotice(for: page) }
    #expect(notice == ["B"])
  }

  private func page() -> PageToken {
    PageToken(scene: nil, revision: 0, layers: [], location: "/")
  }

  @Test func `A scene that has ended ignores messages`() {
    scene.withLock { $0.scene.end() }
    scene.flash("A")
    #expect(notice == [])
  }
}
