// Exported for the declaration of endpoints. The two structures also make the methods, statuses, and names of header
// fields in HTTPTypes visible. `HTTPRequest` and `HTTPResponse` aren't exported, because CairnHTTP has its own.
@_exported import struct CairnHTTP.HTTPFile
@_exported import struct HTTPTypes.HTTPField
@_exported import struct HTTPTypes.HTTPFields
