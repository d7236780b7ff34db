import Cairn
import CairnDependencies
import CairnTexts
import CairnViews
import Testing

@testable import CairnServer

/// The fields of a form that isn't processed.
@Suite struct KeptFormTests {
  @Reducer
  struct Contact {
    @ObservableState
    struct State: Codable, Equatable {
      var name = "Ada"
      var city = "London"
      var pin = Secret()
    }

    enum Action: BindableAction { case binding(BindingAction<State>) }

    var body: some ReducerOf<Self> { BindingReducer() }
  }

  struct ContactApp: App {
    @Bindable var store = Store(initialState: Contact.State()) { Contact() }
    var body: some Scene {
      WindowGroup {
        VStack {
          TextField("Name", text: $store.name)
          TextField("City", text: $store.city)
          SecureField("PIN", text: $store.pin)
        }
        .navigationTitle("Contact")
      }
    }
  }

  private static let unknown: UInt64 = 0xABCD

  /// Runs a test with a scene and the IDs of its fields: a name, a city, and a secret.
  private func withScene(_ body: (SceneRuntime, _ ids: [UInt64]) throws -> Void) throws {
    let scene = LiveScene(
      mount: Mount("/contact", ContactApp.self), record: nil, dependencies: DependencyValues())
    try scene.withLock { access in
      let page = access.scene.page.render(PageContext()).bytes.string
      let names = page.matches(of: /name="(~f\.[0-9a-f]{16}\.[0-9a-f]{16})"/).map { $0.1 }
      let ids = names.compactMap { FieldName.parse($0)?.id }
      try #require(ids.count == 3)
      try body(access.scene, ids)
    }
  }

  /// Returns a form with the values that fields showed and the values that were submitted.
  private func form(
    _ fields: [(id: UInt64, shown: String, value: String)], secret: UInt64? = nil,
    edited: [UInt64] = []
  ) -> SubmittedForm {
    SubmittedForm(
      fields.map { field in
        let check = field.id == secret ? FieldCheck.secret : FieldCheck.hash(of: field.shown)
        return ("~f.\(Hex.text(field.id)).\(Hex.text(check))", field.value)
      } + edited.map { ("~typed", "~f.\(Hex.text($0)).\(Hex.text(0))") })
  }

  private func layers(of scene: SceneRuntime) -> [UInt64] { scene.collect().levels }

  @Test func `Typed text is restored in its field`() throws {
    try withScene { scene, ids in
      let form = form([(ids[0], "Ada", "Grace"), (ids[1], "London", "London")])
      let kept = scene.keep(form, of: layers(of: scene))
      #expect(kept.isInFields && kept.missing == .nothing)
      #expect(scene.durable.drafts.ofPage.mapValues(\.typed) == [ids[0]: "Grace"])
      #expect(kept.restoreNotice.first == .system(.pageOutdatedTextRestored))
    }
  }

