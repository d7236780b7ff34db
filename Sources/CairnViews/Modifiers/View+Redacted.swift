/// The reasons to show a placeholder instead of a view's content.
public struct RedactionReasons: OptionSet, Sendable {
  /// The reasons as bits.
  public let rawValue: UInt8

  /// Creates reasons from bits.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The content isn't loaded yet, and the view has example data.
  public static let placeholder = RedactionReasons(rawValue: 1)
}

/// A modifier that shows bars instead of the texts of the next element.
public struct _RedactionModifier: _PrimitiveModifier {
  @usableFromInline let isRedacted: Bool

  @inlinable
  init(_ isRedacted: Bool) { self.isRedacted = isRedacted }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let classes = renderer.classes.count
    let attributes = renderer.attributes.count
    if modifier.isRedacted, renderer.isWriting {
      renderer.classes.append(byte: 0x20)
      renderer.classes.append(name: "redacted")
      renderer.pend(attribute: "inert", nil)
    }
    // Some browsers don't support the attribute, and a request doesn't need a browser.
    let added = modifier.isRedacted ? Renderer.Flags.disabled.subtracting(renderer.flags) : []
    renderer.flags.formUnion(added)
    Content._render(content, &renderer)
    renderer.flags.subtract(added)
    renderer.dropPending(classes, attributes)
  }
}

extension View {
  /// Shows bars instead of the texts in the next element that the view writes, while the content loads.
  ///
  /// ```swift
  /// ItemRow(item: item ?? .example).redacted(reason: item == nil ? .placeholder : [])
  /// ```
  /// A redacted view can't be used, and assistive technology skips it. The texts are still in the page's source, so
  /// don't use this to hide secrets.
  /// - Parameter reason: The reasons for the placeholder. Without a reason, the view is shown as usual.
  @inlinable
  public consuming func redacted(
    reason: RedactionReasons
  ) -> Modified<Self, _RedactionModifier> {
    Modified(self, _RedactionModifier(!reason.isEmpty))
  }
}
