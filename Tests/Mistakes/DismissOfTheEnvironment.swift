import Cairn

struct DismissOfTheEnvironment: View {
  // error: 'dismiss' is unavailable: Send an action. The reducer sets the presented state to
  //   'nil', or uses '@Dependency(\.dismiss)'.
  @Environment(\.dismiss) private var dismiss
  var body: some View {
    Button("Done") { dismiss() }
  }
}
