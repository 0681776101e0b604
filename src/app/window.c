/* app/window.c -- SDL: a window with an OpenGL 3.3 context, and its events. */
#include "app/window.h"

#include <SDL2/SDL.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/display_scale.h"
#include "app/keys.h"
#include "base/os.h"
#include "base/words.h"

enum { DEFAULT_WIDTH = 1440, DEFAULT_HEIGHT = 900, LEAST_WIDTH = 960, LEAST_HEIGHT = 600 };
enum { DROPPED_BYTES_MOST = 1 << 20, CURSOR_COUNT = CURSOR_DRAG + 1 };

struct Window {
  Arena *arena;
  SDL_Window *window;
  SDL_GLContext context;
  SDL_Cursor *cursors[CURSOR_COUNT];
  CursorId cursor;
  Uint32 signal_event, wake_event;
  float asked_scale, display_scale; /* of a point in window units */
  bool hidden, takes_text;
  SDL_Rect text_rect;
  SDL_Rect before_full_screen; /* w 0: not filling the display by itself */
};

/* ---- opening ---- */

static bool no_display(const char *reason, Status *status) {
  return status_fail(status, STATUS_COULD_NOT,
                     _("no display found%s%s; without one, headsup export writes the pictures to "
                       "files: headsup export --help"),
                     *reason ? ": " : "", reason);
}

/* Without a display SDL falls through to drivers that show nothing, and succeeds. */
static bool is_silent_driver(const char *driver) {
  static const char *const silent[] = {"offscreen", "dummy", "evdev"};
  const char *asked = getenv("SDL_VIDEODRIVER");
  for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
    if (driver && strcmp(driver, silent[i]) == 0) return !asked || !strstr(asked, driver);
  return false;
}

/* Without a runtime folder there is no Wayland, unless it is named by a whole path, but its library
** would complain on stderr. */
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
  if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return no_display(SDL_GetError(), status);
  if (is_silent_driver(SDL_GetCurrentVideoDriver())) {
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return no_display("", status);
  }
  SDL_StopTextInput();
  return true;
}

static bool no_opengl(Status *status) {
  return status_fail(status, STATUS_COULD_NOT,
                     _("the window needs OpenGL 3.3, which this display does not offer (%s); "
                       "headsup export works without it"),
                     SDL_GetError());
}

/* A robust context tells when the driver lost it; some drivers refuse one, and then a plain one
** must do. */
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
  if (!window->context) return no_opengl(status);
  if (SDL_GL_SetSwapInterval(1) != 0) SDL_ClearError();
  return true;
}

/* What is asked for, or the usual size, in window units and within the display. */
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
  if (!window->window) return no_opengl(status);
  float unit = window->display_scale;
  SDL_SetWindowMinimumSize(window->window, (int)ceilf(LEAST_WIDTH * unit),
                           (int)ceilf(LEAST_HEIGHT * unit));
  return window_make_context(window, status);
}

static void take_text(Window *window, bool active) {
  if (active == window->takes_text) return;
  if (!active && SDL_HasEvent(SDL_KEYDOWN)) return; /* what it typed is dropped with the stop */
  if (active) SDL_StartTextInput();
  else SDL_StopTextInput();
  window->takes_text = active;
}

/* SDL makes text of a press when it takes it from the system, before the presses queued ahead of it
** are answered: what follows a key or a click that may open a place for text would be lost. So text
** is asked for when such a one arrives, and given up only when every press is answered; text that
** nobody takes is dropped by hands. */
static int expect_text(void *self, SDL_Event *event) {
  char name[KEY_NAME_BYTES];
  if (event->type == SDL_MOUSEBUTTONDOWN) take_text(self, true);
  if (event->type != SDL_KEYDOWN) return 0;
  key_name(&event->key.keysym, name);
  if (strcmp(name, "Enter") == 0 || strcmp(name, "Ctrl-O") == 0) take_text(self, true);
  return 0;
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
  SDL_AddEventWatch(expect_text, window);
  if (!make_window(window, options, status)) {
    window_close(window);
    return false;
  }
  *opened = window;
  return true;
}

void window_close(Window *window) {
  if (!window) return;
  SDL_DelEventWatch(expect_text, window);
  for (int i = 0; i < CURSOR_COUNT; i++)
    if (window->cursors[i]) SDL_FreeCursor(window->cursors[i]);
  if (window->context) SDL_GL_DeleteContext(window->context);
  if (window->window) SDL_DestroyWindow(window->window);
  SDL_QuitSubSystem(SDL_INIT_VIDEO);
  arena_free(window->arena);
}

