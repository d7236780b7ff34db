import CairnTexts
import Foundation
import Testing

@testable import CairnViews

@Suite struct FormatTests {
  @Test func `The number format is the same with and without Foundation`() throws {
    let whole = Box(1234)
    #expect(
      content(TextField("N", value: whole.binding, format: .number)).contains(" value=\"1234\""))
    let decimal = Box(0.5)
    #expect(
      content(TextField("N", value: decimal.binding, format: .number)).contains(" value=\"0.5\""))
  }

  @Test func `Format styles of Foundation write and read other values`() throws {
    let box = Box(Date(timeIntervalSince1970: 0))
    let field = TextField("Day", value: box.binding, format: .iso8601.year().month().day())
    #expect(content(field).contains(" value=\"1970-01-01\""))
    let handler = try #require(collect(field, wanted: [Place.root]).fields[Place.root])
    #expect(handler.write("someday") == .refused(.system(.notValid("someday"))))
    #expect(handler.write("1970-01-02") == .applied)
    #expect(box.value == Date(timeIntervalSince1970: 86_400))
  }
}
