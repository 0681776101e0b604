/* base/serial.h -- numbers that tell apart what may stand at one address one after the other.
**
** Memory  None.   Errors  None.
** Threads Any thread may ask; no two get the same number.
*/
#ifndef BASE_SERIAL_H
#define BASE_SERIAL_H

#include <stdint.h>

/* From 1, each given once in the life of the program; 0 stands for "none". */
uint64_t serial_next(void);

#endif
