import Cairn
import CairnPasswords
import Foundation
import GRDB

/// Why a member can't sign in or sign up. The view has the texts.
enum SignInProblem: Codable, Equatable, Error {
  case failed, invalidName, nameIsTaken, shortPassword, wrong
  case mustWait(until: Date)
}

/// The accounts of members, whose names are the owners of their sessions.
extension HouseDatabase {
  /// Returns the name of the member as they signed up, or throws a ``SignInProblem``.
  func signIn(_ name: String, _ password: Secret) async throws -> String {
    @Dependency(\.passwordHasher) var hasher
    @Dependency(\.request.clientAddress) var address
    if case .wait(let date) = try await signIns.begin(account: name, address: address) {
      throw SignInProblem.mustWait(until: date)
    }
    let member: (name: String, hash: String)?
    let result: PasswordVerification
    do {
      member = try await writer.read {
        try Row.fetchOne($0, sql: "SELECT * FROM member WHERE name = ?", arguments: [name])
          .map { ($0["name"], $0["passwordHash"]) }
      }
      result = try await hasher.verify(password, against: member?.hash)
    } catch {
      // The password wasn't verified, so the attempt isn't counted.
      try await signIns.cancel(account: name, address: address)
      throw error
    }
    guard let member, result.isRight else { throw SignInProblem.wrong }
    try await signIns.succeed(account: name, address: address)
    if case .rightNeedsRehash(let hash) = result {
      try await writer.write {
        try $0.execute(literal: "UPDATE member SET passwordHash = \(hash) WHERE name = \(name)")
      }
    }
    return member.name
  }

  /// Creates an account and returns its name, or throws a ``SignInProblem``.
  func signUp(_ name: String, _ password: Secret) async throws -> String {
    @Dependency(\.passwordHasher) var hasher
    @Dependency(\.request.clientAddress) var address
    guard !name.isEmpty, name.rangeOfCharacter(from: .controlCharacters) == nil else {
      throw SignInProblem.invalidName
    }
    guard password.reveal().count >= 8 else { throw SignInProblem.shortPassword }
    if case .wait(let date) = try await signUps.begin(account: nil, address: address) {
      throw SignInProblem.mustWait(until: date)
    }
    let hash = try await hasher.hash(password)
    let isNew = try await writer.write { db in
      try db.execute(literal: "INSERT INTO member VALUES (\(name), \(hash)) ON CONFLICT DO NOTHING")
      return db.changesCount > 0
    }
    guard isNew else { throw SignInProblem.nameIsTaken }
    return name
  }
}
