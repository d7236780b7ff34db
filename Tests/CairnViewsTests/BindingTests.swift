import Testing

@testable import CairnViews

@Suite struct BindingTests {
  struct Item: Equatable {
    var name = "a"
    var note: String?
  }

  final class Model { var item = Item() }

  @Test func membersAreWrittenInPlace() {
    let box = Box(Item())
    box.binding.name.wrappedValue = "b"
    #expect(box.value == Item(name: "b"))
  }

  @Test func referencesAreBindable() {
    let model = Model()
    @Bindable var bindable = model
    $bindable.item.name.wrappedValue = "c"
    #expect(model.item.name == "c")
  }

  @Test func optionalsUnwrapWhileTheyHold() throws {
    let box = Box<String?>(nil)
    #expect(Binding<String>(box.binding) == nil)
    box.value = "x"
    let binding = try #require(Binding<String>(box.binding))
    binding.wrappedValue = "y"
    #expect(box.value == "y")
    box.value = nil
    binding.wrappedValue = "z"
    #expect(box.value == nil && binding.wrappedValue == "x")
    box.value = "q"
    box.binding.isPresent().wrappedValue = false
    #expect(box.value == nil)
  }

  @Test func constantsForget() {
    let binding = Binding.constant(1)
    binding.wrappedValue = 2
    #expect(binding.wrappedValue == 1)
  }
}
