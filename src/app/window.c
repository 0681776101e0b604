/* app/window.c -- the size of the window, and its events. */
#include "app/window_internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "app/keys.h"
#include "base/os.h"

/* ---- size ---- */

float window_pixels_per_unit(const Window *window) {
  int pixels = 0, units = 0, unused;
  SDL_GL_GetDrawableSize(window->window, &pixels, &unused);
  SDL_GetWindowSize(window->window, &units, &unused);
  return pixels > 0 && units > 0 ? (float)pixels / (float)units : 1;
}

/* A window smaller than the least size, which a window manager may insist on, shows its
** content scaled down. */
void window_size(const Window *window, int *width_px, int *height_px, float *scale) {
  SDL_GL_GetDrawableSize(window->window, width_px, height_px);
  if (*width_px < 1) *width_px = 1;
  if (*height_px < 1) *height_px = 1;
  *scale = window->asked_scale > 0 ? window->asked_scale
                                   : window->display_scale * window_pixels_per_unit(window);
  *scale = fminf(*scale, (float)*width_px / LEAST_WIDTH);
  *scale = fminf(*scale, (float)*height_px / LEAST_HEIGHT);
  assert(*scale > 0);
}

/* The middle of the pixel, so that the last pixel of a box lies inside it. */
static Point point_of(const Window *window, int x, int y) {
  int width_px, height_px;
  float scale;
  window_size(window, &width_px, &height_px, &scale);
  float by = window_pixels_per_unit(window) / scale;
  return (Point){((float)x + 0.5f) * by, ((float)y + 0.5f) * by};
}

bool window_can_be_seen(const Window *window) { return !window->hidden; }

void window_present(const Window *window) { SDL_GL_SwapWindow(window->window); }

/* ---- text ---- */

void window_ask_for_text(Window *window, bool active) {
  if (active == window->takes_text) return;
  if (!active && SDL_HasEvent(SDL_KEYDOWN)) return; /* the text of queued keys would be dropped */
  if (active) SDL_StartTextInput();
  else SDL_StopTextInput();
  window->takes_text = active;
}

/* SDL makes text of a key press when it receives the press from the system, before earlier presses
** in the queue are handled. Text typed right after a key or click that opens a text field would be
** lost. So text input is switched on when such an event arrives, and off only when every press is
** handled; the input ignores text that nothing takes. */
int window_expect_text(void *self, SDL_Event *event) {
  char name[KEY_NAME_BYTES];
  if (event->type == SDL_MOUSEBUTTONDOWN) window_ask_for_text(self, true);
  if (event->type != SDL_KEYDOWN) return 0;
  key_name(&event->key.keysym, name);
  if (strcmp(name, "Enter") == 0 || strcmp(name, "Ctrl-O") == 0) window_ask_for_text(self, true);
  return 0;
}

/* ---- events ---- */

/* A window that loses the keyboard ends its composition, because the input method has left it. */
static void window_event(Window *window, InputState *input, const SDL_WindowEvent *event,
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
    window_leave_room_for_frame(window);
    window->hidden = false;
    news->redraw = true;
    break;
  case SDL_WINDOWEVENT_MOVED:
    window_leave_room_for_frame(window);
    break;
  case SDL_WINDOWEVENT_LEAVE:
    input_leave(input);
    news->redraw = true;
    break;
  case SDL_WINDOWEVENT_CLOSE: /* while the notes are open, closing this window is no SDL_QUIT */
    news->closed = true;
    break;
  case SDL_WINDOWEVENT_FOCUS_LOST:
    input_compose(input, "", 0);
    break;
  default:
    break;
  }
}

static void key_event(InputState *input, const SDL_KeyboardEvent *event, WindowNews *news) {
  char name[KEY_NAME_BYTES];
  bool editing = session_edit(input->session)->active;
  news->activity = true;
  if (event->repeat && !editing && !key_repeats(&event->keysym)) return;
  key_name(&event->keysym, name);
  if (name[0]) input_key(input, name);
}

static void drop_event(InputState *input, const SDL_DropEvent *event) {
  if (event->type == SDL_DROPBEGIN) input_drop_begin(input);
  if (event->type == SDL_DROPCOMPLETE) input_drop_end(input);
  if (event->type == SDL_DROPFILE && event->file) input_drop_file(input, event->file);
  if (event->type == SDL_DROPTEXT && event->file) input_drop(input, str_from(event->file));
  if (event->file) SDL_free(event->file);
}

static void text_event(InputState *input, const SDL_Event *event) {
  if (event->type == SDL_TEXTINPUT) input_text(input, event->text.text);
  else if (event->type == SDL_TEXTEDITING)
    input_compose(input, event->edit.text, event->edit.start);
  else {
    input_compose(input, event->editExt.text ? event->editExt.text : "", event->editExt.start);
    SDL_free(event->editExt.text);
  }
}

