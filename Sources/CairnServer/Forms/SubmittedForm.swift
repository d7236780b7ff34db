import CairnBytes
import CairnFeatures
import CairnHTTP
import CairnSecurity
import CairnViews

/// The contents of a submitted layer, such as the page's token, the button, and the fields.
struct SubmittedForm {
  /// The unverified token of the page.
  let token: String?
  /// The ID of the pressed button, or 0 if there is no button with an action.
  let tap: UInt64
  /// The number that the script assigned to the form, so that the forms of a page differ. It's 0 without the script.
  let number: UInt32
  /// Whether the page needs a scene of its own, because another tab has its scene.
  let asksForScene: Bool
  /// The layer that the user of a script went back to, or `nil` for the top layer.
  let layer: UInt64?
  /// The fields except passwords, without duplicates. If a name appears several times, such as for a checkbox and its
  /// hidden field, the last value counts.
  let fields: [SubmittedField]
  /// The fields that the user of a script has edited since the page was loaded. They can be untouched, because the page
  /// may show a text that the script sent before.
  let edited: Set<UInt64>
  /// The fields of an earlier form that wasn't processed, and that aren't on the page. See ``PageContext/carried``.
  let carried: [SubmittedField]
  /// The passwords, which aren't among the fields, because fields can be stored. Only forms with a button have them.
  let secrets: [SubmittedSecret]
  /// The selected files.
  let uploads: [Upload]
  let digest: SubmissionDigest

  /// The files that were selected in a field. The list can be empty.
  struct Upload {
    let id: UInt64
    var files: [HTTPFile] = []
  }

  init(_ form: [(name: String, value: String)], files: [HTTPFile] = []) {
    var token: String?
    var tap: UInt64 = 0
    var number: UInt32 = 0
    var asksForScene = false
    var layer: UInt64?
    var fields: [SubmittedField] = []
    var positions: [UInt64: Int] = [:]
    var edited: Set<UInt64> = []
    var carried: [UInt64: SubmittedField] = [:]
    var secrets: [UInt64: SubmittedSecret] = [:]
    var uploads: [UInt64: Upload] = [:]
    for (name, value) in form {
      // Compare bytes, because a client can send any names.
      if name.hasSameBytes(as: Self.tokenName) {
        token = value
      } else if name.hasSameBytes(as: Self.tapName) {
        tap = Hex.parse(value) ?? 0
      } else if name.hasSameBytes(as: Self.numberName) {
        number = UInt32(value) ?? 0
      } else if name.hasSameBytes(as: Self.forkName) {
        asksForScene = true
      } else if name.hasSameBytes(as: Self.backName) {
        layer = Hex.parse(value)
      } else if name.hasSameBytes(as: Self.editedName) {
        if let name = FieldName.parse(value) { edited.insert(name.id) }
      } else if let name = FieldName.parse(name) {
        if name.check == FieldCheck.file {
          uploads[name.id] = Upload(id: name.id)
          continue
        }
        if name.check == FieldCheck.secret {
          let text = FieldCheck.singleLine(value)
          secrets[name.id] = SubmittedSecret(id: name.id, value: Secret(text))
          continue
        }
        let field = SubmittedField(name: name, value: value)
        if let position = positions[name.id] {
          fields[position] = field
        } else {
          positions[name.id] = fields.count
          fields.append(field)
        }
      } else if let name = FieldName.parse(carried: name) {
        carried[name.id] = SubmittedField(name: name, value: value)
      }
    }
    for file in files {
      guard let id = FieldName.parse(file.field)?.id else { continue }
      uploads[id, default: Upload(id: id)].files.append(file)
    }
    // Secrets are only sent with a button. The forms that a script sends while the user is typing don't contain them.
    if number > 0, tap == 0 { secrets = [:] }
    self.token = token
    self.tap = tap
    self.number = number
    self.asksForScene = asksForScene
    self.layer = layer
    self.fields = fields
    self.edited = edited
    self.carried = carried.values.sorted { $0.name.id < $1.name.id }
    self.secrets = secrets.values.sorted { $0.id < $1.id }
    self.uploads = uploads.values.sorted { $0.id < $1.id }
    // If the server no longer knows a page, the script repeats the form with the same number and more fields.
    digest =
      number > 0
      ? SubmissionDigest(fields: form.filter { Self.isOfScript($0.name) })
      : SubmissionDigest(
        // The digest of a form with secrets includes the token. The token isn't stored, so an attacker who can read the
        // store can't guess the secrets.
        fields: secrets.isEmpty
          ? form.filter { !$0.name.hasSameBytes(as: Self.tokenName) } : form, files: files)
  }

