import Cairn

final class DraftOfAView {
  var name = ""
}

struct StateOfAnObject: View {
  // error: generic struct 'State' requires that 'DraftOfAView' conform to 'Encodable'
  // error: generic struct 'State' requires that 'DraftOfAView' conform to 'Decodable'
  // error: generic struct 'State' requires that 'DraftOfAView' conform to 'Equatable'
  @State private var draft = DraftOfAView()
  var body: some View { TextField("Name", text: $draft.name) }
}
