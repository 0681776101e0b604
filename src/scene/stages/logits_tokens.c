/* scene/stages/logits_tokens.c -- the likeliest word at each token, below the bars of the followed
** one: in columns, from top to bottom in the order of the sentence.
**
**   The·1  →  the     ▇▇▇░░░░  48 %        because  →  because  ▇▇▇▇▇░░  70 %
**   animal →  animal  ▇▇▇▇▇▇▇  99 %          it  ●  →  animal   ▇▇▇▇▇▇▇  99 %
**
** A dot marks tokens that the model was trained to answer at, if these are not all; the others are
** muted. What has no room is left out: first the bars, then the number, before a word is cut.
*/
#include "scene/stages/logits.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "scene/token_shown.h"

static const float SIZE_MOST = 15, SIZE_OF_ROW = 0.72f, SIZE_EVEN = 10.5f, SIZE_LEAST = 9;
static const float BAR_OF_ROW = 0.36f, BAR_LEAST_WIDTH = 18;
static const float GAP = 6, ARROW = 18, DOT = 5, BETWEEN = LOGITS_BETWEEN;
#define WIDEST_NUMBER ">99.9 %"

/* Columns within an entry, the same for all on show. */
typedef struct Columns {
  float label, dot, arrow, word, bar, number, gap; /* widths */
  float size, name_size; /* of the words, and of the names, in design points */
} Columns;

typedef struct Entry {
  int token;
  Box box;
  TraceCandidate best;
  Str word, gloss; /* the likeliest; empty: its logits are no numbers */
  bool asked, followed, reached;
} Entry;

static TextStyle label_style(const Columns *columns, Color color, bool is_bold) {
  return (TextStyle){is_bold ? FACE_BOLD : FACE_REGULAR, columns->size, color, ALIGN_END};
}

static TextStyle number_style(const Columns *columns, Color color) {
  return (TextStyle){FACE_MONO, columns->size * 0.92f, color, ALIGN_END};
}

/* A bar gives up to half of its length to what words of another language mean. */
static void widen_for_glosses(const Scene *scene, Columns *columns, const Entry *entries,
                              int count) {
  TextStyle word = label_style(columns, COLOR_NONE, true);
  float widest = columns->word;
  for (int i = 0; i < count; i++)
    if (entries[i].gloss.bytes > 0)
      widest = fmaxf(widest, pen_width(&scene->pen, word, entries[i].word) +
                                 logits_gloss_width(scene, word, entries[i].gloss));
  float more = fminf(widest - columns->word, columns->bar / 2);
  if (more <= 0) return;
  columns->word += more;
  columns->bar -= more;
}

/* That at which the widest fits: all names have it. One that would be cut even at the least size
** is cut at that of the others. */
static float name_size_of(const Scene *scene, const Columns *columns, const Entry *entries,
                          int count) {
  float size = columns->size;
  for (int i = 0; i < count; i++) {
    TextStyle style = label_style(columns, COLOR_NONE, entries[i].followed);
    Str name = trace_token(scene->trace, entries[i].token)->label;
    float fitted = stage_fitted_size(&scene->pen, style, 0, columns->label, name);
    if (fitted >= SIZE_LEAST) size = fminf(size, fitted);
  }
  return size;
}

/* Names and words are as wide as the widest, and all smaller before one is smaller than the others;
** a bar has the rest. */
static Columns columns_of(const Scene *scene, const LogitsPlace *place, const Entry *entries) {
  const Pen *pen = &scene->pen;
  float height = place->tokens.h / (float)place->rows;
  Columns columns = {.gap = stage_points(scene, GAP), .arrow = stage_points(scene, ARROW)};
  columns.size = float_clamp(height / pen->text_scale * SIZE_OF_ROW, 1, SIZE_MOST);
  columns.dot = trace_asks_all(scene->trace) ? 0 : stage_points(scene, DOT + GAP);
  TextStyle label = label_style(&columns, COLOR_NONE, true);
  for (int i = 0; i < place->end - place->first; i++) {
    Str name = trace_token(scene->trace, entries[i].token)->label;
    columns.label = fmaxf(columns.label, pen_width(pen, label, name));
    columns.word = fmaxf(columns.word, pen_width(pen, label, entries[i].word));
  }
  float width = entries[0].box.w;
  columns.number = pen_width(pen, number_style(&columns, COLOR_NONE), STR(WIDEST_NUMBER));
  float fixed = columns.arrow + columns.dot + 2 * columns.gap, words = columns.label + columns.word;
  float by = float_clamp((width - fixed) / fmaxf(words + columns.number, 1),
                         SIZE_EVEN / fmaxf(columns.size, SIZE_EVEN), 1);
  columns.size *= by;
  columns.label *= by;
  columns.word *= by;
  columns.number *= by;
  float room = width - fixed - columns.number;
  if (columns.label + columns.word > room) {
    columns.label = fminf(columns.label, fmaxf(room * 0.5f, room - columns.word));
    columns.word = room - columns.label;
  }
  columns.bar = room - columns.label - columns.word - columns.gap;
  widen_for_glosses(scene, &columns, entries, place->end - place->first);
  if (columns.bar < stage_points(scene, BAR_LEAST_WIDTH)) columns.bar = 0;
  columns.name_size = name_size_of(scene, &columns, entries, place->end - place->first);
  return columns;
}

