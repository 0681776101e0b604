/* tests/support/driver_leaks.c */
#include "support/driver_leaks.h"

#include <dlfcn.h>
#include <stddef.h>

const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:swrast_dri\nleak:libLLVM\nleak:libEGL\nleak:libGL\nleak:libSDL2\nleak:libglapi\n"
         "leak:libX11\nleak:libdbus\nleak:libfontconfig\n";
}

void driver_leaks_ignore(void) {
  static const char *const libraries[] = {"libEGL.so.1", "libEGL_mesa.so.0", "libGLX_mesa.so.0",
                                          "libGL.so.1", "libGLdispatch.so.0", "libdbus-1.so.3",
                                          "/usr/lib/x86_64-linux-gnu/dri/swrast_dri.so"};
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
    dlopen(libraries[i], RTLD_LAZY | RTLD_NODELETE);
}
