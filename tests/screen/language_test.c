/* Every word a person reads goes through gettext: in the pseudo-language (support/language.h) no
** English is left on any screen or in any tip, except names. */
#include "model/random_shape.h"
#include "screen/state.h"

#include <stdio.h>
#include <string.h>

#include "scene/figure.h"
#include "session/commands/commands.h"
#include "session/session.h"
#include "support/language.h"
#include "train/task/task.h"

enum { COMPLAINTS_SHOWN = 60, NAMES_MOST = 2000 };

/* Names are the same in every language: of the program, of functions in formulas, units, formats,
** what is typed. Names of models, tasks, keys and the words of example sentences are added from
** their tables. */
static const char *const FIXED_NAMES[] = {
    "English",
    "Deutsch",
    "headsup",
    "heads",
    "up", /* the program; in the top bar as two words */
    "hand-made",
    "random",
    "softmax",
    "Attention",
    "QK",
    "Q_R",
    "K_R",
    "W_O",
    "W_Q",
    "W_K",
    "W_V",
    "W_E",
    "MLP",
    "LN",
    "RMS",
    "like",
    "norm",
    "cos",
    "sin",
    "gelu",
    "silu",
    "max",
    "relu",
    "mm",
    "pt",
    "PNG",
    "GIF",
    "WebP",
    "MP4",
    "SVG",
    "PDF",
    "CSV",
    "NPY",
    "JSON",
    "Inter",
    "STIX",
    "Latin",
    "Modern",
    "L1-H1-overview.png",
    "L1-H1-weights.png",
};
enum { FIXED_NAME_COUNT = sizeof FIXED_NAMES / sizeof FIXED_NAMES[0] };

typedef struct Check {
  const Session *session; /* on show */
  Arena *arena;
  const char *names[NAMES_MOST], *shown[COMPLAINTS_SHOWN]; /* each word is named once */
  int name_count, complaint_count;
} Check;

static void add_name(Check *check, Str word) {
  assert_true(check->name_count < NAMES_MOST);
  check->names[check->name_count++] = str_copy(check->arena, word);
}

/* Every word of a text that is a name as a whole. */
static void add_names(Check *check, const char *text) {
  for (Str word; (word = english_word(str_from(text), check->names, check->name_count)).bytes > 0;)
    add_name(check, word);
}

static Check check_begin(void) {
  Check check = {.arena = arena_make(0)};
  const char *key, *command, *help;
  for (int i = 0; i < FIXED_NAME_COUNT; i++) add_name(&check, str_from(FIXED_NAMES[i]));
  for (int i = 0; i < task_all_count(); i++) add_names(&check, task_info(i)->name);
  for (int i = 0; i < RANDOM_FAMILY_COUNT; i++) {
    add_names(&check, random_family(i)->name);
    add_names(&check, random_family(i)->title);
  }
  for (int i = 0; i < commands_key_count(); i++) {
    commands_key(i, &key, &command, &help);
    add_names(&check, key);
  }
  return check;
}

/* What the model can say: the words of its vocabulary are its own. */
static void add_vocabulary(Check *check, const Trace *trace) {
  for (int i = 0; i < trace_word_count(trace); i++) {
    const char *word = str_copy(check->arena, trace_word(trace, i));
    add_names(check, word);
  }
}

static int check_end(Check *check) {
  arena_free(check->arena);
  return check->complaint_count;
}

/* Example sentences are text to work on, in the language they are in. */
static bool is_example(const Session *session, Str text) {
  for (int i = 0; i < session_example_count(session); i++)
    if (str_is(text, session_example(session, i))) return true;
  return false;
}

static void check_text(Check *check, Str text, const char *where) {
  Str word = english_word(text, check->names, check->name_count);
  if (word.bytes == 0 || is_example(check->session, text)) return;
  for (int i = 0; i < check->complaint_count && i < COMPLAINTS_SHOWN; i++)
    if (str_is(word, check->shown[i])) return;
  if (check->complaint_count < COMPLAINTS_SHOWN) {
    check->shown[check->complaint_count] = str_copy(check->arena, word);
    print_error("“%.*s” is not marked in “%.*s”: %s\n", (int)word.bytes, word.at, (int)text.bytes,
                text.at, where);
  }
  check->complaint_count++;
}

static void check_screen(Check *check, const Session *session, const char *where) {
  check->session = session;
  static const Window windows[] = {{1920, 1080}, {960, 600}};
  for (int i = 0; i < 2; i++) {
    Arena *arena = arena_make(0);
    DrawList list = screen_list(session, arena, windows[i]);
    for (int j = 0; j < list.item_count; j++)
      if (list.items[j].kind == DRAW_TEXT) check_text(check, list.items[j].as.text.text, where);
    for (int j = 0; j < list.hit_count; j++)
      if (list.hits[j].tip) check_text(check, str_from(list.hits[j].tip), where);
    arena_free(arena);
  }
}