/* ---- size ---- */

static float pixels_per_unit(const Window *window) {
  int pixels = 0, units = 0, unused;
  SDL_GL_GetDrawableSize(window->window, &pixels, &unused);
  SDL_GetWindowSize(window->window, &units, &unused);
  return pixels > 0 && units > 0 ? (float)pixels / (float)units : 1;
}

/* A window smaller than the least one, which a window manager may insist on, is shown smaller. */
void window_size(const Window *window, int *width_px, int *height_px, float *scale) {
  SDL_GL_GetDrawableSize(window->window, width_px, height_px);
  if (*width_px < 1) *width_px = 1;
  if (*height_px < 1) *height_px = 1;
  *scale = window->asked_scale > 0 ? window->asked_scale
                                   : window->display_scale * pixels_per_unit(window);
  *scale = fminf(*scale, (float)*width_px / LEAST_WIDTH);
  *scale = fminf(*scale, (float)*height_px / LEAST_HEIGHT);
}

/* The middle of the pixel, so that the last one of a box lies in it. */
static Point point_of(const Window *window, int x, int y) {
  int width_px, height_px;
  float scale;
  window_size(window, &width_px, &height_px, &scale);
  float by = pixels_per_unit(window) / scale;
  return (Point){((float)x + 0.5f) * by, ((float)y + 0.5f) * by};
}

bool window_can_be_seen(const Window *window) { return !window->hidden; }

void window_present(const Window *window) { SDL_GL_SwapWindow(window->window); }

/* ---- events ---- */

/* Lost focus ends a composition: the input method has gone with it. */
static void window_event(Window *window, Hands *hands, const SDL_WindowEvent *event,
                         WindowNews *news) {
  switch (event->event) {
  case SDL_WINDOWEVENT_MINIMIZED:
  case SDL_WINDOWEVENT_HIDDEN:
    window->hidden = true;
    break;
  case SDL_WINDOWEVENT_EXPOSED:
  case SDL_WINDOWEVENT_SHOWN:
  case SDL_WINDOWEVENT_RESTORED:
  case SDL_WINDOWEVENT_MAXIMIZED:
  case SDL_WINDOWEVENT_SIZE_CHANGED:
  case SDL_WINDOWEVENT_DISPLAY_CHANGED:
    window->hidden = false;
    news->redraw = true;
    break;
  case SDL_WINDOWEVENT_LEAVE:
    hands_leave(hands);
    news->redraw = true;
    break;
  case SDL_WINDOWEVENT_FOCUS_LOST:
    hands_compose(hands, "", 0);
    break;
  default:
    break;
  }
}

static void key_event(Hands *hands, const SDL_KeyboardEvent *event, WindowNews *news) {
  char name[KEY_NAME_BYTES];
  bool editing = session_edit(hands->session)->active;
  news->activity = true;
  if (event->repeat && !editing && !key_repeats(&event->keysym)) return;
  key_name(&event->keysym, name);
  if (name[0]) hands_key(hands, name);
}

/* A text file is read here; anything else can only be a model. */
static void drop_file(Hands *hands, const char *path) {
  Status status = {0};
  Arena *arena = arena_make(0);
  Str text;
  size_t bytes = strlen(path);
  bool plain = bytes > 4 && strcmp(path + bytes - 4, ".txt") == 0 && os_kind(path) != OS_FOLDER;
  if (!arena) status_no_memory(&status);
  else if (!plain) hands_drop_model(hands, path);
  else if (os_read_file(arena, path, DROPPED_BYTES_MOST, &text, &status))
    hands_drop(hands, text, path);
  if (status.sentence[0]) session_tell(hands->session, status.sentence);
  arena_free(arena);
}

static void drop_event(Hands *hands, const SDL_DropEvent *event) {
  if (event->type == SDL_DROPFILE && event->file) drop_file(hands, event->file);
  if (event->type == SDL_DROPTEXT && event->file) hands_drop(hands, str_from(event->file), NULL);
  if (event->file) SDL_free(event->file);
}