/* The plain wheel zooms; with Shift it scrolls sideways, with Ctrl up and down. Two fingers or a
** tilting wheel scroll sideways too. */
static void wheel_event(InputState *input, const SDL_MouseWheelEvent *event) {
  float sign = event->direction == SDL_MOUSEWHEEL_FLIPPED ? -1 : 1;
  float up = sign * (event->preciseY != 0 ? event->preciseY : (float)event->y);
  float right = sign * (event->preciseX != 0 ? event->preciseX : (float)event->x);
  SDL_Keymod modifiers = SDL_GetModState();
  if (modifiers & KMOD_CTRL) input_scroll(input, right, -up);
  else if (modifiers & KMOD_SHIFT) input_scroll(input, right - up, 0);
  else if (right != 0 && fabsf(right) >= fabsf(up)) input_scroll(input, right, 0);
  else input_wheel(input, up);
}

/* A window that opens under the pointer is told of it as of a move; until the pointer leaves that
** place it points at nothing. */
static bool is_parked(Window *window, Point at) {
  if (!window->pointer_rests) return false;
  if (!window->pointer_is_told) window->pointer_at = at;
  window->pointer_is_told = true;
  window->pointer_rests = window->pointer_at.x == at.x && window->pointer_at.y == at.y;
  return window->pointer_rests;
}

static void pointer_event(Window *window, InputState *input, const SDL_Event *event) {
  if (event->type == SDL_MOUSEMOTION) {
    Point moved_to = point_of(window, event->motion.x, event->motion.y);
    if (!is_parked(window, moved_to)) input_move(input, moved_to, os_now_ms());
    return;
  }
  Point at = point_of(window, event->button.x, event->button.y);
  bool is_down = event->type == SDL_MOUSEBUTTONDOWN;
  if (event->button.button == SDL_BUTTON_MIDDLE && is_down) input_middle(input, at);
  if (event->button.button == SDL_BUTTON_RIGHT && is_down) input_aside(input, at);
  if (event->button.button != SDL_BUTTON_LEFT) return;
  SDL_Keymod modifiers = SDL_GetModState();
  bool with_shift = modifiers & KMOD_SHIFT;
  if (event->type == SDL_MOUSEBUTTONUP) input_release(input, at);
  else if ((modifiers & KMOD_CTRL) && input_bend(input, at)) return;
  else if (!with_shift || !input_aside(input, at)) input_press(input, at, event->button.clicks);
}

/* The other window of the program has the notes. Its keys do what those of this window do; its
** pointer does nothing. */
static bool is_of_other_window(const Window *window, const SDL_Event *event) {
  Uint32 own = SDL_GetWindowID(window->window), id = own;
  switch (event->type) {
  case SDL_WINDOWEVENT:
    id = event->window.windowID;
    break;
  case SDL_MOUSEBUTTONDOWN:
  case SDL_MOUSEBUTTONUP:
    id = event->button.windowID;
    break;
  case SDL_MOUSEMOTION:
    id = event->motion.windowID;
    break;
  case SDL_MOUSEWHEEL:
    id = event->wheel.windowID;
    break;
  default:
    break;
  }
  return id != 0 && id != own; /* 0: of no window */
}

static void handle_event(Window *window, InputState *input, const SDL_Event *event,
                         WindowNews *news) {
  if (is_of_other_window(window, event)) {
    news->other |= event->type == SDL_WINDOWEVENT;
    return;
  }
  switch (event->type) {
  case SDL_QUIT:
    news->closed = true;
    break;
  case SDL_WINDOWEVENT:
    window_event(window, input, &event->window, news);
    break;
  case SDL_KEYDOWN:
    key_event(input, &event->key, news);
    break;
  case SDL_TEXTINPUT:
  case SDL_TEXTEDITING:
  case SDL_TEXTEDITING_EXT:
    news->activity = true;
    text_event(input, event);
    break;
  case SDL_MOUSEBUTTONDOWN:
  case SDL_MOUSEBUTTONUP:
    news->activity = true;
    SDL_CaptureMouse(event->type == SDL_MOUSEBUTTONDOWN);
    pointer_event(window, input, event);
    break;
  case SDL_MOUSEMOTION:
    pointer_event(window, input, event);
    break;
  case SDL_MOUSEWHEEL:
    wheel_event(input, &event->wheel);
    break;
  case SDL_DROPFILE:
  case SDL_DROPTEXT:
  case SDL_DROPBEGIN:
  case SDL_DROPCOMPLETE:
    drop_event(input, &event->drop);
    break;
  case SDL_RENDER_TARGETS_RESET:
  case SDL_RENDER_DEVICE_RESET:
    news->redraw = true;
    break;
  default:
    break;
  }
}

WindowNews window_wait(Window *window, InputState *input, double timeout_ms) {
  assert(input->session);
  WindowNews news = {0};
  SDL_Event event;
  int got = timeout_ms < 0 ? SDL_WaitEvent(&event)
                           : SDL_WaitEventTimeout(&event, (int)ceil(fmin(timeout_ms, 1e6)));
  while (got) {
    handle_event(window, input, &event, &news);
    if (session_takes_text(input->session)) window_ask_for_text(window, true);
    got = SDL_PollEvent(&event);
  }
  window_ask_for_text(window, session_takes_text(input->session));
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

/* All events stay queued, except for the keys pressed with the Esc that stops. */
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
