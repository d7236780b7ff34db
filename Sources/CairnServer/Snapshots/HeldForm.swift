import CairnBytes
import CairnSessions
import CairnViews

/// A form that a closed guard has rejected. It's processed once as soon as the guard is open.
///
/// Forms with passwords or files aren't held. Forms of sessions without an owner aren't either. An attacker who has planted
/// the session's cookie could have submitted them.
struct HeldForm: Equatable {
  /// The number of the form. See `PendingPost.nonce`.
  let nonce: UInt128
  /// The layers of the form's page.
  let layers: [UInt64]
  /// The pressed button.
  let tap: UInt64
  let fields: [SubmittedField]
  /// The tag of the owner for whom the page was made.
  let owner: UInt64
  /// The time from which on the form isn't processed anymore.
  let expiry: SessionTime

  /// The maximum size of a form's texts, in bytes.
  static let sizeLimit = 64 * 1024
  /// The time for which a form is held.
  static let lifetime = Duration.seconds(600)

  /// The size of the texts, in bytes. Each field counts more than its text, which limits the number of fields.
  var size: Int { fields.reduce(0) { $0 + $1.value.utf8.count + 32 } }

  /// The nonce of the page from which the form is processed. It's the same for each attempt, so the form's actions have
  /// the same keys.
  var nextNonce: UInt128 { ~nonce }
}

extension HeldForm {
  func append(to bytes: inout [UInt8]) {
    bytes.appendBigEndian(nonce)
    bytes.appendVariable(UInt64(layers.count))
    for layer in layers { bytes.appendBigEndian(layer) }
    bytes.appendBigEndian(tap)
    bytes.appendVariable(UInt64(fields.count))
    for field in fields {
      bytes.appendBigEndian(field.name.id)
      bytes.appendBigEndian(field.name.check)
      bytes.appendText(field.value)
    }
    bytes.appendBigEndian(owner)
    bytes.appendBigEndian(UInt64(bitPattern: expiry.microsecondsSince1970))
  }

  /// Reads the bytes from ``append(to:)``, or returns `nil` for any other bytes.
  init?(from bytes: inout ArraySlice<UInt8>) {
    guard let nonce = bytes.readBigEndian(UInt128.self), let layerCount = bytes.readCount() else {
      return nil
    }
    var layers: [UInt64] = []
    for _ in 0..<layerCount {
      guard let layer = bytes.readBigEndian(UInt64.self) else { return nil }
      layers.append(layer)
    }
    guard let tap = bytes.readBigEndian(UInt64.self), let fieldCount = bytes.readCount() else {
      return nil
    }
    var fields: [SubmittedField] = []
    for _ in 0..<fieldCount {
      guard let id = bytes.readBigEndian(UInt64.self), let check = bytes.readBigEndian(UInt64.self),
        let value = bytes.readText()
      else { return nil }
      fields.append(SubmittedField(name: FieldName(id: id, check: check), value: value))
    }
    guard let owner = bytes.readBigEndian(UInt64.self),
      let expiry = bytes.readBigEndian(UInt64.self)
    else { return nil }
    self.init(
      nonce: nonce, layers: layers, tap: tap, fields: fields, owner: owner,
      expiry: SessionTime(microsecondsSince1970: Int64(bitPattern: expiry)))
  }
}
