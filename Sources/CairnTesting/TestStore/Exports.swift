// With which a test compares: 'expectNoDifference', 'customDump'.
@_exported import CustomDump
