extension PagePicture.Color: CustomStringConvertible {
  /// The color in hexadecimal digits. An asterisk marks frequent ones.
  var description: String {
    let digits = String(red << 16 | green << 8 | blue, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits + (isFrequent ? "*" : "")
  }

  /// Reads a color as in ``description``.
  init?(_ text: some StringProtocol) {
    guard let number = Int(text.prefix(6), radix: 16), (0...0xFF_FFFF).contains(number) else {
      return nil
    }
    self.init(
      red: number >> 16, green: number >> 8 & 0xFF, blue: number & 0xFF,
      isFrequent: text.hasSuffix("*"))
  }
}

extension PagePicture.Part {
  /// The part as a line of six columns, separated by tabs. Each cell is one character, from `0` for black to `o`.
  var line: String {
    let characters = cells.map { Character(Unicode.Scalar(UInt8(48 + $0))) }
    return [
      name, "\(x)", "\(width)", "\(height)", colors.map(\.description).joined(separator: " "),
      String(characters),
    ].joined(separator: "\t")
  }

  /// Reads a part as in ``line``.
  init?(line: some StringProtocol) {
    let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard columns.count == 6, let x = Int(columns[1]), let width = Int(columns[2]),
      let height = Int(columns[3])
    else { return nil }
    self.init(
      name: String(columns[0]), x: x, width: width, height: height,
      colors: columns[4].split(separator: " ").compactMap { PagePicture.Color($0) },
      cells: columns[5].utf8.map { Int($0) - 48 })
  }
}

extension PagePicture {
  /// Reads the pictures of a file by the names of their pages.
  ///
  /// Each picture begins with a line such as `# fields`, and has a line for each part.
  static func pictures(in text: String) -> [String: PagePicture] {
    var pictures: [String: PagePicture] = [:]
    var name = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# ") {
        name = String(line.dropFirst(2))
        pictures[name] = PagePicture(parts: [])
      } else if let part = Part(line: line) {
        pictures[name]?.parts.append(part)
      }
    }
    return pictures
  }

  /// The picture of a page as text.
  func text(of page: String) -> String {
    "# \(page)\n" + parts.map { $0.line + "\n" }.joined()
  }
}
