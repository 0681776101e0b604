/* scene/heads/panel_labels.c -- which tokens have words beside the panels, and drawing them. */
#include "scene/heads/panel_labels.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/stages/stage.h"
#include "scene/token_shown.h"
#include "trace/workings/first_picture.h"

static const float SLANT_DEG = 52, SLANT_SIN = 0.788f, SLANT_COS = 0.6157f;
static const float GAP = 8, LABELS_MOST = 84; /* design points */
static const float KEY_LINE_GAP = 1.05f;
/* The least distance of neighbours relative to the size, and where the size is given. */
static const float ROW_LINE = TEXT_ASCENT + TEXT_DESCENT, SLANTED_LINE = 1.38f, PRINT_LINE = 0.95f;
static const float END_AFAR = 0.7f; /* of the size, behind the last letter of a slanted name */
static const float SLANTED_LINE_AFAR = 1.03f;
static const float FOLLOWED = 20; /* design points of a followed token from afar */

enum { NOTHING, WORD, NUMBER };
enum { KEY_TOKENS_MOST = 128, CHOSEN_TOKENS_MOST = 128 };

/* -- which panels ------------------------------------------------------------------------------ */

/* The window shows the layer, whatever a file is to have. */
static const ExportHeads *listed(const Scene *scene) {
  static const ExportHeads none;
  return scene->interactive ? &none : &scene->view->export_look.figure.heads;
}

int heads_panel_count(const Scene *scene) {
  int count = listed(scene)->count;
  return count > 0 ? count : trace_head_count(scene->trace, scene->view->layer);
}

/* A list that is older than the model may name more than there are. */
ExportHead heads_panel_at(const Scene *scene, int index) {
  const ExportHeads *heads = listed(scene);
  ExportHead at = {scene->view->layer, index};
  if (heads->count == 0) return at;
  assert(index >= 0 && index < heads->count);
  if (heads->of[index].layer >= 0)
    at.layer = int_min(heads->of[index].layer, trace_layer_count(scene->trace) - 1);
  at.head = int_min(heads->of[index].head, trace_head_count(scene->trace, at.layer) - 1);
  return at;
}

bool heads_panels_span_layers(const Scene *scene) {
  for (int i = 0; i < heads_panel_count(scene); i++)
    if (heads_panel_at(scene, i).layer != scene->view->layer) return true;
  return false;
}

/* -- sizes ------------------------------------------------------------------------------------- */

static bool is_print(const Scene *scene) { return scene->pen.words_pt > 0; }

static TextStyle label_style(const Scene *scene) {
  return (TextStyle){FACE_REGULAR, HEADS_LABEL_SIZE, scene->pen.theme->ink, ALIGN_END};
}

static float label_size(const Scene *scene) { return pen_points(&scene->pen, HEADS_LABEL_SIZE); }

static Str token_words(const Scene *scene, int token, bool is_key) {
  return token_shown(is_key ? trace_key(scene->trace, token) : trace_token(scene->trace, token));
}

static float widest_of(const Scene *scene, int count, bool is_key) {
  float widest = 0;
  for (int i = 0, step = token_measured_step(count); i < count; i += step)
    widest =
        fmaxf(widest, pen_width(&scene->pen, label_style(scene), token_words(scene, i, is_key)));
  return widest;
}

static float widest_label(const Scene *scene) {
  float widest = widest_of(scene, trace_token_count(scene->trace), false);
  if (trace_is_cross(scene->trace))
    widest = fmaxf(widest, widest_of(scene, trace_key_count(scene->trace), true));
  return fminf(widest, LABELS_MOST * scene->pen.text_scale);
}

static TextStyle col_style(const Scene *scene, float size) {
  TextStyle style = label_style(scene);
  style.size *= size / label_size(scene);
  return style;
}

/* How far slanted names of that size extend beyond a matrix of that width; the wider it is, the
** less. */
static float overhang_of(const Scene *scene, float side, float most, float size, float of_end) {
  int count = trace_key_count(scene->trace);
  float out = 0, pitch = side / (float)count;
  for (int i = 0, step = token_measured_step(count); i < count; i += step) {
    float width = pen_width(&scene->pen, col_style(scene, size), token_words(scene, i, true));
    out = fmaxf(out,
                ((float)i + 0.5f) * pitch + of_end * size + fminf(width, most) * SLANT_COS - side);
  }
  return out;
}

