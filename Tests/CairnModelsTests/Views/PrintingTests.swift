import CairnModels
import CairnViews
import Logging
import Testing

/// Views that print why they're evaluated again.
@Suite struct PrintingTests {
  fileprivate let store = Store<CounterModel>(initialState: .init())
  fileprivate let log = Log()

  fileprivate var logger: Logger {
    Logger(label: "test") { [log] _ in LinesHandler(log: log) }
  }

  fileprivate func evaluate(_ view: some View) {
    _ = renderPage(view, PageContext(action: "/", token: { _ in "t" }))
  }

  @Test func `A change of the state is printed once`() {
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

  @Test func `Only properties that were read are printed`() {
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

extension PrintingTests {
  @Test func `Reads of the surrounding body are printed`() {
    let view = PrintingCounter(model: store.model, logger: logger)
    // Reads are recorded from the second page on.
    evaluate(view)
    evaluate(view)
    store.model.incrementTapped()
    evaluate(view)
    #expect(log.lines.count == 1)
    #expect(log.lines[0].hasSuffix("is evaluated again:\n  CounterModel: 0 → 1"))
  }
}

private struct PrintingCounter: View {
  @ObservedModel var model: CounterModel
  let logger: Logger

  init(model: CounterModel, logger: Logger) {
    self.model = model
    self.logger = logger
  }

  var body: some View {
    HStack { Text("\(model.count)") }.printObservedUpdates(for: $model, to: logger)
  }
}

private struct CounterText: View {
  @ObservedModel var model: CounterModel

  var body: some View { Text("\(model.count)") }
}

/// Keeps logged lines.
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
