public import CairnDependencies
public import Foundation

extension EnvironmentValues {
  /// The time zone for displaying times. It's the time zone of the user's browser if that's known.
  ///
  /// ```swift
  /// struct DepartureView: View {
  ///   let departure: Date
  ///   @Environment(\.timeZone) var timeZone
  ///
  ///   var body: some View {
  ///     Text(departure.formatted(Date.FormatStyle(time: .shortened, timeZone: timeZone)))
  ///   }
  /// }
  /// ```
  /// Unless a view sets it, it's the dependency with the same name.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] ?? DependencyValues._current.timeZone }
    set { self[TimeZoneKey.self] = newValue }
  }

  /// The appearance that the user prefers, or `nil` if it's unknown.
  ///
  /// Pages already have a light and a dark appearance, so use it only if a view has different content. Unless a view
  /// sets it, it's the dependency with the same name.
  public var colorScheme: ColorScheme? {
    get { self[ColorSchemeKey.self].map(\.value) ?? DependencyValues._current.colorScheme }
    set { self[ColorSchemeKey.self] = Chosen(value: newValue) }
  }

  /// Information about the request that the page is for, such as the browser's `User-Agent` header.
  ///
  /// Unless a view sets it, it's the dependency with the same name.
  public var request: RequestInfo {
    get { self[RequestKey.self] ?? DependencyValues._current.request }
    set { self[RequestKey.self] = newValue }
  }

  private struct TimeZoneKey: EnvironmentKey {
    static var defaultValue: TimeZone? { nil }
  }

  private struct ColorSchemeKey: EnvironmentKey {
    static var defaultValue: Chosen? { nil }
  }

  private struct RequestKey: EnvironmentKey {
    static var defaultValue: RequestInfo? { nil }
  }

  /// A color scheme that a view has set, which can be unknown.
  private struct Chosen {
    let value: ColorScheme?
  }
}
