/// The source location at which a store was created. Issues point to it if the line that caused them isn't
/// known.
package final class StoreOrigin: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  package init(
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}
