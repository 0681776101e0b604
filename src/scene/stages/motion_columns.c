/* scene/stages/motion_columns.c -- the words of the sentence that stand below each other in both
** pictures and go with no matrix: they go from column to column, so that they are there at every
** moment. Out of the overview its first column is meant, and where no matrix goes along, whatever
** says the tokens in the stage: chips, or the list of answers.
*/
#include <math.h>

#include "base/number.h"
#include "scene/stages/motion_way.h"
#include "scene/token_shown.h"

static bool says_token(const Way *way, const DrawText *text, int token) {
  const TraceToken *own = trace_token(way->scene->trace, token);
  return str_equal(text->text, token_shown(own)) || str_equal(text->text, own->label);
}

/* A word that goes with nothing yet; most texts are numbers. */
static bool is_free(const Picture *picture, int i) {
  const DrawItem *item = &picture->list->items[i];
  const DrawText *text = &item->as.text;
  return item->kind == DRAW_TEXT && picture->fates[i] == FATE_FADES && text->angle_deg == 0 &&
         text->face != FACE_MONO && text->face != FACE_MONO_BOLD;
}

/* A word of the sentence in a picture: of one token, or of all that have the same. */
typedef struct Said {
  int item;
  float end;      /* right */
  bool is_answer; /* an arrow leads to it */
} Said;

typedef struct SaidList {
  Said *at;
  int count;
} SaidList;

static bool says_any(const Way *way, const DrawText *text) {
  for (int token = 0; token < trace_token_count(way->scene->trace); token++)
    if (says_token(way, text, token)) return true;
  return false;
}

/* Words beside rows with digits stay with these. */
static SaidList find_said(const Way *way, const Picture *picture) {
  Box rows = motion_rows_box(picture->list);
  int count = picture->list->item_count;
  bool is_answer = false;
  SaidList said = {arena_take(way->scene->pen.list->arena, (size_t)count + 1, sizeof *said.at), 0};
  for (int i = 0; said.at && i < count; i++) {
    const DrawText *text = &picture->list->items[i].as.text;
    if (picture->list->items[i].kind != DRAW_TEXT) continue;
    if (rows.w > 0 && text->at.y < rows.y + rows.h + text->size_pt) continue;
    if (is_free(picture, i) && says_any(way, text))
      said.at[said.count++] = (Said){i, text->at.x + text->width_pt, is_answer};
    is_answer = str_equal(text->text, STR("→"));
  }
  return said;
}

static bool ends_at(const Said *word, float end) {
  const float near = 2;
  return fabsf(word->end - end) < near;
}

static int count_ending_at(const SaidList *said, float end) {
  int count = 0;
  for (int i = 0; i < said->count; i++) count += ends_at(&said->at[i], end);
  return count;
}

/* Where the words of the first column end that says most tokens; INFINITY: there is none. */
static float column_of(const SaidList *said, int tokens) {
  float found = INFINITY;
  int most = 0;
  for (int i = 0; i < said->count; i++) {
    if (most > 0 && ends_at(&said->at[i], found)) continue;
    int count = count_ending_at(said, said->at[i].end);
    if (count < most || (count == most && said->at[i].end >= found)) continue;
    most = count;
    found = said->at[i].end;
  }
  return 2 * most >= int_min(tokens, 6) ? found : INFINITY;
}

/* What is looked for: the next word from the item `from` on that says that token. */
typedef struct Wanted {
  int from, token;
  float end; /* where it ends; < 0: anywhere */
} Wanted;

static const Said *next_of(const Way *way, const Picture *picture, const SaidList *said,
                           Wanted wanted) {
  for (int i = 0; i < said->count; i++) {
    const Said *word = &said->at[i];
    if (word->item >= wanted.from && !word->is_answer &&
        (wanted.end < 0 || ends_at(word, wanted.end)) && is_free(picture, word->item) &&
        says_token(way, &picture->list->items[word->item].as.text, wanted.token))
      return word;
  }
  return NULL;
}

void motion_columns_find(Way *way) {
  bool anywhere = way->folds && !motion_has_travellers(way);
  int tokens = trace_token_count(way->scene->trace), next = 0;
  SaidList before = find_said(way, &way->earlier), after = find_said(way, &way->later);
  float from = column_of(&before, tokens), to = anywhere ? -1 : column_of(&after, tokens);
  if (!isfinite(from) || !isfinite(to)) return;
  for (int token = 0; token < tokens; token++) {
    /* chosen ones are last */
    const Said *was = next_of(way, &way->earlier, &before, (Wanted){0, token, from});
    const Said *is = next_of(way, &way->later, &after, (Wanted){anywhere ? next : 0, token, to});
    if (!was || !is) continue;
    motion_join(way, was->item, is->item, FATE_TRAVELS);
    next = is->item + 1;
  }
}
