/* app/driver_guard.c -- see driver_guard.h. */
#define _DEFAULT_SOURCE /* for on_exit */
#include "app/driver_guard.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/os.h"
#include "base/status.h"
#include "base/i18n.h"

enum { GUARD_BYTES = 64 };

struct DriverGuard {
  Arena *arena; /* holds this struct */
  bool is_on;
};

/* Where Mesa looks for drivers, if the variable is set. */
static const char *driver_folder(void) {
  const char *folder = getenv("LIBGL_DRIVERS_PATH");
  return folder && *folder ? folder : NULL;
}

static void print_what_helps(void) {
  Status said;
  if (driver_folder())
    status_fail(&said, STATUS_COULD_NOT,
                _("the graphics driver that is named above could not be loaded from %s: unset "
                  "LIBGL_DRIVERS_PATH; headsup export works without a window"),
                driver_folder());
  else if (os_memory_is_limited())
    status_fail(&said, STATUS_COULD_NOT,
                _("the graphics driver that is named above could not be loaded, probably for lack "
                  "of memory: allow more (ulimit -v); headsup export works without a window"));
  else
    status_fail(&said, STATUS_COULD_NOT,
                _("the graphics driver that is named above could not be loaded: install the "
                  "package libgl1-mesa-dri, or try LIBGL_ALWAYS_SOFTWARE=1; headsup export works "
                  "without a window"));
  fprintf(stderr, "headsup: %s\n", said.sentence);
}

static void at_exit(int code, void *self) {
  DriverGuard *guard = self;
  (void)code;
  if (guard->is_on) print_what_helps();
  arena_free(guard->arena);
}

DriverGuard *driver_guard_begin(void) {
  Arena *arena = arena_make(GUARD_BYTES);
  DriverGuard *guard = arena ? arena_take(arena, 1, sizeof *guard) : NULL;
  if (guard && on_exit(at_exit, guard) == 0) {
    *guard = (DriverGuard){arena, true};
    return guard;
  }
  arena_free(arena);
  return NULL;
}

void driver_guard_end(DriverGuard *guard) {
  if (guard) guard->is_on = false;
}
