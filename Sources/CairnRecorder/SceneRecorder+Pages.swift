import CairnApplications
import CairnFeatures
package import CairnScreens

/// What a page shows of a recording.
package struct PageDecoration {
  /// Markup at the end of the page.
  package var foot: [UInt8] = []
  /// Text in front of its title.
  package var titlePrefix = ""
  /// What is added to the URL of its forms.
  package var actionSuffix = ""
  /// Whether it shows the past, so that nothing of it is processed.
  package var isPast = false
}

/// A file that a page of a recording offers.
package struct RecordedFile {
  package let name: String
  package let mediaType: String
  /// Writes the file. It doesn't need the scene's lock.
  package let bytes: () throws -> [UInt8]
}

extension SceneRecorder {
  /// The moment that was requested, or the nearest one that is kept; `nil` for the scene as it is now.
  package func requestedMoment(
    _ query: [Location.QueryItem]
  ) -> (number: Int, state: Any)? {
    guard let number = RecorderRequest(query: query).moment, let moment = moment(number)?.moment,
      let state = moment.state.value(by: page.coder)
    else { return nil }
    return (moment.number, state)
  }

  /// What a page shows of the recording.
  /// - Parameter url: The URL of the page.
  package func decoration(at url: String, _ query: [Location.QueryItem]) -> PageDecoration {
    let request = RecorderRequest(query: query)
    var decoration = PageDecoration(foot: controls(of: url, request))
    decoration.isPast = request.moment != nil
    if let shown = request.moment.flatMap({ moment($0) }) {
      decoration.titlePrefix = "Moment \(shown.index + 1) – "
      decoration.actionSuffix = "&~moment=\(shown.moment.number)"
    }
    return decoration
  }

  /// The file that was requested; `nil` for a page.
  package func file(_ query: [Location.QueryItem]) -> RecordedFile? {
    guard let file = RecorderRequest(query: query).file, isBegun else { return nil }
    let journal = Result { try self.journal() ?? [] }
    switch file {
    case .journal:
      return RecordedFile(name: "journal.jsonl", mediaType: Journal.mediaType) {
        try journal.get()
      }
    case .test:
      let name = String(reflecting: mount.application).split(separator: ".").last ?? ""
      return RecordedFile(
        name: "Recorded\(name)Tests.swift", mediaType: "text/x-swift; charset=utf-8"
      ) { [mount, page] in
        let journal = try Journal(bytes: journal.get())
        return Array(try JournalTest(journal, of: mount, page: page).text.utf8)
      }
    }
  }
}