  /// Creates a form that a guard has held, as if it was submitted again.
  init(_ held: HeldForm) {
    token = nil
    tap = held.tap
    number = 0
    asksForScene = false
    layer = nil
    fields = held.fields
    edited = []
    carried = []
    secrets = []
    uploads = []
    digest = held.digest
  }

  /// Returns whether a value identifies a script's form, or specifies what it does.
  private static func isOfScript(_ name: String) -> Bool {
    [numberName, tapName, forkName, backName].contains { name.hasSameBytes(as: $0) }
  }

  private static let tokenName = "~token"
  private static let tapName = "~tap"
  private static let numberName = "~n"
  private static let forkName = "~fork"
  private static let backName = "~back"
  private static let editedName = "~typed"

  /// Whether a script sent the form without a token, because the server may know its page.
  var isShort: Bool { token == nil && number > 0 }

  /// Whether the form only gives the page of a script a scene, or brings its scene back.
  var isQuiet: Bool { number > 0 && tap == 0 && fields.isEmpty && uploads.isEmpty }

  /// Whether a script sent the form without a button, because the user is typing or has changed a selection.
  var isTyping: Bool { number > 0 && tap == 0 && !fields.isEmpty }

  /// The IDs of all handlers that the form needs.
  var wanted: Set<UInt64> {
    var ids = Set(
      (fields + carried).map(\.name.id) + secrets.map(\.id) + uploads.map(\.id))
    ids.insert(tap)
    return ids
  }

  /// Whether the form contains files, which only their receiver keeps.
  var hasFiles: Bool { uploads.contains { !$0.files.isEmpty } }

  /// Whether a browser without the script sent typed or selected values.
  ///
  /// The script warns the user the first time that Escape or a click next to a layer would discard them. The second
  /// time, they're discarded intentionally.
  var holdsTyped: Bool {
    number == 0
      && (hasFiles || fields.contains { !$0.isUntouched } || secrets.contains { !$0.value.isEmpty })
  }

  /// The edited fields with their typed texts.
  var drafts: [UInt64: Draft] {
    Dictionary(
      fields.filter { !$0.isUntouched }
        .map { ($0.name.id, Draft(typed: $0.value, message: nil)) },
      uniquingKeysWith: { _, last in last })
  }
}

extension Submission {
  /// Creates the submission of a form whose page has a token.
  /// - Parameters:
  ///   - session: The first ID of the session, which doesn't change when the session is renewed.
  ///   - issued: The time at which the page was created, if it differs from the token's.
  init(_ form: SubmittedForm, _ token: PageToken, of session: SessionID, issued: UInt64? = nil) {
    // While a script repeats a form, its page can get another token, so its number identifies the form.
    self.init(
      nonce: form.number > 0 ? Self.nonce(of: form.number, in: session) : token.nonce,
      issued: issued ?? token.issued, digest: form.digest)
  }

  private static func nonce(of number: UInt32, in session: SessionID) -> UInt128 {
    var hasher = SHA256()
    session.bytes.withUnsafeBytes { hasher.update($0) }
    withUnsafeBytes(of: number.littleEndian) { hasher.update($0) }
    return hasher.finalize().first128Bits
  }
}
