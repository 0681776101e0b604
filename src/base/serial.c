/* base/serial.c -- one counter for all serial numbers. */
#include "base/serial.h"

#include <stdatomic.h>

static _Atomic uint64_t last_serial;

uint64_t serial_next(void) { return atomic_fetch_add(&last_serial, 1) + 1; }
