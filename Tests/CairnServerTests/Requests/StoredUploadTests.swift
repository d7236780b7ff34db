import Cairn
import CairnServer
import CairnSessions
import CairnTesting
import Foundation
import Synchronization
import Testing
import Ways

/// Uploaded files in states that are stored.
@Suite(.timeLimit(.minutes(10)), .withoutScript(.process)) struct StoredUploadTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
  }

  /// Returns a server that shares its secret and its sessions with others.
  private func server(
    _ sessions: any SessionStore, uploads: URL?, secret: [UInt8] = Array(1...32)
  ) throws -> Server {
    var settings = ServerSettings()
    settings.secretBytes = secret
    settings.uploadDirectory = uploads?.path
    return try Server(settings: settings, sessions: sessions) { Mount("/", MailApp.self) }
  }

  @Test func `A file that one server has received is read by another`() async throws {
    defer { removeFolder() }
    let sessions = BrokenStore(isShared: true)
    let servers = try (1...2).map { _ in try server(sessions, uploads: folder) }
    let turn = MailSwitch(servers)
    let browser = Browser(turn)
    try await browser.open("/")
    try browser.attach(BrowserFile("a.txt", text: "Dear you"), to: "Letter")
    try await browser.click("Attach")
    #expect(browser.text.contains("Attached: a.txt"))
    #expect(try names.count == 1)
    turn.turn(to: 1)
    try await browser.reload()
    #expect(browser.text.contains("Attached: a.txt"))
    try await browser.click("Send")
    #expect(browser.text.contains("Sent: Dear you"))
    for server in servers { await server.stop() }
  }

  @Test func `A missing file is reported, and the rest of the form stays`() async throws {
    defer { removeFolder() }
    let sessions = BrokenStore(isShared: true)
    let servers = try (1...2).map { _ in try server(sessions, uploads: folder) }
    let turn = MailSwitch(servers)
    let browser = Browser(turn)
    try await browser.open("/")
    try browser.attach(BrowserFile("a.txt", text: "Dear you"), to: "Letter")
    try browser.fill("Subject", with: "Hello")
    try await browser.click("Attach")
    for name in try names { try FileManager.default.removeItem(at: folder.appending(path: name)) }
    turn.turn(to: 1)
    try await browser.reload()
    try await browser.click("Send")
    #expect(browser.text.contains("“a.txt” no longer exists"))
    #expect(try browser.field("Subject").value == "Hello")
    for server in servers { await server.stop() }
  }

  @Test func `A folder that can't be used is an error at the start`() throws {
    defer { removeFolder() }
    let missing = folder.appending(path: "missing")
    let error = #expect(throws: ServerError.self) {
      try server(MemorySessionStore(), uploads: missing)
    }
    #expect(error?.description.contains("The folder for uploads '\(missing.path)'") == true)
    #expect(error?.description.contains("No such file or directory") == true)
  }

  @Test(arguments: UploadStoreCheck.all)
  func `A folder keeps the promises of a store`(check: UploadStoreCheck) throws {
    defer { removeFolder() }
    try check.run { try FolderUploadStore(folder) }
    #expect(try names.allSatisfy { $0.count == 32 })
  }

  @Test func `A full folder rejects files, and has room after others were removed`() throws {
    defer { removeFolder() }
    let store = try FolderUploadStore(folder, limit: 10)
    let file = try UploadedFile(name: "a", contents: Data(count: 6))
    let (first, second) = (UploadID(), UploadID())
    try store.save(file.url, as: first)
    let error = #expect(throws: UploadStoreError.self) { try store.save(file.url, as: second) }
    #expect(error?.kind == .full)
    #expect(try names == ["\(first)"])
    try store.remove(first)
    try store.save(file.url, as: second)
    #expect(try names == ["\(second)"])
  }

  @Test func `Other files in the folder are never removed`() throws {
    defer { removeFolder() }
    let other = folder.appending(path: "notes.txt")
    try Data([1]).write(to: other)
    let store = try FolderUploadStore(folder)
    let file = try UploadedFile(name: "a", contents: Data([1]))
    try store.save(file.url, as: UploadID())
    try store.removeAll(unusedSince: Date(timeIntervalSinceNow: 600))
    #expect(try names == ["notes.txt"])
  }

  @Test func `A stored file is equal after decoding, and can be moved`() throws {
    defer { removeFolder() }
    try withDependencies {
      $0.uploadStore = try FolderUploadStore(folder)
    } operation: {
      let file = try UploadedFile(name: "a.txt", contentType: "text/plain", contents: Data([1, 2]))
      let data = try JSONEncoder().encode(file)
      let decoded = try JSONDecoder().decode(UploadedFile.self, from: data)
      #expect(decoded == file)
      #expect(decoded.name == "a.txt" && decoded.contentType == "text/plain" && decoded.size == 2)
      #expect(try decoded.contents() == Data([1, 2]))
      #expect(try Data(contentsOf: decoded.url) == Data([1, 2]))
      let place = folder.appending(path: "letter")
      try decoded.move(to: place)
      #expect(try names == ["letter"])
      #expect(try Data(contentsOf: place) == Data([1, 2]))
      let again = try JSONDecoder().decode(UploadedFile.self, from: data)
      #expect(throws: MissingUpload(name: "a.txt")) { try again.contents() }
      #expect(throws: MissingUpload(name: "a.txt")) { try again.move(to: place) }
      #expect(try Data(contentsOf: place) == Data([1, 2]))
    }
  }

  @Test(arguments: ["../../etc/passwd", "", "0123456789ABCDEF0123456789ABCDEF", "+1"])
  func `An ID that isn't an upload's can't be decoded`(id: String) {
    #expect(UploadID(id) == nil)
    let data = Data(#"{"id":"\#(id)","name":"a","contentType":"","size":1}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(UploadedFile.self, from: data)
    }
  }
}

/// A letter with an attachment, which is read when the letter is sent.
@Reducer
struct Mail {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var subject = ""
    var file: UploadedFile?
    var message = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case chosen(UploadedFile)
    case sendTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .chosen(let file): state.file = file
      case .sendTapped:
        do {
          let data = try state.file?.contents() ?? Data()
          state.message = "Sent: \(String(decoding: data, as: UTF8.self))"
        } catch {
          state.message = "\(error)"
        }
      }
      return .none
    }
  }
}

struct MailView: View {
  @Bindable var store: StoreOf<Mail>

  var body: some View {
    Form {
      TextField("Subject", text: $store.subject)
      FileField("Letter", types: [".txt"]) { store.send(.chosen($0)) }
      if let file = store.file { Text("Attached: \(file.name)") }
      Text(store.message)
      Button("Attach") {}
      Button("Send") { store.send(.sendTapped) }
    }
    .navigationTitle("Letter")
  }
}

struct MailApp: App {
  let store = Store(initialState: Mail.State()) { Mail() }

  var body: some Scene {
    WindowGroup { MailView(store: store) }
      .persistedStore(store)
  }
}

/// Sends requests to the server that the test chooses.
private final class MailSwitch: BrowserTransport {
  private let transports: [InProcessTransport]
  private let current = Mutex(0)

  init(_ servers: [Server]) {
    transports = servers.map { InProcessTransport($0) }
  }

  func turn(to index: Int) { current.withLock { $0 = index } }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    try await transports[current.withLock(\.self)].send(request)
  }
}