float panel_labels_spare(const PanelLabels *labels) {
  const float drawn = 0.45f; /* the letters below the line, which reach farthest */
  bool is_known = labels->overhang > 0 && !labels->has_places;
  return is_known ? fminf((END_AFAR - drawn) * labels->col_size, labels->overhang) : 0;
}

/* The least of names above, which yield to those of rows where both are to be large. */
static float cols_least(const Scene *scene) {
  return fminf(HEADS_LABEL_SIZE * scene->heads_afar_scale, label_size(scene));
}

static float slanted_line(const Scene *scene, float size) {
  bool is_grown = scene->heads_afar_scale > 0 && size > cols_least(scene);
  float line = is_grown ? SLANTED_LINE_AFAR : SLANTED_LINE;
  return size * (is_print(scene) ? PRINT_LINE : line);
}

static float row_line(const Scene *scene) {
  return label_size(scene) * (is_print(scene) ? PRINT_LINE : ROW_LINE);
}

static bool is_upright(const PanelLabels *labels) { return labels->angle_deg > SLANT_DEG + 1; }

/* The distance across the words above that neighbours have. */
static float col_spacing(const PanelLabels *labels, float pitch) {
  return is_upright(labels) ? pitch : pitch * SLANT_SIN;
}

static float col_size(const Scene *scene, float pitch) {
  const float rounding = 0.999f;
  float size = label_size(scene), fits = pitch * SLANT_SIN / SLANTED_LINE_AFAR * rounding;
  return scene->heads_afar_scale > 0 ? float_clamp(fits, cols_least(scene), size) : size;
}

float panel_labels_growth(const Scene *scene, const PanelLabels *labels, float side_w,
                          float side_h) {
  int rows = trace_token_count(scene->trace), cols = trace_key_count(scene->trace);
  float across = col_spacing(labels, side_w / (float)cols) / slanted_line(scene, labels->col_size);
  bool cols_limit = labels->overhang > 0 && scene->heads_afar_scale <= 0;
  return fminf(side_h / (float)rows / row_line(scene), cols_limit ? across : 1e9f);
}

/* Between cells and names, which from afar grow without it. */
static float words_scale(const Scene *scene) {
  return scene->heads_afar_scale > 0 ? scene->heads_afar_scale : scene->pen.text_scale;
}

/* On a screen the frame of the chosen head is between its cells and their names. */
static float lift_of(const Scene *scene) {
  const float frame = 6;
  return scene->interactive ? frame * words_scale(scene) : 0;
}

/* How far the letters at the upper end of a large slanted name reach beyond the margin above. */
static float ascent_above(const Scene *scene, float size) {
  const float margin = 10, letters = 0.75f;
  return fmaxf(size * letters - margin * scene->heads_afar_scale, 0);
}

/* Of the place behind a word. */
static float place_width(const Scene *scene) {
  int last = int_max(trace_token_count(scene->trace), trace_key_count(scene->trace));
  Str place = str_from(str_format(scene->pen.list->arena, " %d", last));
  return pen_width(&scene->pen, label_style(scene), place);
}

PanelLabels panel_labels_plan(const Scene *scene, bool by_pair, float side_w, float side_h) {
  float scale = words_scale(scene), widest = widest_label(scene);
  int rows = trace_token_count(scene->trace), cols = trace_key_count(scene->trace);
  PanelLabels labels = {.angle_deg = SLANT_DEG};
  float row_pitch = side_h / (float)rows, col_pitch = side_w / (float)cols;
  float size = labels.col_size = col_size(scene, col_pitch), line = slanted_line(scene, size);
  bool is_tight = by_pair && col_spacing(&labels, col_pitch) < line;
  bool have_room_upright = col_pitch >= line;
  if (is_tight && (is_print(scene) || have_room_upright)) labels.angle_deg = 90;
  bool lacks_room = row_pitch < row_line(scene) || (by_pair && col_pitch < line);
  labels.is_numbered =
      is_print(scene) && lacks_room && rows <= KEY_TOKENS_MOST && cols <= KEY_TOKENS_MOST;
  labels.has_places = scene->interactive && lacks_room;
  if (labels.has_places) widest += place_width(scene);
  labels.width = widest + GAP * scale;
  labels.height = GAP * scale;
  if (!by_pair) return labels;
  float above = widest * size / label_size(scene);
  float rise = is_upright(&labels) ? above : above * SLANT_SIN + size * 0.4f;
  rise += lift_of(scene);
  if (scene->heads_afar_scale > 0) rise += ascent_above(scene, size);
  labels.height = rise + GAP * scale;
  if (scene_axis_is_plain(scene)) { /* both axis titles stand in the corner */
    TextStyle title = {FACE_SEMIBOLD, HEADS_LABEL_SIZE, COLOR_NONE, ALIGN_END};
    float least = pen_width(&scene->pen, title, str_from(_("Query"))) + GAP * scale;
    labels.width = fmaxf(labels.width, least);
    labels.height = fmaxf(labels.height, size * 3.2f);
  }
  if (!is_upright(&labels)) {
    bool are_whole = scene->heads_afar_scale > 0 && !labels.has_places;
    labels.overhang = overhang_of(scene, side_w, above, size, are_whole ? END_AFAR : 1);
  }
  return labels;
}

