import Cairn

final class TypedModel {
  var name = ""
}

struct EnvironmentOfAType: View {
  // error: 'init(_:)' is unavailable: The environment takes key paths. Pass the store to the
  //   view.
  @Environment(TypedModel.self) private var model
  var body: some View { Text(model.name) }
}

struct EnvironmentOfATypeParent: View {
  let model = TypedModel()
  var body: some View {
    // error: 'environment' is unavailable: Pass the store to the view. For plain values, use
    //   'environment(_:_:)'.
    EnvironmentOfAType().environment(model)
  }
}
