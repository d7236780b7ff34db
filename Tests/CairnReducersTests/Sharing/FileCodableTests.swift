import Cairn
import Foundation
import Testing

/// Values of files that a feature passes on to its child.
@MainActor
struct FileCodableTests {
  struct Settings: Codable, Equatable, Sendable {
    var name = "Blob"
    var sizes: [Int] = [1, 2]
  }

  nonisolated static let url = URL(filePath: "/settings and names.json")

  @ObservableState
  struct Parent: Codable, Equatable {
    @Shared(.fileStorage(FileCodableTests.url)) var settings = Settings()
    @Presents var child: Child?
  }

  @ObservableState
  struct Child: Codable, Equatable {
    @Shared var settings: Settings
    @Shared var name: String
    @Shared var size: Int
  }

  private func stored(in files: InMemoryFileStorage) throws -> Settings {
    let data = try #require(files.load(from: Self.url))
    return try JSONDecoder().decode(Settings.self, from: data)
  }

  @Test func `A file's value that was passed on is found again after a restart`() throws {
    let files = InMemoryFileStorage()
    let data = try withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      var state = Parent()
      state.child = Child(
        settings: state.$settings, name: state.$settings.name, size: state.$settings.sizes[1])
      state.$settings.withLock { $0.name = "Ann" }
      return try JSONEncoder().encode(state)
    }
    // The value is no longer in use, so it's loaded from the file.
    try withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      let state = try JSONDecoder().decode(Parent.self, from: data)
      let child = try #require(state.child)
      #expect(child.settings.name == "Ann")
      child.$settings.withLock { $0.name = "Bea" }
      #expect(state.settings.name == "Bea")
      child.$size.withLock { $0 = 20 }
      child.$name.withLock { $0 = "Cat" }
    }
    #expect(try stored(in: files) == Settings(name: "Cat", sizes: [1, 20]))
  }

  struct Passed: Codable, Equatable {
    @Shared var settings: Settings
  }

  @Test func `The value of a file is found when a declaration uses its key`() async throws {
    let files = InMemoryFileStorage()
    let data = try withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      @Shared(.fileStorage(Self.url)) var settings = Settings()
      return try JSONEncoder().encode(Passed(settings: $settings))
    }
    try await withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      let decoded = try JSONDecoder().decode(Passed.self, from: data)
      await expectIssue("no declaration has used its key") {
        decoded.$settings.withLock { $0.name = "Ann" }
      }
      #expect(decoded.settings.name == "Ann")
      @Shared(.fileStorage(Self.url)) var settings = Settings()
      #expect(decoded.settings.name == "Blob")
      decoded.$settings.withLock { $0.name = "Bea" }
      #expect(settings.name == "Bea")
    }
    #expect(try stored(in: files).name == "Bea")
  }

  /// A recording may come from someone else.
  @Test func `A stored state doesn't open a file that the program doesn't use`() throws {
    let files = InMemoryFileStorage([Self.url: Data("not JSON".utf8)])
    try withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      let text = """
        {"settings":{"$sharedKey":{"file":{"_0":"\(Self.url.path)"}},"value":{"name":"Eve","sizes":[]}}}
        """
      let decoded = try JSONDecoder().decode(Passed.self, from: Data(text.utf8))
      #expect(decoded.settings.name == "Eve")
    }
    #expect(files.files == [Self.url: Data("not JSON".utf8)])
  }
}
