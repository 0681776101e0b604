/* scene/heads/head_names.c -- the heads of a layer before there is a picture of any: what each is
** called and does.
*/
#include <assert.h>
#include <math.h>

#include "scene/heads/heads.h"
#include "scene/heads/role_lines.h"

/* Design points. */
static const float PITCH_MOST = 46, PITCH_LEAST = 18, TWO_LINES_FROM = 40, HIGH_OF_TWO = 30;
static const float HIGH_OF_ONE = 14;
/* What stays free of the margin at the right: beyond words, as beneath a picture, and beyond the
** frame around them. */
static const float FREE_OF_WORDS = 8, FREE_OF_FRAME = 5, FRAME_AWAY = 6;

bool head_names_come_first(const Scene *scene) {
  return scene->view->kind == VIEW_STAGE && !stage_info(scene->view->stage)->per_head &&
         scene_filled_of(scene, heads_part_on_show(scene), 1, 1) == 0;
}

static void draw_one(const Scene *scene, Box box, RoleLines lines, int head) {
  int layer = scene->view->layer;
  float scale = scene->pen.text_scale, away = FRAME_AWAY * fminf(scale, 1.5f);
  Box words = box;
  words.w += away + (FREE_OF_FRAME - FREE_OF_WORDS) * scale;
  bool is_now = heads_is_on_show(scene, layer, head);
  Thumbnail thumbnail = {.box = box, .layer = layer, .head = head};
  role_lines_draw(scene, words, lines, &thumbnail);
  if (is_now) heads_frame_of_choice(scene, box, away);
  if (!scene->interactive) return;
  draw_hit(scene->pen.list, (DrawHit){.box = box,
                                      .cursor = CURSOR_HAND,
                                      .click = heads_command(scene, "head", head, ""),
                                      .twice = heads_command(scene, "head solo", head, ""),
                                      .is_now = is_now,
                                      .tip = role_tip(scene, layer, head, (MatView){0})});
}

bool head_names_draw(const Scene *scene, Box place, float margin) {
  int count = trace_head_count(scene->trace, scene->view->layer);
  float scale = scene->pen.text_scale;
  assert(count > 0);
  float pitch = fminf(place.h / (float)count, PITCH_MOST * scale);
  if (!head_names_come_first(scene) || pitch < PITCH_LEAST * scale) return false;
  bool has_two = pitch >= TWO_LINES_FROM * scale;
  float high = (has_two ? HIGH_OF_TWO : HIGH_OF_ONE) * scale;
  float wide = place.w + margin - FREE_OF_FRAME * scale - FRAME_AWAY * fminf(scale, 1.5f);
  for (int head = 0; head < count; head++)
    draw_one(scene, (Box){place.x, place.y + 6 * scale + pitch * (float)head, wide, high},
             has_two ? ROLE_TWO_LINES : ROLE_ONE_LINE, head);
  return true;
}
