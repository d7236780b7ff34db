/// The positions in a picker's markup that depend on its selection.
///
/// With them, the server can reconstruct the markup for any other selection. If the browser shows one of these, a
/// patch contains only the new selection.
struct PickerMarks {
  /// The selection in a patch.
  struct Choice {
    /// The hash of the value, which is part of the field's name.
    let check: UInt64
    let option: UInt64
  }

  /// The offset of the value's hash in each name.
  var checks: [Int] = []
  /// The options, and the offset at which each of them is marked as selected.
  var options: [(tag: UInt64, offset: Int)] = []
  /// The attribute that marks an option as selected.
  var mark: StaticString = " selected"

  /// Returns the hash in the picker's names, if the value is the one of `option`.
  static func check(of option: UInt64) -> UInt64 { StableHash.string(Hex.string(option)) }

  /// Returns the marks with offsets from the start of the picker's part.
  func counted(from start: Int) -> Self {
    var marks = self
    marks.checks = checks.map { $0 - start }
    marks.options = options.map { ($0.tag, $0.offset - start) }
    return marks
  }

  /// Returns the selection, if the browser shows the same picker with another selection.
  /// - Parameters:
  ///   - chosen: The selected option.
  ///   - markup: The current markup of the picker.
  ///   - hash: The hash of the part that the browser shows.
  /// - Returns: `nil` if anything but the selection differs.
  func choice(
    _ chosen: UInt64, in markup: UnsafeRawBufferPointer, shownAs hash: UInt64, _ key: RegionHash.Key
  ) -> Choice? {
    // The previous selection is unknown, so all options are tried.
    guard !checks.isEmpty, options.count * markup.count < Self.mostBytes,
      let now = options.firstIndex(where: { $0.tag == chosen })
    else { return nil }
    // The name contains the hash of the bound value. If the picker shows a draft, the selected option isn't the bound
    // value.
    let digits = Array(Hex.string(Self.check(of: chosen)).utf8)
    guard checks.allSatisfy({ markup[$0..<$0 + digits.count].elementsEqual(digits) }) else {
      return nil
    }
    let length = mark.utf8CodeUnitCount
    var rest = Array(markup)
    let start = options[now].offset
    rest.removeSubrange(start..<start + length)
    let same = options.contains { option in
      guard option.tag != chosen else { return false }
      var before = rest
      let digits = Hex.string(Self.check(of: option.tag)).utf8
      for check in checks {
        let offset = check > start ? check - length : check
        before.replaceSubrange(offset..<offset + digits.count, with: digits)
      }
      let offset = option.offset > start ? option.offset - length : option.offset
      before.insert(contentsOf: mark.withUTF8Buffer { Array($0) }, at: offset)
      return before.withUnsafeBytes { RegionHash.of($0[...], key) == hash }
    }
    return same ? Choice(check: Self.check(of: chosen), option: chosen) : nil
  }

  /// The maximum number of bytes to hash, so that trying all options is cheaper than sending the markup.
  private static var mostBytes: Int { 1_000_000 }
}
