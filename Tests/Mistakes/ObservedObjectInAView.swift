import Cairn

final class ObservedModel {
  var name = ""
}

struct ObservedObjectInAView: View {
  // error: 'ObservedObject' is unavailable: Declare 'let store', or '@Bindable var store' if the
  //   view needs bindings.
  @ObservedObject var model: ObservedModel
  var body: some View { TextField("Name", text: $model.name) }
}