static void text_event(Hands *hands, const SDL_Event *event) {
  if (event->type == SDL_TEXTINPUT) hands_text(hands, event->text.text);
  else if (event->type == SDL_TEXTEDITING)
    hands_compose(hands, event->edit.text, event->edit.start);
  else {
    hands_compose(hands, event->editExt.text ? event->editExt.text : "", event->editExt.start);
    SDL_free(event->editExt.text);
  }
}

/* By itself the wheel zooms; with Shift it scrolls sideways, with Ctrl up and down. Two fingers or
** a tilting wheel scroll sideways too. */
static void wheel_event(Hands *hands, const SDL_MouseWheelEvent *event) {
  float sign = event->direction == SDL_MOUSEWHEEL_FLIPPED ? -1 : 1;
  float up = sign * (event->preciseY != 0 ? event->preciseY : (float)event->y);
  float right = sign * (event->preciseX != 0 ? event->preciseX : (float)event->x);
  SDL_Keymod modifiers = SDL_GetModState();
  if (modifiers & KMOD_CTRL) hands_scroll(hands, right, -up);
  else if (modifiers & KMOD_SHIFT) hands_scroll(hands, right - up, 0);
  else if (right != 0 && fabsf(right) >= fabsf(up)) hands_scroll(hands, right, 0);
  else hands_wheel(hands, up);
}

static void pointer_event(const Window *window, Hands *hands, const SDL_Event *event) {
  if (event->type == SDL_MOUSEMOTION) {
    hands_move(hands, point_of(window, event->motion.x, event->motion.y), os_now_ms());
    return;
  }
  if (event->button.button != SDL_BUTTON_LEFT) return;
  Point at = point_of(window, event->button.x, event->button.y);
  if (event->type == SDL_MOUSEBUTTONUP) hands_release(hands, at);
  else hands_press(hands, at, event->button.clicks);
}

static void one_event(Window *window, Hands *hands, const SDL_Event *event, WindowNews *news) {
  switch (event->type) {
  case SDL_QUIT:
    news->closed = true;
    break;
  case SDL_WINDOWEVENT:
    window_event(window, hands, &event->window, news);
    break;
  case SDL_KEYDOWN:
    key_event(hands, &event->key, news);
    break;
  case SDL_TEXTINPUT:
  case SDL_TEXTEDITING:
  case SDL_TEXTEDITING_EXT:
    news->activity = true;
    text_event(hands, event);
    break;
  case SDL_MOUSEBUTTONDOWN:
  case SDL_MOUSEBUTTONUP:
    news->activity = true;
    SDL_CaptureMouse(event->type == SDL_MOUSEBUTTONDOWN);
    pointer_event(window, hands, event);
    break;
  case SDL_MOUSEMOTION:
    pointer_event(window, hands, event);
    break;
  case SDL_MOUSEWHEEL:
    wheel_event(hands, &event->wheel);
    break;
  case SDL_DROPFILE:
  case SDL_DROPTEXT:
  case SDL_DROPBEGIN:
  case SDL_DROPCOMPLETE:
    drop_event(hands, &event->drop);
    break;
  case SDL_RENDER_TARGETS_RESET:
  case SDL_RENDER_DEVICE_RESET:
    news->redraw = true;
    break;
  default:
    break;
  }
}

WindowNews window_wait(Window *window, Hands *hands, double timeout_ms) {
  WindowNews news = {0};
  SDL_Event event;
  int got = timeout_ms < 0 ? SDL_WaitEvent(&event)
                           : SDL_WaitEventTimeout(&event, (int)ceil(fmin(timeout_ms, 1e6)));
  while (got) {
    one_event(window, hands, &event, &news);
    if (session_takes_text(hands->session)) take_text(window, true);
    got = SDL_PollEvent(&event);
  }
  take_text(window, session_takes_text(hands->session));
  return news;
}

void window_signal(const Window *window) {
  SDL_Event event = {.user = {.type = window->signal_event}};
  SDL_PushEvent(&event);
}

void window_wake(const Window *window) {
  SDL_Event event = {.user = {.type = window->wake_event}};
  SDL_PushEvent(&event);
}

/* Everything stays queued for later, but for the keys pressed with the Esc that stops. */
bool window_stop_asked(const Window *window) {
  SDL_Event events[16];
  SDL_PumpEvents();
  if (SDL_HasEvent(SDL_QUIT) || SDL_HasEvent(window->signal_event)) return true;
  int count = SDL_PeepEvents(events, 16, SDL_PEEKEVENT, SDL_KEYDOWN, SDL_KEYDOWN);
  for (int i = 0; i < count; i++)
    if (events[i].key.keysym.sym == SDLK_ESCAPE) {
      SDL_FlushEvent(SDL_KEYDOWN);
      return true;
    }
  return false;
}

