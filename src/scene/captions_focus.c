/* scene/captions_focus.c -- the selected cell as one line of text, for the
** clipboard and screen readers; in short for an audience; and the layer and head on show. */
#include "base/i18n.h"
#include "scene/heads/role_lines.h"
#include "scene/layer_words.h"
#include "scene/stages/compare.h"
#include "scene/view_kinds.h"
#include "scene/views/view_room.h"

/* Of a stage that a lesson covers. */
static const char *covered_line(const Scene *scene, int row, int col) {
  Str name = scene_named(scene, row);
  bool is_pair = stage_info(scene->view->stage)->by_pair && col >= 0;
  Str other = is_pair ? scene_key_named(scene, col) : (Str){"", 0};
  if (other.bytes == 0)
    return str_format(scene->pen.list->arena,
                      _("token %.*s: covered until the question is answered"), (int)name.bytes,
                      name.at);
  return str_format(scene->pen.list->arena,
                    _("query %.*s, key %.*s: covered until the question is answered"),
                    (int)name.bytes, name.at, (int)other.bytes, other.at);
}

/* A cell that the steps have not reached: its number is not told. col −1: the row is not full. */
static const char *question_line(const Scene *scene, int row, int col) {
  Str name = scene_named(scene, row);
  if (scene_is_covered(scene)) return covered_line(scene, row, col);
  if (col < 0)
    return str_format(scene->pen.list->arena, _("token %.*s: not all of its row is reached yet"),
                      (int)name.bytes, name.at);
  Str other = stage_info(scene->view->stage)->by_pair ? scene_key_named(scene, col) : (Str){"", 0};
  if (other.bytes > 0)
    return str_format(scene->pen.list->arena, _("query %.*s, key %.*s: not reached yet"),
                      (int)name.bytes, name.at, (int)other.bytes, other.at);
  if (stage_info(scene->view->stage)->by_word)
    return str_format(scene->pen.list->arena, _("token %.*s, word %d: not reached yet"),
                      (int)name.bytes, name.at, col + 1);
  return str_format(scene->pen.list->arena, _("token %.*s, column %d: not reached yet"),
                    (int)name.bytes, name.at, col + 1);
}

static Str with_comparison(const Scene *scene, const char *line, int row, int col) {
  const char *compared = compare_cell_words(scene, row, col);
  StrBuf words = strbuf_make(scene->pen.list->arena);
  if (!compared[0]) return str_from(line);
  i18n_add_phrase(&words, "%s", line);
  i18n_add_phrase(&words, "%s", compared);
  return strbuf_str(&words);
}

/* What a row of vectors came to. */
static Str row_line(const Scene *scene, int row, int col) {
  const StageView *stage = stage_views[scene->view->stage];
  bool is_told = scene->view->kind == VIEW_STAGE && col < 0 && stage->row_line &&
                 !stage_missing(scene, scene->view->stage) && scene_has_reached(scene, row, -1);
  return is_told ? stage->row_line(scene, row) : (Str){"", 0};
}

/* Numbers that the steps have not reached are not told. */
Str captions_focus_line(const Scene *scene) {
  int query, key, rows, cols;
  view_focus(scene->view, &query, &key);
  if (trace_token_count(scene->trace) == 0) return (Str){"", 0};
  const ViewRoom *room = view_room(scene->view->kind);
  if (room && room->focus_line) return str_from(room->focus_line(scene));
  if (view_kind_info(scene->view->kind)->is_apart) return (Str){"", 0};
  bool is_overview = scene->view->kind == VIEW_OVERVIEW;
  StageId stage = is_overview ? stage_of_part(TRACE_WEIGHTS) : scene->view->stage;
  trace_stage_shape(scene->trace, stage, &rows, &cols);
  if (query < 0 || query >= rows) return (Str){"", 0};
  bool by_pair = stage_info(stage)->by_pair, by_word = stage_info(stage)->by_word;
  if (key >= cols || key < 0) key = -1;
  bool is_row = key < 0 && (by_pair || by_word);
  if (is_row && !scene_has_reached(scene, query, by_pair ? -1 : 0))
    return str_from(question_line(scene, query, -1));
  if (key >= 0 && !scene_has_reached(scene, query, key))
    return str_from(question_line(scene, query, key));
  bool has_line = (is_row && cols > 0) || key >= 0;
  if (has_line && stage_views[stage]->focus_line)
    return with_comparison(scene, stage_views[stage]->focus_line(scene, query, key), query, key);
  Str row = row_line(scene, query, key);
  if (row.bytes > 0) return row;
  Str name = scene_named(scene, query);
  return str_from(str_format(scene->pen.list->arena, _("token %.*s, %d of %d"), (int)name.bytes,
                             name.at, query + 1, trace_token_count(scene->trace)));
}

/* -- in short ---------------------------------------------------------------------------------- */

/* As the part is called in the picture. */
static const char *short_name(const Scene *scene, TracePart part) {
  switch (part) {
  case TRACE_X:
    return "X";
  case TRACE_Q:
    return "Q";
  case TRACE_K:
    return "K";
  case TRACE_V:
    return "V";
  case TRACE_E:
    return "E";
  case TRACE_Q_ROTATED:
    return _("turned q");
  case TRACE_K_ROTATED:
    return _("turned k");
  case TRACE_FEATURES_Q:
    return "φ(q)";
  case TRACE_FEATURES_K:
    return "φ(k)";
  case TRACE_BLOCK:
    return captions_stream(scene, 'X', scene->view->layer + 1);
  default:
    return stage_part_title(part);
  }
}

