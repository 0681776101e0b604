/* Continuing a sentence with a model whose tokens are pieces: a character of several tokens is
** appended whole, and a message says if a piece changes the tokens before it. */
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "model/made_checkpoint.h"
#include "session/say.h"
#include "session/slow.h"
#include "support/patience.h"

/* Ids in the vocabulary below. é is the bytes C3 A9, which are written Ã and ©. */
enum { A, B, A_B, BYTE_C3, BYTE_A9, DASH, B_A, PIECES };
static const char vocabulary[] = "{\"a\": 0, \"b\": 1, \"ab\": 2, \"\u00c3\": 3, \"\u00a9\": 4, "
                                 "\"-\": 5, \"ba\": 6}"; /* no merge makes ba */
static const char merges[] = "#version: 0.2\na b\n";
static const char config[] =
    "{\"model_type\": \"gpt2\", \"n_layer\": 1, \"n_head\": 2, \"n_embd\": 8, "
    "\"n_inner\": 8, \"n_positions\": 16, \"vocab_size\": 7}";
/* The piece that follows each piece. */
static const int following[PIECES] = {B, BYTE_C3, DASH, BYTE_A9, A, B_A, A};

static void set(MadeCheckpoint *made, const char *name, float number) {
  MadeTensor *tensor = made_find(made, name);
  int64_t count = tensor->shape[0] * (tensor->rank > 1 ? tensor->shape[1] : 1);
  for (int64_t i = 0; i < count; i++) tensor->numbers[i] = number;
}

/* Every piece has a column of its own, which the layer does not change; the head answers a column
** with the piece that follows. */
static Folder make_model(void) {
  static const char *const zeros[] = {"wpe.weight",           "h.0.attn.c_attn.weight",
                                      "h.0.attn.c_attn.bias", "h.0.attn.c_proj.weight",
                                      "h.0.attn.c_proj.bias", "h.0.mlp.c_fc.weight",
                                      "h.0.mlp.c_fc.bias",    "h.0.mlp.c_proj.weight",
                                      "h.0.mlp.c_proj.bias",  "ln_f.bias",
                                      "wte.weight",           "lm_head.weight"};
  enum { WIDTH = 8 };
  Folder folder = folder_make();
  MadeCheckpoint *made = made_gpt2(folder.arena, (MadeSizes){1, WIDTH, 8, PIECES, 16, 0});
  made_add(made, "lm_head.weight", PIECES, WIDTH);
  for (size_t i = 0; i < sizeof zeros / sizeof zeros[0]; i++) set(made, zeros[i], 0);
  set(made, "ln_f.weight", 1);
  for (int piece = 0; piece < PIECES; piece++) {
    made_find(made, "wte.weight")->numbers[piece * WIDTH + piece] = 1;
    made_find(made, "lm_head.weight")->numbers[following[piece] * WIDTH + piece] += 4;
  }
  made_write(made, &folder);
  folder_write(&folder, "config.json", str_from(config));
  folder_write(&folder, "vocab.json", str_from(vocabulary));
  folder_write(&folder, "merges.txt", str_from(merges));
  return folder;
}

static Session *session_on(const Folder *folder, const char *sentence) {
  Session *session = session_of(sentence);
  say(session, "model %s", folder->path);
  return session;
}

static bool says(const Session *session, const char *part) {
  return strstr(session_message(session).at, part) != NULL;
}

/* b is followed by the first byte of é: the whole é is appended, as one step. */
static void a_character_of_several_tokens_comes_whole(void **state) {
  (void)state;
  Folder folder = make_model();
  Session *session = session_on(&folder, "b");
  say(session, "continue");
  assert_true(str_is(session_inputs(session)->streams[0], "b\xC3\xA9"));
  assert_int_equal(trace_token_count(session_trace(session)), 3);
  assert_true(says(session, "\xC3\xA9"));
  assert_false(says(session, "cut anew"));
  assert_int_equal(session_view(session)->query, 2);
  say(session, "undo");
  assert_true(str_is(session_inputs(session)->streams[0], "b"));
  session_free(session);
  folder_remove(&folder);
}

/* a is followed by b, and both together are one piece. */
static void pieces_that_are_cut_anew_are_said_to_be(void **state) {
  (void)state;
  Folder folder = make_model();
  Session *session = session_on(&folder, "-a");
  say(session, "continue");
  assert_true(str_is(session_inputs(session)->streams[0], "-ab"));
  assert_int_equal(trace_token_count(session_trace(session)), 2);
  assert_int_equal(trace_token_id(session_trace(session), 1), A_B);
  assert_true(says(session, "“b” follows"));
  assert_true(says(session, "cut anew"));
  say(session, "continue"); /* a dash, which changes nothing before it */
  assert_true(str_is(session_inputs(session)->streams[0], "-ab-"));
  assert_false(says(session, "cut anew"));
  session_free(session);
  folder_remove(&folder);
}

