/* scene/overview/pairs.c -- the matrices by pair in a row, from the scores to the weights, with the
** arrows between them and the titles of their axes. */
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "scene/matrix/matrix_widget.h"
#include "scene/overview/parts.h"
#include "scene/stages/stage.h"
#include "scene/overview/upright.h"
#include "scene/stages/pair_stage.h"

static const float FRAME = 3; /* how far it lies around its matrix */

/* A matrix whose cells are all pale is seen as one. */
static void pair_frame(const Scene *scene, Box box) {
  draw_box(scene->pen.list, (DrawBox){.box = box_inset(box, -FRAME),
                                      .corner = 4,
                                      .fill = scene->pen.theme->panel,
                                      .stroke = color_fade(scene->pen.theme->muted, 0.45f),
                                      .stroke_width = 1});
}

/* Features have no word of their own beside their symbol. */
static Str pair_name(TracePart part) {
  if (part == TRACE_FEATURES_Q) return STR("φ(Q)");
  if (part == TRACE_FEATURES_K) return STR("φ(K)ᵀ");
  return str_from(stage_part_title(part));
}

Str overview_pair_symbol(const Scene *scene, TracePart part) {
  if (part == TRACE_FEATURES_Q || part == TRACE_FEATURES_K) return overview_size_words(scene, part);
  if (overview_has_features(scene)) return captions_symbol(scene->trace, stage_of_part(part));
  const PairStage *pair = pair_stage_of(part);
  return str_from(pair->symbol ? pair->symbol(scene) : stage_info(stage_of_part(part))->symbol);
}

/* Where the caption of a matrix may stand: also in the gaps at both sides. Under the last matrix of
** a row it ends with the frame, which is the margin of a page, and has more of the gap before. */
static Box caption_room(const OverviewPlan *plan, Box box, float s) {
  float aside = fminf(12 * s, box.w * 0.13f), left = aside, right = aside;
  if (!plan->is_upright && box.x == plan->pairs[plan->pair_count - 1].x) {
    right = fminf(FRAME, aside);
    left = fmaxf(aside, fminf(2 * aside - right, plan->arrow_gap - aside - 4 * s));
  }
  return (Box){box.x - left, box.y, left + box.w + right, box.h};
}

/* Leaves out the symbol before the name gets smaller. */
static void pair_caption(const Scene *scene, const OverviewPlan *plan, Box box, TracePart part) {
  const Pen *pen = &scene->pen;
  float s = pen->text_scale, y = box.y + box.h;
  float aside = fminf(12 * s, box.w * 0.13f); /* room in the gaps at both sides */
  Box place = caption_room(plan, box, s);
  float room = place.w;
  Color color =
      overview_is_there(scene, part) ? scene_part_color(pen->theme, part) : pen->theme->muted;
  TextStyle bold = {FACE_BOLD, overview_name_size(scene, 16), color, ALIGN_START};
  const float usual = 13;
  TextStyle symbols = {FACE_MEDIUM, overview_note_size(scene, usual), pen->theme->muted,
                       ALIGN_START};
  Str name = pair_name(part), symbol = overview_pair_symbol(scene, part);
  Str range = plan->is_upright ? stage_ends_words(scene, part) : (Str){"", 0};
  if (range.bytes > 0)
    symbol = range, symbols = (TextStyle){FACE_MONO, 10.5f, symbols.color, ALIGN_START};
  bold.size = overview_fit_size(pen, bold, name, room);
  name = pen_fit(pen, bold, room, name);
  float name_w = pen_width(pen, bold, name), gap = 8 * s;
  float rest = room - name_w - gap, symbol_w = pen_symbol_width(pen, symbols, symbol);
  if (symbol_w > rest && rest > 0) { /* as large as it has room, before it is left out */
    symbols.size = fmaxf(fminf(symbols.size, usual), symbols.size * 0.99f * rest / symbol_w);
    symbol_w = pen_symbol_width(pen, symbols, symbol);
  }
  if (!overview_is_there(scene, part) || name_w + gap + symbol_w > room) symbol_w = gap = 0;
  float width = name_w + gap + symbol_w, baseline = y + 24 * s;
  float x = fminf(box.x + (box.w - width) / 2, place.x + room - width);
  pen_text(pen, bold, (Point){x, baseline}, name);
  if (symbol_w > 0) pen_symbol(pen, symbols, (Point){x + name_w + gap, baseline}, symbol);
  if (!overview_is_there(scene, part) || !plan->has_bars) return;
  overview_bar(scene, (Box){box.x - aside, y + 31 * s, box.w + 2 * aside, plan->bar_line - 2 * s},
               part);
}

