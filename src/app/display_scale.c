/* app/display_scale.c -- asks X11, through the library that SDL has loaded. */
#include "app/display_scale.h"

#include <SDL2/SDL_loadso.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/str.h"

typedef struct X11 {
  void *(*open)(const char *name);
  char *(*resources)(void *display);
  int (*close)(void *display);
  unsigned long (*root)(void *display);
  unsigned long (*atom)(void *display, const char *name, int only_if_exists);
  int (*property)(void *display, unsigned long window, unsigned long name, long offset, long count,
                  int remove, unsigned long wanted_type, unsigned long *type, int *format,
                  unsigned long *items, unsigned long *bytes_left, unsigned char **value);
  int (*release)(void *value);
} X11;

/* Loaded by name, so that the program starts on Wayland without X11. */
static bool find_x11(X11 *x11) {
  void *library = SDL_LoadObject("libX11.so.6"); /* never unloaded, since SDL uses it */
  if (!library) return false;
  /* POSIX allows what C does not: converting an object pointer to a function pointer. */
  *(void **)&x11->open = SDL_LoadFunction(library, "XOpenDisplay");
  *(void **)&x11->resources = SDL_LoadFunction(library, "XResourceManagerString");
  *(void **)&x11->close = SDL_LoadFunction(library, "XCloseDisplay");
  *(void **)&x11->root = SDL_LoadFunction(library, "XDefaultRootWindow");
  *(void **)&x11->atom = SDL_LoadFunction(library, "XInternAtom");
  *(void **)&x11->property = SDL_LoadFunction(library, "XGetWindowProperty");
  *(void **)&x11->release = SDL_LoadFunction(library, "XFree");
  return x11->open && x11->resources && x11->close && x11->root && x11->atom && x11->property &&
         x11->release;
}

/* Lines are NAME:\tVALUE. */
float display_scale_of_resources(const char *resources) {
  static const char key[] = "Xft.dpi:";
  const char *line = resources;
  while (line && *line) {
    const char *end = strchr(line, '\n');
    size_t bytes = end ? (size_t)(end - line) : strlen(line);
    double dpi;
    if (bytes > sizeof key && strncmp(line, key, sizeof key - 1) == 0) {
      Str value = str_trim((Str){line + sizeof key - 1, bytes - (sizeof key - 1)});
      if (str_to_double(value, &dpi) && dpi > 0) return (float)dpi / 96;
    }
    line = end ? end + 1 : NULL;
  }
  return 0;
}

/* GDK_SCALE is a whole number in GTK's desktops; a fraction is accepted too. */
static float scale_of_environment(void) {
  double scale;
  const char *value = getenv("GDK_SCALE");
  return value && str_to_double(str_from(value), &scale) ? (float)scale : 0;
}

/* Opens a connection of its own: SDL does not tell which one it uses, and the
** resources are the same. */
float display_scale_x11(void) {
  X11 x11;
  float scale = 0;
  void *display = find_x11(&x11) ? x11.open(NULL) : NULL;
  if (display) {
    scale = display_scale_of_resources(x11.resources(display));
    x11.close(display);
  }
  if (!(scale > 0)) scale = scale_of_environment();
  return scale > 0 ? float_clamp(scale, 0.5f, 4) : 1;
}

/* A window manager names its own window in a property of the root window. Source: Extended
** Window Manager Hints 1.5. */
bool display_is_managed(void) {
  X11 x11;
  void *display = find_x11(&x11) ? x11.open(NULL) : NULL;
  unsigned long type = 0, items = 0, left = 0, any_type = 0;
  unsigned char *value = NULL;
  int format = 0;
  if (!display) return true;
  unsigned long name = x11.atom(display, "_NET_SUPPORTING_WM_CHECK", 0);
  x11.property(display, x11.root(display), name, 0, 1, 0, any_type, &type, &format, &items, &left,
               &value);
  if (value) x11.release(value);
  x11.close(display);
  return items > 0;
}
