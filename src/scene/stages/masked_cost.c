/* scene/stages/masked_cost.c -- pairs seen, n w and n² of a mask. */
#include "scene/stages/masked_cost.h"

#include <assert.h>
#include <limits.h>

#include "base/i18n.h"
#include "scene/inspector/panel_sections.h"
#include "scene/stages/stage_view.h"
#include "scene/views/amounts.h"
#include "trace/mask_name.h"
#include "trace/workings/cost.h"

/* Design points. */
static const float NAME_SIZE = 12, SIZE = 10.5f, BAR_HIGH = 6, GAP = 4;
enum { LINES = 3, LONG_TEXT = 1024 };

typedef struct Pairs {
  long all, seen;
  int queries, keys;
  int local; /* w; 0: the mask says none */
} Pairs;

static Pairs pairs_of(const Scene *scene) {
  const Trace *trace = scene->trace;
  int layer = scene->view->layer;
  Pairs pairs = {.queries = trace_token_count(trace), .keys = trace_key_count(trace)};
  pairs.all = (long)pairs.queries * pairs.keys;
  pairs.seen = pairs.all;
  if (!scene_is_hatched(trace, TRACE_MASKED)) return pairs; /* the mistake of a mask too late */
  pairs.seen -= trace_head_hidden_count(trace, layer, scene->view->head);
  MaskParts parts;
  if (mask_name_read(trace_layer_mask_name(trace, layer), INT_MAX, &parts, NULL))
    pairs.local = cost_local_keys(&parts);
  assert(pairs.seen >= 0);
  return pairs;
}

/* Where w is more than there are keys, a mask of that kind saves nothing yet. */
static bool has_local(const Pairs *pairs) { return pairs->local > 0 && pairs->local < pairs->keys; }

float masked_cost_height(const Scene *scene) {
  Pairs pairs = pairs_of(scene);
  if (pairs.seen == pairs.all) return 0;
  float line = pen_line_height(&scene->pen, SIZE);
  float lines = (has_local(&pairs) ? LINES : 1) * line;
  return pen_line_height(&scene->pen, NAME_SIZE) + lines + stage_points(scene, BAR_HIGH + 3 * GAP);
}

/* "n·w = 11·5 = 55", or without the factors where they have no room. */
static Str product_words(const Scene *scene, float room, const char *name, int times,
                         double product) {
  Arena *arena = scene->pen.list->arena;
  TextStyle style = {FACE_MONO, SIZE, COLOR_NONE, ALIGN_START};
  const char *count = amount_count(arena, product);
  int queries = trace_token_count(scene->trace);
  Str whole = str_from(str_format(arena, "%s = %d·%d = %s", name, queries, times, count));
  if (pen_width(&scene->pen, style, whole) <= room) return whole;
  return str_from(str_format(arena, "%s = %s", name, count));
}

static const char *seen_words(Arena *arena, const Pairs *pairs) {
  return str_format(arena, _("%s of %s"), amount_count(arena, (double)pairs->seen),
                    amount_count(arena, (double)pairs->all));
}

/* The share of all pairs that is seen. */
static void draw_share(const Scene *scene, Box bar, const Pairs *pairs) {
  const Theme *theme = scene->pen.theme;
  draw_box(scene->pen.list, (DrawBox){.box = bar, .fill = theme->line});
  bar.w *= (float)pairs->seen / (float)pairs->all;
  draw_box(scene->pen.list, (DrawBox){.box = bar, .fill = theme->muted});
}

void masked_cost_draw(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  Pairs pairs = pairs_of(scene);
  Arena *arena = pen->list->arena;
  float line = pen_line_height(pen, SIZE);
  float least = pen_line_height(pen, NAME_SIZE) + line + stage_points(scene, GAP + BAR_HIGH);
  TextStyle name = {FACE_SEMIBOLD, NAME_SIZE, pen->theme->ink, ALIGN_START};
  TextStyle number = {FACE_MONO, SIZE, pen->theme->muted, ALIGN_START};
  if (pairs.seen == pairs.all || least > box.h) return;
  Str title = str_from(_("Pairs seen"));
  name.size = stage_fitted_size(pen, name, SIZE, box.w, title);
  pen_text_in(pen, name, cut_top(&box, pen_line_height(pen, NAME_SIZE)), title);
  pen_text_in(pen, number, cut_top(&box, line), str_from(seen_words(arena, &pairs)));
  cut_top(&box, stage_points(scene, GAP));
  draw_share(scene, cut_top(&box, stage_points(scene, BAR_HIGH)), &pairs);
  cut_top(&box, stage_points(scene, 2 * GAP));
  if (!has_local(&pairs) || box.h < 2 * line) return;
  bool is_square = pairs.queries == pairs.keys;
  double local = (double)pairs.queries * pairs.local;
  Str mask = product_words(scene, box.w, is_square ? "n·w" : "T·w", pairs.local, local);
  Str all = product_words(scene, box.w, is_square ? "n²" : "T·S", pairs.keys, (double)pairs.all);
  pen_text_in(pen, number, cut_top(&box, line), mask);
  pen_text_in(pen, number, cut_top(&box, line), all);
}

void masked_cost_add(Panel *panel, Rank rank) {
  Pairs pairs = pairs_of(panel->scene);
  Arena *arena = panel_arena(panel);
  if (pairs.seen == pairs.all) return;
  panel_add_fact(panel, str_from(_("pairs seen")), str_from(seen_words(arena, &pairs)), rank);
  if (pairs.local <= 0) return;
  panel_add_fact(panel, str_from(_("w, keys for a query, on average at most")),
                 panel_words(panel, "%d", pairs.local), rank);
  int longer = pairs.keys > LONG_TEXT ? pairs.keys : LONG_TEXT;
  double local = pairs.local < longer ? pairs.local : longer;
  Str name = panel_count(panel, P_("n · w at %d token", "n · w at %d tokens", longer), longer);
  const char *value = str_format(arena, _("%s of %s"), amount_count(arena, longer * local),
                                 amount_count(arena, (double)longer * longer));
  panel_add_fact(panel, name, str_from(value), rank);
}
