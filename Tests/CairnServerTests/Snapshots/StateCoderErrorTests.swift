import Testing

@testable import CairnApplications
@testable import CairnServer

@Suite struct StateCoderErrorTests {
  private struct Folder: Codable {
    var name = "private"
    var folders: [Folder] = []
  }

  @Test func `The error for a deeply nested state doesn't contain the state`() throws {
    let coder = try #require(StateCoder(Folder.self))
    let state = (0..<400).reduce(Folder()) { inner, _ in Folder(folders: [inner]) }
    let error = #expect(throws: EncodingError.self) { try coder.encode(state) }
    let text = String(describing: try #require(error))
    #expect(text.contains("Folder"))
    #expect(!text.contains("private\""))
  }
}
