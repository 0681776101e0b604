/* scene/heads/role_lines.c -- see role_lines.h. */
#include "scene/heads/role_lines.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/heads/key_groups.h"
#include "scene/layer_words.h"

/* -- words ------------------------------------------------------------------------------------- */

Str role_words(const Scene *scene, int layer, int head) {
  Arena *arena = scene->pen.list->arena;
  Str role = i18n_translated(arena, trace_head_role(scene->trace, layer, head));
  if (role.bytes == 0 || !role_lacking_words(scene, layer, head)) return role;
  return str_from(str_format(arena, "(%.*s)", (int)role.bytes, role.at));
}

const char *role_lacking_words(const Scene *scene, int layer, int head) {
  switch (trace_head_role_lacks(scene->trace, layer, head)) {
  case ROLE_NEEDS_PRONOUN:
    return trace_token_count(scene->trace) > 0 && trace_is_pronoun(scene->trace, 0)
               ? _("no word before the pronoun")
               : _("no pronoun in this sentence");
  case ROLE_NEEDS_REPEAT:
    return _("no word stands twice here");
  default:
    return NULL;
  }
}

Color role_color(const Scene *scene, int layer, int head) {
  const Theme *theme = scene->pen.theme;
  bool lacks = trace_head_role_lacks(scene->trace, layer, head) != ROLE_NEEDS_NOTHING;
  return lacks ? theme->muted : theme->ink;
}

/* How many rows give one key more than 0.99; 0 if these are less than half of all. */
static int saturated_rows(MatView weights) {
  const float nearly_all = 0.99f;
  int saturated = 0;
  if (weights.cols < 2) return 0; /* a single key has all of every row */
  for (int row = 0; row < weights.rows; row++) {
    const float *shares = mat_row(weights, row);
    bool has_one = false;
    for (int col = 0; col < weights.cols && !has_one; col++) has_one = shares[col] > nearly_all;
    saturated += has_one;
  }
  return 2 * saturated < weights.rows ? 0 : saturated;
}

const char *role_saturated_words(const Scene *scene, MatView weights) {
  int saturated = saturated_rows(weights);
  if (saturated == 0) return NULL;
  return str_format(
      scene->pen.list->arena,
      P_("saturated: %d of %d row above .99", "saturated: %d of %d rows above .99", weights.rows),
      saturated, weights.rows);
}

/* "0.73 on 60 texts", or NULL for a role that was not measured. */
static const char *score_words(const Scene *scene, int layer, int head) {
  float score = trace_head_role_score(scene->trace, layer, head);
  int texts = trace_role_text_count(scene->trace);
  if (score < 0 || texts == 0) return NULL;
  return str_format(scene->pen.list->arena, P_("%.2f on %d text", "%.2f on %d texts", texts),
                    (double)score, texts);
}

/* The largest scores, "previous token 0.73 · positional 0.61 · diffuse 0.24". */
static void add_scores(const Scene *scene, int layer, int head, StrBuf *tip) {
  enum { TOLD = 3 };
  const TraceRoleScore *scores;
  int count = trace_head_scores(scene->trace, layer, head, &scores);
  float below = INFINITY;
  StrBuf words = strbuf_make(scene->pen.list->arena);
  for (int told = 0; told < TOLD; told++) {
    const TraceRoleScore *next = NULL;
    for (int i = 0; i < count; i++)
      if (scores[i].score >= 0 && scores[i].score < below &&
          (!next || scores[i].score > next->score))
        next = &scores[i];
    if (!next) break;
    below = next->score;
    i18n_add_phrase(&words, C_("a role and its score", "%s %.2f"), _(next->name),
                    (double)next->score);
  }
  if (words.at[0]) strbuf_format(tip, "\n%s", words.at);
}

