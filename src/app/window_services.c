/* app/window_services.c -- cursor, text input, full screen and clipboard through SDL. */
#include <assert.h>
#include <string.h>

#include "app/display_scale.h"
#include "app/window_internal.h"
#include "base/i18n.h"

/* ---- cursor, text ---- */

void window_set_cursor(Window *window, CursorId cursor) {
  static const SDL_SystemCursor shapes[CURSOR_COUNT] = {
      [CURSOR_ARROW] = SDL_SYSTEM_CURSOR_ARROW, [CURSOR_HAND] = SDL_SYSTEM_CURSOR_HAND,
      [CURSOR_TEXT] = SDL_SYSTEM_CURSOR_IBEAM,  [CURSOR_CROSS] = SDL_SYSTEM_CURSOR_CROSSHAIR,
      [CURSOR_DRAG] = SDL_SYSTEM_CURSOR_SIZEWE, [CURSOR_HIDE] = SDL_SYSTEM_CURSOR_NO};
  assert((int)cursor >= 0 && (int)cursor < CURSOR_COUNT);
  if (cursor == window->cursor) return;
  window->cursor = cursor;
  if (!window->cursors[cursor]) window->cursors[cursor] = SDL_CreateSystemCursor(shapes[cursor]);
  if (window->cursors[cursor]) SDL_SetCursor(window->cursors[cursor]);
}

void window_take_text(Window *window, bool active, Box caret) {
  window_ask_for_text(window, active);
  if (!active) return;
  int width_px, height_px;
  float scale;
  window_size(window, &width_px, &height_px, &scale);
  float by = scale / window_pixels_per_unit(window);
  SDL_Rect rect = {(int)(caret.x * by), (int)(caret.y * by), (int)ceilf(caret.w * by) + 1,
                   (int)ceilf(caret.h * by)};
  if (SDL_RectEquals(&rect, &window->text_rect)) return;
  window->text_rect = rect;
  SDL_SetTextInputRect(&rect);
}

static void move_and_resize(SDL_Window *window, SDL_Rect to) {
  SDL_SetWindowPosition(window, to.x, to.y);
  SDL_SetWindowSize(window, to.w, to.h);
}

/* Full screen is the window manager's work; without one the window is resized to the display. */
static void fill_display(Window *window) {
  SDL_Rect *before = &window->before_full_screen, bounds;
  int display = SDL_GetWindowDisplayIndex(window->window);
  if (before->w > 0) {
    move_and_resize(window->window, *before);
    before->w = 0;
  } else if (SDL_GetDisplayBounds(display < 0 ? 0 : display, &bounds) == 0) {
    SDL_GetWindowPosition(window->window, &before->x, &before->y);
    SDL_GetWindowSize(window->window, &before->w, &before->h);
    move_and_resize(window->window, bounds);
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

bool window_paste_text(bool selected, Arena *arena, Str *text, Status *status) {
  assert(arena && text);
  char *clipboard = selected ? SDL_GetPrimarySelectionText() : SDL_GetClipboardText();
  *text = (Str){"", 0};
  if (!clipboard) return true;
  Str all = str_from(clipboard);
  const char *copy = str_copy(arena, all);
  if (copy) *text = (Str){copy, all.bytes};
  SDL_free(clipboard);
  return copy || status_no_memory(status);
}
