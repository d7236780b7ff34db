extension ScreenMap {
  /// A table with one line per screen, which contains its location and the screens to which it leads.
  public var table: String {
    var rows = [["Screen", "Location", "Leads to"]]
    for (index, node) in nodes.enumerated() {
      let targets = edges.filter { $0.from == index }.map { nodes[$0.to].name }
      let unique = targets.enumerated().filter { !targets[..<$0.offset].contains($0.element) }
      rows.append([node.name, node.location, unique.map(\.element).joined(separator: ", ")])
    }
    let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return (cells + [row[2]]).joined(separator: "  ").trimmingSpaces
    }
    .joined(separator: "\n")
  }

  /// The map as a Mermaid flowchart.
  public var mermaid: String {
    var lines = ["flowchart LR"]
    for (index, node) in nodes.enumerated() {
      lines.append("  s\(index)[\"\(node.name)<br>\(Self.quoted(node.location))\"]")
    }
    for edge in drawn {
      lines.append("  s\(edge.from) \(edge.isStacked ? "-.->" : "-->") s\(edge.to)")
    }
    return lines.joined(separator: "\n")
  }

  /// The map in the DOT language of Graphviz.
  public var dot: String {
    var lines = [
      "digraph map {", "  rankdir=LR;", "  bgcolor=\"transparent\";",
      "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f2f2f7\", color=\"#8e8e93\", "
        + "fontname=\"sans-serif\", fontsize=12];",
      "  edge [color=\"#8e8e93\", arrowsize=0.7];",
    ]
    for (index, node) in nodes.enumerated() {
      lines.append(
        "  s\(index) [label=<<b>\(Self.quoted(node.name))</b><br/>\(Self.quoted(node.location))>];")
    }
    for edge in drawn {
      lines.append("  s\(edge.from) -> s\(edge.to)\(edge.isStacked ? " [style=dashed]" : "");")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// The edges to draw. A dashed edge is omitted if there's a solid edge between the same screens.
  private var drawn: [Edge] {
    edges.filter { edge in
      !edge.isStacked
        || !edges.contains { !$0.isStacked && $0.from == edge.from && $0.to == edge.to }
    }
  }

  /// Escapes text for labels, which are HTML.
  private static func quoted(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }
}
