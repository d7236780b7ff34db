import Foundation

/// A store for uploaded files in a temporary folder, which is removed with the store.
final class TemporaryUploadStore: UploadStore {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "cairn-uploads-\(UploadID())").path
  private let store: FolderUploadStore

  init() {
    store = FolderUploadStore(creating: folder)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  func save(_ file: URL, as id: UploadID) throws { try store.save(file, as: id) }
  func renew(_ id: UploadID) throws -> Bool { try store.renew(id) }
  func open(_ id: UploadID) throws -> FileHandle? { try store.open(id) }
  func remove(_ id: UploadID) throws { try store.remove(id) }
  func removeAll(unusedSince time: Date) throws { try store.removeAll(unusedSince: time) }
}
