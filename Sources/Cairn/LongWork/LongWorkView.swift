public import CairnReducers
import CairnTexts
public import CairnViews

/// The progress of a ``LongWork`` with a button that cancels it, and then its result or the reason why there is none.
///
/// Before the work begins, the view is empty.
///
/// ```swift
/// Button("Export") { store.send(.export(.start(2026))) }
///   .disabled(store.export.status.isRunning)
/// LongWorkView(store: store.scope(state: \.export, action: \.export)) { file in
///   Link("Download the orders", to: "exports/\(file)").attribute("download")
/// }
/// ```
public struct LongWorkView<
  Input: Codable & Sendable, Output: Codable & Equatable & Sendable, Result: View
>: View {
  private let store: StoreOf<LongWork<Input, Output>>
  private let cancel: String?
  private let canceled: String?
  private let interrupted: String?
  private let result: (Output) -> Result

  /// Creates the view. Texts that are `nil` are the framework's in the language of the page.
  /// - Parameters:
  ///   - store: The store of the work.
  ///   - cancel: The label of the button that cancels the work.
  ///   - canceled: The text after the user has canceled the work.
  ///   - interrupted: The text after the work was interrupted and didn't begin again.
  ///   - result: The view of the result, such as a link to a file.
  public init(
    store: StoreOf<LongWork<Input, Output>>, cancel: String? = nil, canceled: String? = nil,
    interrupted: String? = nil,
    @ViewBuilder result: @escaping (_ output: Output) -> Result
  ) {
    self.store = store
    self.cancel = cancel
    self.canceled = canceled
    self.interrupted = interrupted
    self.result = result
  }

  public var body: some View {
    // A key path of a generic type is made again each time, which takes longer than the rest of the view.
    switch store.withState({ $0.status }) {
    case .ready: EmptyView()
    case .running(let progress):
      if let fraction = progress.fraction {
        ProgressView(title(of: progress), value: fraction)
      } else {
        ProgressView(title(of: progress))
      }
      if !progress.text.isEmpty { Text(progress.text) }
      TextsReader { texts in
        Button(cancel ?? texts[.cancel]) { store.send(.cancelButtonTapped) }
      }
    case .finished(let output): result(output)
    case .failed(let message): Text(message)
    case .canceled: TextsReader { texts in Text(canceled ?? texts[.workCanceled]) }
    case .interrupted: TextsReader { texts in Text(interrupted ?? texts[.workInterrupted]) }
    }
  }

  /// The title of the progress for assistive technology.
  private func title(of progress: LongWorkProgress) -> String? {
    progress.text.isEmpty ? nil : progress.text
  }
}
