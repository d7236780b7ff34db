public import CairnDependencies
public import Foundation
internal import Synchronization

extension Browser {
  /// The time zone that all tabs report, as the client script does. By default, it's `nil`, as it is for a browser
  /// without JavaScript.
  public var timeZone: TimeZone? {
    get { jar.traits.withLock(\.timeZone) }
    set { jar.traits.withLock { $0.timeZone = newValue } }
  }

  /// The preferred color scheme that all tabs report, as the client script does. By default, it's `nil`, as it is for a
  /// browser without JavaScript.
  public var colorScheme: ColorScheme? {
    get { jar.traits.withLock(\.colorScheme) }
    set { jar.traits.withLock { $0.colorScheme = newValue } }
  }

  /// The `User-Agent` header of all tabs.
  public var userAgent: String {
    get { jar.traits.withLock(\.userAgent) }
    set { jar.traits.withLock { $0.userAgent = newValue } }
  }
}
