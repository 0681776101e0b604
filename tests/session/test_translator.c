/* The translator in a session: its layers, what it says, and what it is told to have said. */
#include <string.h>

#include "session/menu/items.h"
#include "session/menu/menu.h"
#include "session/say.h"
#include "session/session_internal.h"

static const char english[] = "She saw the house";

static Session *translator_of(const char *sentence) {
  Session *session = session_of(sentence);
  say(session, "model translator");
  return session;
}

static void assert_said(const Session *session, const char *words) {
  Str said = trace_said(session_trace(session));
  if (!str_is(said, words)) fail_msg("it says %.*s, not %s", (int)said.bytes, said.at, words);
}

static void it_opens_where_the_target_asks_the_source(void **state) {
  (void)state;
  Session *session = translator_of(english);
  const Trace *trace = session_trace(session);
  assert_int_equal(trace_half(trace), HALF_CROSS);
  assert_int_equal(session_view(session)->layer, 5);
  assert_int_equal(trace_token_count(trace), 5);
  assert_int_equal(trace_key_count(trace), 5);
  assert_true(str_is(trace_token(trace, 0)->text, "___"));
  assert_true(str_is(trace_key(trace, 4)->text, "."));
  assert_said(session, "她看见了房子");
  assert_true(str_is(session_sentence(session), english));
  assert_true(str_is(session_second_sentence(session), "她看见了房子"));
  assert_null(session_typed_second(session).at);
  session_free(session);
}

/* Each layer has the words of its half, its mask and its stages; each reads every layer. */
static void every_layer_has_the_words_of_its_half(void **state) {
  (void)state;
  static const TraceHalf halves[] = {HALF_SOURCE, HALF_SOURCE, HALF_TARGET,
                                     HALF_CROSS,  HALF_TARGET, HALF_CROSS};
  Session *session = translator_of("The animal did not cross the street because it was too tired");
  int sources = 13, targets = 11;
  for (int layer = 0; layer < 6; layer++) {
    int number, rows, cols;
    say(session, "layer %d", layer + 1);
    const Trace *trace = session_trace(session);
    assert_int_equal(trace_layer_count(trace), 6);
    assert_int_equal(trace_half(trace), halves[layer]);
    assert_int_equal(trace_layer_half(trace, layer, &number), halves[layer]);
    bool is_source = halves[layer] == HALF_SOURCE, is_target = halves[layer] == HALF_TARGET;
    assert_int_equal(trace_token_count(trace), is_source ? sources : targets);
    assert_int_equal(trace_key_count(trace), is_target ? targets : sources);
    assert_int_equal(trace_layer_hidden_count(trace, layer),
                     is_target ? targets * (targets - 1) / 2 : 0);
    assert_int_equal(trace_has_words(trace), !is_source);
    for (int other = 0; other < 6; other++) {
      trace_matrix_shape(trace, TRACE_WEIGHTS, other, &rows, &cols);
      assert_int_equal(rows, halves[other] == HALF_SOURCE ? sources : targets);
      assert_int_equal(cols, halves[other] == HALF_TARGET ? targets : sources);
    }
  }
  session_free(session);
}

/* What a layer reads is what the one before it hands on; all crosses ask the encoder's last rows. */
static void rows_go_from_layer_to_layer(void **state) {
  (void)state;
  Session *session = translator_of(english);
  const Trace *trace = session_trace(session);
  static const int before[] = {-1, 0, -1, 2, 3, 4};
  for (int layer = 0; layer < 6; layer++) {
    const Trace *own = trace_of_layer(trace, layer);
    MatView input = trace_matrix(own, TRACE_INPUT, layer, 0);
    MatView from = before[layer] < 0 ? trace_matrix(own, TRACE_X, 0, 0)
                                     : trace_matrix(own, TRACE_BLOCK, before[layer], 0);
    assert_true(input.at && input.at == from.at);
    if (trace_half(own) != HALF_CROSS) continue;
    MatView keys = trace_matrix(own, TRACE_KEY_INPUT, layer, 0);
    MatView encoded = trace_matrix(own, TRACE_BLOCK, 1, 0);
    assert_int_equal(keys.rows, encoded.rows);
    for (int row = 0; row < keys.rows; row++)
      assert_memory_equal(mat_row(keys, row), mat_row(encoded, row),
                          (size_t)keys.cols * sizeof(float));
  }
  session_free(session);
}

static void it_is_told_what_it_said_and_says_it_by_itself_again(void **state) {
  (void)state;
  Session *session = translator_of(english);
  say(session, "cross \"她 看见 了 狗\"");
  assert_said(session, "她 看见 了 狗");
  assert_int_equal(trace_token_count(session_trace(session)), 5);
  say(session, "cross \"她看见了房子。\"");
  assert_int_equal(trace_token_count(session_trace(session)), 5); /* its end is asked for */
  say(session, "cross off");
  assert_said(session, "她看见了房子");
  say(session, "undo; undo");
  assert_said(session, "她 看见 了 狗");
  say(session, "sentence \"The boy read the book because he was tired\"; cross off");
  assert_said(session, "男孩读了书，因为他很累");
  session_free(session);
}

