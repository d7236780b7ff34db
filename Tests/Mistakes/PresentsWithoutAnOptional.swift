import Cairn

struct PresentsWithoutAnOptional {
  @Presents
  // error: '@Presents' can only be attached to a single stored 'var', such as '@Presents var
  //   destination: Destination.State?'
  let constant: Int?
  @Presents
  // error: '@Presents' requires an explicit type annotation
  var withoutType = Optional(1)
  @Presents
  // error: '@Presents' can only be attached to an optional property
  var notOptional: Int = 1
}
