import Cairn
import CairnPasswords
import Foundation

/// The accounts of members, and everything that needs a password or a link.
///
/// The functions with a password count attempts before they verify it.
struct MemberAccounts: Sendable {
  /// The result of signing up or signing in.
  enum SignInResult: Equatable, Sendable {
    case signedIn(SignedIn)
    /// The address or the password is wrong.
    case isWrong
    /// Another account has the address.
    case isTaken
    case mustWait(until: Date)
  }

  /// The result of choosing a new password.
  enum ChangeResult: Equatable, Sendable {
    case isChanged(Member)
    /// The current password is wrong, or the link can't be used.
    case isWrong
    case mustWait(until: Date)
  }

  private let opened: Result<MembersDatabase, any Error>
  let times: SignInTimes
  /// The address of the server in messages. It isn't read from a request, because anyone could send a request with
  /// another host.
  let origin: String

  /// The time for which a link for a new password works.
  static let linkLifetime = Duration.seconds(30 * 60)

  init(
    _ database: Result<MembersDatabase, any Error>, times: SignInTimes = SignInTimes(),
    origin: String = ""
  ) {
    opened = database
    self.times = times
    self.origin = origin
  }

  private var database: MembersDatabase { get throws { try opened.get() } }

  /// Limits attempts with a password, and of signing up.
  private var attempts: AttemptLimiter { get throws { AttemptLimiter(store: try database) } }

  /// Limits requests for links, so that members don't get too many messages.
  private var requests: AttemptLimiter {
    get throws {
      AttemptLimiter(
        store: try database, purpose: "reset",
        account: AttemptPolicy(
          allowance: 3, firstDelay: .seconds(60), maximumDelay: .seconds(60 * 60),
          memory: .seconds(24 * 60 * 60)))
    }
  }
}

extension MemberAccounts {
  /// Creates an account and signs its member in.
  func signUp(email: String, password: Secret) async throws -> SignInResult {
    @Dependency(\.date.now) var now
    @Dependency(\.passwordHasher) var hasher
    @Dependency(\.request.clientAddress) var address
    // Each attempt counts, because it shows whether an address has an account.
    if case .wait(let end) = try await attempts.begin(account: nil, address: address) {
      return .mustWait(until: end)
    }
    let hash = try await hasher.hash(password)
    guard let member = try await database.insert(email: email, passwordHash: hash) else {
      return .isTaken
    }
    return .signedIn(
      try await database.insertSignIn(of: member, isRemembered: false, at: now, times))
  }

  func signIn(email: String, password: Secret, isRemembered: Bool) async throws -> SignInResult {
    @Dependency(\.date.now) var now
    @Dependency(\.passwordHasher) var hasher
    @Dependency(\.request.clientAddress) var address
    if case .wait(let end) = try await attempts.begin(account: email, address: address) {
      return .mustWait(until: end)
    }
    let account = try await database.account(withEmail: email)
    // Takes the same time if there's no account.
    let result = try await hasher.verify(password, against: account?.passwordHash)
    guard let account, result.isRight else { return .isWrong }
    if case .rightNeedsRehash(let hash) = result {
      try await database.upgradeHash(of: account, to: hash)
    }
    try await attempts.succeed(account: email, address: address)
    return .signedIn(
      try await database.insertSignIn(
        of: account.member, isRemembered: isRemembered, at: now, times))
  }

  /// Replaces a password, and ends all other sign-ins of the member.
  func changePassword(
    of signedIn: SignedIn, from current: Secret, to password: Secret
  ) async throws -> ChangeResult {
    @Dependency(\.passwordHasher) var hasher
    @Dependency(\.request.clientAddress) var address
    let email = signedIn.member.email
    if case .wait(let end) = try await attempts.begin(account: email, address: address) {
      return .mustWait(until: end)
    }
    guard let account = try await database.account(of: signedIn.member),
      try await hasher.verify(current, against: account.passwordHash).isRight
    else { return .isWrong }
    try await attempts.succeed(account: email, address: address)
    let hash = try await hasher.hash(password)
    return try await database.changePassword(of: account, to: hash, keeping: signedIn)
      ? .isChanged(account.member) : .isWrong
  }

