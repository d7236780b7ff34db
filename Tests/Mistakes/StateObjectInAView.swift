import Cairn

final class StateObjectModel {
  var name = ""
}

struct StateObjectInAView: View {
  // error: 'StateObject' is unavailable: Views don't own objects. Make a store a property of the
  //   'App', and pass it to the view.
  @StateObject private var model = StateObjectModel()
  var body: some View { TextField("Name", text: $model.name) }
}
