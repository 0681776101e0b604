/* export/page_cells.c -- sentences of cells, and their patterns. */
#include "export/page_cells.h"

#include <ctype.h>
#include <string.h>

#include "export/page_layers.h"
#include "scene/stages/stage_view.h"
#include "scene/theme.h"

static const float PANEL_WIDTH = 400; /* sentences do not depend on it */

/* ---- which cells ---- */

/* A stage of tokens or of words by rank has no cells to point at: it has words for each token. */
static bool is_of_tokens(const StageInfo *stage) {
  return stage->part_count == 0 || stage->by_word;
}

/* Of words by rank, and of keys that were mixed, the page has no cells to point at. */
static bool has_sentences(const StageInfo *stage) {
  bool is_one = stage->result_count == 1 || stage->has_projections;
  return stage->result_count > 0 && is_one && !stage->by_word;
}

/* In a cross-attention the panel tells of the queries' sentence alone: keys and values have rows of
** another. */
static bool is_told(const Trace *trace, TracePart part) {
  return !trace_is_cross(trace) || trace_part_info(part)->rows == SIZE_TOKENS;
}

static TracePart result_of(const StageInfo *stage, int number) {
  return stage->parts[stage->part_count - stage->result_count + number];
}

long page_cells_count(const Trace *trace, StageId stage, int layer) {
  const StageInfo *info = stage_info(stage);
  long count = 0;
  for (int i = 0, rows, cols; has_sentences(info) && i < info->result_count; i++)
    if (is_told(trace, result_of(info, i)) &&
        page_has_matrix(trace, result_of(info, i), layer, &rows, &cols))
      count += (long)rows * cols;
  return count;
}

/* ---- patterns ---- */

/* What stands in a sentence for itself. */
typedef struct Names {
  Str row, col;
} Names;

static bool is_word_sign(char c) { return isalnum((unsigned char)c) != 0; }

/* Whether the name stands at that place as a word. */
static bool is_name_at(Str text, size_t at, Str name) {
  size_t end = at + name.bytes;
  if (name.bytes == 0 || end > text.bytes || memcmp(text.at + at, name.at, name.bytes) != 0)
    return false;
  bool cut_before = at > 0 && is_word_sign(text.at[at - 1]) && is_word_sign(name.at[0]);
  bool cut_behind =
      end < text.bytes && is_word_sign(text.at[end]) && is_word_sign(name.at[name.bytes - 1]);
  return !cut_before && !cut_behind;
}

static bool is_digit_at(Str text, size_t at) {
  return at < text.bytes && text.at[at] >= '0' && text.at[at] <= '9';
}

/* The bytes of the number that begins there, 0: none does. A full stop ends a sentence. */
static size_t number_at(Str text, size_t at) {
  size_t end = at;
  while (is_digit_at(text, end) || (end > at && text.at[end] == '.' && is_digit_at(text, end + 1)))
    end++;
  return end - at;
}

/* Appends what stands at that place to the pattern; returns the bytes read. */
static size_t add_piece(StrBuf *pattern, StrBuf *numbers, Str text, size_t at, const Names *names) {
  size_t digits = number_at(text, at);
  if (is_name_at(text, at, names->row)) return strbuf_add(pattern, STR("%q")), names->row.bytes;
  if (is_name_at(text, at, names->col)) return strbuf_add(pattern, STR("%k")), names->col.bytes;
  if (digits > 0) {
    strbuf_add(pattern, STR("%d"));
    strbuf_add_char(numbers, ' ');
    strbuf_add(numbers, (Str){text.at + at, digits});
    return digits;
  }
  if (text.at[at] == '%') strbuf_add_char(pattern, '%');
  strbuf_add_char(pattern, text.at[at]);
  return 1;
}

/* "pattern number number …"; nothing for an empty sentence. */
static void add_sentence(PageTables *tables, Arena *arena, Str text, const Names *names,
                         StrBuf *out) {
  StrBuf pattern = strbuf_make(arena), numbers = strbuf_make(arena);
  if (text.bytes == 0) return;
  for (size_t at = 0; at < text.bytes;) at += add_piece(&pattern, &numbers, text, at, names);
  strbuf_format(out, "%d", page_store_add(&tables->sentences, strbuf_str(&pattern)));
  strbuf_add(out, strbuf_str(&numbers));
  out->failed |= pattern.failed || numbers.failed;
}

/* ---- cells ---- */

static void add_cell(const PageCells *cells, const View *view, Arena *arena, StrBuf *out) {
  DrawList list = draw_list_make(arena, PANEL_WIDTH, PANEL_WIDTH);
  Pen pen = {&list, cells->metrics, theme_get(THEME_LIGHT), 1, 0, FACE_REGULAR, 0};
  Scene scene = scene_make(cells->trace, view, pen, false);
  Panel panel = panel_begin(&scene, PANEL_WIDTH);
  CellWords words = cell_words_of(&panel);
  bool by_pair = stage_info(view->stage)->by_pair;
  Names names = {{"", 0}, {"", 0}};
  if (panel.query >= 0) names.row = panel_label(&panel, panel.query);
  if (by_pair && panel.key >= 0) names.col = panel_key_label(&panel, panel.key);
  add_sentence(cells->tables, arena, words.what, &names, out);
  strbuf_add_char(out, ';');
  add_sentence(cells->tables, arena, words.why, &names, out);
  out->failed |= list.failed;
}

static View view_of(const PageCells *cells, int result) {
  View view = *cells->view;
  view.projection = (ProjectionId)result;
  view.term = -1;
  view.locked = true;
  return view;
}

/* At the tokens a row is chosen, and of the words of an answer the likeliest. */
static void add_row(const PageCells *cells, View *view, int cols, Arena *arena, StrBuf *out) {
  bool is_token = stage_info(view->stage)->part_count == 0;
  trace_frame_begin(cells->trace);
  for (int col = 0; col < cols; col++) {
    view->key = is_token ? -1 : col;
    if (view->query + col > 0) strbuf_add_char(out, '|');
    add_cell(cells, view, arena, out);
    arena_reset(arena);
  }
}

/* The number of the text of a matrix. */
static int add_matrix(const PageCells *cells, int result, int rows, int cols) {
  Arena *arena = arena_make(0), *kept = arena_make(0);
  View view = view_of(cells, result);
  int number = 0;
  bool done = arena && kept;
  if (done) {
    StrBuf text = strbuf_make(kept);
    for (view.query = 0; view.query < rows; view.query++) add_row(cells, &view, cols, arena, &text);
    number = page_store_add(&cells->tables->cells, strbuf_str(&text));
    done = !text.failed;
  }
  cells->tables->cells.failed |= !done;
  arena_free(arena);
  arena_free(kept);
  return number;
}

void page_cells_write(const PageCells *cells, StrBuf *out) {
  const StageInfo *info = stage_info(cells->view->stage);
  const char *between = "";
  strbuf_add_char(out, '{');
  if (is_of_tokens(info)) {
    int tokens = trace_token_count(cells->trace);
    strbuf_format(out, "\"\":%d", add_matrix(cells, 0, tokens, 1));
  }
  for (int i = 0, rows, cols; has_sentences(info) && i < info->result_count; i++) {
    TracePart part = result_of(info, i);
    if (!is_told(cells->trace, part) ||
        !page_has_matrix(cells->trace, part, cells->view->layer, &rows, &cols))
      continue;
    strbuf_format(out, "%s\"%s\":%d", between, trace_part_info(part)->name,
                  add_matrix(cells, i, rows, cols));
    between = ",";
  }
  strbuf_add_char(out, '}');
}
