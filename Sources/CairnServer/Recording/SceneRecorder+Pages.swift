import CairnBytes
import CairnDependencies
import CairnFeatures
import CairnHTTP
import CairnScreens
import Foundation

/// Records scenes in journals.
struct JournalRecorder: Recorder {
  /// The maximum size of a journal, in bytes.
  let limit: Int

  func prepare(
    _ dependencies: inout DependencyValues, in isolation: SceneIsolation
  ) -> (ScenePage, Mount) -> any SceneRecording {
    let (date, drawn) = (dependencies.date, DrawnValues(isolation))
    dependencies = drawn.listening(to: dependencies)
    return { [limit] page, mount in
      SceneRecorder(page, mount: mount, drawn: drawn, limit: limit, now: { date() })
    }
  }

  func answer(toFormOf request: HTTPRequest) -> HTTPResponse? {
    guard request.form.contains(where: { $0.name.hasSameBytes(as: "~token") && $0.value.isEmpty })
    else { return nil }
    let query = Location.items(request.query ?? "")
    guard let mark = SceneMark(query: query)?.scene,
      let number = RecorderRequest(query: query).moment
    else { return nil }
    let url = SceneMark.url(of: Location(request, query), scene: mark)
    return .redirect(to: "\(url)&~moment=\(number)")
  }
}

extension SceneRecorder: SceneRecording {
  func stopped(_ query: [Location.QueryItem], _ make: () -> LiveScene) -> LiveScene? {
    RecorderRequest(query: query).moment.flatMap { stopped(at: $0, make) }
  }

  func decoration(at url: String, _ query: [Location.QueryItem]) -> PageDecoration {
    let request = RecorderRequest(query: query)
    var decoration = PageDecoration(foot: controls(of: url, request))
    decoration.isPast = request.moment != nil
    if let shown = request.moment.flatMap({ moment($0) }) {
      decoration.titlePrefix = "Moment \(shown.index + 1) – "
      decoration.actionSuffix = "&~moment=\(shown.moment.number)"
    }
    return decoration
  }

  func file(_ query: [Location.QueryItem]) -> (() -> HTTPResponse)? {
    guard let file = RecorderRequest(query: query).file, isBegun else { return nil }
    let journal = Result { try self.journal() ?? [] }
    switch file {
    case .journal:
      return { Self.download(named: "journal.jsonl", Journal.mediaType) { try journal.get() } }
    case .test:
      let name = String(reflecting: mount.application).split(separator: ".").last ?? ""
      return { [mount, page] in
        Self.download(
          named: "Recorded\(name)Tests.swift", "text/x-swift; charset=utf-8"
        ) {
          let journal = try Journal(bytes: journal.get())
          return Array(try JournalTest(journal, of: mount, page: page).text.utf8)
        }
      }
    }
  }

  private static func download(
    named name: String, _ type: String, _ bytes: () throws -> [UInt8]
  ) -> HTTPResponse {
    var headers = HTTPHeaders(SecurityHeaders.page)
    headers.append("Cache-Control", "no-store")
    do {
      let bytes = try bytes()
      headers.append("Content-Type", type)
      headers.append("Content-Disposition", "attachment; filename=\"\(name)\"")
      return HTTPResponse(status: .ok, headers: headers, body: .bytes(bytes))
    } catch {
      headers.append("Content-Type", "text/plain; charset=utf-8")
      return HTTPResponse(
        status: .conflict, headers: headers, body: .bytes(Array("\(error)\n".utf8)))
    }
  }
}
