public import CairnViews

extension EnvironmentValues {
  /// The navigator of the ``Root`` around.
  public var navigator: Navigator {
    get { self[NavigatorKey.self] }
    set { self[NavigatorKey.self] = newValue }
  }

  /// The ID of the screen that a view is on. Outside of a ``Root`` it is an ID that is on no path, so
  /// operations with it have no effect.
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

  /// The screen before the one that a view is on; `nil` on the first.
  public var parentScreen: AnyScreen? {
    get { self[ParentScreenKey.self] }
    set { self[ParentScreenKey.self] = newValue }
  }

  private enum NavigatorKey: EnvironmentKey {
    static var defaultValue: Navigator { .absent }
  }

  private enum CurrentScreenIDKey: EnvironmentKey {
    static var defaultValue: ScreenID { .absent }
  }

  private enum CurrentScreenKey: EnvironmentKey {
    static var defaultValue: AnyScreen { AnyScreen(NoScreen()) }
  }

  private enum ParentScreenIDKey: EnvironmentKey {
    static var defaultValue: ScreenID? { nil }
  }

  private enum ParentScreenKey: EnvironmentKey {
    static var defaultValue: AnyScreen? { nil }
  }
}

/// What a view stands on outside of a ``Root``.
private struct NoScreen: Screen {
  var presentationStyle: ScreenPresentationStyle { .push }
}
