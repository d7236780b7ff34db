public import CairnViews

/// The direction of a sort order in a URL: `?order=desc`.
extension TableSortOrder: RouteValue {}
