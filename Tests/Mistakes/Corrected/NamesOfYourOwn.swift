import Cairn
import CairnModels
import CairnServer

// Your own declarations take precedence over hints with the same name.

@propertyWrapper struct FocusState<Value> {
  var wrappedValue: Value
}

struct LazyHStack: View {
  let title: String
  var body: some View { Text(title) }
}

extension Image {
  init(systemName: String) { self.init("icons/\(systemName).svg", alt: systemName) }
}

extension View {
  func cornerRadius(_ steps: Int) -> some View { self.class("corner-\(steps)") }
  func onTapGesture(perform action: @escaping () -> Void) -> some View { self.class("tap") }
  func opacity(_ opacity: Double) -> Self { self }
}

extension EnvironmentValues {
  @Entry var dismiss: Bool = false
}

struct NamesOfYourOwn: View {
  @FocusState var isFocused = true
  @Environment(\.dismiss) var dismiss
  var body: some View {
    LazyHStack(title: "A").cornerRadius(2).opacity(0.5)
    Image(systemName: dismiss ? "star" : "moon").onTapGesture {}
  }
}

// So do those of Cairn's other modules.

struct NamesOfYourOwnApp: App {
  var body: some Scene { WindowGroup { NamesOfYourOwn() } }
}

func names() -> Int { withAnimation { 1 } }
