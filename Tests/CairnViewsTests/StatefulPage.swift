import CairnFeatures
import Testing

@testable import CairnViews

/// The page of a scene that keeps the states of its views.
struct StatefulPage {
  let states = ViewStates()
  let memory = RenderMemory(isOn: true)

  /// The content of the page, without the surrounding markup.
  func content(_ view: some View) -> String {
    page(view).text(between: "<main class=\"content\">", and: "</main>") ?? ""
  }

  /// The whole page.
  func page(_ view: some View) -> String {
    var context = PageContext()
    context.states = states
    context.memory = memory
    return CairnViewsTests.page(view, context)
  }

  /// Submits a value to the field at an index of the page.
  @discardableResult
  func submit(
    _ value: String, to index: Int, of view: some View,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> FieldVerdict {
    var ids: [UInt64] = []
    // A toggle has two inputs with the same name.
    for name in fieldNames(in: content(view)) where ids.last != name.id { ids.append(name.id) }
    let id = try #require(
      ids.indices.contains(index) ? ids[index] : nil, sourceLocation: sourceLocation)
    let collected = collect(view, wanted: [id], memory: memory, states: states)
    let field = try #require(collected.fields[id], sourceLocation: sourceLocation)
    return field.write(value)
  }

  /// Taps the button with a label at an index among the buttons with this label.
  func tap(
    _ name: String, at index: Int = 0, of view: some View,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let ids = taps(name, in: content(view))
    let id = try #require(
      ids.indices.contains(index) ? ids[index] : nil, sourceLocation: sourceLocation)
    let collected = collect(view, wanted: [id], memory: memory, states: states)
    let handler = try #require(collected.taps[id], sourceLocation: sourceLocation)
    handler.action()
  }
}
