import CairnBytes
import CairnHTTP
import CairnSecurity
import CairnViews

/// What a layer's form brought: the page's token, the button, the fields.
struct SubmittedForm {
  /// The page's token as it came.
  let token: String?
  /// The button that was pressed; 0 for none that does anything.
  let tap: UInt64
  /// Tells forms that a script sends of one page apart; 0 without one.
  let number: UInt32
  /// Whether another tab has the page's scene.
  let asksForScene: Bool
  /// The layer of the page that a script's user went back to; nil where it is the top one.
  let layer: UInt64?
  /// The fields, each once: of a checkbox and the hidden field before it the last one counts.
  let fields: [SubmittedField]
  /// What was chosen in fields for files.
  let uploads: [Upload]
  let digest: SubmissionDigest

  /// What was chosen in a field for files: nothing, or some.
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
    var uploads: [UInt64: Upload] = [:]
    for (name, value) in form {
      // Bytes, not texts: whoever sends a form makes up its names.
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
      } else if let name = FieldName.parse(name) {
        if name.check == FieldCheck.file {
          uploads[name.id] = Upload(id: name.id)
          continue
        }
        let field = SubmittedField(name: name, value: value)
        if let position = positions[name.id] {
          fields[position] = field
        } else {
          positions[name.id] = fields.count
          fields.append(field)
        }
      }
    }
    for file in files {
      guard let id = FieldName.parse(file.field)?.id else { continue }
      uploads[id, default: Upload(id: id)].files.append(file)
    }
    // A secret is sent with a tap of its form. A form that a script sends while somebody types has none.
    if number > 0, tap == 0 { fields.removeAll(where: \.isSecret) }
    self.token = token
    self.tap = tap
    self.number = number
    self.asksForScene = asksForScene
    self.layer = layer
    self.fields = fields
    self.uploads = uploads.values.sorted { $0.id < $1.id }
    // A script sends a form with a number again with more fields, where the server does not know its page any more.
    digest =
      number > 0
      ? SubmissionDigest(fields: form.filter { Self.isOfScript($0.name) })
      : SubmissionDigest(
        // The token isn't stored: with it, nobody who reads the store can try out secrets.
        fields: fields.contains(where: \.isSecret)
          ? form : form.filter { !$0.name.hasSameBytes(as: Self.tokenName) }, files: files)
  }

  /// Whether a value says which form of a script it is, and what it is to do.
  private static func isOfScript(_ name: String) -> Bool {
    [numberName, tapName, forkName, backName].contains { name.hasSameBytes(as: $0) }
  }

  private static let tokenName = "~token"
  private static let tapName = "~tap"
  private static let numberName = "~n"
  private static let forkName = "~fork"
  private static let backName = "~back"

  /// Whether a script has sent it without a token, because the server may know its page.
  var isShort: Bool { token == nil && number > 0 }

  /// Whether it does nothing but to give the page of a script a scene, or to bring it back.
  var isQuiet: Bool { number > 0 && tap == 0 && fields.isEmpty && uploads.isEmpty }

  /// Whether a script has sent it by itself, because somebody types or has chosen something.
  var isTyping: Bool { number > 0 && tap == 0 && !fields.isEmpty }

  /// The ids of all handlers that the form needs.
  var wanted: Set<UInt64> {
    var ids = Set(fields.map(\.name.id) + uploads.map(\.id))
    ids.insert(tap)
    return ids
  }

  /// Whether it brought a file, which is kept by nobody but who was given it.
  var hasFiles: Bool { uploads.contains { !$0.files.isEmpty } }

  /// Whether a browser without the script has sent something that was typed or chosen. The script warns the first time that
  /// Escape or a click beside a layer would lose it, so the second time it's lost on purpose.
  var holdsTyped: Bool { number == 0 && (hasFiles || fields.contains { !$0.isUntouched }) }

  /// The fields that were touched, as they were typed; passwords aside.
  var drafts: [UInt64: Draft] {
    Dictionary(
      fields.filter { !$0.isUntouched && !$0.isSecret }
        .map { ($0.name.id, Draft(typed: $0.value, message: nil)) },
      uniquingKeysWith: { _, last in last })
  }
}

extension Submission {
  /// The coming of a form whose page has a token.
  /// - Parameters:
  ///   - session: What does not change of the session's name.
  ///   - issued: When the page was made, where that is to be another time than the token's.
  init(_ form: SubmittedForm, _ token: PageToken, of session: SessionID, issued: UInt64? = nil) {
    // The token of a page may become another one while a script sends its form again.
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
