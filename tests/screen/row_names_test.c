/* tests/screen/row_names_test.c -- which names stand beside rows, and how large, where not all have
** the room they want. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#include "scene/stages/stage_view.h"
#include "scene/telling_row.h"

#define LINE "the animal did not cross the street because it was too tired and the man saw it . "
#define OF_64 LINE LINE LINE "the animal did not cross the street because it was"

static const float HEADS = 160; /* the column of heads in the window */
static const Window WINDOW = {1440, 900}, PROJECTOR = {1920, 1080};

/* The outline of the row that the panel tells while none is chosen: thin, in a group of its own. */
static bool followed_outline(const DrawList *list, Box *out) {
  bool is_inside = false;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_GROUP)
      is_inside = item->as.group.name && strcmp(item->as.group.name, "followed") == 0;
    if (!is_inside || item->kind != DRAW_BOX) continue;
    *out = item->as.box.box;
    return true;
  }
  return false;
}

/* Names at the left of the row that touch its line. */
static int names_beside(const DrawList *list, Box row, float left) {
  const float strip = 260; /* of Q between names and scores, at most */
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->face == FACE_MONO || text->angle_deg != 0)
      continue;
    float middle = text->at.y - TEXT_CAP_HEIGHT / 2 * text->size_pt;
    float right = text->at.x + text->width_pt;
    bool is_beside = right < row.x && right > row.x - strip && text->at.x > left;
    if (!is_beside || fabsf(middle - row.y - row.h / 2) > 0.6f * text->size_pt) continue;
    count++;
  }
  return count;
}

/* The names beside it give way, as those of a chosen row do. */
static void the_outlined_row_has_its_name_at_any_number_of_tokens(void **state) {
  (void)state;
  static const char *const stages[] = {"scores", "scaled", "masked", "weights"};
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = session_after("motion off; model reader; layer 2; head 4");
  static const char sentence[] = OF_64;
  int outlined = 0;
  for (int at = 1, count = 0; at < (int)sizeof sentence; at++) {
    if (sentence[at] != ' ' && sentence[at] != 0) continue;
    if (++count < 30 || count % 3 == 0) continue;
    run(session, str_format(words, "sentence \"%.*s\"", at, sentence));
    for (int i = 0; i < 8; i++) {
      Window window = i < 4 ? WINDOW : PROJECTOR;
      const char *look = str_format(words, "cell none; presenter %s; stage %s",
                                    i < 4 ? "off" : "on", stages[i % 4]);
      DrawList list = list_after(session, arena, window, look);
      Box row;
      if (!followed_outline(&list, &row)) continue;
      int beside = names_beside(&list, row, i < 4 ? HEADS : 0);
      if (beside != 1) fail_msg("%d tokens, %s: %d names", count, look, beside);
      outlined++;
    }
  }
  assert_true(outlined > 100);
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

/* A name that stays cut at any size makes no other smaller: "the·1" keeps that of its answer. */
static void a_name_that_is_cut_makes_no_other_small(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence \"the "
                                   "floccinaucinihilipilification did " LINE LINE "\"");
  DrawList list = list_after(session, arena, WINDOW, "stage logits; cell none");
  float size = 0;
  for (int i = 0; i < list.item_count; i++)
    if (list.items[i].kind == DRAW_TEXT && str_is(list.items[i].as.text.text, "the·1"))
      size = list.items[i].as.text.size_pt;
  if (size < 10.5f) fail_msg("%.2f points", (double)size);
  session_free(session);
  arena_free(arena);
}

/* "because·26" is no smaller than "it·27", which stands below it. */
static void names_of_one_column_have_one_size(void **state) {
  (void)state;
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence \"" OF_64 "\"");
  for (int i = 0; i < 2; i++) {
    DrawList list = list_after(session, arena, i ? PROJECTOR : WINDOW, "stage logits; cell none");
    float size = 0;
    int names = 0;
    for (int k = 0; k < list.item_count; k++) {
      const DrawText *text = &list.items[k].as.text;
      bool is_name = list.items[k].kind == DRAW_TEXT && text->at.y > 400 &&
                     strstr(str_copy(words, text->text), "·") &&
                     !memchr(text->text.at, ' ', text->text.bytes);
      if (!is_name) continue;
      if (names++ == 0) size = text->size_pt;
      if (text->size_pt != size)
        fail_msg("%.*s: %.2f, not %.2f", (int)text->text.bytes, text->text.at,
                 (double)text->size_pt, (double)size);
    }
    assert_true(names > 20);
  }
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_outlined_row_has_its_name_at_any_number_of_tokens),
      cmocka_unit_test(names_of_one_column_have_one_size),
      cmocka_unit_test(a_name_that_is_cut_makes_no_other_small),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
