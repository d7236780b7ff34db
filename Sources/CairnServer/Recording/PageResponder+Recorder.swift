import CairnFeatures
import CairnHTTP
import CairnScreens
import CairnViews
import Foundation

extension PageResponder {
  /// The page of a moment of a scene, or a file of its recorder; nil for a page of what is now. To be called
  /// under the scene's lock.
  func recorded(
    _ request: RecorderRequest, of scene: LiveScene, at location: Location, _ visitor: Visitor
  ) -> HTTPResponse? {
    guard let recorder = scene.recorder, let number = request.moment else { return nil }
    let dependencies = dependencies(of: visitor)
    let stopped = recorder.stopped(at: number) {
      LiveScene(mount: scene.mount, record: nil, dependencies: dependencies, activity: .frozen)
    }
    return stopped?.withLock { stopped in
      let rendered = render(
        stopped, at: location, visitor, token: (scene.mark, 0), notice: nil,
        recorder: (recorder, request))
      return page(.adopting(rendered))
    }
  }

  /// A file of a scene's recorder; nil where there is none, or none is asked for.
  func file(_ request: RecorderRequest, of scene: LiveScene) -> HTTPResponse? {
    guard let file = request.file, scene.recorder?.isBegun == true else { return nil }
    let journal = Result { try scene.withLock { try $0.recorder?.journal() } ?? [] }
    switch file {
    case .journal:
      return download(named: "journal.jsonl", Journal.mediaType) { try journal.get() }
    case .test:
      let name = String(reflecting: scene.mount.application).split(separator: ".").last ?? ""
      // What it takes to write it is not taken from the scene.
      return download(named: "Recorded\(name)Tests.swift", "text/x-swift; charset=utf-8") {
        let journal = try Journal(bytes: journal.get())
        return Array(try JournalTest(journal, of: scene.mount, page: scene.page).text.utf8)
      }
    }
  }

  /// What a form of a moment's page comes to: the same page again, as what is done there goes nowhere. Nil for
  /// other forms.
  func returned(to request: HTTPRequest) -> HTTPAnswer? {
    guard recordingLimit != nil,
      request.form.contains(where: { $0.name.hasBytes(of: "~token") && $0.value.isEmpty })
    else { return nil }
    let query = Location.items(request.query ?? "")
    guard let mark = SceneMark(query: query)?.scene,
      let number = RecorderRequest(query: query).moment
    else { return nil }
    let url = SceneMark.url(of: Location(request, query), scene: mark)
    return .now(.redirect(to: "\(url)&~moment=\(number)"))
  }

  private func download(
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
