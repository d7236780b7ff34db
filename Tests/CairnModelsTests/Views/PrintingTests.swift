import CairnModels
import CairnViews
import Logging
import Testing

/// Views that say why they are evaluated again.
@Suite struct PrintingTests {
  private let store = Store<CounterModel>(initialState: .init())
  private let log = Log()

  private var logger: Logger {
    Logger(label: "test") { [log] _ in LinesHandler(log: log) }
  }

  private func evaluate(_ view: some View) {
    _ = renderPage(view, PageContext(action: "/", token: { _ in "t" }))
  }

  @Test func aChangeOfTheStateIsPrintedOnce() {
    @ObservedModel var model = store.model
    let view = Text("\(model.count)").printStateUpdates(for: $model, to: logger)
    model.incrementTapped()
    evaluate(view)
    #expect(log.lines == [])
    evaluate(view)
    model.incrementTapped()
    #expect(log.lines.count == 1)
    #expect(log.lines[0].contains("CounterModel has changed:"))
    #expect(log.lines[0].contains("_count: 1"))
    #expect(log.lines[0].contains("_count: 2"))
  }

  @Test func onlyWhatWasReadIsPrinted() {
    @ObservedModel var model = store.model
    let view = CounterText(model: model).printObservedUpdates(for: $model, to: logger)
    evaluate(view)
    evaluate(view)
    model.factTapped()
    evaluate(view)
    #expect(log.lines == [])
    model.incrementTapped()
    evaluate(view)
    #expect(log.lines == ["CounterText is evaluated again:\n  CounterModel: 0 → 1"])
    evaluate(view)
    #expect(log.lines.count == 1)
  }
}

private struct CounterText: View {
  @ObservedModel var model: CounterModel

  var body: some View { Text("\(model.count)") }
}

/// Notes what is logged.
private struct LinesHandler: LogHandler {
  let log: Log
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { log.add("\(event.message)") }
}