const char *role_tip(const Scene *scene, int layer, int head, MatView weights) {
  const Trace *trace = scene->trace;
  Arena *arena = scene->pen.list->arena;
  Str role = i18n_translated(arena, trace_head_role(trace, layer, head)), note = {"", 0};
  const char *lacking = role_lacking_words(scene, layer, head);
  const char *saturated = role_saturated_words(scene, weights);
  /* The scores of a model by rules are not measured for a tip. */
  if (trace_has_words(trace)) note = trace_head_role_note(arena, trace, layer, head);
  if (role.bytes == 0) role = key_groups_words(scene, layer, head);
  StrBuf tip = strbuf_make(arena);
  i18n_add_phrase(&tip, "%s", layer_head_words(arena, trace, layer, head));
  i18n_add_phrase(&tip, "%.*s", (int)role.bytes, role.at);
  if (lacking) strbuf_format(&tip, "\n%s", lacking);
  if (saturated) strbuf_format(&tip, "\n%s", saturated);
  if (note.bytes > 0) add_scores(scene, layer, head, &tip);
  if (note.bytes > 0) strbuf_format(&tip, "\n%.*s", (int)note.bytes, note.at);
  return tip.at;
}

/* -- lines ------------------------------------------------------------------------------------- */

static const float LINE = 13, SMALL = 9.5f, BADGE = 12, BADGE_PAD = 5;

/* "11 of 11 rows > .99", or "> .99" where that is too wide; false if neither fits. */
static bool draw_badge(const Scene *scene, Box place, MatView weights) {
  const Pen *pen = &scene->pen;
  const Theme *theme = pen->theme;
  int saturated = saturated_rows(weights);
  float scale = pen->text_scale, pad = BADGE_PAD * scale;
  if (saturated == 0) return false;
  Str words = str_from(str_format(pen->list->arena,
                                  P_("%d of %d row > .99", "%d of %d rows > .99", weights.rows),
                                  saturated, weights.rows));
  TextStyle style = {FACE_SEMIBOLD, SMALL, theme->weights, ALIGN_START};
  float width = pen_width(pen, style, words);
  if (width + 2 * pad > place.w) {
    words = STR("> .99");
    width = pen_width(pen, style, words);
  }
  if (width + 2 * pad > place.w) return false;
  Box box = {place.x, place.y, width + 2 * pad, BADGE * scale};
  draw_box(pen->list,
           (DrawBox){.box = box, .corner = box.h / 2, .stroke = theme->weights, .stroke_width = 1});
  pen_text_in(pen, style, (Box){box.x + pad, box.y, width + 1, box.h}, words);
  return true;
}

/* What stands below the role if there is no badge; NULL: nothing. */
static const char *second_words(const Scene *scene, const Thumbnail *thumbnail) {
  const char *words = role_lacking_words(scene, thumbnail->layer, thumbnail->head);
  return words ? words : score_words(scene, thumbnail->layer, thumbnail->head);
}

/* One word for a measured role, for a narrow place; "" for a role by construction. */
static const char *short_role(const Trace *trace, int layer, int head) {
  static const struct {
    const char *role, *words;
  } shorter[] = {{"previous token", N_("previous")}, {"same word", N_("same")},
                 {"first token", N_("first")},       {"pronoun → noun", N_("pronoun")},
                 {"induction", N_("induction")},     {"positional", N_("position")},
                 {"diffuse", N_("diffuse")},         {"separator", N_("separator")}};
  Str role = trace_head_role(trace, layer, head);
  for (size_t i = 0; i < sizeof shorter / sizeof *shorter; i++)
    if (str_equal(role, str_from(shorter[i].role))) return _(shorter[i].words);
  return "";
}

/* "H1 0.73", and below it "previous". */
static void draw_short(const Scene *scene, Box line, Box second, const Thumbnail *thumbnail) {
  const Pen *pen = &scene->pen;
  float score = trace_head_role_score(scene->trace, thumbnail->layer, thumbnail->head);
  TextStyle small = {FACE_REGULAR, SMALL, pen->theme->muted, ALIGN_START};
  const char *role = short_role(scene->trace, thumbnail->layer, thumbnail->head);
  if (!role[0]) return;
  Str words = str_from(score >= 0 ? str_format(pen->list->arena, "%.2f", (double)score) : "");
  if (pen_width(pen, small, words) <= line.w) pen_text_in(pen, small, line, words);
  small.color = role_color(scene, thumbnail->layer, thumbnail->head);
  pen_text_in(pen, small, second, str_from(role));
}

