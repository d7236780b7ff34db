/// A modifier that sets the width of the next element.
public struct _FrameModifier: _PrimitiveModifier {
  /// The step of the style sheet's widths, 0 for no width, or 10 for all of the available width.
  @usableFromInline let step: UInt8
  /// Whether the element is as wide as possible, up to the width.
  @usableFromInline let isMaximum: Bool
  @usableFromInline let alignment: HorizontalAlignment

  @usableFromInline
  init(_ width: Double?, isMaximum: Bool, _ alignment: HorizontalAlignment) {
    step = width.map(Self.step(of:)) ?? 0
    self.isMaximum = isMaximum
    self.alignment = alignment
  }

  /// Returns the step of the scale that's nearest to a width in pixels, from 1 to 10.
  static func step(of width: Double) -> UInt8 {
    guard width < .infinity else { return width == .infinity ? 10 : 1 }
    // These values are halfway between 48, 64, 96, 128, 192, 256, 384, 576, and 768 pixels.
    return 1 + UInt8([56, 80, 112, 160, 224, 320, 480, 672].count { width >= $0 })
  }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let classes = renderer.classes.count
    let attributes = renderer.attributes.count
    if modifier.step > 0, renderer.isWriting { renderer.pend(modifier) }
    Content._render(content, &renderer)
    renderer.dropPending(classes, attributes)
  }
}

extension Renderer {
  /// Adds the classes of a width to the next element.
  @usableFromInline
  mutating func pend(_ frame: _FrameModifier) {
    classes.append(name: frame.isMaximum ? " frame-max" : " frame")
    if frame.step < 10 {
      classes.append(name: " frame-")
      classes.append(byte: 0x30 &+ frame.step)
    } else {
      classes.append(name: " frame-full")
    }
    switch frame.alignment {
    case .leading: classes.append(name: " frame-start")
    case .center: classes.append(name: " frame-center")
    case .trailing: classes.append(name: " frame-end")
    }
  }
}

extension View {
  /// Sets the width of the next element that the view writes.
  ///
  /// The height follows from the content.
  /// - Parameters:
  ///   - width: The width in pixels, or `nil` for the view's own width. It's rounded to a step of the style sheet's
  ///     scale, which is 48, 64, 96, 128, 192, 256, 384, 576, or 768. With a larger font in the browser, it's larger.
  ///   - alignment: The alignment of the content. Only its horizontal part applies.
  @inlinable
  public consuming func frame(
    width: Double?, alignment: Alignment = .center
  ) -> Modified<Self, _FrameModifier> {
    Modified(self, _FrameModifier(width, isMaximum: false, alignment.horizontal))
  }

  /// Makes the next element that the view writes as wide as possible, up to a maximum width.
  ///
  /// ```swift
  /// Text(article.title).frame(maxWidth: .infinity, alignment: .leading)
  /// ```
  /// - Parameters:
  ///   - maxWidth: The maximum width in pixels, or `nil` for the view's own width. With `.infinity`, the view uses all of
  ///     the available width. Other widths are rounded to a step of the style sheet's scale, which is 48, 64, 96, 128,
  ///     192, 256, 384, 576, or 768.
  ///   - alignment: The alignment of the content. Only its horizontal part applies.
  @inlinable
  public consuming func frame(
    maxWidth: Double?, alignment: Alignment = .center
  ) -> Modified<Self, _FrameModifier> {
    Modified(self, _FrameModifier(maxWidth, isMaximum: true, alignment.horizontal))
  }
}
