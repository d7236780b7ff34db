import CairnTexts

/// The cells of a table's row.
@usableFromInline
struct TableCells<RowValue: Identifiable, SortColumn: Hashable>: _PrimitiveView {
  @usableFromInline let row: RowValue
  @usableFromInline let columns: [TableColumn<RowValue, SortColumn>]
  @usableFromInline let selection: Binding<Set<RowValue.ID>>?

  @inlinable
  init(
    row: RowValue, columns: [TableColumn<RowValue, SortColumn>],
    selection: Binding<Set<RowValue.ID>>?
  ) {
    self.row = row
    self.columns = columns
    self.selection = selection
  }

  @inlinable
  static func _render(_ view: Self, _ renderer: inout Renderer) {
    let place = renderer.place
    renderer.surrounding = .inline
    if view.selection != nil { view.renderSelection(&renderer) }
    for (index, column) in view.columns.enumerated() {
      renderer.place = Place.mix(place, UInt64(index))
      if renderer.isWriting {
        renderer.openCell(isHeader: index == 0, column.title, column.alignment)
      }
      column.render(view.row, &renderer)
      if renderer.isWriting { renderer.write(index == 0 ? "</th>" : "</td>") }
    }
    renderer.place = place
  }

  /// Writes the cell with the checkbox that selects the row, or keeps the handler of the checkbox.
  @usableFromInline
  func renderSelection(_ renderer: inout Renderer) {
    guard let selection else { return }
    let place = renderer.place
    let id = Place.mix(place, TablePlaces.selection)
    renderer.place = id
    renderer.noteField()
    if renderer.isWriting {
      let name = columns.lazy.compactMap(\.text).first.map { $0(row) } ?? ""
      renderer.writeSelection(
        id, name: name, isSelected: selection.wrappedValue.contains(row.id))
    } else if renderer.wants(id) {
      renderer.keepSelection(id, of: row.id, in: selection)
    }
    renderer.place = place
  }
}

extension Renderer {
  /// Writes the start tag of a cell. The cell has the title of its column for narrow windows.
  @usableFromInline
  mutating func openCell(
    isHeader: Bool, _ title: String, _ alignment: TableColumnAlignment
  ) {
    write(isHeader ? "<th scope=\"row\" role=\"rowheader\"" : "<td role=\"cell\"")
    writeClass(of: alignment)
    if !isHeader, !title.isEmpty {
      write(" data-label=\"")
      write(attribute: title)
      write("\"")
    }
    write(">")
  }

  /// Writes a cell with a checkbox.
  fileprivate mutating func writeSelection(_ id: UInt64, name: String, isSelected: Bool) {
    let check = Self.check(isOn: isSelected)
    let title = state.texts[.selectRow(title: name)]
    // The cell is a part of its row. The checkbox already has its name, which isn't visible.
    state.fieldTitle = nil
    beginPart(id)
    write("<td role=\"cell\" class=\"select\"><div class=\"field\">")
    writeUncheckedValue(id, check: check)
    write("<input type=\"checkbox\" class=\"input\" aria-label=\"")
    write(attribute: title)
    write("\" id=\"f-")
    write(id: id)
    write("\"")
    writeFieldName(id, check: check)
    writeCheckedValue(id, isOn: isSelected)
    closeInput(id, prompt: nil)
    state.fieldTitle = title
    closeField(id)
    write("</td>")
  }

  /// Keeps the handler of a checkbox.
  fileprivate mutating func keepSelection<ID: Hashable>(
    _ id: UInt64, of row: ID, in selection: Binding<Set<ID>>
  ) {
    keepCheckbox(
      id, isOn: { selection.wrappedValue.contains(row) },
      set: { isSelected in
        if isSelected {
          selection.wrappedValue.insert(row)
        } else {
          selection.wrappedValue.remove(row)
        }
        return .applied
      })
  }
}
