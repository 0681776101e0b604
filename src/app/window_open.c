/* app/window_open.c -- a display, a window on it, and an OpenGL 3.3 context. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/display_scale.h"
#include "app/driver_guard.h"
#include "app/identity.h"
#include "app/window_internal.h"
#include "base/i18n.h"

enum { DEFAULT_WIDTH = 1440, DEFAULT_HEIGHT = 900 };

static bool fail_no_display(const char *reason, Status *status) {
  if (!*reason)
    return status_fail(status, STATUS_COULD_NOT,
                       _("no display found; without one, headsup export writes the pictures to "
                         "files: headsup export --help"));
  return status_fail(status, STATUS_COULD_NOT,
                     _("no display found: %s; without one, headsup export writes the pictures to "
                       "files: headsup export --help"),
                     reason);
}

/* Without a display SDL succeeds with a driver that shows nothing. */
static bool is_silent_driver(const char *driver) {
  static const char *const silent[] = {"offscreen", "dummy", "evdev"};
  const char *asked = getenv("SDL_VIDEODRIVER");
  for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
    if (driver && strcmp(driver, silent[i]) == 0) return !asked || !strstr(asked, driver);
  return false;
}

/* Without a runtime folder Wayland works only if WAYLAND_DISPLAY is an absolute path; otherwise its
** library would complain on stderr, so SDL is told to use X11. */
static void choose_driver(void) {
  const char *folder = getenv("XDG_RUNTIME_DIR"), *display = getenv("WAYLAND_DISPLAY");
  bool has_wayland = (folder && folder[0]) || (display && display[0] == '/');
  if (!getenv("SDL_VIDEODRIVER") && !has_wayland) SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11");
}

static bool start_video(Status *status) {
  choose_driver();
  SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
  SDL_SetHint(SDL_HINT_IME_SUPPORT_EXTENDED_TEXT, "1");
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  SDL_SetHint(SDL_HINT_APP_NAME, "Heads Up");
  if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return fail_no_display(SDL_GetError(), status);
  if (is_silent_driver(SDL_GetCurrentVideoDriver())) {
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return fail_no_display("", status);
  }
  SDL_StopTextInput();
  return true;
}

static bool fail_no_opengl(Status *status) {
  return status_fail(status, STATUS_COULD_NOT,
                     _("the window needs OpenGL 3.3, which this display does not offer (%s); "
                       "headsup export works without it"),
                     SDL_GetError());
}

/* A robust context reports when the driver lost it; some drivers refuse one, and then
** a plain one is used. */
static void ask_for_context(bool robust) {
  SDL_GL_ResetAttributes();
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_ALPHA_SIZE, 0);
  if (!robust) return;
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_RESET_NOTIFICATION, SDL_GL_CONTEXT_RESET_LOSE_CONTEXT);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_ROBUST_ACCESS_FLAG);
}

bool window_make_context(Window *window, Status *status) {
  if (window->context) SDL_GL_DeleteContext(window->context);
  ask_for_context(true);
  window->context = SDL_GL_CreateContext(window->window);
  if (!window->context) {
    ask_for_context(false);
    window->context = SDL_GL_CreateContext(window->window);
  }
  if (!window->context) return fail_no_opengl(status);
  if (SDL_GL_SetSwapInterval(1) != 0) SDL_ClearError();
  return true;
}

/* The size asked for, or the default within the display's usable area, in window units. */
static void first_size(const Window *window, const WindowOptions *options, int *width,
                       int *height) {
  SDL_Rect room;
  float unit = window->display_scale;
  *width = (int)lroundf((float)(options->width > 0 ? options->width : DEFAULT_WIDTH) * unit);
  *height = (int)lroundf((float)(options->height > 0 ? options->height : DEFAULT_HEIGHT) * unit);
  if (options->width > 0 || SDL_GetDisplayUsableBounds(0, &room) != 0) return;
  if (*width > room.w) *width = room.w;
  if (*height > room.h) *height = room.h;
}

static bool make_window(Window *window, const WindowOptions *options, Status *status) {
  int width, height;
  ask_for_context(false);
  first_size(window, options, &width, &height);
  window->window =
      SDL_CreateWindow("Heads Up", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width, height,
                       SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (!window->window) return fail_no_opengl(status);
  identity_show_icon(window->window);
  float unit = window->display_scale;
  SDL_SetWindowMinimumSize(window->window, (int)ceilf(LEAST_WIDTH * unit),
                           (int)ceilf(LEAST_HEIGHT * unit));
  return window_make_context(window, status);
}

void window_leave_room_for_frame(Window *window) {
  SDL_Rect room;
  int top, left, bottom, right, width, height, display = SDL_GetWindowDisplayIndex(window->window);
  if (!window->lacks_frame || SDL_GetDisplayUsableBounds(display, &room) != 0 ||
      SDL_GetWindowBordersSize(window->window, &top, &left, &bottom, &right) != 0 ||
      top + left + bottom + right == 0)
    return;
  window->lacks_frame = false;
  SDL_GetWindowSize(window->window, &width, &height);
  int wide = room.w - left - right, high = room.h - top - bottom;
  if (width > wide || height > high)
    SDL_SetWindowSize(window->window, width < wide ? width : wide, height < high ? height : high);
}

static bool is_under_pointer(const Window *window) {
  int x, y, left, top, width, height;
  SDL_GetGlobalMouseState(&x, &y);
  SDL_GetWindowPosition(window->window, &left, &top);
  SDL_GetWindowSize(window->window, &width, &height);
  return x >= left && y >= top && x < left + width && y < top + height;
}

bool window_open(const WindowOptions *options, Window **opened, Status *status) {
  Arena *arena = arena_make(0);
  Window *window = arena ? arena_take(arena, 1, sizeof *window) : NULL;
  *opened = NULL;
  bool ready = window ? start_video(status) : status_no_memory(status);
  if (!ready) {
    arena_free(arena);
    return false;
  }
  const char *driver = SDL_GetCurrentVideoDriver();
  bool x11 = driver && strcmp(driver, "x11") == 0;
  *window = (Window){.arena = arena,
                     .asked_scale = options->scale,
                     .display_scale = options->scale > 0 ? options->scale
                                      : x11              ? display_scale_x11()
                                                         : 1,
                     .signal_event = SDL_RegisterEvents(1),
                     .wake_event = SDL_RegisterEvents(1)};
  SDL_AddEventWatch(window_expect_text, window);
  DriverGuard *guard = driver_guard_begin();
  bool made = make_window(window, options, status);
  driver_guard_end(guard);
  if (!made) {
    window_close(window);
    return false;
  }
  window->lacks_frame = options->width <= 0;
  window->pointer_rests = is_under_pointer(window);
  *opened = window;
  return true;
}

void window_close(Window *window) {
  if (!window) return;
  SDL_DelEventWatch(window_expect_text, window);
  for (int i = 0; i < CURSOR_COUNT; i++)
    if (window->cursors[i]) SDL_FreeCursor(window->cursors[i]);
  if (window->context) SDL_GL_DeleteContext(window->context);
  if (window->window) SDL_DestroyWindow(window->window);
  SDL_QuitSubSystem(SDL_INIT_VIDEO);
  arena_free(window->arena);
}
