// hiredis, the client library of Redis.

#ifndef CAIRN_HIREDIS_SHIM_H
#define CAIRN_HIREDIS_SHIM_H

// hiredis.h uses `struct timeval`, and includes its own headers next to it.
#include <hiredis/hiredis.h>

#endif