/* A dash is followed by ba, a piece that never results from typed text. */
static void an_appended_piece_that_is_cut_is_said_to_be(void **state) {
  (void)state;
  Folder folder = make_model();
  Session *session = session_on(&folder, "a-");
  say(session, "continue");
  assert_true(str_is(session_inputs(session)->streams[0], "a-ba"));
  assert_int_equal(trace_token_count(session_trace(session)), 4);
  assert_true(says(session, "cut into other tokens"));
  say(session, "continue"); /* b, which stays what it is though it joins the a before it */
  assert_true(says(session, "cut anew"));
  session_free(session);
  folder_remove(&folder);
}

/* ---- beside the window ---- */

static void tick_until(Session *session, bool (*is_so)(const Session *session)) {
  double began_ms = os_now_ms();
  do session_tick(session, os_now_ms());
  while (!is_so(session) && patience_lasts(began_ms));
  assert_true(is_so(session));
}

static bool is_settled(const Session *session) { return !session_is_pending(session); }
static bool waits(const Session *session) {
  return session_is_pending(session) && slow_waits() == 1;
}
static bool has_sentence_to_run(const Session *session) {
  return waits(session) && str_is(session_inputs(session)->streams[0], "b\xC3\xA9");
}

/* The slow model on "b", blocked until the test lets it run. */
static Session *slow_session_on(const Folder *folder) {
  Session *session = NULL;
  Status status = {0};
  SessionOptions options = {
      .model = "hand-made", .sentence = STR("b"), .background = true, .engine = slow_engine()};
  if (!session_make(&options, &session, &status)) fail_msg("%s", status.sentence);
  say(session, "model %s", folder->path);
  slow_let_open(1);
  slow_let_run(1);
  tick_until(session, is_settled);
  return session;
}

/* The model runs for the half character, and for the sentence with the whole one, both in the
** background: the command returns at once, and what is shown stays usable. */
static void continuing_a_slow_model_holds_nothing(void **state) {
  (void)state;
  Folder folder = make_model();
  Session *session = slow_session_on(&folder);
  const Trace *before = session_trace(session);
  say(session, "continue");
  tick_until(session, waits);
  assert_ptr_equal(session_trace(session), before);
  assert_true(str_is(session_sentence(session), "b"));
  assert_true(session_is_pending(session));
  say(session, "stage weights; cell 1 1");
  refused(session, "continue", "still being run");
  slow_let_run(1);
  tick_until(session, has_sentence_to_run);
  assert_ptr_equal(session_trace(session), before);
  slow_let_run(1);
  tick_until(session, is_settled);
  assert_true(str_is(trace_sentence(session_trace(session)), "b\xC3\xA9"));
  assert_true(says(session, "follows: the likeliest"));
  assert_false(says(session, "cut anew"));
  assert_int_equal(session_view(session)->query, 2);
  assert_int_equal(slow_ran(), 3);
  say(session, "undo");
  slow_let_run(1);
  tick_until(session, is_settled);
  assert_true(str_is(session_inputs(session)->streams[0], "b"));
  session_free(session);
  folder_remove(&folder);
}

/* Whatever stops it, nothing is appended and there is no undo step for it. */
static void a_token_on_its_way_can_be_stopped(void **state) {
  (void)state;
  /* A change that stops it is taken back by an undo of its own. */
  static const char *const stops[] = {"cancel", "undo", "sentence \"ab\"", "temperature 2"};
  Folder folder = make_model();
  for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
    Session *session = slow_session_on(&folder);
    bool could_undo = session_can_undo(session);
    say(session, "continue 3");
    tick_until(session, waits);
    say(session, "%s", stops[i]);
    if (i >= 2) say(session, "undo");
    double began_ms = os_now_ms();
    while (slow_waits() > 0 && patience_lasts(began_ms)) session_tick(session, os_now_ms());
    tick_until(session, is_settled);
    assert_true(str_is(session_inputs(session)->streams[0], "b"));
    assert_true(str_is(trace_sentence(session_trace(session)), "b"));
    assert_int_equal(session_can_undo(session), could_undo);
    assert_int_equal(slow_ran(), 1);
    session_free(session);
  }
  folder_remove(&folder);
}

/* A script waits for each token, whoever runs the model. */
static void a_script_waits_for_a_slow_token(void **state) {
  (void)state;
  Folder folder = make_model();
  Session *session = slow_session_on(&folder);
  slow_let_run(4); /* once for checking the script, once for playing it */
  const Script script = {.path = "script", .text = STR("continue\nstage weights\ncell 3 3\n")};
  assert_true(session_run_script(session, &script, NULL));
  assert_false(session_is_pending(session));
  assert_true(str_is(trace_sentence(session_trace(session)), "b\xC3\xA9"));
  assert_int_equal(session_view(session)->query, 2);
  session_free(session);
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_character_of_several_tokens_comes_whole),
      cmocka_unit_test(an_appended_piece_that_is_cut_is_said_to_be),
      cmocka_unit_test(continuing_a_slow_model_holds_nothing),
      cmocka_unit_test(a_token_on_its_way_can_be_stopped),
      cmocka_unit_test(a_script_waits_for_a_slow_token),
      cmocka_unit_test(pieces_that_are_cut_anew_are_said_to_be),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
