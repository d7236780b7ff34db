// libxcrypt, which hashes passwords. It replaces glibc's libcrypt, and uses its names.

#ifndef CAIRN_CRYPT_SHIM_H
#define CAIRN_CRYPT_SHIM_H

#include <crypt.h>

#ifndef CRYPT_GENSALT_IMPLEMENTS_AUTO_ENTROPY
#error "Install libxcrypt. glibc's own libcrypt has no yescrypt."
#endif

#endif
