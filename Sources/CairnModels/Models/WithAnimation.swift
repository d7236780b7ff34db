/// Does something: for models that were written for another platform.
///
/// How one page becomes the next is the browser's to animate, and what changes says how.
public func withAnimation<Result>(_ body: () throws -> Result) rethrows -> Result {
  try body()
}
