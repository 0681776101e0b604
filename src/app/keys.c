/* app/keys.c -- the name of a key press.
**
** A key has a name, a character that it prints (by the layout) and a position (scancode). The
** character comes first: “?” is where the person's keyboard has it. The position is used for
** characters that a layout lacks.
*/
#include "app/keys.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct Named {
  SDL_Keycode code;
  const char *name;
} Named;

static const Named named[] = {{SDLK_RIGHT, "→"},
                              {SDLK_LEFT, "←"},
                              {SDLK_UP, "↑"},
                              {SDLK_DOWN, "↓"},
                              {SDLK_SPACE, "Space"},
                              {SDLK_HOME, "Home"},
                              {SDLK_END, "End"},
                              {SDLK_RETURN, "Enter"},
                              {SDLK_KP_ENTER, "Enter"},
                              {SDLK_ESCAPE, "Esc"},
                              {SDLK_TAB, "Tab"},
                              {SDLK_F11, "F11"},
                              {SDLK_F2, "F2"},
                              {SDLK_F5, "F5"},
                              {SDLK_F7, "F7"},
                              {SDLK_PAGEUP, "PageUp"},
                              {SDLK_PAGEDOWN, "PageDown"},
                              {SDLK_F1, "?"},
                              {SDLK_BACKSPACE, "Backspace"},
                              {SDLK_DELETE, "Delete"},
                              {SDLK_KP_PLUS, "+"},
                              {SDLK_KP_MINUS, "-"},
                              {SDLK_KP_0, "0"},
                              {SDLK_KP_PERIOD, "."}};

/* Characters typed with Shift on US, German, French, Spanish and Nordic layouts. */
static const Named shifted[] = {
    {SDLK_EQUALS, "+"}, {SDLK_SLASH, "?"}, {0xDF, "?"}, {SDLK_COMMA, "?"}, {SDLK_QUOTE, "?"}};

/* Characters typed with AltGr on German and Nordic layouts: + stands at the place of ]. */
static const Named with_altgr[] = {{SDLK_8, "["}, {SDLK_9, "]"}};

static const struct {
  SDL_Scancode place;
  const char *name;
} placed[] = {{SDL_SCANCODE_LEFTBRACKET, "["}, {SDL_SCANCODE_RIGHTBRACKET, "]"},
              {SDL_SCANCODE_COMMA, ","},       {SDL_SCANCODE_PERIOD, "."},
              {SDL_SCANCODE_EQUALS, "+"},      {SDL_SCANCODE_MINUS, "-"}};

static const char *find_code(const Named *list, size_t count, SDL_Keycode code) {
  for (size_t i = 0; i < count; i++)
    if (list[i].code == code) return list[i].name;
  return NULL;
}

/* Finds digits by position too, because French layouts need Shift for them. */
static const char *name_by_position(SDL_Scancode place, char one[2]) {
  for (size_t i = 0; i < sizeof placed / sizeof *placed; i++)
    if (placed[i].place == place) return placed[i].name;
  if (place == SDL_SCANCODE_0) return "0";
  if (place < SDL_SCANCODE_1 || place > SDL_SCANCODE_9) return NULL;
  one[0] = (char)('1' + (place - SDL_SCANCODE_1));
  return one;
}

/* Characters that commands are bound to; other keys are looked up by position. */
static bool is_bound(SDL_Keycode code) {
  return (code >= 'a' && code <= 'z') || (code >= '0' && code <= '9') ||
         (code < 128 && code > 32 && strchr("[],.+-?", (int)code));
}

static const char *base_name(const SDL_Keysym *key, bool shift, char one[2]) {
  const char *name = shift ? find_code(shifted, sizeof shifted / sizeof *shifted, key->sym) : NULL;
  if (!name && (key->mod & (KMOD_RALT | KMOD_MODE)))
    name = find_code(with_altgr, sizeof with_altgr / sizeof *with_altgr, key->sym);
  if (!name) name = find_code(named, sizeof named / sizeof *named, key->sym);
  if (name) return name;
  if (key->sym >= SDLK_KP_1 && key->sym <= SDLK_KP_9) {
    one[0] = (char)('1' + (key->sym - SDLK_KP_1));
    return one;
  }
  if (!is_bound(key->sym)) return name_by_position(key->scancode, one);
  one[0] = (char)key->sym;
  return one;
}

/* Keys with Alt belong to the window manager and its menus; AltGr does not count, since
** it types characters. */
void key_name(const SDL_Keysym *key, char name[KEY_NAME_BYTES]) {
  char one[2] = "";
  bool shift = key->mod & KMOD_SHIFT, control = key->mod & KMOD_CTRL;
  const char *base = base_name(key, shift, one);
  name[0] = 0;
  if (!base || (key->mod & (KMOD_LALT | KMOD_GUI))) return;
  bool letter = base == one && one[0] >= 'a' && one[0] <= 'z';
  assert(base[0] && strlen(base) + sizeof "Ctrl-Shift-" <= KEY_NAME_BYTES);
  bool printed = base[1] == 0 && !letter; /* Shift is needed to type it */
  if (control && letter) one[0] = (char)(one[0] - 'a' + 'A');
  if (control) snprintf(name, KEY_NAME_BYTES, "Ctrl-%s%s", shift && !printed ? "Shift-" : "", base);
  else snprintf(name, KEY_NAME_BYTES, "%s%s", shift && !printed && !letter ? "Shift " : "", base);
}

int key_repeats(const SDL_Keysym *key) {
  switch (key->sym) {
  case SDLK_RIGHT:
  case SDLK_LEFT:
  case SDLK_UP:
  case SDLK_DOWN:
  case SDLK_BACKSPACE:
  case SDLK_DELETE:
    return 1;
  default:
    return (key->mod & KMOD_CTRL) && (key->sym == SDLK_z || key->sym == SDLK_y);
  }
}
