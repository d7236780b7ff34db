/// A case path from a value to itself.
public struct _WholePath<Root>: StaticCasePath {
  @inlinable
  public init() {}

  @inlinable
  public func extract(from root: Root) -> Root? { root }

  @inlinable
  public func embed(_ value: Root) -> Root { value }

  @inlinable
  public func modify<Result>(_ root: inout Root, _ body: (inout Root) -> Result) -> Result? {
    body(&root)
  }

  @inlinable
  public static var _depth: Int { 0 }
}
