// For comparisons in tests, such as `expectNoDifference` and `customDump`.
@_exported import CustomDump
