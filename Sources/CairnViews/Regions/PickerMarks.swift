/// Where in the markup of a picker its choice stands. With this the markup that it had with another choice is found out,
/// and a patch says no more than what is chosen now.
struct PickerMarks {
  /// The choice as a patch names it.
  struct Choice {
    /// The hash of the value, which the field's name has.
    let check: UInt64
    let option: UInt64
  }

  /// Where the hash of the value stands, in each name.
  var checks: [Int] = []
  /// The options, and where behind each stands that it is the chosen one.
  var options: [(tag: UInt64, offset: Int)] = []
  /// What stands there.
  var mark: StaticString = " selected"

  /// The hash of a value in the names of its picker, by the option that stands for it.
  static func check(of option: UInt64) -> UInt64 { StableHash.string(Hex.string(option)) }

  /// The same, counted from the beginning of the picker's part.
  func counted(from start: Int) -> Self {
    var marks = self
    marks.checks = checks.map { $0 - start }
    marks.options = options.map { ($0.tag, $0.offset - start) }
    return marks
  }

  /// What is chosen, where a browser shows the same picker with another choice; else nil.
  /// - Parameters:
  ///   - markup: What the picker is now.
  ///   - chosen: The option that is chosen.
  ///   - hash: The hash of what the browser shows.
  func choice(
    _ chosen: UInt64, in markup: UnsafeRawBufferPointer, shownAs hash: UInt64, _ key: RegionHash.Key
  ) -> Choice? {
    // What it was is tried out.
    guard !checks.isEmpty, options.count * markup.count < Self.mostBytes,
      let now = options.firstIndex(where: { $0.tag == chosen })
    else { return nil }
    // Its name is of what is bound, which a draft is not.
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

  /// What is tried out costs less than what is sent.
  private static var mostBytes: Int { 1_000_000 }
}
