/* A model typed in, in a session: its commands, undo, states, its file, and what is refused. */
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "model/board/board.h"
#include "session/say.h"
#include "session/session_internal.h"
#include "support/folder.h"

static Session *board_session(void) {
  Session *session = session_of("the cat sat");
  say(session, "model on-paper");
  return session;
}

static float number_at(const Session *session, BoardPart part, int row, int col) {
  const BoardMatrix *matrix = board_matrix(session_board(session), session_view(session)->layer,
                                           session_view(session)->head, part);
  return matrix->cells[row * matrix->cols + col].value;
}

static bool text_holds(const Session *session, const char *part) {
  return strstr(session_board(session)->text.at, part) != NULL;
}

static float score_of(const Session *session, int query, int key) {
  return mat_get(trace_matrix(session_trace(session), TRACE_SCORES, 0, 0), query, key);
}

static void opening_shows_its_own_sentence_where_words_are_missing(void **state) {
  (void)state;
  Session *session = session_of("what is this");
  say(session, "model look-back");
  assert_true(str_is(session_sentence(session), "the cat sat down"));
  say(session, "sentence \"cat the cat\"");
  say(session, "model on-paper");
  assert_true(str_is(session_sentence(session), "cat the cat"));
  assert_int_equal(session_example_count(session), 1);
  assert_string_equal(session_example(session, 0), "the cat sat");
  session_free(session);
}

static void a_number_changes_the_trace_and_is_undone(void **state) {
  (void)state;
  Session *session = board_session();
  assert_float_equal(score_of(session, 2, 2), 4, 0);
  say(session, "board W_Q 1 1 5");
  assert_float_equal(score_of(session, 2, 2), 7, 0);
  assert_true(text_holds(session, "  5 0\n  0 1\n"));
  assert_true(text_holds(session, "# a row for each token"));
  say(session, "undo");
  assert_float_equal(score_of(session, 2, 2), 4, 0);
  assert_null(session_inputs(session)->board.at);
  say(session, "redo");
  assert_float_equal(score_of(session, 2, 2), 7, 0);
  say(session, "model on-paper");
  assert_float_equal(score_of(session, 2, 2), 4, 0);
  session_free(session);
}

static void rows_are_set_together(void **state) {
  (void)state;
  Session *session = board_session();
  say(session, "board E 1 1 \"1\\t2\\n[3, 4],\"");
  assert_float_equal(number_at(session, BOARD_E, 0, 1), 2, 0);
  assert_float_equal(number_at(session, BOARD_E, 1, 0), 3, 0);
  assert_float_equal(number_at(session, BOARD_E, 1, 1), 4, 0);
  assert_float_equal(number_at(session, BOARD_E, 2, 1), 1, 0);
  say(session, "undo");
  assert_float_equal(number_at(session, BOARD_E, 1, 0), 0, 0);
  refused(session, "board E 3 2 1 2", "E has no cell 3 3; its rows go to 3 and its columns to 2");
  session_free(session);
}

static void sizes_grow_and_shrink_everywhere(void **state) {
  (void)state;
  Session *session = board_session();
  say(session, "board add token dog");
  assert_int_equal(session_board(session)->token_count, 4);
  say(session, "board add d_model");
  assert_int_equal(session_board(session)->d_model, 3);
  say(session, "board add d_head");
  assert_int_equal(session_board(session)->d_head, 3);
  assert_float_equal(score_of(session, 2, 2), 4, 0);
  say(session, "board remove token");
  say(session, "board remove d_model");
  say(session, "board remove d_head");
  Str first;
  assert_true(board_builtin("on-paper", &first));
  assert_true(str_equal(session_board(session)->text, first));
  say(session, "board remove d_head");
  refused(session, "board remove d_head", "the d_head of a board is at least 1");
  refused(session, "board add d_modl", "did you mean “d_model”");
  session_free(session);
}

static void a_token_is_renamed_in_the_sentence_too(void **state) {
  (void)state;
  Session *session = board_session();
  say(session, "board tokens 2 dog");
  assert_true(str_is(session_sentence(session), "the dog sat"));
  assert_true(text_holds(session, "tokens the dog sat"));
  refused(session, "board tokens 2 the", "the token “the” is there already");
  refused(session, "board tokens 4 x", "there is no row “4”; the rows go from 1 to 3");
  session_free(session);
}

