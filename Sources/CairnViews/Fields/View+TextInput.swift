/// The keyboard that a phone shows for a field.
public enum KeyboardType: UInt8, Sendable {
  /// The keyboard for the field's own type.
  case `default`
  /// A keyboard for text.
  case asciiCapable
  /// A keyboard for text, used for numbers with punctuation.
  case numbersAndPunctuation
  /// A keyboard for digits.
  case numberPad
  /// A keyboard for telephone numbers.
  case phonePad
  /// A keyboard for text, used for names and telephone numbers.
  case namePhonePad
  /// A keyboard for email addresses.
  case emailAddress
  /// A keyboard for digits with a decimal separator.
  case decimalPad
  /// A keyboard for searches.
  case webSearch
  /// A keyboard for digits.
  case asciiCapableNumberPad
  /// A keyboard for URLs.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case URL

  /// The attributes of the input, beginning with its type, or `nil` for the field's own type.
  var attributes: StaticString? {
    switch self {
    case .default: nil
    case .asciiCapable, .namePhonePad, .numbersAndPunctuation:
      " type=\"text\" inputmode=\"text\" dir=\"auto\""
    case .URL: " type=\"url\" inputmode=\"url\""
    case .numberPad, .asciiCapableNumberPad: " type=\"text\" inputmode=\"numeric\""
    case .phonePad: " type=\"tel\""
    case .emailAddress: " type=\"email\""
    case .decimalPad: " type=\"text\" inputmode=\"decimal\""
    case .webSearch: " type=\"search\" dir=\"auto\""
    }
  }
}

/// The meaning of the text in a field about the user, so that browsers can fill it in.
public enum TextContentType: UInt8, Sendable {
  /// A full name.
  case name
  /// A title before a name, such as “Dr.”
  case namePrefix
  /// A given name.
  case givenName
  /// A middle name.
  case middleName
  /// A family name.
  case familyName
  /// A suffix after a name, such as “Jr.”
  case nameSuffix
  /// A nickname.
  case nickname
  /// A job title.
  case jobTitle
  /// The name of an organization.
  case organizationName
  /// A street address of one or more lines.
  case fullStreetAddress
  /// The first line of a street address.
  case streetAddressLine1
  /// The second line of a street address.
  case streetAddressLine2
  /// The city of an address.
  case addressCity
  /// The state or province of an address.
  case addressState
  /// The name of a country.
  case countryName
  /// A postal code.
  case postalCode
  /// A telephone number.
  case telephoneNumber
  /// An email address.
  case emailAddress
  /// A username.
  case username
  /// The current password.
  case password
  /// A new password, which browsers can suggest.
  case newPassword
  /// A one-time code, such as one from a text message.
  case oneTimeCode
  /// A date of birth.
  case birthdate
  /// The name on a credit card.
  case creditCardName
  /// A credit card number.
  case creditCardNumber
  /// The expiration date of a credit card.
  case creditCardExpiration
  /// The security code of a credit card.
  case creditCardSecurityCode
  /// A URL.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case URL

  /// The token for HTML's `autocomplete` attribute.
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

/// The keyboard, content type, and length limit of the fields in a view.
@usableFromInline
struct TextInput: Equatable {
  @usableFromInline var keyboard = KeyboardType.default
  @usableFromInline var content: TextContentType?
  /// The maximum length of a text, or `nil` for the field's own limit.
  @usableFromInline var maxLength: Int?

  @usableFromInline
  init() {}
}

/// A modifier that sets the keyboard, content type, and length limit of fields.
public struct _TextInputModifier: _PrimitiveModifier {
  @usableFromInline let keyboard: KeyboardType?
  /// The content type, `.some(nil)` to remove it, or `nil` to leave it unchanged.
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
  /// Sets the keyboard that phones show for fields within this view.
  ///
  /// The keyboard is only a hint, and doesn't restrict the text. For `.emailAddress` and `.URL`, browsers remove
  /// white space around the text.
  @inlinable
  public consuming func keyboardType(_ type: KeyboardType) -> Modified<Self, _TextInputModifier> {
    Modified(self, _TextInputModifier(keyboard: type))
  }

  /// Sets the meaning of the text in fields about the user.
  ///
  /// Browsers can fill in the text, and other tools can show an icon for it (WCAG 2.2, 1.3.5).
  /// - Parameter type: The content type, or `nil` to remove the content type that an enclosing view sets.
  @inlinable
  public consuming func textContentType(
    _ type: TextContentType?
  ) -> Modified<Self, _TextInputModifier> {
    Modified(self, _TextInputModifier(content: .some(type)))
  }
}

extension View {
  /// Sets the maximum length of the text in fields within this view.
  ///
  /// Browsers stop at the limit. The server checks it too, and shows a message below the field if a text is longer.
  /// Without this modifier, the limit is 25,000 for ``TextField``, 50,000 for ``TextEditor``, and 1,000 for
  /// ``SecureField``.
  /// - Parameter limit: The number of characters as browsers count them, which is in UTF-16 code units. With
  ///   `Int.max`, only the limit of the whole form applies.
  @inlinable
  public consuming func maxLength(_ limit: Int) -> Modified<Self, _TextInputModifier> {
    Modified(self, _TextInputModifier(maxLength: limit))
  }
}

extension Renderer {
  /// Writes the `autocomplete` attribute of a field.
  mutating func writeTextContent() {
    guard let content = textInput.content else { return }
    write(" autocomplete=\"")
    out.append(name: content.token)
    write("\"")
  }
}
