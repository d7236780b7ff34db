import Testing

@testable import CairnViews

@Suite struct BindingTests {
  struct Item: Equatable {
    var name = "a"
    var note: String?
  }

  final class Model { var item = Item() }

  @Test func `Members are written through a binding`() {
    let box = Box(Item())
    box.binding.name.wrappedValue = "b"
    #expect(box.value == Item(name: "b"))
  }

  @Test func `References can be bound`() {
    let model = Model()
    @Bindable var bindable = model
    $bindable.item.name.wrappedValue = "c"
    #expect(model.item.name == "c")
  }

  @Test func `A binding to an optional unwraps while the value isn't nil`() throws {
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

  @Test func `Constant bindings ignore writes`() {
    let binding = Binding.constant(1)
    binding.wrappedValue = 2
    #expect(binding.wrappedValue == 1)
  }
}
