import Cairn
import CairnDependencies
import CairnViews
import Testing

@testable import CairnServer

/// Where the fields of a form go that isn't processed.
@Suite struct KeptFormTests {
  @Reducer
  struct Contact {
    @ObservableState
    struct State: Codable, Equatable {
      var name = "Ada"
      var city = "London"
      var pin = ""
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

  /// Runs a test on a scene, with the IDs of its fields for a name, a city, and a secret.
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

  /// A form whose page showed a value in a field.
  private func form(
    _ fields: [(id: UInt64, shown: String, value: String)], secret: UInt64? = nil
  ) -> SubmittedForm {
    SubmittedForm(
      fields.map { field in
        let check = field.id == secret ? FieldCheck.secret : FieldCheck.hash(of: field.shown)
        return ("~f.\(Hex.text(field.id)).\(Hex.text(check))", field.value)
      })
  }

  private func layers(of scene: SceneRuntime) -> [UInt64] { scene.collect().levels }

  @Test func `typed text is in its field again`() throws {
    try withScene { scene, ids in
      let form = form([(ids[0], "Ada", "Grace"), (ids[1], "London", "London")])
      let kept = scene.keep(form, of: layers(of: scene))
      #expect(kept.isInFields && kept.missing == .nothing)
      #expect(scene.durable.drafts.ofPage.mapValues(\.typed) == [ids[0]: "Grace"])
      #expect(kept.offering.contains("We restored what you entered"))
    }
  }

  @Test func `nothing is kept of fields that are as they were`() throws {
    try withScene { scene, ids in
      let kept = scene.keep(form([(ids[0], "Ada", "Ada")]), of: layers(of: scene))
      #expect(!kept.isInFields && kept.missing == .nothing)
      #expect(scene.durable.drafts.ofPage.isEmpty)
      #expect(kept.offering.contains("Here's the current version"))
    }
  }

  @Test func `what the page showed is in its field again, beside what is there now`() throws {
    try withScene { scene, ids in
      let kept = scene.keep(form([(ids[0], "Grace", "Grace")]), of: layers(of: scene))
      #expect(kept.isInFields)
      let draft = try #require(scene.durable.drafts.ofPage[ids[0]])
      #expect(draft.typed == "Grace")
      #expect(draft.message?.contains("This is “Ada” now.") == true)
    }
  }

  @Test func `a secret isn't kept`() throws {
    try withScene { scene, ids in
      let form = form([(ids[2], "", "1234")], secret: ids[2])
      let kept = scene.keep(form, of: layers(of: scene))
      #expect(!kept.isInFields)
      #expect(scene.durable.drafts.ofPage.isEmpty && scene.durable.drafts.waiting.isEmpty)
    }
  }

  @Test func `a field that is missing on the form's layer may come back there`() throws {
    try withScene { scene, ids in
      let form = form([(ids[0], "Ada", "Ada"), (Self.unknown, "", "typed")])
      let kept = scene.keep(form, of: layers(of: scene))
      #expect(kept.isInFields && kept.missing == .nothing)
      #expect(scene.durable.drafts.waiting.isEmpty)
    }
  }

  @Test func `a field of a layer that isn't there waits for it`() throws {
    try withScene { scene, ids in
      let form = form([(Self.unknown, "", "typed"), (ids[0], "Ada", "Grace")])
      var kept = scene.keep(form, of: layers(of: scene) + [77])
      #expect(kept.isInFields && kept.missing == .waits)
      #expect(scene.durable.drafts.waiting.map(\.field.value) == ["typed"])
      #expect(kept.rest.contains("Some of what you entered has no field here"))
      // Where nothing outlives the page, it is on the page before.
      kept = kept.onPageAlone
      #expect(kept.missing == .onPageBefore)
      #expect(kept.rest.contains("still on the previous page"))
    }
  }

  @Test func `too much text stays on the page before`() throws {
    try withScene { scene, _ in
      let text = String(repeating: "x", count: 10_000_000)
      let kept = scene.keep(form([(Self.unknown, "", text)]), of: [77])
      #expect(!kept.isInFields && kept.missing == .onPageBefore)
      #expect(scene.durable.drafts.waiting.isEmpty)
    }
  }

  @Test func `an offered form says what has become of it`() throws {
    try withScene { scene, ids in
      let form = form([(ids[0], "Ada", "Grace")])
      scene.offer(form, of: layers(of: scene), after: nil)
      #expect(scene.durable.notice?.contains("submit again") == true)
    }
  }
}