/* Editing begins with what it said. */
static void what_it_said_is_corrected_in_its_field(void **state) {
  (void)state;
  Session *session = translator_of(english);
  say(session, "edit second; edit backspace; edit backspace; edit insert \"狗\"; edit end");
  assert_said(session, "她看见了狗");
  assert_true(str_is(session_typed_second(session), "她看见了狗"));
  assert_true(str_is(session_sentence(session), english));
  session_free(session);
}

static void it_says_one_word_at_a_time(void **state) {
  (void)state;
  static const char *const said[] = {"她", "她 看见", "她 看见 了", "她 看见 了 房子"};
  Session *session = translator_of(english);
  refused(session, "continue", "the translation ends here");
  say(session, "cross \"\"");
  assert_said(session, "");
  assert_int_equal(trace_token_count(session_trace(session)), 1);
  for (int i = 0; i < 4; i++) {
    say(session, "continue");
    assert_said(session, said[i]);
    assert_int_equal(session_view(session)->query, i + 1);
    assert_non_null(strstr(session_message(session).at, "follows: the likeliest, share "));
  }
  refused(session, "continue", "the translation ends here");
  say(session, "undo");
  assert_said(session, said[2]);
  say(session, "layer 1; continue");
  assert_said(session, said[3]);
  say(session, "cross \"\"; continue 3");
  assert_said(session, said[2]);
  assert_true(str_is(session_sentence(session), english));
  session_free(session);
}

static bool has_sums(MatView weights) {
  for (int row = 0; row < weights.rows; row++) {
    double sum = 0;
    for (int col = 0; col < weights.cols; col++) sum += (double)mat_get(weights, row, col);
    if (sum < 0.99999 || sum > 1.00001) return false;
  }
  return true;
}

static long hidden_in(const Session *session, int layer) {
  const Trace *trace = trace_of_layer(session_trace(session), layer);
  return trace_layer_hidden_count(trace, layer);
}

/* All cells above the diagonal of the words read, and of those said. */
static long later_cells(const Session *session, TraceHalf half) {
  long count = trace_token_count(trace_of_half(session_trace(session), half));
  return count * (count - 1) / 2;
}

/* Each kind of attention takes the parts of a mask that mean something there. Layers 0, 2 and 3 are
** the encoder's, the decoder's own and one between the sentences. */
static void a_mask_reaches_all_three(void **state) {
  (void)state;
  Session *session = translator_of(english);
  int keys = trace_key_count(session_trace(session));
  say(session, "mask causal");
  assert_int_equal(hidden_in(session, 0), later_cells(session, HALF_SOURCE));
  assert_int_equal(hidden_in(session, 2), later_cells(session, HALF_TARGET));
  assert_int_equal(hidden_in(session, 3), 0);
  for (int layer = 0; layer < 6; layer++)
    assert_true(trace_mask_is_laid_anywhere(trace_of_layer(session_trace(session), layer)));
  say(session, "undo");
  assert_int_equal(hidden_in(session, 0), 0);
  assert_false(trace_mask_is_laid_anywhere(session_trace(session)));
  say(session, "mask padding 1");
  assert_int_equal(hidden_in(session, 0), keys);
  assert_int_equal(hidden_in(session, 3), trace_token_count(session_trace(session)));
  assert_int_equal(hidden_in(session, 2), later_cells(session, HALF_TARGET));
  say(session, "mask none");
  assert_int_equal(hidden_in(session, 0) + hidden_in(session, 3), 0);
  assert_int_equal(hidden_in(session, 2), later_cells(session, HALF_TARGET));
  session_free(session);
}

/* Hidden cells are those between the sentences; a kind goes over every layer that can have it. */
static void what_is_laid_over_it(void **state) {
  (void)state;
  Session *session = translator_of(english);
  say(session, "mask 2 3 hide");
  const Trace *trace = session_trace(session);
  assert_true(trace_layer_hides(trace, 5, 1, 2) && trace_layer_hides(trace, 3, 1, 2));
  assert_int_equal(trace_layer_hidden_count(trace, 5), 1);
  assert_int_equal(trace_layer_hidden_count(trace_of_layer(trace, 0), 0), 0);
  say(session, "layer 1");
  refused(session, "mask 2 3 hide", "choose a cross layer");
  say(session, "layer 6; mask own");
  static const char *const kinds[] = {"positions rope", "positions alibi", "kv_heads 2",
                                      "score cosine",   "dropout 0.3",     "schedule flash 2 2"};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    say(session, "%s", kinds[i]);
    for (int layer = 0; layer < 6; layer++)
      for (int head = 0; head < 4; head++)
        assert_true(has_sums(trace_matrix(session_trace(session), TRACE_WEIGHTS, layer, head)));
    say(session, "undo");
  }
  refused(session, "approximate linformer 2", "with two sentences take approximate exact");
  refused(session, "shuffle", "takes their order");
  assert_said(session, "她看见了房子");
  session_free(session);
}

