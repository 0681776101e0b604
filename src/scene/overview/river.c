/* scene/overview/river.c -- a ribbon for each word: from the words to their rows of Q, K and V, and
** from V's rows to the output.
**
**   width at V       the height of the row
**   width at the end its weight × the height of the output; together 1
**
** The ends lie one above the other in a bar, each in the colour of its weight. From there they go
** into the row of the output, or without a chosen row, where a ribbon has the mean of its weights
** in all rows, into all of it. Of more than 64 words neighbours share a ribbon.
*/
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "scene/overview/parts.h"
#include "scene/overview/river.h"

enum { STRANDS_MOST = 64 };

static const float RIBBON_HIGHEST = 26; /* design points */

/* Of words that stand one below the other: words and rows of matrices. */
typedef struct Strands {
  int count, words;
} Strands;

static Strands strands_of(int words) {
  assert(words > 0);
  return (Strands){int_min(words, STRANDS_MOST), words};
}

static int first_word(Strands strands, int strand) {
  return (int)((long)strand * strands.words / strands.count);
}

static bool holds(Strands strands, int strand, int word) {
  return word >= first_word(strands, strand) && word < first_word(strands, strand + 1);
}

/* The words of a strand in a column of all of them. */
static Box strand_box(Strands strands, int strand, Box column) {
  float pitch = column.h / (float)strands.words;
  int first = first_word(strands, strand), end = first_word(strands, strand + 1);
  return (Box){column.x, column.y + pitch * (float)first, column.w, pitch * (float)(end - first)};
}

static Box cut_height(Box box, float from, float share) {
  return (Box){box.x, box.y + box.h * from, box.w, box.h * share};
}

/* -- words to Q, K and V ----------------------------------------------------------------------- */

/* The ribbons of a word begin one above the other, so that none covers another there. */
typedef struct Fan {
  Box words, vectors;
  TracePart part;
  Color color;
  bool of_keys;
  bool into_all; /* mixtures: a word goes into all rows */
  int count, focused;
  float pale;        /* how strong the others are */
  float slot, share; /* of the height of a word */
} Fan;

static void draw_strand(const Scene *scene, const OverviewPlan *plan, const Fan *fan, int strand,
                        float alpha, bool focused) {
  Strands strands = strands_of(fan->count);
  int token = focused ? fan->focused : first_word(strands, strand);
  Box word = cut_height(strand_box(strands, strand, fan->words), fan->slot, fan->share);
  Box row = strand_box(strands, strand, overview_cells(plan, fan->vectors));
  /* before a name it ends about as high as that, or it would seem to be cut off */
  bool is_named = trace_has_part(scene->trace, fan->part) && !fan->into_all;
  float high = is_named ? fminf(0.84f, RIBBON_HIGHEST * plan->scale / fmaxf(row.h, 1)) : 0.84f;
  row = cut_height(row, (1 - high) / 2, high);
  RibbonEdge from = {word.x + word.w + 6 * plan->scale, word.y, word.h,
                     overview_way_color(scene, fan->part, fan->color, alpha * 0.4f)};
  RibbonEdge to = {fan->vectors.x, row.y, row.h,
                   overview_way_color(scene, fan->part, fan->color, alpha)};
  if (is_named) to.x = overview_ribbon_end(scene, plan, fan->vectors, fan->of_keys, token, focused);
  pen_ribbon(&scene->pen, from, to);
}

static void draw_fan(const Scene *scene, const OverviewPlan *plan, const Fan *fan) {
  Strands strands = strands_of(fan->count);
  int focused = -1;
  for (int i = 0; i < strands.count; i++)
    if (fan->focused >= 0 && holds(strands, i, fan->focused)) focused = i;
    else draw_strand(scene, plan, fan, i, fan->pale, false);
  if (focused >= 0) draw_strand(scene, plan, fan, focused, 0.8f, true);
}

/* At rest all step back where something stands out. */
static float pale_alpha(const OverviewRoad *road, int focused) {
  if (road->is_rest && road->gathered.kind != GATHERED_EVENLY) return 0.16f;
  return focused >= 0 ? 0.24f : 0.32f;
}