  /// Sends a link for a new password, if there's an account with the address.
  /// - Returns: The time at which to try again if there were too many requests.
  func requestReset(email: String) async throws -> Date? {
    @Dependency(\.date.now) var now
    @Dependency(\.mail) var mail
    @Dependency(\.request.clientAddress) var address
    if case .wait(let end) = try await requests.begin(account: email, address: address) {
      return end
    }
    let token = OneTimeToken()
    let end = now.addingTimeInterval(Self.linkLifetime / .seconds(1))
    if let member = try await database.insertReset(token, email: email, until: end) {
      mail.send(
        Mail(
          recipient: member.email, subject: "Choose a new password",
          text: """
            To choose a new password, open \(origin)/members/reset/\(token.text) \
            The link works once, within 30 minutes. If you didn't ask for it, ignore this message.
            """))
    }
    return nil
  }

  /// Returns whether a link can be used. This doesn't use it up, because programs that check mail open links too.
  func isUsable(_ link: String) -> Bool {
    @Dependency(\.date.now) var now
    guard let token = OneTimeToken(link) else { return false }
    return (try? database.isUsable(token, at: now)) ?? false
  }

  /// Returns the address of the account that a link is for, or `nil` if the link can't be used.
  func email(ofLink link: String) async throws -> String? {
    @Dependency(\.date.now) var now
    guard let token = OneTimeToken(link) else { return nil }
    return try await database.account(resetBy: token, at: now)?.member.email
  }

  /// Replaces a password with a link, uses up the link, and ends all sign-ins of the member.
  func resetPassword(with link: String, to password: Secret) async throws -> ChangeResult {
    @Dependency(\.date.now) var now
    @Dependency(\.passwordHasher) var hasher
    guard let token = OneTimeToken(link), try database.isUsable(token, at: now) else {
      return .isWrong
    }
    let hash = try await hasher.hash(password)
    guard let member = try await database.reset(with: token, to: hash, at: now) else {
      return .isWrong
    }
    // The member may have been locked out by someone else's attempts.
    try await attempts.reset(account: member.email)
    return .isChanged(member)
  }
}

extension MemberAccounts {
  /// Returns the member of a sign-in, or `nil` if it has ended.
  func member(of signedIn: SignedIn?) -> Member? {
    guard let signedIn, session(of: signedIn) != nil else { return nil }
    return signedIn.member
  }

  /// Returns a sign-in, or `nil` if it has ended.
  func session(of signedIn: SignedIn) -> MemberSession? {
    @Dependency(\.date.now) var now
    return try? database.session(of: signedIn, at: now, times)
  }

  /// Returns the sign-ins of a member that haven't ended, oldest first.
  func sessions(of member: Member) -> [MemberSession] {
    @Dependency(\.date.now) var now
    return (try? database.sessions(of: member, at: now, times)) ?? []
  }

  /// Records that a sign-in was used.
  func use(_ signedIn: SignedIn) async throws {
    @Dependency(\.date.now) var now
    try await database.use(signedIn, at: now, times)
  }

  func endSignIn(_ id: UUID, of member: Member) async throws {
    try await database.endSignIn(id, of: member)
  }

  func endAll(of member: Member) async throws {
    try await database.endAll(of: member)
  }
}

extension MemberAccounts: TestDependencyKey {
  /// Accounts in memory.
  static var testValue: MemberAccounts { MemberAccounts(Result { try MembersDatabase(path: nil) }) }
}

extension DependencyValues {
  /// The accounts of members.
  var members: MemberAccounts {
    get { self[MemberAccounts.self] }
    set { self[MemberAccounts.self] = newValue }
  }
}
