import Cairn

// error: 'ObservableObject' is unavailable: Cairn doesn't use Combine. Write a '@Reducer', or a
//   'Model' of 'CairnModels'.
final class PublishedModel: ObservableObject {
  // error: 'Published' is unavailable: Cairn doesn't use Combine. Declare the value in the state
  //   of a feature.
  @Published var name = ""
}
