import Cairn

extension Desk.State {
  /// Applies an action like the reducers do, as one function written by hand.
  ///
  /// The difference between a store's figures and the figures of this function is the cost of composition.
  mutating func apply(_ action: Desk.Action) {
    switch action {
    case .tapped: taps += 1
    case .folderTapped: destination = .folder(Folder.State())
    case .destination(.dismiss): destination = nil
    case .destination(.presented(.folder(let action))):
      guard case .folder(var folder) = destination else { return }
      destination = nil
      folder.apply(action)
      destination = .folder(folder)
    case .path(.element(let id, .editor(.keyPressed))):
      guard case .editor(var editor) = path[id: id] else { return }
      editor.keys += 1
      path[id: id] = .editor(editor)
    case .destination, .path: break
    }
  }
}

extension Folder.State {
  fileprivate mutating func apply(_ action: Folder.Action) {
    switch action {
    case .documentTapped: destination = .document(Document.State())
    case .destination(.presented(.document(let action))):
      guard case .document(var document) = destination else { return }
      destination = nil
      document.apply(action)
      destination = .document(document)
    case .destination: break
    }
  }
}

extension Document.State {
  fileprivate mutating func apply(_ action: Document.Action) {
    switch action {
    case .editorTapped: destination = .editor(Editor.State())
    case .destination(.presented(.editor(.keyPressed))):
      guard case .editor(var editor) = destination else { return }
      destination = nil
      editor.keys += 1
      destination = .editor(editor)
    case .destination: break
    }
  }
}
