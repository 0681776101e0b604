/* scene/overview/share_names.c -- the names at the ends of the ribbons of V: "animal 0.822". */
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "scene/overview/parts.h"
#include "scene/overview/river.h"

/* The name at the end of a ribbon. */
typedef struct ShareName {
  int key;
  Box end;
  float share;
  bool grows;       /* with its ribbon, as the chosen one and, from afar, all do */
  bool stands_free; /* higher than its ribbon, with no name beside it */
  bool is_alone;    /* no other name is near: it may be higher than its ribbon */
  bool is_above;    /* its ribbon, which is lower than the name; no other name is there */
} ShareName;

static const float NAME_LEAST = 12, NAME_MOST = 18;
static const float NAME_LEAST_FROM_AFAR = 14, NAME_MOST_FROM_AFAR = 28;
/* Before a class a name that would be smaller may be as high as its ribbon with all its letters. */
static const float NAME_CALM = 16, NAME_CALM_ALONE = 24;

static float name_most(const Scene *scene) {
  return scene_is_presented(scene) ? NAME_MOST_FROM_AFAR : NAME_MOST;
}

static float name_least(const Scene *scene) {
  return scene_is_presented(scene) ? NAME_LEAST_FROM_AFAR : NAME_LEAST;
}

/* Of its line, what a name needs of its ribbon: from afar its letters. */
static float line_share(const Scene *scene, const ShareName *name) {
  if (!scene_is_presented(scene)) return 0.9f;
  return name->is_alone ? 0.59f : 0.79f;
}

static float share_name_size(const Scene *scene, const ShareName *name) {
  bool grows = name->grows || overview_is_for_audience(scene);
  float least = name_least(scene), most = grows ? name_most(scene) : least;
  /* from afar as high as letters, else as a line */
  float of_line = scene_is_presented(scene) ? 1.1f : 0.9f;
  float natural = least * name->end.h / pen_line_height(&scene->pen, least);
  float size = float_clamp(natural * of_line, least, most);
  float letters = natural * (name->is_alone ? 1.66f : 1.25f);
  if (scene_is_presented(scene))
    size = fmaxf(size, fminf(letters, name->is_alone ? NAME_CALM_ALONE : NAME_CALM));
  return name->stands_free ? fmaxf(size, NAME_MOST) : size;
}

static bool has_line(const Scene *scene, const ShareName *name) {
  return name->end.h >=
         pen_line_height(&scene->pen, share_name_size(scene, name)) * line_share(scene, name);
}

/* Below a name at the right end of box, where other ribbons are. */
static void clear_paper(const Scene *scene, Box box, float width) {
  const float beside = 3 * scene->pen.text_scale;
  draw_box(scene->pen.list,
           (DrawBox){.box = {box.x + box.w - width - beside, box.y, width + 2 * beside, box.h},
                     .corner = beside,
                     .fill = color_fade(scene->pen.theme->paper, 0.8f)});
}

/* "animal 0.822", beside the end of the ribbon. */
static void share_name(const Scene *scene, const OverviewPlan *plan, const ShareName *name) {
  const Pen *pen = &scene->pen;
  Box end = name->end;
  float s = plan->scale, size = share_name_size(scene, name);
  float line = pen_line_height(pen, size);
  Str key = scene_key_named(scene, name->key);
  Number number = number_weight(name->share);
  const char *words = str_format(pen->list->arena, C_("a word and its weight", "%.*s %s"),
                                 (int)key.bytes, key.at, number.at);
  float start = plan->v.x + plan->v.w + 24 * s, right = end.x - 6 * s;
  float room = fminf(right - start, 200 * s * size / 12);
  if (room < 40 * s) return;
  TextStyle style = {FACE_SEMIBOLD, size, pen->theme->ink, ALIGN_END};
  Box box = {right - room, end.y + (end.h - line) / 2, room, line};
  if (name->is_above) {
    box.y = end.y - line;
    clear_paper(scene, box, fminf(pen_width(pen, style, str_from(words)), room));
  }
  pen_text_in(pen, style, box, str_from(words));
}

/* Before a class: whether a name as high as its ribbon allows is apart from others like it. */
static bool is_alone(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road,
                     ShareName name) {
  const float lines = 0.9f; /* of their mean height, between their middles */
  int keys = trace_key_count(scene->trace);
  float done = 0, whole = overview_shares_whole(road->shares, keys);
  name.is_alone = true;
  if (!scene_is_presented(scene) || !has_line(scene, &name)) return false;
  float own = pen_line_height(&scene->pen, share_name_size(scene, &name));
  for (int key = 0; key < keys; key++) {
    float share = road->shares[key];
    ShareName other = {key, overview_share_end(plan, done, share / whole), share, .is_alone = true};
    done += share / whole;
    if (key == name.key || !has_line(scene, &other)) continue;
    float apart = fabsf(other.end.y + other.end.h / 2 - name.end.y - name.end.h / 2);
    float line = pen_line_height(&scene->pen, share_name_size(scene, &other));
    if (apart < lines * (own + line) / 2) return false;
  }
  return true;
}

/* Of those as high as a line, and of the chosen key, if that stands free; at rest of the followed
** key alone. */
void overview_share_names(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road) {
  int keys = trace_key_count(scene->trace), row, chosen;
  const float *shares = road->shares;
  if ((road->is_rest && road->key < 0) || !overview_gathers(scene) || !shares) return;
  float done = 0, whole = overview_shares_whole(shares, keys);
  view_focus(scene->view, &row, &chosen);
  if (road->is_rest) chosen = road->key;
  int grown = chosen < 0 ? road->value : chosen; /* of a whole row its heaviest */
  ShareName own = {.key = -1};
  float nearest = INFINITY; /* from its middle to that of another name */
  for (int pass = 0; pass < 2; pass++, done = 0)
    for (int key = 0; key < keys; key++) {
      ShareName name = {key, overview_share_end(plan, done, shares[key] / whole), shares[key],
                        .grows = key == grown};
      name.is_alone = is_alone(scene, plan, road, name);
      done += shares[key] / whole;
      if (key == chosen) own = name;
      if (pass == 0 || key == chosen || road->is_rest || !has_line(scene, &name)) continue;
      share_name(scene, plan, &name);
      float away = fabsf(name.end.y + name.end.h / 2 - own.end.y - own.end.h / 2);
      nearest = fminf(nearest, away);
    }
  if (own.key < 0 || own.end.h < 1) return;
  own.is_above = isinf(nearest) && !has_line(scene, &own);
  own.stands_free = !road->is_rest && nearest >= pen_line_height(&scene->pen, NAME_MOST);
  bool is_free = nearest >= pen_line_height(&scene->pen, name_least(scene));
  if (is_free || has_line(scene, &own)) share_name(scene, plan, &own);
}
