import CairnServer
import CairnTesting
import Testing

@testable import FirstApp

@MainActor @Test func `Saving adds a bird`() async {
  let store = TestStore(initialState: BirdLog.State()) { BirdLog() }
  await store.send(.addButtonTapped) { $0.form = BirdForm.State() }
  await store.send(\.form.binding.name, "Wren") { $0.form?.name = "Wren" }
  await store.send(\.form.saveButtonTapped) {
    $0.$birds.withLock { $0.append(Bird(name: "Wren", count: 1)) }
    $0.form = nil
  }
}

@MainActor @Test func `An empty name is rejected`() async {
  let store = TestStore(initialState: BirdLog.State(form: BirdForm.State())) { BirdLog() }
  await store.send(\.form.saveButtonTapped) {
    $0.form?.problem = "Enter the name of the bird."
  }
}

@MainActor @Test func `A user can add a bird`() async throws {
  let browser = Browser(InProcessTransport(try Server { Mount("/", BirdApp.self) }))
  try await browser.open("/")
  try await browser.click("Add")
  #expect(browser.path == "/add")
  try browser.fill("Name", with: "Wren")
  try await browser.click("Save")
  #expect(browser.path == "/")
  #expect(browser.text.contains("Wren: 1"))

  let tab = browser.newTab()
  try await tab.open("/")
  try await tab.click("Count Wren")
  try await browser.reload()
  #expect(browser.text.contains("Wren: 2"))
}