/* A role too long for the first line has the second one, and what stood there the first; in one
** word where that has no room there. False: it is cut. */
static bool draw_long(const Scene *scene, Box line, Box second, const Thumbnail *thumbnail,
                      MatView weights) {
  const Pen *pen = &scene->pen;
  int layer = thumbnail->layer, head = thumbnail->head;
  TextStyle small = {FACE_REGULAR, SMALL, pen->theme->muted, ALIGN_START}, style = small;
  const char *words = second_words(scene, thumbnail),
             *brief = short_role(scene->trace, layer, head);
  Str role = role_words(scene, layer, head);
  style.color = role_color(scene, layer, head);
  if (words && !saturated_rows(weights) && pen_width(pen, small, str_from(words)) > line.w) {
    if (!brief[0]) return false;
    pen_text_in(pen, style, line, str_from(brief));
    pen_text_in(pen, small, second, str_from(words));
    return true;
  }
  if (!draw_badge(scene, line, weights) && words) pen_text_in(pen, small, line, str_from(words));
  pen_text_in(pen, style, second, role);
  return true;
}

/* All heads of a layer have their lines in the same order. */
static bool some_role_is_long(const Scene *scene, int layer, TextStyle style, float room) {
  for (int head = 0; head < trace_head_count(scene->trace, layer); head++)
    if (pen_width(&scene->pen, style, role_words(scene, layer, head)) > room) return true;
  return false;
}

void role_lines_draw(const Scene *scene, Box place, RoleLines lines, const Thumbnail *thumbnail) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale;
  DrawHeatmap heatmap = heads_heatmap(scene, thumbnail);
  MatView weights = heads_told_weights(scene, thumbnail, &heatmap);
  TextStyle style = {FACE_SEMIBOLD, 10.5f, pen->theme->ink, ALIGN_START};
  Str name = str_from(str_format(pen->list->arena, "H%d", thumbnail->head + 1));
  Box line = {place.x, place.y, place.w, LINE * scale};
  Box second = {place.x, place.y + ROLE_LINE_PITCH * scale, place.w, LINE * scale};
  float width = pen_text_in(pen, style, line, name) + 5 * scale;
  line.x += width;
  line.w -= width;
  if (lines == ROLE_NAME) return;
  if (lines == ROLE_SHORT) {
    draw_short(scene, line, second, thumbnail);
    return;
  }
  /* One line has room for one of the two, and saturation is what the picture cannot say. */
  if (lines == ROLE_ONE_LINE && draw_badge(scene, line, weights)) return;
  Str role = role_words(scene, thumbnail->layer, thumbnail->head);
  style.face = FACE_REGULAR;
  style.color = role_color(scene, thumbnail->layer, thumbnail->head);
  const char *words = second_words(scene, thumbnail);
  bool is_long = pen_width(pen, style, role) > line.w ||
                 (words && some_role_is_long(scene, thumbnail->layer, style, line.w));
  if (lines == ROLE_TWO_LINES && is_long && draw_long(scene, line, second, thumbnail, weights))
    return;
  if (role.bytes == 0 && trace_roles_are_known(scene->trace)) {
    style.color = pen->theme->muted;
    role = str_from(_("no role"));
    if (pen_width(pen, style, role) > line.w) role.bytes = 0;
  }
  if (role.bytes > 0) pen_text_in(pen, style, line, role);
  if (lines != ROLE_TWO_LINES || draw_badge(scene, second, weights)) return;
  style = (TextStyle){FACE_REGULAR, SMALL, pen->theme->muted, ALIGN_START};
  if (words) pen_text_in(pen, style, second, str_from(words));
}
