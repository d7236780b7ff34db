/// A text of a source location, as an argument of a subscript.
///
/// All are equal, so that key paths through the subscript are equal wherever they are written.
public struct _SourceText: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: StaticString

  public init(stringLiteral value: StaticString) {
    text = value
  }

  public static func == (left: Self, right: Self) -> Bool { true }

  public func hash(into hasher: inout Hasher) {}
}

/// A number of a source location, as an argument of a subscript. All are equal.
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