static void draw_dot(const Scene *scene, const Columns *columns, const Entry *entry) {
  float dot = stage_points(scene, DOT);
  Box at = {entry->box.x + columns->label + columns->gap, entry->box.y + (entry->box.h - dot) / 2,
            dot, dot};
  draw_box(scene->pen.list,
           (DrawBox){.box = at, .corner = dot / 2, .fill = scene->pen.theme->output_line});
}

static void draw_bar(const Scene *scene, const Columns *columns, const Entry *entry, Box rest,
                     float share) {
  const Theme *theme = scene->pen.theme;
  float height = fmaxf(entry->box.h * BAR_OF_ROW, 3);
  Box track = {rest.x, entry->box.y + (entry->box.h - height) / 2, columns->bar, height};
  if (columns->bar <= 0) return;
  float corner = fminf(3, height / 2);
  draw_box(scene->pen.list,
           (DrawBox){.box = track, .corner = corner, .fill = logits_track_color(theme)});
  track.w *= float_clamp(share, 0, 1);
  if (track.w < 0.75f) return;
  draw_box(scene->pen.list,
           (DrawBox){.box = track,
                     .corner = fminf(corner, track.w / 2),
                     .fill = entry->asked ? theme->output_line : logits_quiet_color(theme)});
}

/* The word, its bar and its number, in what is right of the arrow. */
static void draw_answer(const Scene *scene, const Columns *columns, const Entry *entry, Box rest) {
  const Pen *pen = &scene->pen;
  const Theme *theme = pen->theme;
  Str named = entry->word;
  bool names_one = named.bytes > 0;
  TextStyle word = {entry->asked ? FACE_SEMIBOLD : FACE_REGULAR, columns->size,
                    entry->asked ? logits_answer_color(theme) : theme->muted, ALIGN_START};
  TextStyle number = number_style(columns, entry->asked ? theme->ink : theme->muted);
  bool is_drawn = !sampling_is_plain(&scene->view->sampling);
  SampledSet set = is_drawn ? stage_sampled_set(scene, entry->token) : (SampledSet){0};
  float share = names_one ? logits_share(is_drawn ? &set : NULL, &entry->best) : 0;
  Number percent = names_one ? number_percent_short(share) : (Number){""};
  Box text = {rest.x, rest.y, columns->word, rest.h};
  word.size = stage_fitted_size(pen, word, SIZE_LEAST, text.w, named);
  bool has_number = pen_width(pen, word, named) <= text.w;
  if (!has_number) text.w = rest.w;
  logits_glossed_draw(scene, word, text, names_one ? named : STR("NaN"), entry->gloss);
  if (!has_number) return;
  number.size = stage_fitted_size(pen, number, 1, columns->number, number_str(&percent));
  pen_text_in(pen, number, rest, number_str(&percent));
  cut_left(&rest, columns->word + columns->gap);
  draw_bar(scene, columns, entry, rest, share);
}

static void draw_hits(const Scene *scene, const LogitsPlace *place, const Entry *entry, float at) {
  Arena *arena = scene->pen.list->arena;
  int token = entry->token;
  bool hides = stage_hides(scene) && trace_token(scene->trace, token)->bytes > 0;
  Box answer = entry->box, label = cut_left(&answer, at);
  draw_hit(scene->pen.list,
           (DrawHit){.box = label,
                     .cursor = CURSOR_HAND,
                     .twice = hides ? str_format(arena, "hide %d", token + 1) : NULL,
                     .click = str_format(arena, "cell %d row", token + 1),
                     .wheel = place->wheel,
                     .hover = str_format(arena, "hover %d row", token + 1)});
  if (!entry->reached) return;
  draw_hit(scene->pen.list, (DrawHit){.box = answer,
                                      .cursor = CURSOR_HAND,
                                      .click = str_format(arena, "cell %d row", token + 1),
                                      .wheel = place->wheel,
                                      .hover = str_format(arena, "hover %d row", token + 1)});
}

