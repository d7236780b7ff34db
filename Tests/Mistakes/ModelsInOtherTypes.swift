import CairnModels

class ModelStateInAClass {
  struct State: Equatable {}
  @ModelState
  // error: '@ModelState' can only be attached to a property of a struct that conforms to 'Model'
  private var state: State
}

@ModelContainer
// error: '@ModelContainer' can only be attached to an enum; a model must be a struct that
//   conforms to 'Model'
struct ModelsOfAStruct {}

@ModelContainer
enum ModelsWithTwoValues {
  case one
  // error: case 'two' can't have more than one associated value; use a single model, or mark the
  //   case '@ModelContainerIgnored'
  case two(Int, Int)
}
