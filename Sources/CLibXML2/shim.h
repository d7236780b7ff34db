#include <libxml/xmlversion.h>

// Debian's libxml2 brings in the headers of the system's ICU, which are not those of Foundation's
// ICU: both in one module do not compile. Only the handlers of encodings need them, which we do not
// touch.
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/tree.h>
