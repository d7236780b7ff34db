import Cairn

struct FrameOfAView: View {
  var body: some View {
    // error: 'frame(width:height:alignment:)' is unavailable: The height follows from the content.
    //   Use 'frame(width:)', or 'class(_:)' and a style sheet.
    Text("A").frame(width: 100, height: 50)
    // error: 'frame(minWidth:idealWidth:maxWidth:minHeight:idealHeight:maxHeight:alignment:)' is
    //   unavailable: Use 'frame(maxWidth:)', or 'class(_:)', and set sizes in a style sheet.
    Text("B").frame(minHeight: 100)
  }
}
