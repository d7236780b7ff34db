public import CairnViews

extension EnvironmentValues {
  /// The navigator of the ``Root`` around.
  public var navigator: Navigator {
    get { self[NavigatorKey.self] }
    set { self[NavigatorKey.self] = newValue }
  }

  /// The id of the screen that a view stands on.
  public var currentScreenID: ScreenID {
    get { self[CurrentScreenIDKey.self] }
    set { self[CurrentScreenIDKey.self] = newValue }
  }

  /// The screen that a view stands on; outside of a ``Root`` one that is on no path.
  public var currentScreen: AnyScreen {
    get { self[CurrentScreenKey.self] }
    set { self[CurrentScreenKey.self] = newValue }
  }

  /// The id of the screen before the one that a view stands on; nil on the first.
  public var parentScreenID: ScreenID? {
    get { self[ParentScreenIDKey.self] }
    set { self[ParentScreenIDKey.self] = newValue }
  }

  private enum NavigatorKey: EnvironmentKey {
    static var defaultValue: Navigator { .absent }
  }

  private enum CurrentScreenIDKey: EnvironmentKey {
    static var defaultValue: ScreenID { .root }
  }

  private enum CurrentScreenKey: EnvironmentKey {
    static var defaultValue: AnyScreen { AnyScreen(NoScreen()) }
  }

  private enum ParentScreenIDKey: EnvironmentKey {
    static var defaultValue: ScreenID? { nil }
  }
}

/// What a view stands on outside of a ``Root``.
private struct NoScreen: Screen {
  var presentationStyle: ScreenPresentationStyle { .push }
}