void overview_token_ribbons(const Scene *scene, const OverviewPlan *plan,
                            const OverviewRoad *road) {
  const Theme *theme = scene->pen.theme;
  bool cross = plan->keys.h > 0;
  Box asked = cross ? plan->keys : plan->tokens;
  int queries = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  bool mixed = trace_keys_are_mixtures(scene->trace);
  int key = mixed ? -1 : road->key, value = mixed ? -1 : road->value;
  if (mixed) keys = trace_source_count(scene->trace);
  const Fan fans[] = {{.words = asked,
                       .vectors = plan->k,
                       .part = overview_keys(scene),
                       .color = theme->key,
                       .of_keys = true,
                       .into_all = mixed,
                       .count = keys,
                       .focused = key,
                       .pale = pale_alpha(road, key),
                       .slot = 0.12f,
                       .share = cross ? 0.38f : 0.25f},
                      {.words = asked,
                       .vectors = plan->v,
                       .part = trace_values(scene->trace),
                       .color = theme->value_ribbon,
                       .of_keys = true,
                       .into_all = mixed,
                       .count = keys,
                       .focused = value,
                       .pale = pale_alpha(road, value),
                       .slot = cross ? 0.5f : 0.63f,
                       .share = cross ? 0.38f : 0.25f},
                      {.words = plan->tokens,
                       .vectors = plan->q,
                       .part = TRACE_Q,
                       .color = theme->query,
                       .count = queries,
                       .focused = road->query,
                       .pale = pale_alpha(road, road->query),
                       .slot = cross ? 0.31f : 0.375f,
                       .share = cross ? 0.38f : 0.25f}};
  for (int i = 0; i < 3; i++) draw_fan(scene, plan, &fans[i]);
}

/* They are not of a role yet. */
void overview_layer_ribbons(const Scene *scene, const OverviewPlan *plan,
                            const LayerRibbons *ribbons) {
  bool of_keys = ribbons->of_keys;
  Box from = ribbons->from;
  const Trace *trace = scene->trace;
  Strands strands = strands_of(of_keys ? trace_key_count(trace) : trace_token_count(trace));
  float (*start_of)(const Scene *, const OverviewPlan *, int) =
      of_keys ? overview_key_start : overview_word_start;
  Color muted = scene->pen.theme->muted;
  float bent = INFINITY; /* all bend before the longest word, so that none crosses another */
  for (int i = 0; i < strands.count; i++)
    bent = fminf(bent, start_of(scene, plan, first_word(strands, i)));
  for (int i = 0; i < strands.count; i++) {
    Box start = cut_height(strand_box(strands, i, from), 0.08f, 0.84f);
    Box word =
        cut_height(strand_box(strands, i, of_keys ? plan->keys : plan->tokens), 0.375f, 0.25f);
    float end = start_of(scene, plan, first_word(strands, i));
    bool is_followed = ribbons->followed >= 0 && holds(strands, i, ribbons->followed);
    Color color = color_fade(muted, is_followed ? 0.7f : 0.22f);
    RibbonEdge bend = {bent, word.y, word.h, color};
    RibbonEdge first = {from.x + from.w, start.y, start.h,
                        color_fade(muted, is_followed ? 0.7f : 0.4f)};
    pen_ribbon(&scene->pen, first, bend);
    if (bent < end) pen_ribbon(&scene->pen, bend, (RibbonEdge){end, word.y, word.h, color});
  }
}

/* -- V to the output --------------------------------------------------------------------------- */

bool overview_gathers(const Scene *scene) {
  return trace_has_part(scene->trace, trace_values(scene->trace)) &&
         trace_has_part(scene->trace, trace_output_weights(scene->trace)) &&
         trace_has_part(scene->trace, TRACE_OUTPUT);
}

float overview_shares_whole(const float *shares, int count) {
  float sum = 0;
  for (int key = 0; key < count; key++) sum += shares[key];
  return fmaxf(sum, 1);
}

static float share_of_strand(const float *shares, Strands strands, int strand) {
  float share = 0;
  for (int key = first_word(strands, strand); key < first_word(strands, strand + 1); key++)
    share += shares[key];
  return share;
}

static Color share_color(const Scene *scene, float share) {
  ColorRange range =
      scene_range(scene, trace_output_weights(scene->trace), scene->view->layer, scene->view->head);
  float u = float_clamp((share - range.low) / (range.high - range.low), 0, 1);
  return palette_color(scene_palette(scene, TRACE_WEIGHTS), scene->pen.theme->id, u);
}

Box overview_share_end(const OverviewPlan *plan, float done, float share) {
  return cut_height(plan->mouth, done, share);
}

/* How strong a ribbon of V is where it begins and ends. */
typedef struct Loudness {
  float first, last;
} Loudness;

/* By its share; at rest the followed one alone is strong. */
static Loudness loudness_of(const OverviewRoad *road, float share, bool is_followed) {
  if (!road->is_rest || road->key < 0)
    return (Loudness){0.14f + 0.26f * share, 0.18f + 0.44f * share};
  return is_followed ? (Loudness){0.5f, 0.62f} : (Loudness){0.12f, 0.15f};
}

/* On dark paper the value's light green is paler, so that the chosen row stays the brightest. */
static void draw_value_strand(const Scene *scene, const OverviewPlan *plan, Box row, Box end,
                              Loudness how) {
  const float loud = scene->pen.theme->is_dark ? 0.62f : 1;
  Color value = scene->pen.theme->value_ribbon;
  row = cut_height(row, 0.06f, 0.88f);
  Color first = color_fade(value, loud * how.first);
  Color last = color_fade(value, loud * how.last);
  pen_ribbon(&scene->pen, (RibbonEdge){plan->v.x + plan->v.w, row.y, row.h, first},
             (RibbonEdge){end.x, end.y, end.h, last});
}

