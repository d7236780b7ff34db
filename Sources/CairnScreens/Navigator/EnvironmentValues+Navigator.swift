public import CairnViews

extension EnvironmentValues {
  /// The navigator of the ``/CairnScreens/Root`` that contains the view.
  public var navigator: Navigator {
    get { self[NavigatorKey.self] }
    set { self[NavigatorKey.self] = newValue }
  }

  /// The ID of the screen that contains the view.
  ///
  /// Outside of a ``/CairnScreens/Root``, it's an ID that isn't on any path, so operations with it have no effect.
  public var currentScreenID: ScreenID {
    get { self[CurrentScreenIDKey.self] }
    set { self[CurrentScreenIDKey.self] = newValue }
  }

  /// The screen that contains the view. Outside of a ``/CairnScreens/Root``, it's a screen that isn't on any path.
  public var currentScreen: AnyScreen {
    get { self[CurrentScreenKey.self] }
    set { self[CurrentScreenKey.self] = newValue }
  }

  /// The ID of the screen before the one that contains the view, or `nil` on the first screen.
  public var parentScreenID: ScreenID? {
    get { self[ParentScreenIDKey.self] }
    set { self[ParentScreenIDKey.self] = newValue }
  }

  /// The screen before the one that contains the view, or `nil` on the first screen.
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

/// The current screen outside of a ``/CairnScreens/Root``.
private struct NoScreen: Screen {
  var presentationStyle: ScreenPresentationStyle { .push }
}
