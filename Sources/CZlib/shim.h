// zlib, and what of it Swift cannot call: its macros.

#ifndef CAIRN_ZLIB_SHIM_H
#define CAIRN_ZLIB_SHIM_H

#include <zlib.h>

/// Makes a stream ready to compress; `bits` is 15 for zlib's format (HTTP's `deflate`), 31 for gzip's.
static inline int cairn_deflate_init(z_stream *stream, int level, int bits) {
  return deflateInit2(stream, level, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY);
}

#endif
