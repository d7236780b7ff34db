import Foundation
import Testing

@testable import CairnHTTP

struct UploadFolderTests {
  private func withFolder(_ test: (String) throws -> Void) throws {
    let parent = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: parent) }
    try test(parent)
  }

  @Test func `An upload folder is removed with its owner`() throws {
    try withFolder { parent in
      var folder: UploadFolder? = try UploadFolder(in: parent)
      let path = try #require(folder?.path)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
      #expect(folder?.newPath() != folder?.newPath())
      folder = nil
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `Only abandoned upload folders are removed`() throws {
    try withFolder { parent in
      // Like a folder left by a killed process, which isn't locked.
      let abandoned = "\(parent)/cairn-uploads-abcdef"
      let other = "\(parent)/other"
      for path in [abandoned, other] {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: "\(path)/1", contents: Data([1])))
      }
      try FileManager.default.createSymbolicLink(
        atPath: "\(parent)/cairn-uploads-linked", withDestinationPath: other)
      let used = try UploadFolder(in: parent)
      #expect(FileManager.default.createFile(atPath: used.newPath(), contents: Data([1])))
      UploadFolder.removeAbandoned(in: parent)
      #expect(!FileManager.default.fileExists(atPath: abandoned))
      #expect(FileManager.default.fileExists(atPath: "\(other)/1"))
      #expect(FileManager.default.fileExists(atPath: "\(used.path)/1"))
      UploadFolder.removeAbandoned(in: used.path)
    }
  }
}
