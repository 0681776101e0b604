/* Numbers at the ends of bars, names beside matrices and what else a class looks up can be read
** from the last row in the presenter view. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#define SENTENCE "\"The animal didn't cross the street because it was too tired\""
static const Window PROJECTOR = {1920, 1080};

/* The smallest text of these words, as high as its capitals; 0: there is none. */
static float high_of(const DrawList *list, const char *words) {
  float high = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || !str_is(text->text, words)) continue;
    float now = TEXT_CAP_HEIGHT * text->size_pt;
    high = high > 0 ? fminf(high, now) : now;
  }
  return high;
}

static void numbers_at_bars_can_be_read_from_the_last_row(void **state) {
  (void)state;
  static const struct {
    const char *commands, *words;
    float least; /* pixels */
  } wanted[] = {
      {"mask none; stage scores", "+17.6", 22},
      {"mask none; stage scaled", "+17.6", 22},
      {"mask none; stage scaled", "used ±4.4", 22},
      {"mask causal; stage masked", "−17.6", 24},
      {"mask causal; stage masked", "used ±4.4", 24},
      {"mask none; stage weights", "0.5", 24},
      {"stage output", "1.5", 24},
      {"stage output", "0.6", 22},
      {"stage joined", "+3.7", 24},
      {"stage block", "+29.5", 24},
      {"stage qkv", "+11.3", 24},
      {"stage tokens", "because", 24},
      {"stage logits", "0.027 %", 35},
      {"schedule flash 4 4; stage tiles", "2.1", 24},
      {"stage tiles", "used ±4.4", 24},
      {"schedule whole; view overview", "animal", 27},
      {"view overview", "street 0.187", 25},
      {"view heads", "didn't", 20},
  };
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; presenter on");
  run(session, "layer 2; head 4; cell 8 2");
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    DrawList list = list_after(session, arena, PROJECTOR, wanted[i].commands);
    float high = high_of(&list, wanted[i].words);
    if (high < wanted[i].least)
      fail_msg("%s: “%s” has %.1f of %.0f pixels", wanted[i].commands, wanted[i].words,
               (double)high, (double)wanted[i].least);
  }
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_at_bars_can_be_read_from_the_last_row),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
