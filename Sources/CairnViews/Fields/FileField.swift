import CairnBytes

/// A field in which a user chooses a file.
///
/// What is chosen is handed to a closure when the form is sent, before the action of the button that has sent it; with
/// the script that is at once. Without a choice the closure is not called.
///
/// ```swift
/// FileField("Photo", types: ["image/*"], limit: 5_000_000) { file in
///   store.send(.photoChosen(file))
/// }
/// ```
///
/// When a file has been sent, browsers show an empty field again. Show what was read, and give the field a title that
/// fits, such as “Another photo”.
///
/// A file that is larger, or of another type, is refused with a message beside the field. What a file is called and
/// of which type it is says who sends it: neither is more than a claim.
public struct FileField: _PrimitiveView {
  let title: String
  let types: [String]
  let limit: Int
  let count: Int
  let action: ([UploadedFile]) -> Void

  private init(
    _ title: String, count: Int, types: [String], limit: Int,
    action: @escaping ([UploadedFile]) -> Void
  ) {
    self.title = title
    self.count = max(1, count)
    self.types = types
    self.limit = limit
    self.action = action
  }

  /// A field for one file.
  /// - Parameters:
  ///   - title: The field's label.
  ///   - types: What may be chosen, as `accept` has it in HTML: `image/*`, `text/csv`, `.csv`. Anything where there
  ///     is none. Systems disagree on many types, so give the ending of the names as well.
  ///   - limit: The most bytes of the file. The server has a limit of its own, `--max-upload-size`.
  ///   - action: Takes the file.
  public init(
    _ title: String, types: [String] = [], limit: Int = 10_000_000,
    action: @escaping (UploadedFile) -> Void
  ) {
    self.init(title, count: 1, types: types, limit: limit) { files in
      if let file = files.first { action(file) }
    }
  }

  /// A field for several files, all of which are handed over together.
  /// - Parameters:
  ///   - title: The field's label.
  ///   - count: How many there may be; of more, none is taken, and the field says so.
  ///   - types: What may be chosen, as `accept` has it in HTML.
  ///   - limit: The most bytes of each file. The server's own limit is for all of them.
  ///   - action: Takes the files, in the order in which the browser has sent them.
  public init(
    _ title: String, upTo count: Int, types: [String] = [], limit: Int = 10_000_000,
    action: @escaping ([UploadedFile]) -> Void
  ) {
    self.init(title, count: count, types: types, limit: limit, action: action)
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let id = renderer.place
    renderer.noteField()
    if renderer.isWriting {
      renderer.state.layer.takesFiles = true
      let row = renderer.openRow()
      renderer.openField(id, title: view.title, class: "file")
      renderer.open("<input type=\"file\"", class: "input")
      renderer.writeField(id, check: FieldCheck.file)
      if !view.types.isEmpty {
        renderer.write(" accept=\"")
        renderer.write(attribute: view.types.joined(separator: ","))
        renderer.write("\"")
      }
      if view.count > 1 { renderer.write(" multiple") }
      // What a script says before it sends more.
      renderer.write(" data-limit=\"")
      renderer.out.append(integer: view.limit)
      renderer.write("\" data-refusal=\"")
      renderer.write(attribute: "The file \(view.tooLarge)")
      renderer.write("\"")
      renderer.closeInput(id, prompt: nil)
      renderer.write("<progress aria-label=\"Upload\" max=\"1\" hidden></progress>")
      renderer.closeField(id)
      renderer.closeRow(row)
    } else if renderer.wants(id) {
      renderer.keepFiles(id) { files in
        if let refusal = view.refusal(of: files) { return .refused(refusal) }
        view.action(files)
        return .applied
      }
    }
  }

  private var tooLarge: String { "is larger than \(ByteSize.text(limit))." }

  private func refusal(of files: [UploadedFile]) -> String? {
    guard files.count <= count else {
      return count == 1 ? "Choose one file." : "Choose no more than \(count) files."
    }
    for file in files {
      if file.size > limit { return "“\(file.name)” \(tooLarge)" }
      guard types.isEmpty || types.contains(where: file.isOf) else {
        let endings = types.filter { $0.hasPrefix(".") }
        return "“\(file.name)” is another kind of file than this is for."
          + (endings.isEmpty ? "" : " Its name has to end in \(endings.joined(separator: " or ")).")
      }
    }
    return nil
  }
}

extension UploadedFile {
  /// Whether its name has an ending, or it is claimed to be of a type, as `accept` has it in HTML.
  fileprivate func isOf(_ type: String) -> Bool {
    let type = type.lowercased()
    if type.hasPrefix(".") { return name.lowercased().hasSuffix(type) }
    let claimed = contentType.lowercased().prefix { $0 != ";" && $0 != " " }
    return type.hasSuffix("/*") ? claimed.hasPrefix(type.dropLast()) : claimed == type
  }
}
