import Foundation
import Synchronization

/// The latest request of a scene, from which the scene's features and views read.
///
/// An effect gets a copy when it begins, which keeps the request.
package final class CurrentRequest: Sendable {
  private struct State {
    var source: RequestSource?
    var fields: RequestFields = []
  }

  private let state: Mutex<State>
  /// Called for each read of a value.
  private let onRead: (@Sendable (CurrentRequest, RequestFields) -> Void)?
  /// The application's time zone, or `nil` for the default.
  let timeZone: TimeZone?
  /// The object of the scene that this is a copy of, or `nil` if it isn't a copy.
  private let original: CurrentRequest?

  /// - Parameters:
  ///   - source: The request, or `nil` if there is none yet.
  ///   - timeZone: The application's time zone, or `nil` for the default.
  ///   - onRead: Called for each read of a value, or `nil` if reads aren't observed.
  ///   - original: The object that this is a copy of, or `nil` if it isn't a copy.
  init(
    _ source: RequestSource?, timeZone: TimeZone?,
    onRead: (@Sendable (CurrentRequest, RequestFields) -> Void)?,
    copyOf original: CurrentRequest? = nil
  ) {
    state = Mutex(State(source: source))
    self.timeZone = timeZone
    self.onRead = onRead
    self.original = original
  }

  /// Makes a request the current one, unless a later one already is.
  package func begin(_ source: RequestSource) {
    state.withLock { state in
      if let number = state.source?.number, number >= source.number { return }
      state.source = source
    }
  }

  /// The current request, or `nil` if there is none yet.
  var source: RequestSource? { state.withLock(\.source) }

  /// The values of the current request. Reading this property isn't reported.
  package var values: RequestValues {
    source?.values ?? RequestValues()
  }

  /// The fields that were read so far.
  package var readFields: RequestFields { state.withLock(\.fields) }

  var info: RequestInfo {
    RequestInfo(source ?? Self.none, of: onRead == nil ? nil : self)
  }

  /// The source of a scene without a request.
  private static let none = RequestSource { RequestValues() }

  func noteRead(_ field: RequestFields) {
    state.withLock { state in
      if !state.fields.contains(field) { state.fields.insert(field) }
    }
    onRead?(self, field)
  }

  /// A copy that keeps the current request, and doesn't report reads.
  var kept: CurrentRequest {
    guard onRead != nil else { return self }
    return CurrentRequest(source, timeZone: timeZone, onRead: nil, copyOf: self)
  }

  /// Returns whether this is a copy of another object.
  func isCopy(of other: CurrentRequest?) -> Bool { original != nil && original === other }
}
