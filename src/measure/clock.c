/* measure/clock.c -- one of two clocks, by the environment. */
#include "measure/clock.h"

#include <stdlib.h>

#include "base/os.h"

double measure_clock_ms(void) {
  return getenv("HEADSUP_MEASURE_CPU") ? os_process_cpu_ms() : os_now_ms();
}