static void keys_fill_in_cells(void **state) {
  (void)state;
  Session *session = board_session();
  say(session, "view board");
  assert_false(session_takes_text(session));
  say(session, "board at W_Q 1 1");
  assert_true(session_takes_text(session));
  say(session, "board type \"1\"; board type \"/4\"; board erase; board type \"2\"");
  say(session, "board move right");
  assert_float_equal(number_at(session, BOARD_W_Q, 0, 0), 0.5, 0);
  say(session, "board type 7; board enter");
  assert_float_equal(number_at(session, BOARD_W_Q, 0, 1), 7, 0);
  assert_int_equal(session_view(session)->board_row, 1);
  say(session, "board move next");
  assert_int_equal(session_view(session)->board_part, BOARD_W_K);
  say(session, "board type x");
  refused(session, "board enter", "“x” is no number");
  assert_string_equal(session_board_typed(session), "x");
  say(session, "board leave; board leave");
  assert_false(session_takes_text(session));
  say(session,
      "stage scores; view board; step"); /* unlike views apart it has no steps of its own */
  assert_int_equal(session_view(session)->stage, STAGE_SCALED);
  say(session, "view board; escape");
  assert_int_equal(session_view(session)->kind, VIEW_STAGE);
  session_free(session);
}

static void a_state_holds_the_text(void **state) {
  (void)state;
  Session *session = board_session(), *other = session_of("the cat sat");
  Arena *arena = arena_make(0);
  say(session, "board W_Q 1 1 5; board tokens 1 a; view board");
  Str script = session_script(session, arena);
  assert_non_null(script.at);
  assert_true(session_do_text(other, script, NULL));
  assert_same_state(session, other, "a state of a board");
  assert_float_equal(score_of(other, 2, 2), 7, 0);
  arena_free(arena);
  session_free(other);
  session_free(session);
}

static void a_new_board_begins_where_none_is(void **state) {
  (void)state;
  Session *session = session_of("what is this");
  refused(session, "view board", "view board shows a model that is typed in");
  refused(session, "board W_Q 1 1 2", "the model on show is not typed in");
  say(session, "board");
  assert_int_equal(session_view(session)->kind, VIEW_BOARD);
  assert_true(str_is(session_sentence(session), "the cat sat"));
  say(session, "board");
  assert_int_equal(session_view(session)->kind, VIEW_STAGE);
  say(session, "undo");
  assert_null(session_board(session));
  session_free(session);
}

static void the_file_keeps_its_comments(void **state) {
  (void)state;
  Session *session = board_session();
  Arena *arena = arena_make(0);
  Folder folder = folder_make();
  const char *path = folder_file(&folder, "mine.txt");
  Str saved;
  Status status;
  say(session, "board W_Q 1 1 5");
  say(session, "board save \"%s\"", path);
  assert_true(os_read_file(arena, path, BOARD_BYTES_MOST, &saved, &status));
  assert_true(str_equal(saved, session_board(session)->text));
  say(session, "model \"%s\"", path);
  assert_float_equal(score_of(session, 2, 2), 7, 0);
  say(session, "board W_Q 1 1 6");
  say(session, "board save"); /* the session wrote it, so it does not ask */
  say(session, "model \"%s\"", path);
  assert_float_equal(score_of(session, 2, 2), 8, 0);
  session_free(session);
  folder_remove(&folder);
  arena_free(arena);
}

static void a_file_of_others_is_replaced_when_asked_twice(void **state) {
  (void)state;
  Session *session = session_of("the cat sat");
  Folder folder = folder_make();
  Str text;
  assert_true(board_builtin("on-paper", &text));
  folder_write(&folder, "theirs.txt", text);
  say(session, "model \"%s\"", folder_file(&folder, "theirs.txt"));
  say(session, "board W_Q 1 1 6");
  refused(session, "board save", "was opened: say board save again to replace it");
  assert_true(str_equal(folder_read(&folder, "theirs.txt"), text));
  say(session, "board save");
  assert_true(str_equal(folder_read(&folder, "theirs.txt"), session_board(session)->text));
  session_free(session);
  folder_remove(&folder);
}

static void a_wrong_file_changes_nothing(void **state) {
  (void)state;
  Session *session = board_session();
  Folder folder = folder_make();
  const char *path = folder_file(&folder, "wrong.txt");
  static const char text[] = "board wrong\ntokens a b\nE\n 1 0\n 0\n";
  char line[512];
  folder_write(&folder, "wrong.txt", (Str){text, sizeof text - 1});
  snprintf(line, sizeof line, "model \"%s\"", path);
  refused(session, line,
          ":5:3: row 2 of E is too short: numbers there: 1; expected, as in its first row: 2");
  assert_float_equal(score_of(session, 2, 2), 4, 0);
  say(session, "stage weights");
  session_free(session);
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(opening_shows_its_own_sentence_where_words_are_missing),
      cmocka_unit_test(a_number_changes_the_trace_and_is_undone),
      cmocka_unit_test(rows_are_set_together),
      cmocka_unit_test(sizes_grow_and_shrink_everywhere),
      cmocka_unit_test(a_token_is_renamed_in_the_sentence_too),
      cmocka_unit_test(keys_fill_in_cells),
      cmocka_unit_test(a_state_holds_the_text),
      cmocka_unit_test(a_new_board_begins_where_none_is),
      cmocka_unit_test(the_file_keeps_its_comments),
      cmocka_unit_test(a_file_of_others_is_replaced_when_asked_twice),
      cmocka_unit_test(a_wrong_file_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
