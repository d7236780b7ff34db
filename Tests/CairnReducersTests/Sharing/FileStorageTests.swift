import CairnDependencies
import CairnReducers
import Foundation
import Testing

@MainActor
struct FileStorageTests {
  struct Settings: Codable, Equatable, Sendable {
    var name = "Blob"
  }

  static let url = URL(filePath: "/settings.json")

  /// Runs a test with a temporary folder.
  private func withFolder(_ body: (_ folder: URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      try await body(folder)
    }
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `In a test, files are in memory`() throws {
    @Dependency(\.defaultFileStorage) var files
    do {
      @Shared(.fileStorage(Self.url)) var settings = Settings()
      #expect(try files.load(from: Self.url) == nil)
      $settings.name.withLock { $0 = "Blob Jr" }
    }
    let data = try #require(try files.load(from: Self.url))
    #expect(String(decoding: data, as: UTF8.self).contains(#""name" : "Blob Jr""#))
    #expect(!FileManager.default.fileExists(atPath: Self.url.path))
    @Shared(.fileStorage(Self.url)) var settings = Settings()
    #expect(settings.name == "Blob Jr")
  }

  @Test func `A test can provide files in memory`() {
    let files = InMemoryFileStorage([Self.url: Data(#"{"name":"Ann"}"#.utf8)])
    withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      @Shared(.fileStorage(Self.url)) var settings = Settings()
      #expect(settings.name == "Ann")
    }
    @Shared(.fileStorage(Self.url)) var settings = Settings()
    #expect(settings.name == "Blob")
  }

  @Test func `A saved value is in its file, without other files`() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "deep/er/settings.json")
      @Shared(.fileStorage(url)) var settings = Settings()
      for number in 1...3 {
        $settings.name.withLock { $0 = "\(number)" }
        try await $settings.save()
        let stored = try JSONDecoder().decode(Settings.self, from: Data(contentsOf: url))
        #expect(stored == settings)
      }
      #expect(try names(in: url.deletingLastPathComponent()) == ["settings.json"])
    }
  }

  @Test func `A key can use a custom format`() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "note.txt")
      try Data("hello".utf8).write(to: url)
      let key: FileStorageKey = .fileStorage(
        url, decode: { String(decoding: $0, as: UTF8.self) }, encode: { Data($0.utf8) })
      @Shared(key) var note = ""
      $note.withLock { $0 += "!" }
      #expect(try String(contentsOf: url, encoding: .utf8) == "hello!")
    }
  }

  @Test func `A corrupt file is reported and set aside`() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "settings.json")
      for number in 1...2 {
        try Data("not JSON \(number)".utf8).write(to: url)
        await expectIssue("It was renamed to 'settings.json.corrupt") {
          @Shared(.fileStorage(url)) var settings = Settings()
          #expect(settings == Settings())
          $settings.name.withLock { $0 = "Ann" }
        }
      }
      #expect(
        try names(in: folder)
          == ["settings.json", "settings.json.corrupt", "settings.json.corrupt-2"])
      #expect(
        try String(contentsOf: url.appendingPathExtension("corrupt"), encoding: .utf8)
          == "not JSON 1")
      #expect(
        try JSONDecoder().decode(Settings.self, from: Data(contentsOf: url)).name == "Ann")
    }
  }

  @Test func `A corrupt file in memory is set aside too`() async {
    let files = InMemoryFileStorage([Self.url: Data("{".utf8)])
    await withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      await expectIssue("settings.json.corrupt") {
        @Shared(.fileStorage(Self.url)) var settings = Settings()
        #expect(settings == Settings())
      }
    }
    #expect(files.files.keys.map(\.lastPathComponent) == ["settings.json.corrupt"])
  }

  /// Files that can't be moved.
  private final class StuckFiles: FileStorage {
    struct Stuck: Error {}
    func load(from url: URL) -> Data? { Data("{".utf8) }
    func save(_ data: Data, to url: URL) { Issue.record("The bad file was overwritten.") }
    func setAside(_ url: URL) throws -> URL { throw Stuck() }
  }

  @Test func `A bad file that can't be set aside isn't overwritten`() async {
    await withDependencies {
      $0.defaultFileStorage = StuckFiles()
    } operation: {
      await expectIssue("the value won't be saved there") {
        @Shared(.fileStorage(Self.url)) var settings = Settings()
        $settings.name.withLock { $0 = "Ann" }
        #expect(settings.name == "Ann")
      }
    }
  }

  @Test func `A folder at the file's path is set aside`() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "settings.json")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      await expectIssue("couldn't be loaded") {
        @Shared(.fileStorage(url)) var settings = Settings()
        $settings.name.withLock { $0 = "Ann" }
      }
      #expect(try names(in: folder) == ["settings.json", "settings.json.corrupt"])
    }
  }

  @Test func `Another type for the same file is reported`() async {
    @Shared(.fileStorage(Self.url)) var settings = Settings()
    await expectIssue("declared with two different types") {
      @Shared(.fileStorage(Self.url)) var number = 3
      #expect(number == 3)
    }
    #expect(settings == Settings())
  }
}
