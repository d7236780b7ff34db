import CairnHTTP
import Foundation

/// Logs each completed request.
final class AccessLog: HTTPObserver {
  private let format: AccessLogFormat
  private let writer: LineWriter

  init(_ format: AccessLogFormat, _ writer: LineWriter) {
    self.format = format
    self.writer = writer
  }

  func completed(_ completed: CompletedRequest) {
    let entry = AccessEntry(
      time: Int64(time(nil)), address: completed.request.remoteAddress,
      method: completed.request.method.name, path: completed.request.rawPath,
      isHTTP10: completed.isHTTP10, status: completed.status?.rawValue, bytes: completed.bodySize,
      duration: completed.duration, id: format == .json ? completed.request.id : "")
    switch format {
    case .off: break
    case .common: writer.append(entry.common)
    case .json: writer.append(entry.json)
    }
  }
}

/// Reports completed requests to several observers.
struct Observers: HTTPObserver {
  let all: [any HTTPObserver]

  /// Returns `nil` if there are no observers.
  init?(_ all: [(any HTTPObserver)?]) {
    self.all = all.compactMap(\.self)
    if self.all.isEmpty { return nil }
  }

  func completed(_ request: CompletedRequest) {
    for observer in all { observer.completed(request) }
  }
}
