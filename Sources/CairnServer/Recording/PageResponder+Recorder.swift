import CairnFeatures
import CairnHTTP
import CairnScreens
import CairnViews
import Foundation

extension PageResponder {
  /// The page of a scene that shows another moment than now; nil where it shows what is now. To be called
  /// under the scene's lock.
  func stoppedPage(of scene: LiveScene, at place: Location, _ visitor: Visitor) -> HTTPResponse? {
    let dependencies = dependencies(of: visitor)
    guard let recorder = scene.recorder,
      let stopped = recorder.stopped({
        LiveScene(mount: scene.mount, record: nil, dependencies: dependencies, activity: .frozen)
      })
    else { return nil }
    return stopped.withLock { stopped in
      let rendered = render(
        stopped, at: place, visitor, token: (scene.mark, 0), notice: nil, recorder: recorder)
      return page(.adopting(rendered))
    }
  }

  /// Does what was pressed on the controls of a recorder, and nothing where another moment is shown than
  /// now; nil for a form that is to be worked on.
  func travel(_ request: HTTPRequest) -> HTTPAnswer? {
    guard recordingLimit != nil else { return nil }
    let pressed = request.form.first { $0.name.hasBytes(of: RecorderCommand.field) }
    // Forms of what is now are worked on: the application goes on.
    let isOfMoment = request.form.contains { $0.name.hasBytes(of: "~token") && $0.value.isEmpty }
    guard pressed != nil || isOfMoment else { return nil }
    let mark = SceneMark(query: Location.items(request.query ?? ""))?.scene
    let visitor = Visitor(request, cookie(for: request), sessions)
    guard let mark, let scene = visitor.session?.scene(mark), scene.recorder != nil else {
      // Of a scene that is not in memory there is no journal.
      let url = SceneMark.url(of: Location(request), scene: mark)
      return pressed == nil ? nil : .now(.redirect(to: url))
    }
    let command = pressed.map { RecorderCommand($0.value) }
    switch command {
    case .some(.journal), .some(.test):
      let journal = Result { try scene.withLock { try $0.recorder?.journal() } ?? [] }
      guard command == .some(.test) else {
        return .now(download(named: "journal.jsonl", Journal.mediaType) { try journal.get() })
      }
      let name = String(reflecting: scene.mount.application).split(separator: ".").last ?? ""
      // What it takes to write it is not taken from the scene.
      return .now(
        download(named: "Recorded\(name)Tests.swift", "text/x-swift; charset=utf-8") {
          let journal = try Journal(bytes: journal.get())
          return Array(try JournalTest(journal, of: scene.mount, page: scene.page).text.utf8)
        })
    default: break
    }
    return scene.withLock { scene in
      guard let recorder = scene.recorder, !scene.isGone else { return nil }
      if case .some(.some(let command)) = command {
        recorder.perform(command)
      } else if command == nil, !recorder.isTravelling {
        return nil
      }
      return .now(.redirect(to: scene.url(showing: scene.page.collect([]).summary)))
    }
  }

  private func download(
    named name: String, _ type: String, _ bytes: () throws -> [UInt8]
  ) -> HTTPResponse {
    var headers = HTTPHeaders(SecurityHeaders.page)
    headers.append("Cache-Control", "no-store")
    do {
      headers.append("Content-Type", type)
      headers.append("Content-Disposition", "attachment; filename=\"\(name)\"")
      return HTTPResponse(status: .ok, headers: headers, body: .bytes(try bytes()))
    } catch {
      var headers = HTTPHeaders(SecurityHeaders.page)
      headers.append("Cache-Control", "no-store")
      headers.append("Content-Type", "text/plain; charset=utf-8")
      return HTTPResponse(
        status: .conflict, headers: headers, body: .bytes(Array("\(error)\n".utf8)))
    }
  }
}