/* The first matrix that was recorded has the titles of the axes, since all have the same. */
static int axes_at(const Scene *scene, const OverviewPlan *plan) {
  int first = 0;
  while (first < plan->pair_count && !overview_is_there(scene, plan->pair_parts[first])) first++;
  return first;
}

static const float AXIS_SIZE = 10.5f;

static TextStyle axis_style(const Scene *scene) {
  return (TextStyle){FACE_SEMIBOLD, overview_note_size(scene, AXIS_SIZE), scene->pen.theme->query,
                     ALIGN_END};
}

/* Before a class that of the keys leaves its line to the chosen number, where this is near. */
static bool axis_is_raised(const Scene *scene, const OverviewPlan *plan) {
  return scene_is_presented(scene) && plan->keys_at > 0;
}

/* How far those at the right of it reach at most; that of the keys stands where their lines end. */
float overview_axis_titles_end(const Scene *scene, const OverviewPlan *plan) {
  int first = axes_at(scene, plan);
  if (first + 1 >= plan->pair_count || axis_is_raised(scene, plan)) return 0;
  const Pen *pen = &scene->pen;
  Box box = plan->pairs[first + plan->keys_at];
  float width = fmaxf(pen_width(pen, axis_style(scene), str_from(_("query ↓"))),
                      pen_width(pen, axis_style(scene), str_from(_("key →"))));
  return box.x + box.w + 6 * plan->scale + width;
}

static void axis_titles(const Scene *scene, const OverviewPlan *plan) {
  const Pen *pen = &scene->pen;
  int first = axes_at(scene, plan);
  if (first == plan->pair_count) return;
  if (plan->is_upright) first = plan->pair_count - 1; /* nothing is at its left */
  Box box = plan->pairs[first];
  TextStyle style = axis_style(scene);
  float s = plan->scale, x = box.x - 6 * s, y = box.y - 6 * s;
  bool alone = first + 1 == plan->pair_count; /* the answer is above it, and nothing at its left */
  Box of_keys = plan->pairs[first + plan->keys_at];
  Point asks = {x, y}, asked = {of_keys.x + of_keys.w + 6 * s, y};
  float line = pen_line_height(pen, style.size), larger = style.size / AXIS_SIZE;
  if (alone) asks.y = box.y + 12 * s * larger;
  else if (box.h < plan->side && plan->q.y < box.y) /* below lines that come from above */
    asks = (Point){x - fminf(12 * s, box.w * 0.13f), box.y + box.h + 28 * s};
  if (alone) asked = (Point){x, box.y + 28 * s * larger};
  if (axis_is_raised(scene, plan)) asked.y -= 1.5f * line;
  Str key = str_from(_("key →"));
  int next = first + plan->keys_at + 1;
  bool reaches =
      next < plan->pair_count && asked.x + pen_width(pen, style, key) > plan->pairs[next].x - 6 * s;
  if (reaches) asked.y -= 8 * s; /* or it would seem to name the next matrix */
  Str query = str_from(_("query ↓"));
  bool is_over = asks.y < plan->q.y; /* and clear of its frame */
  float beside = is_over && scene_is_presented(scene) ? -8 : 22;
  bool fits = asks.x - pen_width(pen, style, query) > plan->q.x + plan->q.w + beside * s;
  if (!fits && !alone) { /* above the other, where no bar and no line is */
    asks = (Point){asked.x, asked.y - line};
    style.align = ALIGN_START;
  }
  pen_text(pen, style, asks, query);
  style.align = alone ? ALIGN_END : ALIGN_START;
  style.color = pen->theme->key;
  pen_text(pen, style, asked, key);
}

