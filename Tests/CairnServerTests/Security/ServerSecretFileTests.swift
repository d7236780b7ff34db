import CairnSecurity
import Foundation
import Synchronization
import Testing

/// A secret that is stored in a file and outlives the process.
@Suite final class ServerSecretFileTests {
  private let directory: URL
  private var path: String { directory.appending(path: "new/secret").path }

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  private func signed(_ secret: ServerSecret) -> [UInt8] {
    var bytes: [UInt8] = []
    Signature.append(to: &bytes, prefix: [1], key: secret.key(for: .page))
    return bytes
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func write(_ text: String, mode: Int = 0o600) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func refusal() -> String? {
    do {
      _ = try ServerSecret(file: path)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `The file is created for its owner only, and is read again`() throws {
    let first = try ServerSecret(file: path)
    #expect(try mode(path) == 0o600)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.count == 65 && text.hasSuffix("\n"))
    #expect(try signed(ServerSecret(file: path)) == signed(first))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: URL(filePath: path).deletingLastPathComponent().path)
    #expect(names == ["secret"])
  }

  @Test func `Each new file has another secret`() throws {
    let first = try ServerSecret(file: path)
    try FileManager.default.removeItem(atPath: path)
    #expect(try signed(ServerSecret(file: path)) != signed(first))
  }

  @Test func `Whitespace and line breaks are allowed`() throws {
    let (first, second) = (String(repeating: "0aF1", count: 8), String(repeating: "22", count: 16))
    try write("\(first)\n \(second)\r\n")
    let bytes = (0..<16).map { $0 % 2 == 0 ? 0x0a : 0xf1 } + [UInt8](repeating: 0x22, count: 16)
    #expect(try signed(ServerSecret(file: path)) == signed(try #require(ServerSecret(bytes))))
  }

  @Test func `A file with several secrets signs with the first one`() throws {
    let (new, old) = (String(repeating: "ab", count: 32), String(repeating: "cd", count: 32))
    try write("\(new),\n\(old)\n")
    let secret = try ServerSecret(file: path)
    #expect(secret.count == 2)
    #expect(signed(secret) == signed(try ServerSecret(text: new)))
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o644, 0o610])
  func `A file that other users can access is rejected`(mode: Int) throws {
    try write(String(repeating: "ab", count: 32), mode: mode)
    #expect(refusal()?.contains("chmod 600") == true)
    #expect(try self.mode(path) == mode)
  }

  @Test(arguments: [
    "", "\n", "ab", String(repeating: "ab", count: 31), String(repeating: "ab", count: 32) + "a",
    String(repeating: "xy", count: 32), String(repeating: "+a", count: 32),
    String(repeating: "é", count: 32), "0x" + String(repeating: "ab", count: 32),
  ])
  func `A file without a valid secret is rejected and left unchanged`(text: String) throws {
    try write(text)
    #expect(refusal()?.contains("isn't a valid secret") == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func `A folder is rejected`() throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path), withIntermediateDirectories: true)
    #expect(refusal()?.contains("can't be read") == true)
  }

  @Test func `The error explains that the file can't be created`() {
    #expect {
      try ServerSecret(file: "/proc/nothing/secret")
    } throws: {
      "\($0)".hasPrefix("The secret file '/proc/nothing/secret' can't be created")
    }
  }

  @Test func `A temporary file of a killed process doesn't matter`() throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: "\(path).\(getpid())"))
    let first = try ServerSecret(file: path)
    #expect(try signed(ServerSecret(file: path)) == signed(first))
  }

  @Test func `Servers that start at the same time have the same secret`() async throws {
    let path = path
    let secrets = try await withThrowingTaskGroup { group in
      for _ in 0..<16 { group.addTask { try ServerSecret(file: path) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(secrets.map(signed)).count == 1)
  }
}
