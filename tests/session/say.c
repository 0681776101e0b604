/* Sessions for tests: made, spoken to, compared, and wandered through at random. */
#include "session/say.h"

#include <stdio.h>
#include <string.h>

Session *session_of(const char *sentence) {
  Session *session = NULL;
  Status status = {0};
  SessionOptions options = {.model = "hand-made",
                            .sentence = {sentence, sentence ? strlen(sentence) : 0}};
  if (!session_make(&options, &session, &status)) fail_msg("%s", status.sentence);
  return session;
}

void say(Session *session, const char *format, ...) {
  char line[4096];
  Status status = {0};
  va_list words;
  va_start(words, format);
  vsnprintf(line, sizeof line, format, words);
  va_end(words);
  if (!session_do(session, line, &status)) fail_msg("%s: %s", line, status.sentence);
}

void refused(Session *session, const char *line, const char *part) {
  Status status = {0};
  View before = *session_view(session);
  uint64_t serial = trace_serial(session_trace(session));
  if (session_do(session, line, &status)) fail_msg("%s: not refused", line);
  if (!strstr(status.sentence, part)) fail_msg("%s: “%s” lacks %s", line, status.sentence, part);
  assert_true(session_same_view(&before, session_view(session)));
  assert_int_equal(serial, trace_serial(session_trace(session)));
  assert_string_equal(session_message(session).at, status.sentence);
}

bool same_state(const Session *a, const Session *b) {
  return inputs_equal(session_inputs(a), session_inputs(b)) &&
         session_same_view(session_view(a), session_view(b));
}

void assert_same_state(const Session *a, const Session *b, const char *why) {
  Arena *arena = arena_make(0);
  if (!same_state(a, b))
    fail_msg("%s:\n%s---\n%s", why, session_script(a, arena).at, session_script(b, arena).at);
  arena_free(arena);
}

static void random_mask(Rng *rng, int tokens, char *line, size_t bytes) {
  static const char *const presets[] = {"own",       "none",     "causal",
                                        "padding 2", "window 1", "prefix 3"};
  static const char *const acts[] = {"hide", "show", "toggle"};
  const char *act = acts[rng_below(rng, 3)];
  int query = 1 + rng_below(rng, tokens > 0 ? tokens : 1);
  int key = 1 + rng_below(rng, tokens > 0 ? tokens : 1), what = rng_below(rng, 3);
  if (what == 0 || tokens == 0) snprintf(line, bytes, "mask %s", presets[rng_below(rng, 6)]);
  else if (what == 1) snprintf(line, bytes, "mask row %d %s", query, act);
  else snprintf(line, bytes, "mask %d %d %s", query, key, act);
}

static void random_cell(Rng *rng, const Session *session, char *line, size_t bytes) {
  int rows, cols;
  const View *view = session_view(session);
  StageId stage = view->kind == VIEW_OVERVIEW ? STAGE_WEIGHTS : view->stage;
  trace_stage_shape(session_trace(session), stage, &rows, &cols);
  if (rows == 0 || rng_below(rng, 5) == 0) snprintf(line, bytes, "cell none");
  else if (rng_below(rng, 3) == 0) snprintf(line, bytes, "cell %d row", 1 + rng_below(rng, rows));
  else snprintf(line, bytes, "cell %d %d", 1 + rng_below(rng, rows), 1 + rng_below(rng, cols));
}

static StageId random_stage(Rng *rng, const Session *session) {
  const Trace *trace = session_trace(session);
  return trace_stage_at(trace, rng_below(rng, trace_stage_count(trace)));
}

void random_command(Rng *rng, const Session *session, char *line, size_t bytes) {
  static const char *const plain[] = {"step",
                                      "step back",
                                      "step row",
                                      "step cell",
                                      "step stage",
                                      "step back cell",
                                      "step back row",
                                      "step by row",
                                      "step by cell",
                                      "step by tile",
                                      "step tile",
                                      "step back tile",
                                      "schedule flash 2 2",
                                      "schedule whole",
                                      "step by stage",
                                      "stage first",
                                      "stage last",
                                      "layer next",
                                      "layer prev",
                                      "head next",
                                      "head prev",
                                      "head solo 2",
                                      "head solo off",
                                      "cell unlock",
                                      "cursor up",
                                      "cursor down",
                                      "cursor left",
                                      "cursor right",
                                      "view overview",
                                      "view stage",
                                      "view heads",
                                      "view grid",
                                      "view toggle",
                                      "theme toggle",
                                      "palette next",
                                      "range head",
                                      "range own",
                                      "range shared",
                                      "range -0.1,3.7e-3",
                                      "numbers on",
                                      "numbers off",
                                      "numbers auto",
                                      "textscale +",
                                      "textscale -",
                                      "zoom +",
                                      "zoom -",
                                      "scroll 0.1 0.73",
                                      "motion off",
                                      "motion on",
                                      "presenter toggle",
                                      "spotlight toggle",
                                      "undo",
                                      "redo",
                                      "escape",
                                      "model random",
                                      "model hand-made",
                                      "mask editor toggle",
                                      "sentence \"one\"",
                                      "sentence \"\"",
                                      "sentence \"caf\\udce9 \\\"x\\\"\"",
                                      "sentence \"\\u0000; # 我爱 \\ud83d\\ude00\"",
                                      "example 7",
                                      "example 3",
                                      "edit begin",
                                      "edit insert \" x\"",
                                      "edit backspace",
                                      "edit word-left select",
                                      "edit home",
                                      "speed 0.3",
                                      "mask prefix 1",
                                      "mask causal blocks 2 global 1,3 random 1 seed 5 beyond",
                                      "positions none",
                                      "freeze",
                                      "freeze toggle",
                                      "compare kept",
                                      "positions own",
                                      "mask causal window 2 padding 1",
                                      "hover none",
                                      "menu export",
                                      "export what heads",
                                      "export what all",
                                      "export format pdf,csv",
                                      "export format auto",
                                      "export scale 2.3",
                                      "export scale auto",
                                      "export caption file",
                                      "export caption none",
                                      "export transparent on",
                                      "export width 84.3",
                                      "export width natural",
                                      "export font 7.1",
                                      "export theme dark",
                                      "play",
                                      "pause",
                                      "enter",
                                      "reset"};
  const View *view = session_view(session);
  int what = rng_below(rng, 10);
  *line = 0;
  if (what == 0) random_mask(rng, trace_token_count(session_trace(session)), line, bytes);
  else if (what == 1) random_cell(rng, session, line, bytes);
  else if (what == 2)
    snprintf(line, bytes, "seek %s %.3f", stage_info(random_stage(rng, session))->name,
             rng_uniform(rng));
  else if (what == 3)
    snprintf(line, bytes, "stage %s", stage_info(random_stage(rng, session))->name);
  else snprintf(line, bytes, "%s", plain[rng_below(rng, sizeof plain / sizeof plain[0])]);
  bool nothing = (!strcmp(line, "undo") && !session_can_undo(session)) ||
                 (!strcmp(line, "redo") && !session_can_redo(session)) ||
                 (!strcmp(line, "enter") && view->menu != MENU_NONE);
  if (nothing) snprintf(line, bytes, "pause");
}