/* What a translator does not take is pale in the menu, and its line says why. */
static void the_menu_says_what_it_does_not_take(void **state) {
  (void)state;
  Session *session = translator_of(english);
  Arena *arena = arena_make(0);
  int refusals = 0;
  for (int i = 0; i < menu_item_count(MENU_ATTENTION); i++) {
    const char *command = menu_item(MENU_ATTENTION, i)->command;
    const char *why = menu_refusal(session, i, arena);
    bool is_mixed = strncmp(command, "approximate linformer", 21) == 0;
    if (is_mixed) assert_non_null(strstr(why, "with two sentences take approximate exact"));
    if (strcmp(command, "shuffle") == 0) assert_non_null(strstr(why, "keeps the order"));
    refusals += is_mixed || strcmp(command, "shuffle") == 0;
  }
  assert_int_equal(refusals, 2);
  arena_free(arena);
  session_free(session);
}

static void sentences_of_any_length(void **state) {
  (void)state;
  Session *session = translator_of("");
  assert_int_equal(trace_token_count(session_trace(session)), 0);
  say(session, "layer 1; layer 3; stage logits; stage tokens; layer 6");
  say(session, "sentence \"dog\"");
  assert_int_equal(trace_key_count(session_trace(session)), 2);
  StrBuf words = strbuf_make(session->scratch);
  for (int i = 0; i < 80; i++) strbuf_format(&words, "dog ");
  say(session, "sentence \"%s\"", words.at);
  const Trace *source = trace_of_half(session_trace(session), HALF_SOURCE);
  assert_int_equal(trace_cut_count(source), 17);
  assert_true(trace_token_count(session_trace(session)) <= 25);
  say(session, "model reader; sentence \"the cat sat\"; model translator");
  assert_int_equal(trace_half(session_trace(session)), HALF_CROSS);
  session_free(session);
}

/* A hidden cell is of the layers that ask the source, whichever layer is on show; the order of one
** sentence waits until there is one again. */
static void its_states_can_be_opened(void **state) {
  (void)state;
  for (int layer = 1; layer <= 6; layer++) {
    Session *session = session_of("the cat saw the dog that slept on the old red house");
    Arena *arena = arena_make(0);
    say(session, "shuffle; model translator; mask 1 2 hide; mask row 2 hide; layer %d", layer);
    Str script = session_script(session, arena);
    assert_non_null(strstr(script.at, "\nshuffle off\n"));
    Session *again = session_of("one");
    say(again, "model translator; layer %d", layer % 6 + 1);
    say(again, "%s", script.at);
    assert_int_equal(session_inputs(again)->mask.edit_count, 2);
    assert_int_equal(session_view(again)->layer, layer - 1);
    assert_true(str_equal(session_script(again, arena), script));
    session_free(again);
    session_free(session);
    arena_free(arena);
  }
}

/* An order that waits for one sentence is in the way of nothing here, and is there again later. */
static void a_waiting_order_lets_numbers_be_set(void **state) {
  (void)state;
  Session *session = session_of("the cat saw the dog");
  Arena *arena = arena_make(0);
  say(session, "shuffle seed 3; model translator; set q 1 1 2; without key 2");
  assert_int_equal(session_inputs(session)->what_ifs.count, 2);
  Session *again = session_of("one");
  say(again, "%s", session_script(session, arena).at);
  assert_int_equal(session_inputs(again)->what_ifs.count, 2);
  say(session, "model reader");
  assert_non_null(trace_in_order(session_trace(session)));
  refused(session, "set q 1 1 2", "the tokens are shuffled");
  session_free(again);
  session_free(session);
  arena_free(arena);
}

static void a_stage_of_distances_is_not_between_sentences(void **state) {
  (void)state;
  Session *session = translator_of(english);
  say(session, "positions rope");
  refused(session, "stage rotated", "no distances for positions rope");
  say(session, "layer 1; stage rotated; model hand-made; positions t5; cross \"a dog\"");
  refused(session, "stage biased", "no distances for positions t5");
  refused(session, "stage rotated", "are not turned");
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_opens_where_the_target_asks_the_source),
      cmocka_unit_test(every_layer_has_the_words_of_its_half),
      cmocka_unit_test(rows_go_from_layer_to_layer),
      cmocka_unit_test(it_is_told_what_it_said_and_says_it_by_itself_again),
      cmocka_unit_test(what_it_said_is_corrected_in_its_field),
      cmocka_unit_test(it_says_one_word_at_a_time),
      cmocka_unit_test(a_mask_reaches_all_three),
      cmocka_unit_test(what_is_laid_over_it),
      cmocka_unit_test(the_menu_says_what_it_does_not_take),
      cmocka_unit_test(sentences_of_any_length),
      cmocka_unit_test(its_states_can_be_opened),
      cmocka_unit_test(a_waiting_order_lets_numbers_be_set),
      cmocka_unit_test(a_stage_of_distances_is_not_between_sentences),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
