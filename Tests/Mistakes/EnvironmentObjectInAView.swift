import Cairn

final class EnvironmentModel {
  var name = ""
}

struct EnvironmentObjectInAView: View {
  // error: 'EnvironmentObject' is unavailable: Pass the store to the view. For plain values, use
  //   '@Entry' and '@Environment'.
  @EnvironmentObject private var model: EnvironmentModel
  var body: some View { Text(model.name) }
}

struct EnvironmentObjectParent: View {
  let model = EnvironmentModel()
  var body: some View {
    // error: 'environmentObject' is unavailable: Pass the store to the view. For plain values,
    //   use 'environment(_:_:)'.
    EnvironmentObjectInAView().environmentObject(model)
  }
}