/* -- which tokens ------------------------------------------------------------------------------ */

typedef struct Rank {
  int token;
  long weight;
} Rank;

static int heavier_first(const void *a, const void *b) {
  const Rank *left = a, *right = b;
  if (left->weight != right->weight) return left->weight < right->weight ? 1 : -1;
  return left->token - right->token;
}

int heads_heaviest_key(MatView values, int row) {
  int best = -1;
  for (int col = 0; col < values.cols; col++) {
    float value = mat_get(values, row, col);
    if (isfinite(value) && (best < 0 || value > mat_get(values, row, best))) best = col;
  }
  return best;
}

/* The row that a reader of a panel looks at: the focused one, else the most telling one. */
static int row_in_view(const Scene *scene, ExportHead at) {
  int query, key;
  FirstPicture telling;
  view_focus(scene->view, &query, &key);
  if (query >= 0) return query;
  return first_picture_find_in_head(scene->trace, at.layer, at.head, &telling) ? telling.query : -1;
}

/* A key has a point for each row of all panels in which it is the heaviest; the row in view is
** worth more than all others. That row itself counts like its key. */
static void rank_tokens(const Scene *scene, TracePart part, Rank *of_rows, Rank *of_cols) {
  bool is_cross = trace_is_cross(scene->trace);
  long much = heads_panel_count(scene) * (long)trace_token_count(scene->trace) + 1;
  for (int panel = 0; panel < heads_panel_count(scene); panel++) {
    ExportHead at = heads_panel_at(scene, panel);
    MatView values = trace_matrix(scene->trace, part, at.layer, at.head);
    int in_view = row_in_view(scene, at);
    for (int row = 0; row < values.rows; row++) {
      int best = heads_heaviest_key(values, row);
      long points = row == in_view ? much : 1;
      if (best < 0) continue;
      of_cols[best].weight += points;
      if (!is_cross) of_rows[best].weight += points;
      if (row == in_view) of_rows[row].weight += points;
    }
  }
}

/* The last token within reach that has a label; −1: none has. */
static int last_taken_near(const unsigned char *kinds, int count, int token, int reach) {
  for (int i = int_min(token + reach, count - 1); i >= int_max(token - reach, 0); i--)
    if (kinds[i] != NOTHING) return i;
  return -1;
}

/* Goes on behind each label, so that the time does not grow with the reach. */
static void take_what_is_left(unsigned char *kinds, int count, int reach, unsigned char kind) {
  for (int token = 0; token < count;) {
    int taken = last_taken_near(kinds, count, token, reach);
    if (taken < 0) kinds[taken = token] = kind;
    token = taken + reach + 1;
  }
}

/* The tokens along one side of a panel: how far apart they are, the room that a label needs, and
** the one in focus (-1: none). The ranks are in the order of tokens. */
typedef struct LabelSide {
  Rank *ranks;
  int count, focus;
  float spacing, line;
  float followed; /* the size of the one in focus, if it is larger than the others; else 0 */
} LabelSide;

/* Takes away what a larger label in focus would lie over. */
static void clear_beside(unsigned char *kinds, const LabelSide *side) {
  float from = (side->followed * ROW_LINE + side->line) / 2;
  for (int i = 0; side->focus >= 0 && side->followed > 0 && i < side->count; i++)
    if (i != side->focus && (float)abs(i - side->focus) * side->spacing < from) kinds[i] = NOTHING;
}

