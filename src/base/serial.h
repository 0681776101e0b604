/* base/serial.h -- unique numbers that tell apart objects which reuse one address.
**
** Memory  None.   Errors  None.
** Threads Any thread may call it; no two calls return the same number.
*/
#ifndef BASE_SERIAL_H
#define BASE_SERIAL_H

#include <stdint.h>

/* Counts from 1; 0 stands for "none". */
uint64_t serial_next(void);

#endif
