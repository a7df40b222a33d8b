/* Headers that are links: build systems and package managers make folders of them. */
#ifndef CSL_CONFINE_LINKS_H
#define CSL_CONFINE_LINKS_H

#include <glib.h>

/* Appends what links below this folder lead to, and what links in those places do: files that are
 * named as headers are, one by one. A link to another file, or a hidden one, leads nowhere: who
 * wrote the link may not read what the user can. */
void csl_add_linked_headers(GPtrArray *to, const char *folder);

#endif
