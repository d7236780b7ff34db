import Cairn
import CairnTesting
import Foundation
import Testing

/// Folders for uploaded files that states contain.
@Suite struct FolderUploadStoreTests {
  private final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "cairn-folder-\(UploadID())")

    init(permissions: Int = 0o700) throws {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: false,
        attributes: [.posixPermissions: permissions])
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Creates a file with a name, and returns its path.
    func add(_ name: String, _ text: String = "a") throws -> String {
      let file = url.appending(path: name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
  }

  private let later = Date(timeIntervalSinceNow: 600)

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test(arguments: UploadStoreCheck.all)
  func `A folder keeps the promises of a store`(check: UploadStoreCheck) throws {
    let folder = try Folder()
    try check.run { try FolderUploadStore(folder.url) }
    try check.run { FolderUploadStore(creating: folder.url.appending(path: "private").path) }
  }

  @Test func `A folder that doesn't exist isn't accepted`() throws {
    let folder = try Folder()
    let missing = folder.url.appending(path: "missing")
    let error = #expect(throws: UploadStoreError.self) { try FolderUploadStore(missing) }
    #expect(error?.kind == .inaccessible)
    #expect(error?.description.contains(missing.path) == true)
  }

  @Test func `A private folder that other users can access isn't used`() throws {
    let folder = try Folder(permissions: 0o755)
    let id = UploadID()
    let file = try folder.add("\(id)")
    let store = FolderUploadStore(creating: folder.url.path)
    #expect(throws: UploadStoreError.self) { try store.save(URL(filePath: file), as: UploadID()) }
    #expect(throws: UploadStoreError.self) { try store.open(id) }
    #expect(throws: UploadStoreError.self) { try store.renew(id) }
    #expect(throws: UploadStoreError.self) { try store.remove(id) }
    #expect(throws: UploadStoreError.self) { try store.removeAll(unusedSince: later) }
    #expect(exists(file))
  }

  @Test func `A link in the place of a private folder isn't followed`() throws {
    let (folder, other) = (try Folder(), try Folder())
    let file = try other.add("\(UploadID())")
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other.url)
    let store = FolderUploadStore(creating: link.path)
    #expect(throws: UploadStoreError.self) { try store.removeAll(unusedSince: later) }
    #expect(exists(file))
  }

  @Test func `Only unused uploads are removed, and nothing else in the folder`() throws {
    let folder = try Folder()
    let store = try FolderUploadStore(folder.url)
    let uploads = try (0..<3).map { _ in try folder.add("\(UploadID())") }
    let incomplete = try folder.add(".\(UploadID()).part")
    let foreign = try folder.add("notes.txt")
    let directory = folder.url.appending(path: "\(UploadID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    try store.removeAll(unusedSince: later)
    for path in uploads + [incomplete] { #expect(!exists(path)) }
    for path in [foreign, directory.path] { #expect(exists(path)) }
  }

  @Test func `A full folder rejects a file until there's room`() throws {
    let folder = try Folder()
    let store = try FolderUploadStore(folder.url, limit: 3)
    let file = URL(filePath: try folder.add("source", "ab"))
    let (first, second) = (UploadID(), UploadID())
    try store.save(file, as: first)
    let error = #expect(throws: UploadStoreError.self) { try store.save(file, as: second) }
    #expect(error?.kind == .full)
    #expect(try store.open(second) == nil)
    try store.remove(first)
    try store.save(file, as: second)
    #expect(try store.renew(second))
  }

  @Test func `A file that a state contains can be read by another process`() throws {
    let folder = try Folder()
    let store = try FolderUploadStore(folder.url)
    try withDependencies {
      $0.uploadStore = store
    } operation: {
      var file: UploadedFile? = try UploadedFile(name: "a.txt", contents: Data("abc".utf8))
      let stored = try JSONEncoder().encode(file)
      file = nil
      let copy = try JSONDecoder().decode(UploadedFile.self, from: stored)
      #expect(copy.name == "a.txt")
      #expect(try copy.contents() == Data("abc".utf8))
      let destination = folder.url.appending(path: "kept")
      try copy.move(to: destination)
      #expect(try Data(contentsOf: destination) == Data("abc".utf8))
      #expect(throws: MissingUpload.self) { try copy.contents() }
    }
  }
}