/* Sorts the ranks. Those without a label have their number, or their word if there are none. */
static const unsigned char *choose(const Scene *scene, const LabelSide *side, bool is_numbered) {
  Rank *ranks = side->ranks;
  int count = side->count, focus = side->focus;
  unsigned char *kinds = arena_take(scene->pen.list->arena, (size_t)count, 1);
  int reach = (int)ceilf(side->line / fmaxf(side->spacing, 0.001f) - 0.001f) - 1;
  if (!kinds || !ranks) {
    scene->pen.list->failed = true;
    return NULL;
  }
  memset(kinds, NOTHING, (size_t)count);
  if (reach <= 0) memset(kinds, WORD, (size_t)count);
  if (reach <= 0) return kinds;
  if (focus >= 0 && focus < count) kinds[focus] = WORD;
  qsort(ranks, (size_t)count, sizeof *ranks, heavier_first);
  for (int i = 0; i < count && ranks[i].weight > 0; i++)
    if (last_taken_near(kinds, count, ranks[i].token, reach) < 0) kinds[ranks[i].token] = WORD;
  take_what_is_left(kinds, count, reach, is_numbered ? NUMBER : WORD);
  clear_beside(kinds, side);
  return kinds;
}

static Rank *ranks_of(const Scene *scene, int count) {
  Rank *ranks = arena_take(scene->pen.list->arena, (size_t)count, sizeof *ranks);
  for (int i = 0; ranks && i < count; i++) ranks[i] = (Rank){.token = i};
  return ranks;
}

/* From afar a followed token is large where names are thinned out; 0: as large as the others. */
static float followed_size(const Scene *scene, const PanelLabels *labels, float size) {
  float afar = FOLLOWED * scene->heads_afar_scale;
  return labels->has_places && afar > size ? afar : 0;
}

/* Of very long sentences no numbers are read: their panels show means of cells. */
void panel_labels_choose(const Scene *scene, TracePart part, PanelLabels *labels, Box cells) {
  int rows = trace_token_count(scene->trace), cols = trace_key_count(scene->trace);
  int query, key;
  bool by_pair = trace_part_info(part)->by_pair;
  bool is_read = by_pair && rows <= CHOSEN_TOKENS_MOST && cols <= CHOSEN_TOKENS_MOST;
  view_focus(scene->view, &query, &key);
  Rank *of_cols = ranks_of(scene, cols), *of_rows = ranks_of(scene, rows);
  if (is_read && of_cols && of_rows) rank_tokens(scene, part, of_rows, of_cols);
  LabelSide left = {of_rows,         rows,
                    query,           cells.h / (float)rows,
                    row_line(scene), followed_size(scene, labels, label_size(scene))};
  labels->rows = choose(scene, &left, labels->is_numbered);
  if (!by_pair) return;
  LabelSide above = {of_cols,
                     cols,
                     key,
                     col_spacing(labels, cells.w / (float)cols),
                     slanted_line(scene, labels->col_size),
                     followed_size(scene, labels, labels->col_size)};
  labels->cols = choose(scene, &above, labels->is_numbered);
}

/* -- drawing ----------------------------------------------------------------------------------- */

static Str label_words(const Scene *scene, const PanelLabels *labels, unsigned char kind, int token,
                       bool is_key) {
  Str words = token_words(scene, token, is_key);
  if (kind == WORD && labels->has_places)
    return str_from(
        str_format(scene->pen.list->arena, "%.*s %d", (int)words.bytes, words.at, token + 1));
  if (kind == WORD) return words;
  return str_from(str_format(scene->pen.list->arena, "%d", token + 1));
}

static TextStyle style_of(const Scene *scene, unsigned char kind) {
  TextStyle style = label_style(scene);
  if (kind == NUMBER) style.color = scene->pen.theme->muted;
  return style;
}

/* A followed token has the colour of its role, and of the size only what the room leaves it. */
static TextStyle followed_style(const Scene *scene, float size, float room, Str words) {
  TextStyle style = col_style(scene, size);
  style.face = FACE_BOLD;
  style.size *= fminf(room / fmaxf(pen_width(&scene->pen, style, words), 1), 1);
  return style;
}

