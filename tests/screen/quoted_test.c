/* A token that is a sign is quoted wherever it stands within words, at every stage. */
#include "screen/state.h"

#include <string.h>

typedef struct Signs {
  const char *sentence, *told; /* of column 2 of the third token's output */
} Signs;

static const Signs all[] = {{"the cat , saw it", "Output(“,”, 2) = "},
                            {"the cat \\\" saw it", "Output(“\"”, 2) = "},
                            {"the cat ( saw it", "Output(“(”, 2) = "},
                            {"the cat 。 saw it", "Output(“。”, 2) = "},
                            {"the cat ، saw it", "Output(“\u2068،\u2069”, 2) = "},
                            {"the cat saw it", "Output(saw, 2) = "}};

static bool begins(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_starts(list->items[i].as.text.text, words))
      return true;
  return false;
}

static bool contains(Str text, const char *words) {
  size_t bytes = strlen(words);
  for (size_t at = 0; at + bytes <= text.bytes; at++)
    if (memcmp(text.at + at, words, bytes) == 0) return true;
  return false;
}

static void the_chosen_number_quotes_its_token(void **state) {
  (void)state;
  Arena *arena = arena_make(0), *words = arena_make(0);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    Session *session = session_after("motion off; model writer");
    run(session, str_format(words, "sentence \"%s\"; stage output; cell 3 2; presenter on",
                            all[i].sentence));
    DrawList list = screen_list(session, arena, (Window){1920, 1080});
    if (!begins(&list, all[i].told))
      fail_msg("%s: nothing begins %s", all[i].sentence, all[i].told);
    session_free(session);
    arena_reset(arena);
  }
  arena_free(words);
  arena_free(arena);
}

/* Of a comma every text of the window: bare within words it would be beside a comma, a bracket or a
** colon. */
static void no_comma_stands_bare_within_words(void **state) {
  (void)state;
  static const char *const bare[] = {",,", "(,", ", ,", " ,:", "““", "””", " ,\u00B7", "· ,"};
  static const char *const cells[] = {"cell 3 row", "cell 3 3", "cell 4 3"};
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = session_after("motion off; model writer; sentence \"the cat , saw it\"");
  int stages = trace_stage_count(session_trace(session));
  for (int stage = 1; stage < stages; stage++)
    for (int look = 0; look < 6; look++) {
      const char *name = stage_info(trace_stage_at(session_trace(session), stage))->name;
      run(session, str_format(words, "stage %s; %s; presenter %s", name, cells[look / 2],
                              look % 2 ? "on" : "off"));
      arena_reset(arena);
      DrawList list = screen_list(session, arena, (Window){1920, 1080});
      for (int i = 0; i < list.item_count; i++)
        for (size_t k = 0; k < sizeof bare / sizeof *bare; k++) {
          Str text = list.items[i].as.text.text;
          if (list.items[i].kind == DRAW_TEXT && contains(text, bare[k]))
            fail_msg("%s, %s: %.*s", name, cells[look / 2], (int)text.bytes, text.at);
        }
    }
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_chosen_number_quotes_its_token),
      cmocka_unit_test(no_comma_stands_bare_within_words),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
