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
    /// The account is disabled. This is the result only if the password is right.
    case isDisabled
    /// Another account has the address.
    case isTaken
    case mustWait(until: Date)
  }

  /// The result of entering the current password, or of choosing a new password with a link.
  enum PasswordResult: Equatable, Sendable {
    case succeeded(Member)
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

  /// Limits attempts to sign in.
  private var attempts: AttemptLimiter { get throws { AttemptLimiter(store: try database) } }

  /// Limits attempts to sign up. Each one counts, because it shows whether an address has an account.
  private var signUps: AttemptLimiter {
    get throws { AttemptLimiter(store: try database, purpose: "sign-up") }
  }

  /// Limits guesses of the current password. Others' attempts to sign in don't delay a change.
  private var changes: AttemptLimiter {
    get throws { AttemptLimiter(store: try database, purpose: "change-password") }
  }

  /// Limits requests for links, so that members don't get too many messages.
  private var requests: AttemptLimiter {
    get throws {
      var policy = AttemptPolicy(
        allowance: 3, firstDelay: .seconds(60), maximumDelay: .seconds(60 * 60),
        recovery: .seconds(60 * 60))
      let account = policy
      policy.allowance = 10
      return AttemptLimiter(
        store: try database, purpose: "reset", account: account, everywhere: policy)
    }
  }

  /// The number of times that a password is verified, if the account's hash is replaced at the same time.
  private static let maximumVerifications = 3
}

extension MemberAccounts {
  /// Creates an account and signs its member in.
  func signUp(email: String, password: Secret) async throws -> SignInResult {
    @Dependency(\.date.now) var now
    @Dependency(\.passwordHasher) var hasher
    @Dependency(\.request.clientAddress) var address
    if case .wait(let end) = try await signUps.begin(account: nil, address: address) {
      return .mustWait(until: end)
    }
    let hash = try await counted(by: signUps, account: nil, address: address) {
      try await hasher.hash(password)
    }
    guard let account = try await database.insert(email: email, passwordHash: hash),
      let signedIn = try await database.insertSignIn(
        of: account, isRemembered: false, at: now, times)
    else { return .isTaken }
    return .signedIn(signedIn)
  }

  func signIn(email: String, password: Secret, isRemembered: Bool) async throws -> SignInResult {
    @Dependency(\.date.now) var now
    @Dependency(\.passwordHasher) var hasher
    @Dependency(\.request.clientAddress) var address
    if case .wait(let end) = try await attempts.begin(account: email, address: address) {
      return .mustWait(until: end)
    }
    // If the hash is replaced after the password was verified, it's verified again.
    for _ in 1...Self.maximumVerifications {
      let account = try await database.account(withEmail: email)
      // Takes the same time if there's no account.
      let result = try await counted(by: attempts, account: email, address: address) {
        try await hasher.verify(password, against: account?.passwordHash)
      }
      guard let account, result.isRight else { return .isWrong }
      if account.isDisabled { return .isDisabled }
      if let signedIn = try await database.insertSignIn(
        of: account, upgradingTo: result.strongerHash, isRemembered: isRemembered, at: now, times)
      {
        try await attempts.succeed(account: email, address: address)
        return .signedIn(signedIn)
      }
    }
    return .isWrong
  }

  /// Replaces a password, and ends all other sign-ins of the member.
  func changePassword(
    of signedIn: SignedIn, from current: Secret, to password: Secret
  ) async throws -> PasswordResult {
    @Dependency(\.passwordHasher) var hasher
    @Dependency(\.request.clientAddress) var address
    return try await verify(current, of: signedIn) { account, _ in
      let hash = try await counted(
        by: changes, account: signedIn.member.email, address: address
      ) {
        try await hasher.hash(password)
      }
      return try await database.changePassword(of: account, to: hash, keeping: signedIn)
    }
  }

  /// Verifies the password of a signed-in member, and stores the time.
  func confirm(_ signedIn: SignedIn, with password: Secret) async throws -> PasswordResult {
    @Dependency(\.date.now) var now
    return try await verify(password, of: signedIn) { account, result in
      try await database.confirm(
        signedIn, with: account, upgradingTo: result.strongerHash, at: now)
    }
  }

  /// Verifies the current password of a signed-in member, and does something with the account if it's right.
  ///
  /// If the hash is replaced after the password was verified, for example by signing in elsewhere, it's verified again.
  /// - Parameter body: Does it if the account still has the verified hash. Returns whether it has.
  private func verify(
    _ password: Secret, of signedIn: SignedIn,
    _ body: (MembersDatabase.Account, PasswordVerification) async throws -> Bool
  ) async throws -> PasswordResult {
    @Dependency(\.passwordHasher) var hasher
    @Dependency(\.request.clientAddress) var address
    let email = signedIn.member.email
    if case .wait(let end) = try await changes.begin(account: email, address: address) {
      return .mustWait(until: end)
    }
    for _ in 1...Self.maximumVerifications {
      guard let account = try await database.account(of: signedIn.member) else { return .isWrong }
      let result = try await counted(by: changes, account: email, address: address) {
        try await hasher.verify(password, against: account.passwordHash)
      }
      guard result.isRight else { return .isWrong }
      if try await body(account, result) {
        try await changes.succeed(account: email, address: address)
        return .succeeded(account.member)
      }
    }
    return .isWrong
  }

  /// Hashes or verifies a password for an attempt that has begun. If this fails, for example because too many others
  /// wait, the attempt doesn't count as failed. A new password is only hashed after the current one was right.
  private func counted<Value: Sendable>(
    by limiter: AttemptLimiter, account: String?, address: String?,
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch {
      try await limiter.cancel(account: account, address: address)
      throw error
    }
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
    if let member = try await database.insertReset(token, email: email, at: now, until: end) {
      let link = "\(origin)/members/reset/\(token.text)"
      mail.send(
        Mail(
          recipient: member.email, subject: String(localized: "Choose a new password"),
          text: String(
            localized: """
              To choose a new password, open \(link) \
              The link works once, within 30 minutes. If you didn't ask for it, ignore this message.
              """)))
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
  func resetPassword(with link: String, to password: Secret) async throws -> PasswordResult {
    @Dependency(\.date.now) var now
    @Dependency(\.passwordHasher) var hasher
    @Dependency(\.request.clientAddress) var address
    guard let token = OneTimeToken(link), try database.isUsable(token, at: now) else {
      return .isWrong
    }
    let hash = try await hasher.hash(password)
    guard let member = try await database.reset(with: token, to: hash, at: now) else {
      return .isWrong
    }
    // Someone else's attempts may delay the member's.
    for limiter in [try attempts, try changes, try requests] {
      try await limiter.reset(account: member.email, address: address)
    }
    return .succeeded(member)
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

  /// Returns whether the member of a sign-in has entered the password recently.
  func isConfirmed(_ signedIn: SignedIn?) -> Bool {
    @Dependency(\.date.now) var now
    guard let signedIn, let session = session(of: signedIn) else { return false }
    return now.timeIntervalSince(session.confirmation) < times.confirmation / .seconds(1)
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

  /// Disables an account and ends all of its sign-ins immediately. The sample has no page for this.
  /// - Returns: The account's member, or `nil` if there's no account with the address.
  @discardableResult
  func disable(email: String) async throws -> Member? {
    @Dependency(\.date.now) var now
    return try await database.disable(email: MemberEmail.key(of: email), at: now)
  }
}

extension PasswordVerification {
  /// A stronger hash of the verified password, if its stored hash is too weak by now.
  fileprivate var strongerHash: String? {
    if case .rightNeedsRehash(let hash) = self { hash } else { nil }
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
