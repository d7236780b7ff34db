/// The keyboard that a phone shows for a field.
public enum KeyboardType: UInt8, Sendable {
  case `default`, asciiCapable, numbersAndPunctuation, numberPad, phonePad, namePhonePad
  case emailAddress, decimalPad, webSearch, asciiCapableNumberPad
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case URL

  /// The attributes of the input, its type first; nil for the one that the field has by itself.
  var attributes: StaticString? {
    switch self {
    case .default: nil
    case .asciiCapable, .namePhonePad, .numbersAndPunctuation: " type=\"text\" inputmode=\"text\""
    case .URL: " type=\"url\" inputmode=\"url\""
    case .numberPad, .asciiCapableNumberPad: " type=\"text\" inputmode=\"numeric\""
    case .phonePad: " type=\"tel\""
    case .emailAddress: " type=\"email\""
    case .decimalPad: " type=\"text\" inputmode=\"decimal\""
    case .webSearch: " type=\"search\""
    }
  }
}

/// What the text of a field is about, so that browsers can fill it in: of the user's own.
public enum TextContentType: UInt8, Sendable {
  case name, namePrefix, givenName, middleName, familyName, nameSuffix, nickname, jobTitle,
    organizationName, fullStreetAddress, streetAddressLine1, streetAddressLine2, addressCity,
    addressState, countryName, postalCode, telephoneNumber, emailAddress, username, password,
    newPassword, oneTimeCode, birthdate, creditCardName, creditCardNumber, creditCardExpiration,
    creditCardSecurityCode
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case URL

  /// The token of `autocomplete` in HTML.
  var token: StaticString {
    switch self {
    case .name: "name"
    case .namePrefix: "honorific-prefix"
    case .givenName: "given-name"
    case .middleName: "additional-name"
    case .familyName: "family-name"
    case .nameSuffix: "honorific-suffix"
    case .nickname: "nickname"
    case .jobTitle: "organization-title"
    case .organizationName: "organization"
    case .fullStreetAddress: "street-address"
    case .streetAddressLine1: "address-line1"
    case .streetAddressLine2: "address-line2"
    case .addressCity: "address-level2"
    case .addressState: "address-level1"
    case .countryName: "country-name"
    case .postalCode: "postal-code"
    case .telephoneNumber: "tel"
    case .emailAddress: "email"
    case .URL: "url"
    case .username: "username"
    case .password: "current-password"
    case .newPassword: "new-password"
    case .oneTimeCode: "one-time-code"
    case .birthdate: "bday"
    case .creditCardName: "cc-name"
    case .creditCardNumber: "cc-number"
    case .creditCardExpiration: "cc-exp"
    case .creditCardSecurityCode: "cc-csc"
    }
  }
}

/// How the fields inside are typed into.
@usableFromInline
struct TextInput: Equatable {
  @usableFromInline var keyboard = KeyboardType.default
  @usableFromInline var content: TextContentType?
  /// How long a text may be; nil for the limit that the field has by itself.
  @usableFromInline var maxLength: Int?

  @usableFromInline
  init() {}
}

/// Sets how the fields inside are typed into.
public struct _TextInputModifier: _PrimitiveModifier {
  @usableFromInline let keyboard: KeyboardType?
  /// Nil where it stays, and nothing where it is taken away.
  @usableFromInline let content: TextContentType??
  @usableFromInline let maxLength: Int?

  @inlinable
  init(
    keyboard: KeyboardType? = nil, content: TextContentType?? = nil, maxLength: Int? = nil
  ) {
    self.keyboard = keyboard
    self.content = content
    self.maxLength = maxLength
  }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let outer = renderer.textInput
    if let keyboard = modifier.keyboard { renderer.textInput.keyboard = keyboard }
    if let content = modifier.content { renderer.textInput.content = content }
    if let limit = modifier.maxLength { renderer.textInput.maxLength = limit }
    Content._render(content, &renderer)
    renderer.textInput = outer
  }
}

extension View {
  /// Sets the keyboard that phones show for the fields inside.
  ///
  /// It is a help and checks nothing: what is typed is what the field's binding takes, but for white space around
  /// what is typed for `.emailAddress` and `.URL`, which browsers leave out.
  @inlinable
  public consuming func keyboardType(_ type: KeyboardType) -> Modified<Self, _TextInputModifier> {
    Modified(self, _TextInputModifier(keyboard: type))
  }

  /// Says what the text of the fields inside is about, where it is the user's own: browsers fill it in, and
  /// other tools can show a sign for it (WCAG 2.2, 1.3.5). `nil` takes away what is said around.
  @inlinable
  public consuming func textContentType(
    _ type: TextContentType?
  ) -> Modified<Self, _TextInputModifier> {
    Modified(self, _TextInputModifier(content: .some(type)))
  }
}

extension View {
  /// Sets how long the text of the fields inside may be.
  ///
  /// Browsers stop at the limit. The server checks it too, and shows a message at the field if a text is
  /// longer. Without this modifier, the limit is 25,000 for `TextField`, 50,000 for `TextEditor`, and 1,000
  /// for `SecureField`.
  /// - Parameter limit: The number of characters as browsers count them, which is in UTF-16 code units.
  ///   `Int.max` sets no limit but that of a whole form.
  @inlinable
  public consuming func maxLength(_ limit: Int) -> Modified<Self, _TextInputModifier> {
    Modified(self, _TextInputModifier(maxLength: limit))
  }
}

extension Renderer {
  /// Writes what a field says of its text.
  mutating func writeTextContent() {
    guard let content = textInput.content else { return }
    write(" autocomplete=\"")
    out.append(name: content.token)
    write("\"")
  }
}
