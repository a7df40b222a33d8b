/* Memory as the host of the program sees it (include/host.h). */
#ifndef ORACLE_MEMORY_H
#define ORACLE_MEMORY_H

#include "runtime.h"

/* `size` bytes of zeros whose end lies before unmapped pages; NULL if the arena is full. They are
 * never given back. */
void *oracle_allocate(size_t size);
bool oracle_allocated(const void *address);

#endif