void window_type(const Window *window, const char *text) {
  SDL_Event event = {.text = {.type = SDL_TEXTINPUT, .windowID = SDL_GetWindowID(window->window)}};
  SDL_strlcpy(event.text.text, text, sizeof event.text.text);
  SDL_PushEvent(&event);
}

/* ---- cursor, text, clipboard ---- */

void window_set_cursor(Window *window, CursorId cursor) {
  static const SDL_SystemCursor shapes[CURSOR_COUNT] = {[CURSOR_ARROW] = SDL_SYSTEM_CURSOR_ARROW,
                                                        [CURSOR_HAND] = SDL_SYSTEM_CURSOR_HAND,
                                                        [CURSOR_TEXT] = SDL_SYSTEM_CURSOR_IBEAM,
                                                        [CURSOR_CROSS] =
                                                            SDL_SYSTEM_CURSOR_CROSSHAIR,
                                                        [CURSOR_DRAG] = SDL_SYSTEM_CURSOR_SIZEWE};
  if (cursor == window->cursor) return;
  window->cursor = cursor;
  if (!window->cursors[cursor]) window->cursors[cursor] = SDL_CreateSystemCursor(shapes[cursor]);
  if (window->cursors[cursor]) SDL_SetCursor(window->cursors[cursor]);
}

void window_take_text(Window *window, bool active, Box caret) {
  take_text(window, active);
  if (!active) return;
  int width_px, height_px;
  float scale;
  window_size(window, &width_px, &height_px, &scale);
  float by = scale / pixels_per_unit(window);
  SDL_Rect rect = {(int)(caret.x * by), (int)(caret.y * by), (int)ceilf(caret.w * by) + 1,
                   (int)ceilf(caret.h * by)};
  if (SDL_RectEquals(&rect, &window->text_rect)) return;
  window->text_rect = rect;
  SDL_SetTextInputRect(&rect);
}

static void place(SDL_Window *window, SDL_Rect to) {
  SDL_SetWindowPosition(window, to.x, to.y);
  SDL_SetWindowSize(window, to.w, to.h);
}

/* Full screen is the manager's work; where nobody answers, the window takes the display itself. */
static void fill_display(Window *window) {
  SDL_Rect *before = &window->before_full_screen, bounds;
  int display = SDL_GetWindowDisplayIndex(window->window);
  if (before->w > 0) {
    place(window->window, *before);
    before->w = 0;
  } else if (SDL_GetDisplayBounds(display < 0 ? 0 : display, &bounds) == 0) {
    SDL_GetWindowPosition(window->window, &before->x, &before->y);
    SDL_GetWindowSize(window->window, &before->w, &before->h);
    place(window->window, bounds);
  }
}

static bool is_full_by_manager(const Window *window) {
  return SDL_GetWindowFlags(window->window) & SDL_WINDOW_FULLSCREEN_DESKTOP;
}

bool window_is_full_screen(const Window *window) {
  return window->before_full_screen.w > 0 || is_full_by_manager(window);
}

void window_toggle_full_screen(Window *window) {
  bool full = is_full_by_manager(window);
  if (!full && (window->before_full_screen.w > 0 ||
                (strcmp(SDL_GetCurrentVideoDriver(), "x11") == 0 && !display_is_managed())))
    fill_display(window);
  else SDL_SetWindowFullscreen(window->window, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

bool window_copy_text(Str text, Status *status) {
  Arena *arena = arena_make(text.bytes + 64);
  const char *copy = arena ? str_copy(arena, text) : NULL;
  bool done = copy && SDL_SetClipboardText(copy) == 0;
  arena_free(arena);
  if (!copy) return status_no_memory(status);
  return done || status_fail(status, STATUS_COULD_NOT, _("The clipboard did not take the text: %s"),
                             SDL_GetError());
}

bool window_paste_text(Arena *arena, Str *text, Status *status) {
  char *clipboard = SDL_GetClipboardText();
  *text = (Str){"", 0};
  if (!clipboard) return true;
  Str all = str_from(clipboard);
  const char *copy = str_copy(arena, all);
  if (copy) *text = (Str){copy, all.bytes};
  SDL_free(clipboard);
  return copy || status_no_memory(status);
}