/* The screen after each of the commands, up to NULL, which follow one another. */
static void check_commands(Check *check, const char *begin, const char *const *commands) {
  Session *session = session_after(begin);
  check_screen(check, session, begin);
  for (int i = 0; commands[i]; i++) {
    run(session, commands[i]);
    check_screen(check, session, commands[i]);
  }
  session_free(session);
}

/* Tokens without a Latin letter, so that whatever is one is the program's. */
#define SENTENCE "sentence \"动 物 没 有 动\""

static void every_menu(void **state) {
  (void)state;
  static const char *const commands[] = {"menu model",
                                         "menu attention",
                                         "menu examples",
                                         "menu palette",
                                         "menu export",
                                         "menu help",
                                         "menu task",
                                         "menu card",
                                         "menu recipe",
                                         "menu restore",
                                         "menu none; mask editor on",
                                         NULL};
  Check check = check_begin();
  check_commands(&check, "motion off; model hand-made; " SENTENCE, commands);
  assert_int_equal(check_end(&check), 0);
}

static void every_stage_row_and_cell(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made",         "random",          "reader", "writer",
                                       "random like llama", "random like bert"};
  int complaints = 0;
  for (int model = 0; model < 6; model++) {
    Check check = check_begin();
    char begin[120];
    snprintf(begin, sizeof begin, "motion off; model %s; " SENTENCE "; view stage", models[model]);
    Session *session = session_after(begin);
    const Trace *trace = session_trace(session);
    add_vocabulary(&check, trace);
    for (int i = 0; i < trace_stage_count(trace); i++)
      for (int focus = 0; focus < 4; focus++) {
        static const char *const focuses[] = {"cell none", "cell 2 row", "cell 2",
                                              "mask 2 2 toggle; cell 2"};
        StageId stage = trace_stage_at(trace, i);
        const char *key = focus < 2 ? "" : stage == STAGE_TOKENS ? " 1" : " 2"; /* one column */
        char line[120];
        snprintf(line, sizeof line, "stage %s; %s%s", stage_info(stage)->name, focuses[focus], key);
        run(session, line);
        check_screen(&check, session, line);
      }
    session_free(session);
    complaints += check_end(&check);
  }
  assert_int_equal(complaints, 0);
}

static void every_view(void **state) {
  (void)state;
  static const char *const commands[] = {"view overview",
                                         "view heads",
                                         "view grid",
                                         "sort role",
                                         "view training",
                                         "train go 3",
                                         "view stage; stage weights; arcs on",
                                         "arcs off; tint on",
                                         "tint off; contrast on",
                                         "threshold 80",
                                         "lens on",
                                         "step by cell; stage scores; step",
                                         "sentence \"\"",
                                         NULL};
  Check check = check_begin();
  check_commands(&check, "motion off; model hand-made; " SENTENCE, commands);
  check_commands(&check, "motion off; model reader; " SENTENCE, commands);
  assert_int_equal(check_end(&check), 0);
}

/* Captions name stages and masks by the words commands have for them. */
static void every_caption(void **state) {
  (void)state;
  static const char *const views[] = {"stage weights", "stage tokens", "head 2; stage masked",
                                      "mask causal; threshold 80; stage weights"};
  Check check = check_begin();
  Session *session = session_after("motion off; model hand-made; " SENTENCE);
  for (int i = 0; i < STAGE_COUNT; i++) add_name(&check, str_from(stage_info((StageId)i)->name));
  add_names(&check, "none causal");
  for (int view = 0; view < 4; view++)
    for (int kind = 0; kind < FIGURE_KIND_COUNT; kind++) {
      if (kind == FIGURE_BLOCK) continue; /* the model's own words, not the session's */
      run(session, views[view]);
      Figure figure = {.kind = (FigureKind)kind, .version = STR("headsup 0.0")};
      check_text(
          &check,
          figure_caption(session_trace(session), session_view(session), &figure, check.arena),
          views[view]);
    }
  session_free(session);
  assert_int_equal(check_end(&check), 0);
}

/* The check sees what it is for. */
static void a_planted_word_is_found(void **state) {
  (void)state;
  static const char *const names[] = {"weights"};
  assert_true(str_is(english_word(STR("⟦ñóóţ ţĥîîš⟧ but this"), names, 1), "but"));
  assert_true(str_is(english_word(STR("plain"), names, 1), "plain"));
  assert_true(english_word(STR("⟦ñóóţ ţĥîîš… "), names, 1).bytes == 0);
  assert_true(english_word(STR("weights 1.0 H2"), names, 1).bytes == 0);
  assert_true(english_word(STR("⟦a ⟦b⟧ plain⟧ · 1"), names, 1).bytes == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_planted_word_is_found),
      cmocka_unit_test(every_caption),
      cmocka_unit_test(every_menu),
      cmocka_unit_test(every_stage_row_and_cell),
      cmocka_unit_test(every_view),
  };
  speak_pseudo_language();
  return cmocka_run_group_tests(tests, state_open, state_close);
}
