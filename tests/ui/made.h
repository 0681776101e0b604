/* Made-up inputs for the widgets: sentences in three scripts, menus with every kind of choice. */
#ifndef TESTS_UI_MADE_H
#define TESTS_UI_MADE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/rng.h"
#include "support/fonts.h"
#include "ui/ui.h"

typedef struct Made {
  Arena *arena;
  UiInputs inputs;
  View view;
  float width, height;
  ScreenLayout layout;
  DrawList list;
  Pen pen;
} Made;

/* Words at white space; every one a token. The arena is the caller's. */
void made_sentence(Made *made, const char *text);

/* At rest: a sentence, the nine stages, a light 1440 × 900 window, no menu open. */
Made made_calm(Arena *arena);

/* Random: window, text scale, theme, sentence, focus, editing, messages, an open menu. */
Made made_random(Arena *arena, Rng *rng);

/* One for UiInputs.script. */
const UiScript *made_script(Arena *arena, bool is_stopped);

/* The choices of a menu: rows, notes, steppers and chips, with count items. */
void made_menu(Made *made, MenuId menu, int count);

/* Fresh list and layout from view and size; then the widgets or the open menu alone. */
void made_build(Made *made);
void made_build_menu(Made *made);

#endif
