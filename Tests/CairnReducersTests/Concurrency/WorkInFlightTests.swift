import CairnFeatures
import Foundation
import Testing

@Suite struct WorkInFlightTests {
  struct Form: Codable, Equatable {
    var name = "Lamp"
    var saving = WorkInFlight()
  }

  @Test func `The flag isn't stored`() throws {
    var form = Form()
    form.saving.isRunning = true
    let json = try JSONEncoder().encode(form)
    #expect(!String(decoding: json, as: UTF8.self).contains("isRunning"))
    let decoded = try JSONDecoder().decode(Form.self, from: json)
    #expect(decoded == Form())
    #expect(decoded != form)
  }
}