/* From the bar of shares into the row, or into all rows. */
static void draw_gathering(const Scene *scene, const OverviewPlan *plan, int query, float whole) {
  const Theme *theme = scene->pen.theme;
  Box from = overview_share_end(plan, 0, whole), to = overview_cells(plan, plan->output);
  if (query >= 0) {
    float pitch = to.h / (float)trace_token_count(scene->trace);
    float height = fmaxf(pitch, 3 * plan->scale);
    to.y += pitch * ((float)query + 0.5f) - height / 2;
    to.h = height;
  }
  Color value = color_fade(theme->value_ribbon, theme->is_dark ? 0.3f : 0.5f);
  Color output = color_fade(theme->output_line, query < 0 ? 0.2f : 0.5f);
  pen_ribbon(&scene->pen, (RibbonEdge){from.x + from.w, from.y, from.h, value},
             (RibbonEdge){plan->output.x, to.y, to.h, output});
}

/* Segments below half a point are not visible. */
static void draw_share(const Scene *scene, Box box, float share) {
  if (box.h < 0.5f) return;
  float gap = fminf(0.75f, box.h * 0.2f);
  draw_box(scene->pen.list, (DrawBox){.box = {box.x, box.y + gap / 2, box.w, box.h - gap},
                                      .corner = fminf(1, box.h * 0.3f),
                                      .fill = share_color(scene, share),
                                      .stroke = color_fade(scene->pen.theme->weights, 0.35f),
                                      .stroke_width = 0.75f});
}

/* What was not recorded has no shares: one grey ribbon. */
static void draw_grey_ribbon(const Scene *scene, const OverviewPlan *plan) {
  Box from = overview_cells(plan, plan->v), to = overview_cells(plan, plan->output);
  Color grey = color_fade(scene->pen.theme->muted, 0.08f);
  pen_ribbon(&scene->pen, (RibbonEdge){plan->v.x + plan->v.w, from.y, from.h, grey},
             (RibbonEdge){plan->output.x, to.y, to.h, grey});
}

/* Below the ribbons. */
static void draw_caption(const Scene *scene, const OverviewPlan *plan, int query) {
  const Pen *pen = &scene->pen;
  float s = plan->scale, start = plan->v.x + plan->v.w + 24 * s, line = 20 * s;
  float end = plan->answer.h > 0 ? fminf(plan->mouth.x, plan->answer.x) : plan->mouth.x;
  float y = fmaxf(plan->v.y + plan->v.h, plan->output.y + plan->output.h) + 8 * s;
  if (plan->answer.h > 0) /* at the height of the answer */
    y = (plan->layer.h > 0 ? plan->layer.y : plan->answer.y) + (plan->answer.h - line) / 2;
  if (query >= 0 && plan->layer.h > 0) end = fminf(end, plan->layer.x - 1.2f * plan->width);
  float room = end - start - 24 * s;
  TextStyle style = {FACE_SEMIBOLD, 14, pen->theme->muted, ALIGN_MIDDLE};
  Str words = str_from(_("each word’s output is a blend of the values it listens to"));
  /* A sentence of which only the beginning fits says nothing. */
  if (overview_has_no_answer(scene, query)) return; /* which takes this line */
  if (pen_width(pen, style, words) <= room && y + line <= plan->bottom)
    pen_text_in(pen, style, (Box){start, y, room, line}, words);
}

void overview_value_ribbons(const Scene *scene, const OverviewPlan *plan,
                            const OverviewRoad *road) {
  if (!overview_gathers(scene)) {
    draw_grey_ribbon(scene, plan);
    return;
  }
  const float *shares = road->shares;
  if (!shares) return;
  Strands strands = strands_of(trace_key_count(scene->trace));
  Box cells = overview_cells(plan, plan->v);
  float done = 0, whole = overview_shares_whole(shares, trace_key_count(scene->trace));
  int followed = -1;
  for (int i = 0; i < strands.count && road->value >= 0; i++)
    if (holds(strands, i, road->value)) followed = i;
  draw_group_begin(scene->pen.list, "river", NULL);
  for (int i = 0; i < strands.count; i++) {
    float share = share_of_strand(shares, strands, i);
    draw_value_strand(scene, plan, strand_box(strands, i, cells),
                      overview_share_end(plan, done, share / whole),
                      loudness_of(road, fminf(share, 1), i == followed));
    done += share / whole;
  }
  if (done > 0) draw_gathering(scene, plan, road->query, done);
  done = 0;
  for (int i = 0; i < strands.count; i++) {
    float share = share_of_strand(shares, strands, i);
    draw_share(scene, overview_share_end(plan, done, share / whole), share);
    done += share / whole;
  }
  if (road->is_rest) draw_caption(scene, plan, road->query);
  draw_group_end(scene->pen.list);
}
