import Cairn
import Foundation

struct PickersOfSwiftUI: View {
  let date: Binding<Date>
  let volume: Binding<Double>
  var body: some View {
    // error: 'DatePicker' is unavailable: Use 'TextField(_:value:format:)' with a date format.
    DatePicker("Day", selection: date)
    // error: 'DatePicker' is unavailable: Use 'TextField(_:value:format:)' with a date format.
    DatePicker("Day", selection: date, displayedComponents: [.date, .hourAndMinute])
    // error: 'Slider' is unavailable: Use 'Stepper', or 'TextField(_:value:format:)' for a
    //   number.
    Slider(value: volume)
    // error: 'Slider' is unavailable: Use 'Stepper', or 'TextField(_:value:format:)' for a
    //   number.
    Slider(value: volume, in: 0...11, step: 0.5)
  }
}
