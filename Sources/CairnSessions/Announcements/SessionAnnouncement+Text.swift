/// The text form of an announcement, for stores that send it to other processes. Its parts are separated by NUL, which
/// scene IDs can't contain. They are the version, `s` or nothing for ``SessionChange/Contents/isShared``, and two parts
/// for each scene. These are its revision, nothing if it was removed, or `a` if it was answered, and its ID.
extension SessionAnnouncement {
  /// Creates an announcement of a change or of the end from its text, or returns `nil` for any other text.
  package init?(text: [UInt8]) {
    guard !text.isEmpty else {
      self = .ended
      return
    }
    let parts = text.split(separator: 0, omittingEmptySubsequences: false)
    guard let version = UInt64(parts[0]) else { return nil }
    guard parts.count > 1 else {
      self = .changed(SessionChange(version: version, contents: nil))
      return
    }
    guard parts.count.isMultiple(of: 2) else { return nil }
    var contents = SessionChange.Contents()
    contents.isShared = parts[1] == [UInt8(ascii: "s")]
    for index in stride(from: 2, to: parts.count, by: 2) {
      guard let text = String(validating: parts[index + 1], as: UTF8.self),
        let mark = StoredScene.Mark(text)
      else { return nil }
      if parts[index] == [UInt8(ascii: "a")] {
        contents.answered.append(mark)
        continue
      }
      let revision = UInt64(parts[index])
      guard revision != nil || parts[index].isEmpty else { return nil }
      contents.scenes.append(ChangedScene(mark: mark, revision: revision))
    }
    self = .changed(SessionChange(version: version, contents: contents))
  }
}

extension SessionChange.Contents {
  /// The text that follows the version in the announcement of the change.
  package var text: [UInt8] {
    var text: [UInt8] = [0]
    if isShared { text.append(UInt8(ascii: "s")) }
    for scene in scenes {
      text.append(0)
      if let revision = scene.revision { text += String(revision).utf8 }
      text.append(0)
      text += scene.mark.text.utf8
    }
    for mark in answered { text += "\0a\0\(mark.text)".utf8 }
    return text
  }
}

extension UInt64 {
  /// Creates a number from its decimal digits.
  fileprivate init?(_ digits: ArraySlice<UInt8>) {
    guard let text = String(validating: digits, as: UTF8.self) else { return nil }
    self.init(text)
  }
}