void panel_labels_draw_rows(const Scene *scene, const PanelLabels *labels, Box cells) {
  const Pen *pen = &scene->pen;
  int count = trace_token_count(scene->trace);
  float pitch = cells.h / (float)count, line = label_size(scene);
  float large = fmaxf(followed_size(scene, labels, line), line);
  int query, key;
  view_focus(scene->view, &query, &key);
  for (int i = 0; labels->rows && i < count; i++) {
    if (labels->rows[i] == NOTHING) continue;
    Box box = {cells.x - labels->width, cells.y + pitch * ((float)i + 0.5f) - line / 2,
               labels->width - GAP * words_scale(scene), line};
    TextStyle style = style_of(scene, labels->rows[i]);
    Str words = label_words(scene, labels, labels->rows[i], i, false);
    if (i == query && scene->heads_afar_scale > 0) {
      style = followed_style(scene, large, box.w, words);
      style.color = pen->theme->query;
    }
    pen_text_in(pen, style, box, words);
  }
}

void panel_labels_draw_cols(const Scene *scene, const PanelLabels *labels, Box cells) {
  const Pen *pen = &scene->pen;
  int count = trace_key_count(scene->trace), query, key;
  float pitch = cells.w / (float)count, size = labels->col_size;
  float large = fmaxf(followed_size(scene, labels, size), size);
  float height = labels->height - lift_of(scene), gap = GAP * words_scale(scene);
  float length = is_upright(labels) ? height - gap : height / SLANT_SIN - gap;
  float aside = is_upright(labels) ? size * TEXT_CAP_HEIGHT / 2 : size * 0.25f;
  view_focus(scene->view, &query, &key);
  for (int i = 0; labels->cols && i < count; i++) {
    if (labels->cols[i] == NOTHING) continue;
    TextStyle style = style_of(scene, labels->cols[i]);
    Str words = label_words(scene, labels, labels->cols[i], i, true);
    style.size *= size / label_size(scene);
    Point foot = {cells.x + pitch * ((float)i + 0.5f) + aside,
                  cells.y - size * 0.5f - lift_of(scene)};
    if (i == key && scene->heads_afar_scale > 0) {
      float right = (cells.x + cells.w + labels->overhang - foot.x) / SLANT_COS;
      TextStyle followed = followed_style(scene, large, fminf(length, right), words);
      bool fits = followed.size >= style.size;
      style = fits ? followed : followed_style(scene, size, length, words);
      style.color = pen->theme->key;
    }
    style.align = ALIGN_START;
    SlantedLine line = {foot, labels->angle_deg, length + 0.5f};
    pen_text_rotated(pen, style, line, words);
  }
}

/* -- the key ----------------------------------------------------------------------------------- */

/* "1 The · 2 animal": the number and its word are joined by a space that does not break. */
static void add_tokens(const Scene *scene, StrBuf *words, int count, bool is_key) {
  for (int i = 0; i < count; i++) {
    Str text = token_words(scene, i, is_key);
    strbuf_format(words, "%s%d\xC2\xA0%.*s", i ? " · " : "", i + 1, (int)text.bytes, text.at);
  }
}

static Str key_words(const Scene *scene) {
  const Trace *trace = scene->trace;
  StrBuf words = strbuf_make(scene->pen.list->arena);
  bool is_cross = trace_is_cross(trace);
  if (is_cross) strbuf_format(&words, "%s: ", _("Query"));
  add_tokens(scene, &words, trace_token_count(trace), false);
  if (is_cross) strbuf_format(&words, "\n%s: ", _("Key"));
  if (is_cross) add_tokens(scene, &words, trace_key_count(trace), true);
  return strbuf_str(&words);
}

static TextStyle key_style(const Scene *scene) {
  return (TextStyle){FACE_REGULAR, HEADS_LABEL_SIZE, scene->pen.theme->muted, ALIGN_START};
}

float panel_key_height(const Scene *scene, const PanelLabels *labels, float width) {
  if (!labels->is_numbered) return 0;
  return pen_wrapped_height(&scene->pen, key_style(scene), width, KEY_LINE_GAP, key_words(scene)) +
         GAP * scene->pen.text_scale;
}

void panel_key_draw(const Scene *scene, const PanelLabels *labels, Box box) {
  if (!labels->is_numbered) return;
  draw_group_begin(scene->pen.list, "key", NULL);
  pen_text_wrapped(&scene->pen, key_style(scene), box, KEY_LINE_GAP, key_words(scene));
  draw_group_end(scene->pen.list);
}
