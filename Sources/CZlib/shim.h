// zlib, and functions for its macros, which Swift can't call.

#ifndef CAIRN_ZLIB_SHIM_H
#define CAIRN_ZLIB_SHIM_H

#include <zlib.h>

/// Prepares a stream for compression. `bits` is 15 for zlib's format (HTTP's `deflate`), and 31 for gzip's format.
static inline int cairn_deflate_init(z_stream *stream, int level, int bits) {
  return deflateInit2(stream, level, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY);
}

#endif
