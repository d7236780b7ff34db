import Cairn

@CasePathable
public
  // error: '@CasePathable' can only be attached to an enum
  struct PathsOfAStruct
{}
