#include <libxml/xmlversion.h>

// Debian's libxml2 includes the headers of the system's ICU, which differ from the ones of
// Foundation's ICU. A module with both doesn't compile. Only the handlers of encodings need these
// headers, and the package doesn't use those handlers.
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/tree.h>
