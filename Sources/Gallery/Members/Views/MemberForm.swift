import Cairn

/// A form of the sample, with messages above its fields, and with the choice of the language below.
struct MemberForm<Fields: View, Buttons: View>: View {
  let title: LocalizedStringKey
  var notice: LocalizedStringKey?
  /// The reason why the form failed.
  let message: LocalizedStringKey?
  @ViewBuilder let fields: Fields
  @ViewBuilder let buttons: Buttons

  var body: some View {
    VStack {
      Form {
        if let notice { Text(notice) }
        if let message { Text(message).foregroundStyle(.destructive) }
        fields
        HStack { buttons }
      }
      LanguagePicker()
    }
    .navigationTitle(title)
  }
}
