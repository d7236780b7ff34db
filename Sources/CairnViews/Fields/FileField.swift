public import CairnTexts

/// A field in which users choose a file.
///
/// When the form is submitted, the file is passed to a closure. This happens before the action of the button that
/// submitted the form. With the script, the file is submitted as soon as it's chosen. Without a file, the closure
/// isn't called.
///
/// ```swift
/// FileField("Photo", types: ["image/*"], limit: 5_000_000) { file in
///   store.send(.photoChosen(file))
/// }
/// ```
///
/// After a file was submitted, browsers show an empty field again. Show the received file, and give the field a
/// suitable title, such as “Another photo”.
///
/// A file that's too large or has the wrong type is rejected with a message below the field. The name and type of a
/// file come from the client, so don't trust them.
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

  /// Creates a field for one file.
  /// - Parameters:
  ///   - title: The label of the field.
  ///   - types: The accepted types, as in HTML's `accept` attribute, such as `image/*`, `text/csv`, or `.csv`. If
  ///     it's empty, all types are accepted. Systems disagree about many types, so include the file name extensions
  ///     as well.
  ///   - limit: The maximum size of the file in bytes. The server has its own limit, `--max-upload-size`.
  ///   - action: Receives the file.
  public init(
    _ title: LocalizedStringKey, types: [String] = [], limit: Int = 10_000_000,
    action: @escaping (UploadedFile) -> Void
  ) {
    self.init(title.string, types: types, limit: limit, action: action)
  }

  /// Creates a field for one file.
  /// - Parameters:
  ///   - title: The label of the field.
  ///   - types: The accepted types, as in HTML's `accept` attribute, such as `image/*`, `text/csv`, or `.csv`. If
  ///     it's empty, all types are accepted. Systems disagree about many types, so include the file name extensions
  ///     as well.
  ///   - limit: The maximum size of the file in bytes. The server has its own limit, `--max-upload-size`.
  ///   - action: Receives the file.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, types: [String] = [], limit: Int = 10_000_000,
    action: @escaping (UploadedFile) -> Void
  ) {
    self.init(String(title), count: 1, types: types, limit: limit) { files in
      if let file = files.first { action(file) }
    }
  }

  /// Creates a field for several files, which are passed to the closure together.
  /// - Parameters:
  ///   - title: The label of the field.
  ///   - count: The maximum number of files. If the user chooses more, all of them are rejected with a message.
  ///   - types: The accepted types, as in HTML's `accept` attribute. If it's empty, all types are accepted.
  ///   - limit: The maximum size of each file in bytes. The server's own limit applies to all files together.
  ///   - action: Receives the files, in the order in which the browser sent them.
  public init(
    _ title: LocalizedStringKey, upTo count: Int, types: [String] = [], limit: Int = 10_000_000,
    action: @escaping ([UploadedFile]) -> Void
  ) {
    self.init(title.string, upTo: count, types: types, limit: limit, action: action)
  }

  /// Creates a field for several files, which are passed to the closure together.
  /// - Parameters:
  ///   - title: The label of the field.
  ///   - count: The maximum number of files. If the user chooses more, all of them are rejected with a message.
  ///   - types: The accepted types, as in HTML's `accept` attribute. If it's empty, all types are accepted.
  ///   - limit: The maximum size of each file in bytes. The server's own limit applies to all files together.
  ///   - action: Receives the files, in the order in which the browser sent them.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, upTo count: Int, types: [String] = [], limit: Int = 10_000_000,
    action: @escaping ([UploadedFile]) -> Void
  ) {
    self.init(String(title), count: count, types: types, limit: limit, action: action)
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
      // The script checks the limit before it uploads the file, and shows this message with the file's name.
      renderer.write(" data-limit=\"")
      renderer.out.append(integer: view.limit)
      renderer.write("\" data-refusal=\"")
      renderer.write(
        attribute: renderer.state.texts[
          .fileTooLarge(name: ScriptTexts.placeholder, limit: view.limit)])
      renderer.write("\"")
      renderer.closeInput(id, prompt: nil)
      renderer.write("<progress aria-label=\"")
      renderer.write(attribute: renderer.state.texts[.upload])
      renderer.write("\" max=\"1\" hidden></progress>")
      renderer.closeField(id)
      renderer.closeRow(row)
    } else if renderer.wants(id) {
      renderer.keepFiles(id) { files in
        if let refusal = view.refusal(of: files) { return .refused(.system(refusal)) }
        view.action(files)
        return .applied
      }
    }
  }

  private func refusal(of files: [UploadedFile]) -> SystemText? {
    guard files.count <= count else { return .tooManyFiles(limit: count) }
    for file in files {
      if file.size > limit { return .fileTooLarge(name: file.name, limit: limit) }
      guard types.isEmpty || types.contains(where: file.isOf) else {
        return .fileTypeUnaccepted(
          name: file.name, extensions: types.filter { $0.hasPrefix(".") })
      }
    }
    return nil
  }
}

extension UploadedFile {
  /// Returns whether the file's name has an extension, or its claimed type matches, as in HTML's `accept` attribute.
  fileprivate func isOf(_ type: String) -> Bool {
    let type = type.lowercased()
    if type.hasPrefix(".") { return name.lowercased().hasSuffix(type) }
    let claimed = contentType.lowercased().prefix { $0 != ";" && $0 != " " }
    return type.hasSuffix("/*") ? claimed.hasPrefix(type.dropLast()) : claimed == type
  }
}
