/* Random states of the whole program, each as commands, so that a failure can be
** replayed in the window. */
#ifndef TESTS_SCREEN_STATE_H
#define TESTS_SCREEN_STATE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/rng.h"
#include "screen/screen.h"
#include "support/fonts.h"

typedef struct Window {
  float width, height;
} Window;

Window random_window(Rng *rng);

/* One to token_count words of three scripts, as a JSON string. */
const char *random_sentence(Arena *arena, Rng *rng, int token_count);

/* A view of a stage, on a sentence of token_count tokens: layer, head, cell, filling,
** theme, sizes. */
const char *random_view(Arena *arena, Rng *rng, int token_count, StageId stage);

/* Setup and teardown of the group: fonts, and the folders of models that are made here. */
int state_open(void **state);
int state_close(void **state);
const char *random_model(Rng *rng); /* "hand-made", or one of those folders */

/* A session after these commands; a command that is refused fails the test. */
Session *session_after(const char *commands);
void run(Session *session, const char *commands);

DrawList screen_list(const Session *session, Arena *arena, Window window);
/* The screen after more commands, in an arena that is emptied before. */
DrawList list_after(Session *session, Arena *arena, Window window, const char *commands);

/* The first text with these words; NULL: none. */
const DrawText *text_found(const DrawList *list, const char *words);
/* The same; without it the test fails. */
const DrawText *text_of(const DrawList *list, const char *words);
bool has_text(const DrawList *list, const char *words);
/* The cells of the largest matrix; of one with an opened row, the larger part. */
Box largest_heatmap(const DrawList *list);

#endif