/* Above the arrow; of two lines where one has no room for them. */
static void fold_words(const Scene *scene, const OverviewPlan *plan, Point middle, float bottom) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MEDIUM, overview_note_size(scene, 10.5f), pen->theme->muted,
                     ALIGN_MIDDLE};
  Str words = str_from(pair_stage_of(plan->folded_part)->unchanged(scene));
  float s = plan->scale, room = plan->arrow_gap - 10 * s;
  const char *space = memchr(words.at, ' ', words.bytes);
  size_t first = space ? (size_t)(space - words.at) : words.bytes;
  Str lines[] = {words, {words.at + words.bytes, 0}};
  if (pen_width(pen, style, words) > room && space) {
    lines[0] = (Str){words.at, first};
    lines[1] = (Str){space + 1, words.bytes - first - 1};
  }
  int count = lines[1].bytes > 0 ? 2 : 1;
  float over = count > 1 ? 0 : 6 * s; /* the chosen pair is named further up */
  float high = (bottom - plan->pairs[0].y + over) / pen_line_height(pen, 1);
  style.size = fmaxf(fminf(style.size, 0.99f * high / (float)count), 10.5f);
  for (int i = 0; i < 2; i++) style.size = overview_fit_size(pen, style, lines[i], 0.94f * room);
  for (int i = 0; i < 2; i++)
    if (pen_width(pen, style, lines[i]) > room) return;
  float line = pen_line_height(pen, style.size);
  Box text = {middle.x - room / 2, bottom - (float)count * line, room, line};
  if (text.y < plan->pairs[0].y - over) return;
  for (int i = 0; i < count; i++, text.y += line) pen_text_in(pen, style, text, lines[i]);
}

/* A fold on the arrow over a matrix that would be the one before again, and why. */
static void folded_matrix(const Scene *scene, const OverviewPlan *plan) {
  const Pen *pen = &scene->pen;
  Box fold = plan->folded;
  if (fold.h <= 0) return;
  draw_group_begin(pen->list, trace_part_info(plan->folded_part)->name, NULL);
  float s = plan->scale, length = fminf(plan->arrow_gap * 0.6f, 40 * s), height = 18 * s;
  Point middle = {fold.x + fold.w / 2, fold.y + fold.h / 2};
  Box mark = {middle.x - 3 * s, middle.y - height / 2, 4 * s, height};
  pen_arrow(pen, (Point){middle.x - length / 2, middle.y}, length, pen->theme->muted);
  draw_box(pen->list, (DrawBox){.box = mark,
                                .corner = 2,
                                .fill = pen->theme->paper,
                                .stroke = pen->theme->muted,
                                .stroke_width = 1.25f * s});
  fold_words(scene, plan, middle, mark.y - 8 * s); /* above the head of the arrow */
  overview_open_hit(scene, (Box){middle.x - length / 2, mark.y, length, height},
                    stage_of_part(plan->folded_part));
  draw_group_end(pen->list);
}

void overview_pairs(const Scene *scene, const OverviewPlan *plan) {
  const Pen *pen = &scene->pen;
  for (int i = 0; i < plan->pair_count; i++) {
    TracePart part = plan->pair_parts[i];
    draw_group_begin(pen->list, trace_part_info(part)->name, NULL);
    if (overview_is_there(scene, part)) pair_frame(scene, plan->pairs[i]);
    if (overview_is_there(scene, part)) overview_matrix(scene, plan->pairs[i], part, 2);
    else overview_missing(scene, plan->pairs[i]);
    matrix_lit_draw(scene, part, plan->pairs[i], NULL);
    pair_caption(scene, plan, plan->pairs[i], part);
    draw_group_end(pen->list);
    overview_open_hit(scene, plan->pairs[i], stage_of_part(part));
    if (i == 0) continue;
    if (plan->is_upright) {
      overview_upright_arrow(scene, plan, i);
      continue;
    }
    Box box = plan->pairs[i];
    float gap = plan->arrow_gap, length = fminf(gap * 0.46f, 26 * plan->scale);
    float slot_x = box.x - (plan->width - box.w) / 2;
    if (plan->folded.h > 0 && i == plan->folded_before) continue; /* has the mark for it */
    Point from = {slot_x - gap / 2 - length / 2, box.y + box.h / 2};
    bool follows =
        overview_is_there(scene, part) && overview_is_there(scene, plan->pair_parts[i - 1]);
    if (part == TRACE_FEATURES_K) {
      stage_sign_draw(scene, (Box){slot_x - gap, box.y, gap, box.h}, "×");
      continue;
    }
    pen_arrow(pen, from, length, color_fade(pen->theme->muted, follows ? 1 : 0.35f));
  }
  folded_matrix(scene, plan);
  axis_titles(scene, plan);
}
