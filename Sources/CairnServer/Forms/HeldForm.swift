import CairnBytes
import CairnFeatures
import CairnSecurity
import CairnViews
import Foundation

/// A form that a closed guard has rejected. It's processed once, as soon as the scene's user has opened the guard.
///
/// Forms with passwords or files aren't held, because these aren't stored.
struct HeldForm: Equatable {
  /// The reason why a scene processes its held form now.
  enum Cause: CaseIterable {
    /// The user has submitted another form, such as the one to sign in.
    case form
    /// An effect of the scene has changed something, such as the one that checks a password.
    case effect
    /// A page is requested. The guard may have opened at any time, for example because of another tab.
    case request
  }

  /// The scene at the moment at which its held form may be processed.
  struct Situation {
    var cause: Cause
    /// The location, relative to the application.
    var location: String
    /// The closed guards. See `PageSummary.closedGuards`.
    var guards: UInt64
    var owner: String?
    var time: Date
  }

  enum Verdict: Hashable {
    case waits
    case continues
    case dropped(Reason)
  }

  /// The reason why a held form isn't processed anymore.
  enum Reason: Hashable, CaseIterable {
    case leftPage
    case otherUser
    case expired
    /// The guard is open for another reason than the user's work in this scene.
    case openedElsewhere
    /// The page isn't the one that the user has seen.
    case movedOn

    /// Whether the user still expects that the form is processed.
    var isReported: Bool { self != .leftPage && self != .otherUser }
  }

  /// The number of the form. See `PendingPost.nonce`.
  let nonce: UInt128
  let digest: SubmissionDigest
  /// The ID of the pressed button.
  let tap: UInt64
  let fields: [SubmittedField]
  /// The layers of the form's page.
  let layers: [UInt64]
  /// The guards that were closed on the form's page.
  let guards: UInt64
  /// The location of the form's page, relative to the application.
  let location: String
  /// The revisions of the scene from the form's page until the rejection of the form.
  let revisions: ClosedRange<UInt64>
  /// The owner of the session when the form was rejected, or `nil` if it had none.
  let owner: String?
  /// The time from which on the form isn't processed anymore.
  let expiry: Date

  /// The maximum size of a form's texts, in bytes.
  private static let sizeLimit = 64 * 1024
  /// The size that each field counts in addition to its text. It limits the number of fields.
  private static let overhead = 32
  /// The time for which a form is held, in seconds.
  static let lifetime: TimeInterval = 600

  /// Holds a form, or returns `nil` if it can't be held.
  /// - Parameters:
  ///   - revision: The scene's current revision.
  ///   - situation: The scene, whose guards have rejected the form.
  init?(
    _ form: SubmittedForm, nonce: UInt128, of token: PageToken, revision: UInt64,
    in situation: Situation
  ) {
    // A page whose guards were the same didn't show the button to the user.
    guard form.tap != 0, form.layer == nil, !form.hasFiles, situation.guards != token.guards,
      !form.secrets.contains(where: { !$0.value.isEmpty }),
      form.fields.reduce(0, { $0 + $1.value.utf8.count + Self.overhead }) <= Self.sizeLimit
    else { return nil }
    self.nonce = nonce
    digest = form.digest
    tap = form.tap
    fields = form.fields
    layers = token.layers
    guards = token.guards
    location = situation.location
    revisions = min(token.revision, revision)...revision
    owner = situation.owner
    // The snapshot has whole seconds.
    expiry = Date(
      timeIntervalSince1970: (situation.time.timeIntervalSince1970 + Self.lifetime).rounded())
  }

  /// Decides what to do with the form.
  /// - Parameter isSame: Returns whether the page is the one that the user has seen. It's only called if that matters,
  ///   because it renders pages.
  func verdict(in situation: Situation, isSame: () -> Bool) -> Verdict {
    if !situation.location.hasSameBytes(as: location) { return .dropped(.leftPage) }
    let isOpen = situation.guards == guards
    // Until the guard is open, a session without an owner may still get the same one.
    if let owner, isOpen || situation.owner != nil, situation.owner != owner {
      return .dropped(.otherUser)
    }
    if situation.time >= expiry { return .dropped(.expired) }
    guard isOpen else { return .waits }
    if situation.cause == .request { return .dropped(.openedElsewhere) }
    return isSame() ? .continues : .dropped(.movedOn)
  }

  /// The submission as which the form is processed. Each attempt has the same actions with the same keys.
  var submission: Submission {
    Submission(nonce: ~nonce, issued: IssueClock.next(), digest: digest)
  }
}

extension HeldForm {
  func append(to bytes: inout [UInt8]) {
    bytes.appendBigEndian(nonce)
    bytes.appendBigEndian(digest.bits)
    bytes.appendBigEndian(tap)
    bytes.appendVariable(UInt64(fields.count))
    for field in fields {
      bytes.appendBigEndian(field.name.id)
      bytes.appendBigEndian(field.name.check)
      bytes.appendText(field.value)
    }
    bytes.appendVariable(UInt64(layers.count))
    for layer in layers { bytes.appendBigEndian(layer) }
    bytes.appendBigEndian(guards)
    bytes.appendText(location)
    bytes.appendVariable(revisions.lowerBound)
    bytes.appendVariable(revisions.upperBound)
    bytes.appendText(orNone: owner)
    bytes.appendVariable(UInt64(max(0, expiry.timeIntervalSince1970)))
  }

  /// Reads the bytes from ``append(to:)``, or returns `nil` for any other bytes.
  init?(from bytes: inout ArraySlice<UInt8>) {
    guard let nonce = bytes.readBigEndian(UInt128.self),
      let digest = bytes.readBigEndian(UInt128.self), let tap = bytes.readBigEndian(UInt64.self),
      let fieldCount = bytes.readCount()
    else { return nil }
    var fields: [SubmittedField] = []
    for _ in 0..<fieldCount {
      guard let id = bytes.readBigEndian(UInt64.self), let check = bytes.readBigEndian(UInt64.self),
        let value = bytes.readText()
      else { return nil }
      fields.append(SubmittedField(name: FieldName(id: id, check: check), value: value))
    }
    guard let layerCount = bytes.readCount() else { return nil }
    var layers: [UInt64] = []
    for _ in 0..<layerCount {
      guard let layer = bytes.readBigEndian(UInt64.self) else { return nil }
      layers.append(layer)
    }
    guard let guards = bytes.readBigEndian(UInt64.self), let location = bytes.readText(),
      let first = bytes.readVariable(), let last = bytes.readVariable(), first <= last,
      let owner = bytes.readOptionalText(), let expiry = bytes.readVariable()
    else { return nil }
    self.nonce = nonce
    self.digest = SubmissionDigest(bits: digest)
    self.tap = tap
    self.fields = fields
    self.layers = layers
    self.guards = guards
    self.location = location
    self.revisions = first...last
    self.owner = owner
    self.expiry = Date(timeIntervalSince1970: TimeInterval(expiry))
  }
}
