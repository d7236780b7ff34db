// Exported for the declaration of endpoints.
@_exported import struct CairnHTTP.HTTPFile
@_exported import struct CairnHTTP.HTTPHeaders
@_exported import enum CairnHTTP.HTTPMethod
@_exported import struct CairnHTTP.HTTPRequestHeaders
@_exported import struct CairnHTTP.HTTPStatus
