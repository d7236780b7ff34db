// nettle, the hashes that GnuTLS uses, and functions for the differences between its versions.

#ifndef CAIRN_NETTLE_SHIM_H
#define CAIRN_NETTLE_SHIM_H

#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>
#include <nettle/version.h>

/// Writes the 32 bytes of the digest, and makes the context ready for other data.
static inline void cairn_sha256_digest(struct sha256_ctx *context, uint8_t *digest) {
#if NETTLE_VERSION_MAJOR >= 4
  sha256_digest(context, digest);
#else
  sha256_digest(context, SHA256_DIGEST_SIZE, digest);
#endif
}

/// Writes the 32 bytes of the code, and makes the context ready for other data with the same key.
static inline void cairn_hmac_sha256_digest(struct hmac_sha256_ctx *context, uint8_t *digest) {
#if NETTLE_VERSION_MAJOR >= 4
  hmac_sha256_digest(context, digest);
#else
  hmac_sha256_digest(context, SHA256_DIGEST_SIZE, digest);
#endif
}

#endif
