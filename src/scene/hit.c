/* scene/hit.c -- finds the hit under the pointer, and fills in its command. */
#include "scene/hit.h"

#include <assert.h>
#include <string.h>

#include "base/number.h"

const DrawHit *hit_at(const DrawList *list, Point at) {
  for (int i = list->hit_count - 1; i >= 0; i--) {
    const DrawHit *hit = &list->hits[i];
    bool is_cut = hit->within.w > 0 && !box_holds(hit->within, at);
    if (box_holds(hit->box, at) && !is_cut) return hit;
  }
  return NULL;
}

Box hit_shown(const DrawHit *hit) { return hit->shown.w > 0 ? hit->shown : hit->box; }

/* The last point of a box may round to the next row. */
static int clamp_index(float place, int count) {
  assert(count > 0);
  return (int)float_clamp(place, 0, (float)(count - 1));
}

/* The row and column of a grid hit, from 0, counted in the whole matrix. */
static void hit_cell(const DrawHit *hit, Point at, int *row, int *col) {
  *row = *col = 0;
  if (hit->rows > 0)
    *row = hit->first_row +
           clamp_index((at.y - hit->box.y) / hit->box.h * (float)hit->rows, hit->rows);
  if (hit->cols > 0)
    *col = clamp_index((at.x - hit->box.x) / hit->box.w * (float)hit->cols, hit->cols);
}

/* A slider sends its click while it is dragged. */
static const char *words_of(const DrawHit *hit, HitAction action) {
  switch (action) {
  case HIT_CLICK:
    return hit->click;
  case HIT_TWICE:
    return hit->twice;
  case HIT_ASIDE:
    return hit->aside;
  case HIT_HOVER:
    return hit->hover;
  case HIT_WHEEL:
    return hit->wheel;
  case HIT_DRAG:
    return hit->slider ? hit->click : hit->drag;
  }
  return NULL;
}

/* Clamped to the slider's ends, so that a drag may leave it. */
static float fraction_of(const DrawHit *hit, Point at) {
  assert(hit->box.w > 0);
  float fraction = (at.x - hit->box.x) / hit->box.w;
  return float_clamp(fraction, 0, 1);
}

/* The placeholders of this action; in any other command a % is plain text. */
static const char *placeholders(const DrawHit *hit, HitAction action) {
  if (action == HIT_WHEEL || hit->slider) return "f";
  return hit->rows > 0 ? "rc" : "";
}

const char *hit_command(const DrawHit *hit, HitAction action, Point at, float notch, Arena *arena) {
  const char *words = words_of(hit, action), *filled = placeholders(hit, action);
  StrBuf command = strbuf_make(arena);
  int row, col;
  hit_cell(hit, at, &row, &col);
  for (; words && *words; words++) {
    bool is_filled = words[0] == '%' && words[1] && strchr(filled, words[1]);
    if (!is_filled) strbuf_add_char(&command, *words);
    else if (*++words == 'f')
      strbuf_format(&command, "%.4f", (double)(action == HIT_WHEEL ? notch : fraction_of(hit, at)));
    else strbuf_format(&command, "%d", (*words == 'r' ? row : col) + 1);
  }
  return command.failed ? "" : command.at;
}
