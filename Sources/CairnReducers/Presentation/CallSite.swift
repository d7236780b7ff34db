/// A text in a source location that can be an argument of a subscript.
///
/// All values are equal. Key paths through the subscript are therefore equal, wherever they're written.
public struct _SourceText: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: StaticString

  public init(stringLiteral value: StaticString) {
    text = value
  }

  public static func == (left: Self, right: Self) -> Bool { true }

  public func hash(into hasher: inout Hasher) {}
}

/// A number in a source location that can be an argument of a subscript. All values are equal.
public struct _SourceNumber: Hashable, Sendable, ExpressibleByIntegerLiteral {
  let number: UInt

  public init(integerLiteral value: UInt) {
    number = value
  }

  public static func == (left: Self, right: Self) -> Bool { true }

  public func hash(into hasher: inout Hasher) {}
}

extension _IssueLocation {
  @usableFromInline
  init(
    _ fileID: _SourceText, _ filePath: _SourceText, _ line: _SourceNumber, _ column: _SourceNumber
  ) {
    self.init(
      fileID: fileID.text, filePath: filePath.text, line: line.number, column: column.number)
  }
}