/* Of the results of Q·K·V, or of rotated Q and K, that one whose number is worked out. */
static TracePart chosen_part(const Scene *scene) {
  int term;
  const StageInfo *stage = stage_info(scene->view->stage);
  if (stage->by_key) return stage->parts[0];
  if (!stage->has_projections) return stage_result(scene->view->stage);
  int chosen = (int)view_projection(scene->view, &term);
  return stage->parts[chosen < stage->part_count ? chosen : 0];
}

static Str shortened(const Scene *scene, Str label) {
  TextStyle style = {FACE_BOLD, 14, COLOR_NONE, ALIGN_START};
  return pen_fit(&scene->pen, style, 110 * scene->pen.text_scale, label);
}

typedef struct Chosen {
  TracePart part;
  int row, col;    /* of the cursor */
  bool is_upright; /* rows of the part are the columns of the cursor */
} Chosen;

/* In the overview nothing is asked about; a word of the prediction is named in its picture. */
static bool find_chosen(const Scene *scene, Chosen *chosen) {
  const View *view = scene->view;
  *chosen = (Chosen){.row = -1, .col = -1};
  bool is_there = view->kind == VIEW_STAGE && trace_token_count(scene->trace) > 0 &&
                  stage_has_cells(view->stage) && !stage_missing(scene, view->stage);
  if (!is_there) return false;
  stage_focus(scene, &chosen->row, &chosen->col);
  chosen->part = chosen_part(scene);
  MatView values = stage_matrix(scene, chosen->part);
  chosen->is_upright = stage_info(view->stage)->by_key;
  int row = chosen->is_upright ? chosen->col : chosen->row;
  int col = chosen->is_upright ? chosen->row : chosen->col;
  return row >= 0 && col >= 0 && row < values.rows && col < values.cols;
}

/* "Output(it, 2) = " and what it is; of steps on the way to it, "X₃(it, 2): ". */
static Str named(const Scene *scene, const Chosen *chosen, Str is, bool is_path) {
  Str asks = shortened(scene, scene_named(scene, chosen->row));
  Str of = trace_part_info(chosen->part)->by_pair || chosen->is_upright
               ? shortened(scene, scene_key_named(scene, chosen->col))
               : str_from(str_format(scene->pen.list->arena, "%d", chosen->col + 1));
  const char *format =
      is_path ? C_("a number of a matrix, its row and its column", "%s(%.*s, %.*s): %.*s")
              : C_("a number of a matrix, its row and its column", "%s(%.*s, %.*s) = %.*s");
  return str_from(str_format(scene->pen.list->arena, format, short_name(scene, chosen->part),
                             (int)asks.bytes, asks.at, (int)of.bytes, of.at, (int)is.bytes, is.at));
}

Str captions_chosen(const Scene *scene) {
  Chosen chosen;
  const StageView *stage = stage_views[scene->view->stage];
  bool is_there = find_chosen(scene, &chosen);
  if (stage->told && chosen.row >= 0 && scene_has_reached(scene, chosen.row, chosen.col))
    return stage->told(scene, chosen.row, chosen.col);
  if (!is_there) return (Str){"", 0};
  int row = chosen.is_upright ? chosen.col : chosen.row;
  int col = chosen.is_upright ? chosen.row : chosen.col;
  float value = mat_get(stage_matrix(scene, chosen.part), row, col);
  Number number = trace_part_info(chosen.part)->scale == SCALE_SHARES
                      ? number_share(value, scene_hides(scene, chosen.row, chosen.col))
                      : stage_number_afar(scene, chosen.part, row, col);
  if (!scene_has_reached(scene, chosen.row, chosen.col)) number = (Number){"?"};
  return named(scene, &chosen, number_str(&number), false);
}

StageSum captions_sum(const Scene *scene, int terms) {
  Chosen chosen;
  const StageView *stage = stage_views[scene->view->stage];
  if (!stage->sum || trace_is_recorded(scene->trace) || !find_chosen(scene, &chosen) ||
      !scene_has_reached(scene, chosen.row, chosen.col))
    return (StageSum){0};
  StageSum sum = stage->sum(scene, chosen.row, chosen.col, terms);
  if (sum.words.bytes == 0) return (StageSum){0};
  Str whole = named(scene, &chosen, sum.words, sum.is_path);
  size_t behind_lit = sum.lit.bytes > 0 ? sum.words.bytes - (size_t)(sum.lit.at - sum.words.at) : 0;
  if (behind_lit > whole.bytes || !str_ends(whole, sum.words.at)) behind_lit = 0;
  sum.lit.at = whole.at + whole.bytes - behind_lit;
  if (behind_lit == 0) sum.lit.bytes = 0;
  sum.words = whole;
  return sum;
}

bool captions_chosen_is_in_picture(const Scene *scene) {
  Chosen chosen;
  const StageView *stage = stage_views[scene->view->stage];
  return stage->tells_chosen && find_chosen(scene, &chosen) && stage->tells_chosen(scene);
}

Str captions_chosen_sum(const Scene *scene, int terms) { return captions_sum(scene, terms).words; }

Str captions_head_line(const Scene *scene, bool has_role) {
  const View *view = scene->view;
  const StageInfo *info = stage_info(view->stage);
  StrBuf words = strbuf_make(scene->pen.list->arena);
  if (view->kind != VIEW_STAGE || !info->per_layer || trace_token_count(scene->trace) == 0)
    return (Str){"", 0};
  if (!info->per_head)
    i18n_add_phrase(&words, "%s", layer_words(words.arena, scene->trace, view->layer));
  else
    i18n_add_phrase(&words, "%s",
                    layer_head_words(words.arena, scene->trace, view->layer, view->head));
  Str role = role_words(scene, view->layer, view->head);
  if (info->per_head && has_role && role.bytes > 0)
    i18n_add_phrase(&words, "%.*s", (int)role.bytes, role.at);
  return strbuf_str(&words);
}
