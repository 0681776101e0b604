/* scene/stages/motion_columns.c -- the words of the sentence that stand below each other in both
** pictures and go with no matrix: they go from column to column, so that they are there at every
** moment. Out of the overview its first column is meant, and where no matrix goes along, whatever
** says the tokens in the stage: chips, or the list of answers.
*/
#include <math.h>

#include "base/number.h"
#include "scene/stages/motion_way.h"
#include "scene/token_shown.h"

static int token_count(const Way *way) { return trace_token_count(way->scene->trace); }

static bool says_token(const Way *way, const DrawText *text, int token) {
  const TraceToken *own = trace_token(way->scene->trace, token);
  return str_equal(text->text, token_shown(own)) || str_equal(text->text, own->label);
}

static bool is_free(const Picture *picture, int i) {
  const DrawItem *item = &picture->list->items[i];
  return item->kind == DRAW_TEXT && picture->fates[i] == FATE_FADES && item->as.text.angle_deg == 0;
}

static bool ends_at(const DrawText *text, float end) {
  const float near = 2;
  return fabsf(text->at.x + text->width_pt - end) < near;
}

/* Where words of that column end say how many tokens. */
static int tokens_ending_at(const Way *way, const Picture *picture, float end) {
  int count = 0;
  for (int token = 0; token < token_count(way); token++)
    for (int i = 0; i < picture->list->item_count; i++) {
      const DrawText *text = &picture->list->items[i].as.text;
      if (!is_free(picture, i) || !ends_at(text, end) || !says_token(way, text, token)) continue;
      count++;
      break;
    }
  return count;
}

/* Where the words of the first column end that names most tokens; INFINITY: there is none. */
static float column_of(const Way *way, const Picture *picture) {
  float found = INFINITY;
  int most = 0;
  for (int i = 0; i < picture->list->item_count; i++) {
    const DrawText *text = &picture->list->items[i].as.text;
    float end = text->at.x + text->width_pt;
    bool is_token = false;
    for (int token = 0; is_free(picture, i) && token < token_count(way) && !is_token; token++)
      is_token = says_token(way, text, token);
    if (!is_token || (most > 0 && ends_at(text, found))) continue;
    int count = tokens_ending_at(way, picture, end);
    if (count < most || (count == most && end >= found)) continue;
    most = count;
    found = end;
  }
  return 2 * most >= int_min(token_count(way), 6) ? found : INFINITY;
}

/* The next item from `from` on that says that token and ends there; −1: there is none. end < 0:
** anywhere. What an arrow leads to is an answer. */
static int next_of(const Way *way, const Picture *picture, int from, int token, float end) {
  bool is_answer = false;
  for (int i = from; i < picture->list->item_count; i++) {
    const DrawText *text = &picture->list->items[i].as.text;
    if (picture->list->items[i].kind != DRAW_TEXT) continue;
    bool is_there = end < 0 || ends_at(text, end);
    if (!is_answer && is_there && is_free(picture, i) && says_token(way, text, token)) return i;
    is_answer = str_equal(text->text, STR("→"));
  }
  return -1;
}

void motion_columns_find(Way *way) {
  bool anywhere = way->folds && !motion_has_travellers(way);
  float from = column_of(way, &way->earlier), to = anywhere ? -1 : column_of(way, &way->later);
  int next = 0;
  if (!isfinite(from) || !isfinite(to)) return;
  for (int token = 0; token < token_count(way); token++) {
    int was = next_of(way, &way->earlier, 0, token, from); /* chosen ones are drawn last */
    int is = next_of(way, &way->later, anywhere ? next : 0, token, to);
    if (was < 0 || is < 0) continue;
    motion_join(way, was, is, FATE_TRAVELS);
    next = is + 1;
  }
}
