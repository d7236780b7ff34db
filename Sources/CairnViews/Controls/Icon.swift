/// A small symbol that an SVG file contains.
///
/// ```swift
/// Label("Delete", icon: .trash)
///
/// Image(icon: .check, alt: "Done")
/// ```
///
/// An icon has the color of the text around it, and its size depends on the size of that text. Icons that point in the
/// direction of reading are mirrored in languages that are written from right to left.
///
/// To add your own icons, put an SVG file with `symbol` elements into your folder of public files. Draw them in a view
/// box of 24 by 24 with lines of the color `currentColor`:
///
/// ```swift
/// extension Icon {
///   static let leaf = Icon("leaf", file: "my-icons.svg")
/// }
/// ```
public struct Icon: Hashable, Sendable {
  /// The ID of the `symbol` element.
  public let name: String
  /// The name of the SVG file below `/public/`.
  public let file: String
  /// Whether the icon is mirrored in languages that are written from right to left.
  public let isDirectional: Bool

  /// Creates an icon from an SVG file.
  /// - Parameters:
  ///   - name: The ID of a `symbol` element in the file.
  ///   - file: The name of the SVG file in a folder of public files.
  ///   - isDirectional: Whether the icon is mirrored in languages that are written from right to left.
  public init(_ name: String, file: String, isDirectional: Bool = false) {
    self.name = name
    self.file = file
    self.isDirectional = isDirectional
  }

  private init(_ name: String, isDirectional: Bool = false) {
    self.init(name, file: "icons.svg", isDirectional: isDirectional)
  }
}

extension Icon {
  /// A plus sign, to add something.
  public static let plus = Icon("plus")
  /// A minus sign, to remove something from a list.
  public static let minus = Icon("minus")
  /// A check mark.
  public static let check = Icon("check")
  /// A cross, to close or clear something.
  public static let xmark = Icon("xmark")
  /// Three dots in a row, for more actions.
  public static let ellipsis = Icon("ellipsis")
  /// A chevron that points up.
  public static let chevronUp = Icon("chevron-up")
  /// A chevron that points down.
  public static let chevronDown = Icon("chevron-down")
  /// A chevron that points to the end of the line.
  public static let chevronForward = Icon("chevron-forward", isDirectional: true)
  /// A chevron that points to the start of the line.
  public static let chevronBackward = Icon("chevron-backward", isDirectional: true)
  /// An arrow that points to the end of the line.
  public static let arrowForward = Icon("arrow-forward", isDirectional: true)
  /// An arrow that points to the start of the line.
  public static let arrowBackward = Icon("arrow-backward", isDirectional: true)
  /// A magnifying glass.
  public static let search = Icon("search")
  /// A pencil, to edit something.
  public static let pencil = Icon("pencil")
  /// A trash can, to delete something.
  public static let trash = Icon("trash")
  /// A sheet of a calendar.
  public static let calendar = Icon("calendar")
  /// A clock.
  public static let clock = Icon("clock")
  /// A person.
  public static let person = Icon("person")
  /// A gear, for settings.
  public static let gear = Icon("gear")
  /// A house.
  public static let house = Icon("house")
  /// A bell, for notifications.
  public static let bell = Icon("bell")
  /// An envelope.
  public static let envelope = Icon("envelope")
  /// A star.
  public static let star = Icon("star")
  /// A heart.
  public static let heart = Icon("heart")
  /// An eye, to show something.
  public static let eye = Icon("eye")
  /// A closed lock.
  public static let lock = Icon("lock")
  /// An arrow that points down to a tray.
  public static let download = Icon("download")
  /// An arrow that points up from a tray.
  public static let upload = Icon("upload")
  /// Two links of a chain.
  public static let link = Icon("link")
  /// The letter i in a circle.
  public static let info = Icon("info")
  /// An exclamation mark in a triangle.
  public static let warning = Icon("warning")
}

extension Icon {
  /// All icons of Cairn's own file.
  package static let all: [Icon] = [
    .plus, .minus, .check, .xmark, .ellipsis, .chevronUp, .chevronDown, .chevronForward,
    .chevronBackward, .arrowForward, .arrowBackward, .search, .pencil, .trash, .calendar, .clock,
    .person, .gear, .house, .bell, .envelope, .star, .heart, .eye, .lock, .download, .upload, .link,
    .info, .warning,
  ]
}
