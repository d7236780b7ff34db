import CairnTexts
import Foundation
import Testing

@testable import CairnViews

@Suite struct FileFieldTests {
  private let id = Hex.string(Place.root)

  private func file(
    _ name: String, _ contentType: String = "", bytes: Int = 1
  ) throws -> UploadedFile {
    try UploadedFile(name: name, contentType: contentType, contents: Data(count: bytes))
  }

  /// Chooses files for the only field of a view.
  private func choose(_ files: [UploadedFile], in view: some View) -> FieldVerdict? {
    guard let name = fieldNames(in: page(view)).last else { return nil }
    return collect(view, wanted: [name.id]).files[name.id]?.take(files)
  }

  @Test func `A file field shows its types and limit`() {
    let check = Hex.string(FieldCheck.file)
    #expect(
      content(FileField("Photo", types: ["image/*", ".pdf"], limit: 5_000_000) { _ in })
        == """
        <div class="field file"><label for="f-\(id)">Photo</label>\
        <input type="file" class="input" id="f-\(id)" name="~f.\(id).\(check)"\
         accept="image/*,.pdf" data-limit="5000000"\
         data-refusal="“\u{FFFC}” is larger than 5 MB.">\
        <progress aria-label="Upload" max="1" hidden></progress></div>
        """)
    #expect(content(FileField("Photos", upTo: 3) { _ in }).contains(" multiple "))
    let disabled = content(FileField("Photo") { _ in }.disabled())
    #expect(disabled.contains(" disabled>"))
    let refused = content(
      FileField("Photo") { _ in }, drafts: [Place.root: Draft(typed: "", message: "No.")])
    #expect(refused.contains("aria-invalid=\"true\""))
    #expect(refused.contains("<p class=\"error\" id=\"f-\(id)-error\">No.</p>"))
  }

  @Test func `A form with a file field is sent as multipart`() {
    let encoding = " enctype=\"multipart/form-data\""
    #expect(layers(FileField("Photo") { _ in }).contains("id=\"layer0\"\(encoding)>"))
    #expect(!layers(TextField("Name", text: .constant(""))).contains(encoding))
    let sheet = Text("Below").sheet(isPresented: .constant(true)) { FileField("Photo") { _ in } }
    #expect(layers(sheet).split(separator: encoding).count == 2)
    #expect(layers(sheet).contains("id=\"layer0\" inert>"))
    // A field that isn't rendered isn't sent.
    let stack = NavigationStack {
      FileField("Photo") { _ in }
        .navigationDestination(isPresented: .constant(true)) { Text("Pushed") }
    }
    #expect(!layers(stack).contains(encoding))
  }

  @Test func `Chosen files are passed to the closure`() throws {
    var names: [String] = []
    let one = FileField("Photo") { names.append($0.name) }
    #expect(try choose([file("a.png")], in: one) == .applied)
    let several = FileField("Photos", upTo: 2) { names += $0.map(\.name) }
    #expect(try choose([file("b"), file("c")], in: several) == .applied)
    #expect(names == ["a.png", "b", "c"])
  }

  @Test func `Files that don't fit the field are rejected`() throws {
    func refusal(of files: [UploadedFile], by field: FileField) -> String? {
      guard case .refused(let message)? = choose(files, in: field) else { return nil }
      return Texts.english[message]
    }
    let small = FileField("Photo", limit: 100) { _ in Issue.record("The file was accepted.") }
    #expect(
      try refusal(of: [file("a.png", bytes: 101)], by: small)
        == "“a.png” is larger than 100 bytes.")
    #expect(try refusal(of: [file("a"), file("b")], by: small) == "Choose one file.")
    let few = FileField("Photos", upTo: 2) { _ in Issue.record("The file was accepted.") }
    #expect(
      try refusal(of: [file("a"), file("b"), file("c")], by: few)
        == "Choose no more than 2 files.")
    let list = FileField("List", types: ["text/csv", ".csv", ".txt"]) { _ in }
    #expect(
      try refusal(of: [file("a.exe", "x/y")], by: list)
        == "“a.exe” isn't an accepted type of file. Its name must end in .csv or .txt.")
    for file in [
      try file("A.CSV"), try file("a", "text/csv; charset=utf-8"), try file("b.txt", "x/y"),
    ] { #expect(refusal(of: [file], by: list) == nil) }
    let picture = FileField("Photo", types: ["image/*"]) { _ in }
    #expect(try refusal(of: [file("a.png", "image/png")], by: picture) == nil)
    #expect(
      try refusal(of: [file("a.png", "imagery/png")], by: picture)
        == "“a.png” isn't an accepted type of file.")
  }

  @Test(arguments: [
    (900, "900 bytes"), (64_000, "64 kB"), (1_500_000, "1.5 MB"), (2_000_000, "2 MB"),
    (10_485_760, "10.4 MB"),
  ])
  func `The limit is shown in a suitable unit`(limit: Int, text: String) {
    #expect(content(FileField("F", limit: limit) { _ in }).contains("larger than \(text)."))
  }
}

@Suite struct UploadedFileTests {
  @Test(arguments: [
    ("a.png", "a.png"), ("/etc/passwd", "passwd"), ("C:\\Users\\a b.txt", "a b.txt"),
    ("..", "file"),
    ("a/..", "file"), ("", "file"), ("a/", "file"), ("a\0\n\u{7f}b\u{202e}gpj.exe", "abgpj.exe"),
    ("e\u{301}😀", "e\u{301}😀"),
  ])
  func `A file name is made safe to show`(name: String, shown: String) throws {
    #expect(try UploadedFile(name: name, contents: Data()).name == shown)
  }

  @Test func `A long file name is shortened`() throws {
    let name = try UploadedFile(
      name: String(repeating: "é", count: 1000), contents: Data()
    ).name
    #expect(name == String(repeating: "é", count: 127))
  }

  @Test func `The file is deleted with its last copy`() throws {
    var file: UploadedFile? = try UploadedFile(name: "a", contents: Data([1, 2]))
    let path = try #require(file?.url.path)
    var copy = file
    #expect(file == copy && file?.size == 2)
    file = nil
    #expect(try copy?.contents() == Data([1, 2]))
    copy = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `A moved file stays`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let place = folder.appending(path: "kept")
    do {
      let file = try UploadedFile(name: "a", contents: Data([1, 2]))
      try file.move(to: place)
      #expect(throws: (any Error).self) { try file.contents() }
    }
    #expect(try Data(contentsOf: place) == Data([1, 2]))
    try UploadedFile(name: "b", contents: Data([3])).move(to: place)
    #expect(try Data(contentsOf: place) == Data([3]))
    // A failed move changes nothing.
    let file = try UploadedFile(name: "c", contents: Data([4]))
    for elsewhere in [folder, folder.appending(path: "none/c")] {
      #expect(throws: (any Error).self) { try file.move(to: elsewhere) }
    }
    #expect(try file.contents() == Data([4]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept"])
  }

  @Test func `Reflection doesn't show the temporary URL`() throws {
    let file = try UploadedFile(name: "a.txt", contentType: "text/plain", contents: Data([1]))
    #expect(!String(reflecting: Mirror(reflecting: file).children.map(\.label)).contains("url"))
  }
}
