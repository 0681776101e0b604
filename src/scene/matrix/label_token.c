/* scene/matrix/label_token.c -- the token that a label names, its look, and what a click on it
** does. */
#include "scene/matrix/labels_internal.h"

/* If columns are keys, the colours of query and key; else that of a head's matrix, or ink. A row of
** the output is that of a query. */
static Color focus_color(const Labels *labels, bool is_key) {
  const Theme *theme = labels->scene->pen.theme;
  TracePart part = labels->matrix->part;
  if (trace_part_info(part)->by_pair) return is_key ? theme->key : theme->query;
  if (part == TRACE_OUTPUT && !is_key) return theme->query;
  return trace_part_info(part)->per_head ? scene_part_color(theme, part) : theme->ink;
}

TextStyle label_style(const Labels *labels, int index, bool is_key, Align align) {
  bool focused = index == labels->focus;
  bool stands_out = labels->focus >= 0 && scene_has_spotlight(labels->scene);
  bool is_pale = stands_out && !labels->scene->view->presenter; /* all are read from afar */
  const Theme *theme = labels->scene->pen.theme;
  return (TextStyle){focused ? FACE_BOLD : FACE_REGULAR,
                     focused && stands_out ? labels->size * labels->spotlight : labels->size,
                     focused ? focus_color(labels, is_key)
                     : is_pale || (is_key && !label_matters(labels, index)) ? theme->muted
                                                                            : theme->ink,
                     align};
}

/* K and V have rows for keys, which in cross-attention are tokens of another sentence. */
static bool rows_are_keys(const Labels *labels) {
  TraceSize rows = trace_part_info(labels->matrix->part)->rows;
  bool are_mixed = trace_keys_are_mixtures(labels->scene->trace);
  return (rows == SIZE_KEYS || (rows == SIZE_SOURCES && !are_mixed)) && !labels->matrix->transposed;
}

static const TraceToken *token_of(const Labels *labels, int index, bool is_key) {
  const Trace *trace = labels->scene->trace;
  if (is_key && labels->matrix->cols_are_sources) return trace_source(trace, index);
  return is_key ? trace_key(trace, index) : trace_token(trace, index);
}

const TraceToken *label_row_token(const Labels *labels, int row) {
  const MatrixLines *lines = labels->matrix->lines;
  return lines ? lines->row_tokens[row] : token_of(labels, row, rows_are_keys(labels));
}

const TraceToken *label_col_token(const Labels *labels, int col) {
  const MatrixLines *lines = labels->matrix->lines;
  return lines ? lines->col_tokens[col] : token_of(labels, col, true);
}

const char *label_key_command(const Labels *labels, const char *what, const char *key) {
  const View *view = labels->scene->view;
  Arena *arena = labels->scene->pen.list->arena;
  const MatrixLines *lines = labels->matrix->lines;
  if (!labels->matrix->click) return NULL;
  if (view->locked && view->query >= 0)
    return str_format(arena, "%s %d %s%s%s", what, view->query + 1, key, lines ? " " : "",
                      lines ? lines->ending : "");
  if (lines) return NULL;
  return view->arcs ? str_format(arena, "%s key %s", what, key) : NULL;
}

static const char *click_on(const Labels *labels, int index, bool is_key) {
  Arena *arena = labels->scene->pen.list->arena;
  if (is_key) return label_key_command(labels, "cell", str_format(arena, "%d", index + 1));
  if (!labels->matrix->row_click) return NULL;
  const MatrixLines *lines = labels->matrix->lines;
  return str_format(arena, "cell %d row%s%s", index + 1, lines ? " " : "",
                    lines ? lines->ending : "");
}

void label_tip(const Labels *labels, Box box, int index, bool is_key, Str text) {
  const Scene *scene = labels->scene;
  Arena *arena = scene->pen.list->arena;
  draw_hit(scene->pen.list,
           (DrawHit){.box = box,
                     .cursor = CURSOR_HAND,
                     .click = click_on(labels, index, is_key),
                     .twice = stage_hides(scene) ? str_format(arena, "hide %d", index + 1) : NULL,
                     .tip = str_copy(arena, text)});
}