static void draw_entry(const Scene *scene, const LogitsPlace *place, const Columns *columns,
                       const Entry *entry) {
  const Pen *pen = &scene->pen;
  const Theme *theme = pen->theme;
  Box rest = entry->box;
  if (entry->followed) {
    Box ground = {rest.x - columns->gap, rest.y, rest.w + 2 * columns->gap, rest.h};
    draw_box(pen->list, (DrawBox){.box = ground, .corner = 5, .fill = theme->panel});
  }
  Str label = trace_token(scene->trace, entry->token)->label;
  TextStyle style = label_style(
      columns, entry->asked || entry->followed ? theme->ink : theme->muted, entry->followed);
  Box at = cut_left(&rest, columns->label);
  style.size = columns->name_size;
  pen_text_in(pen, style, at, label);
  if (entry->asked && columns->dot > 0) draw_dot(scene, columns, entry);
  cut_left(&rest, columns->dot + columns->gap);
  TextStyle arrow = {FACE_REGULAR, columns->size, theme->muted, ALIGN_START};
  pen_text_in(pen, arrow, cut_left(&rest, columns->arrow), STR("→"));
  if (entry->reached) draw_answer(scene, columns, entry, rest);
  else logits_unreached_draw(scene, box_inset(rest, rest.h * 0.1f));
  if (scene->interactive) draw_hits(scene, place, entry, rest.x - entry->box.x);
}

static Entry entry_of(const Scene *scene, const LogitsPlace *place, int token) {
  int rows, ranks, filled = scene->view->filled;
  trace_stage_shape(scene->trace, scene->view->stage, &rows, &ranks);
  Entry entry = {.token = token,
                 .box = logits_token_box(place, token),
                 .asked = trace_is_asked(scene->trace, token),
                 .followed = logits_followed_token(scene) == token,
                 .reached = filled < 0 || filled > token * ranks};
  float between = stage_points(scene, BETWEEN);
  if (trace_candidates(scene->trace, token, &entry.best, 1) > 0)
    entry.word = logits_named(scene, entry.best.word);
  if (entry.word.bytes > 0) entry.gloss = logits_gloss(scene, entry.best.word);
  entry.box.x += between / 2;
  entry.box.w -= between;
  return entry;
}

/* Within the height of its entry: those above and below stay whole. */
static void outline(const Scene *scene, const Entry *entry) {
  const float width = 1.5f * fminf(scene->pen.text_scale, 1.5f);
  float aside = stage_points(scene, GAP);
  Box box = {entry->box.x - aside, entry->box.y + width / 2, entry->box.w + 2 * aside,
             entry->box.h - width};
  pen_focus_outline(&scene->pen, (DrawBox){.box = box, .corner = 5, .stroke_width = width});
}

/* What a bar or the dot stands for, at the right; in short, or not at all, where it has no room. */
static void draw_meaning(const Scene *scene, Box room) {
  const Pen *pen = &scene->pen;
  bool all = trace_asks_all(scene->trace);
  const char *const forms[] = {all ? _("a bar is as long as the probability of its word, 0 to 1")
                                   : _("trained to answer here, never corrected elsewhere"),
                               all ? _("bars: probabilities, 0 to 1")
                                   : _("trained to answer here")};
  TextStyle style = {FACE_REGULAR, 12, pen->theme->muted, ALIGN_END};
  float dot = stage_points(scene, DOT), gap = stage_points(scene, GAP);
  cut_left(&room, stage_points(scene, BETWEEN) + dot + gap);
  for (int i = 0; i < 2; i++) {
    float width = pen_width(pen, style, str_from(forms[i]));
    if (width > room.w) continue;
    pen_text_in(pen, style, room, str_from(forms[i]));
    Box at = {room.x + room.w - width - gap - dot, room.y + (room.h - dot) / 2, dot, dot};
    if (!all)
      draw_box(pen->list, (DrawBox){.box = at, .corner = dot / 2, .fill = pen->theme->output_line});
    return;
  }
}

static void draw_title(const Scene *scene, const LogitsPlace *place) {
  const Pen *pen = &scene->pen;
  float gap = stage_points(scene, 9), aside = stage_points(scene, BETWEEN / 2);
  Box title = place->title;
  pen_rule(pen, (Point){title.x + aside, title.y + gap}, (Point){title.x + title.w, title.y + gap});
  cut_top(&title, gap);
  cut_left(&title, aside);
  TextStyle style = {FACE_SEMIBOLD, 13, pen->theme->ink, ALIGN_START};
  Str words = str_from(_("The likeliest word at each token"));
  cut_left(&title, pen_text_in(pen, style, title, words));
  draw_meaning(scene, title);
}

void logits_tokens_draw(const Scene *scene, const LogitsPlace *place) {
  if (place->tokens.h <= 0 || place->rows <= 0) return;
  int focused, col, count = place->end - place->first;
  Entry *entries = arena_take(scene->pen.list->arena, (size_t)count, sizeof *entries);
  if (!entries) {
    scene->pen.list->failed = true;
    return;
  }
  for (int i = 0; i < count; i++) entries[i] = entry_of(scene, place, place->first + i);
  Columns columns = columns_of(scene, place, entries);
  draw_title(scene, place);
  for (int i = 0; i < count; i++) draw_entry(scene, place, &columns, &entries[i]);
  stage_focus(scene, &focused, &col);
  if (focused >= place->first && focused < place->end && col < 0)
    outline(scene, &entries[focused - place->first]);
}