  @Test func `The notice about a form without a cookie explains that cookies are necessary`() {
    let kept = KeptForm(lacksCookie: true)
    #expect(kept.restoreNotice == [.system(.cookiesBlocked)])
    let form = KeptForm(isInFields: true, losesFiles: true, lacksCookie: true)
    #expect(
      Texts.english[form.restoreNotice]
        == "Your browser didn't send this site's cookie, so your request wasn't processed. "
        + "Allow cookies for this site, and submit again. If you see this message again, submit once "
        + "more. We restored what you entered. Files aren't kept. Choose your file again.")
  }

  @Test func `Unchanged fields aren't kept`() throws {
    try withScene { scene, ids in
      let kept = scene.keep(form([(ids[0], "Ada", "Ada")]), of: layers(of: scene))
      #expect(!kept.isInFields && kept.missing == .nothing)
      #expect(scene.durable.drafts.ofPage.isEmpty)
      #expect(kept.restoreNotice.first == .system(.pageOutdated))
    }
  }

  @Test func `A value that has changed since is restored with a message about the new value`()
    throws
  {
    try withScene { scene, ids in
      let kept = scene.keep(form([(ids[0], "Grace", "Grace")]), of: layers(of: scene))
      #expect(kept.isInFields)
      let draft = try #require(scene.durable.drafts.ofPage[ids[0]])
      #expect(draft.typed == "Grace")
      #expect(draft.message == .system(.textDiffers("Ada")))
    }
  }

  @Test func `A secret isn't kept`() throws {
    try withScene { scene, ids in
      let form = form([(ids[2], "", "1234")], secret: ids[2])
      let kept = scene.keep(form, of: layers(of: scene))
      #expect(!kept.isInFields)
      #expect(scene.durable.drafts.ofPage.isEmpty && scene.durable.drafts.waiting.isEmpty)
    }
  }

  @Test func `Text for a field that is missing on the form's layer counts as restored`() throws {
    try withScene { scene, ids in
      let form = form([(ids[0], "Ada", "Ada"), (Self.unknown, "", "typed")])
      let kept = scene.keep(form, of: layers(of: scene))
      #expect(kept.isInFields && kept.missing == .nothing)
      #expect(scene.durable.drafts.waiting.isEmpty)
    }
  }

  @Test func `Text for a field of a missing layer waits for the layer`() throws {
    try withScene { scene, ids in
      let form = form([(Self.unknown, "", "typed"), (ids[0], "Ada", "Grace")])
      var kept = scene.keep(form, of: layers(of: scene) + [77])
      #expect(kept.isInFields && kept.missing == .waits)
      #expect(scene.durable.drafts.waiting.map(\.field.value) == ["typed"])
      #expect(kept.rest.contains(.system(.someTextWaits)))
      #expect(kept.waiting.isEmpty)
      // If the location was opened again, the field may never appear.
      kept = scene.keep(form, of: [77], isOpened: true)
      #expect(kept.waiting == ["typed"])
      #expect(scene.durable.drafts.carried.map(\.text) == ["typed"])
    }
  }

  @Test func `Text that was sent before waits like text that wasn't sent`() throws {
    try withScene { scene, ids in
      let fields: [(id: UInt64, shown: String, value: String)] = [
        (Self.unknown, "sent", "sent"), (Self.unknown + 1, "initial", "initial"),
        (ids[0], "Ada", "Ada"), (ids[2], "", "1234"),
      ]
      let edited = [Self.unknown, ids[0], ids[2]]
      let kept = scene.keep(
        form(fields, secret: ids[2], edited: edited), of: [77], isOpened: true)
      #expect(!kept.isInFields && kept.missing == .waits)
      #expect(kept.waiting == ["sent"])
      let carried = scene.durable.drafts.carried
      #expect(carried.map(\.text) == ["sent"])
      #expect(carried.map(\.name.check) == [FieldCheck.hash(of: "")])
      // Other values wait only for the case that they've changed.
      #expect(scene.durable.drafts.ofPage.mapValues(\.typed) == [Self.unknown: "sent"])
    }
  }

  @Test func `Text that was sent before is lost if the script doesn't report it`() throws {
    try withScene { scene, _ in
      let kept = scene.keep(form([(Self.unknown, "sent", "sent")]), of: [77], isOpened: true)
      #expect(!kept.isInFields && kept.missing == .nothing)
      #expect(scene.durable.drafts.waiting.isEmpty)
    }
  }

  @Test func `Text that is too long stays on the previous page`() throws {
    try withScene { scene, _ in
      let text = String(repeating: "x", count: 10_000_000)
      let kept = scene.keep(form([(Self.unknown, "", text)]), of: [77])
      #expect(!kept.isInFields && kept.missing == .onPageBefore)
      #expect(kept.rest == [.system(.textOnPreviousPage)])
      #expect(scene.durable.drafts.waiting.isEmpty)
    }
  }

  @Test func `A restored form has a notice`() throws {
    try withScene { scene, ids in
      let form = form([(ids[0], "Ada", "Grace")])
      scene.restoreForm(form, of: layers(of: scene), after: nil)
      #expect(scene.durable.notice == [.system(.pageOutdatedTextRestored)])
    }
  }
}
