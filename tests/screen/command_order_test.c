/* Random commands in a random order, refused or not: each state that they leave has a picture that
** keeps the rule of layout, and is restored by its own script.
**
** HEADSUP_COMMANDS sets how many sessions, HEADSUP_COMMANDS_SEED another sequence of commands. */
#include "screen/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/count/count.h"
#include "support/sanitized.h"

enum { SESSIONS = SHARE_OF_STATES(24), COMMANDS_OF_ONE = 60, WORDS_MOST = 16, SHOWN_MOST = 12 };

/* Words of a line, separated by spaces; | separates choices, of which an empty one leaves the word
** out. # is a whole number, % one with decimals, & a stage, $ a sentence. */
static const char *const LINES[] = {
    "sentence $",
    "example #",
    "example swap",
    "mask own|none|causal|prefix|window|blocks|padding #",
    "mask dilated|random # #",
    "mask causal window # padding #",
    "mask # # hide|show|toggle|stroke",
    "mask row # hide|show|toggle",
    "mask editor on|off|toggle",
    "mask global #,#",
    "positions own|none|sinusoidal|alibi|t5",
    "positions t5 buckets|far #",
    "positions shaw #",
    "kv_heads own|#",
    "approximate exact|half|double",
    "approximate linformer|performer #",
    "compare exact|order|off|toggle",
    "shuffle |off",
    "shuffle seed #",
    "score dot|general|cosine|additive",
    "score cosine temperature %",
    "dropout off|%",
    "dropout % seed #",
    "schedule whole|own",
    "schedule flash # #",
    "stage &|first|last",
    "layer #|next|prev",
    "head #|next|prev",
    "head solo #|off",
    "cell # #|row",
    "cell key #",
    "cell none|unlock",
    "cell # # q|k|v #|",
    "row #",
    "cursor up|down|left|right",
    "cursor page # # #",
    "step back| stage|row|cell|",
    "step by stage|row|cell|tile|next",
    "seek & %",
    "moment % &| from| overview|&|",
    "play |toggle",
    "pause",
    "speed %",
    "view overview|stage|heads|grid|training|cache|cost|length|saturation|lookup|layout|"
    "average|rollout|answers|toggle",
    "cache on|off",
    "cache prompt|step #",
    "length #",
    "saturation width|keys|draws|seed|draw #|+|-",
    "lookup cooking|travel|sharpness #|+|-",
    "lookup book #|all",
    "layout example matrix|heads|wrong|next",
    "layout rows|columns|batch|tokens|heads|headwidth #|+|-",
    "layout step|number #",
    "cost own|exact|window|linformer|performer|flash|next",
    "train layers|heads|width|batch|steps|seed #",
    "train copy|reverse|again|pause|toggle|step",
    "train go #",
    "timeline #|first|last|next|prev",
    "watch embedding|w_q|w_v|w_o # #",
    "temperature %|+|-",
    "topk #|off|+|-",
    "topp %|off|+|-",
    "continue # drawn| #| walk|",
    "hide #|chosen",
    "theme light|dark|toggle",
    "palette next",
    "range head|own|shared|-2,3",
    "numbers auto|on|off",
    "textscale %|+|-",
    "zoom %|+|-",
    "scroll % %",
    "scroll by|panel|grid % %|",
    "products all|few|toggle",
    "glossary on|off|toggle",
    "threshold #|off|+|-|next",
    "lens on|off|toggle",
    "lens # #",
    "arcs|tint|contrast|notes on|off|toggle",
    "arcs all |toggle",
    "arcs of one|all",
    "arcs heads all|#",
    "arcs without none|#",
    "arcs head # on|off|toggle|only",
    "sort layer|role|difference|toggle",
    "motion on|off",
    "presenter on|off|toggle",
    "blank black|white toggle|",
    "advance |back",
    "spotlight on|off|toggle",
    "export what "
    "shown|heatmap|heads|stage|overview|arcs|sentence|grid|cache|cost|length|saturation|lookup|"
    "layout|average|rollout|answers|compare|screen|all",
    "export scale|columns|width|font|numbers #|auto|natural|all",
    "export letters|title|transparent|times on|off",
    "export heads #,#|all",
    "export face sans|serif|math",
    "undo",
    "redo",
    "reset",
    "hover # #|row",
    "hover key #",
    "hover none",
    "hover head #",
    "menu "
    "model|attention|examples|palette|export|help|task|recipe|none|next|prev|up|down|left|right",
    "menu wheel #",
    "menu choose",
    "enter",
    "escape",
    "edit begin|end|cancel",
    "edit insert $",
    "edit left|right|word-left|home|end-of-line select|",
    "edit backspace|delete|word-backspace|word-delete|select-all|cut|copy|paste",
    "edit place # select|",
    "edit select-word #",
    "copy",
    "note $",
    "cancel",
};

static const char *choice(Arena *arena, Rng *rng, const char *word) {
  int count = 1;
  for (const char *at = word; *at; at++) count += *at == '|';
  for (int skip = rng_below(rng, count); skip > 0; skip--) word = strchr(word, '|') + 1;
  return str_copy(arena, (Str){word, strcspn(word, "|")});
}

static void add_word(StrBuf *line, Arena *arena, Rng *rng, const char *word) {
  for (; *word; word++) {
    if (*word == '#')
      strbuf_format(line, "%d", rng_below(rng, 8) ? 1 + rng_below(rng, 8) : rng_below(rng, 70) - 1);
    else if (*word == '%') strbuf_format(line, "%.2f", rng_uniform(rng) * 3.4 - 0.2);
    else if (*word == '&')
      strbuf_format(line, "%s", stage_info((StageId)rng_below(rng, STAGE_COUNT))->name);
    else if (*word == '$')
      strbuf_format(line, "%s", random_sentence(arena, rng, rng_below(rng, 12)));
    else strbuf_add(line, (Str){word, 1});
  }
}

static const char *random_command(Arena *arena, Rng *rng) {
  const char *rest = LINES[rng_below(rng, sizeof LINES / sizeof LINES[0])];
  StrBuf line = strbuf_make(arena);
  while (*rest) {
    size_t bytes = strcspn(rest, " ");
    const char *word = choice(arena, rng, str_copy(arena, (Str){rest, bytes}));
    if (line.bytes > 0 && *word) strbuf_add(&line, STR(" "));
    add_word(&line, arena, rng, word);
    rest += bytes + (rest[bytes] == ' ');
  }
  return line.at;
}

/* Of a drawn state: the complaint of the rule of layout, or NULL. */
static const char *complaint_of(const Session *session, Arena *arena, Window window) {
  DrawList list = screen_list(session, arena, window);
  if (list.failed) return "the list is not whole";
  CountReport report = count_list(&list, fonts_metrics(support_fonts()), arena);
  int bad = report.texts_outside + report.texts_clipped + report.texts_overlapping +
            report.heatmaps_outside;
  return bad == 0 ? NULL
                  : str_format(arena, "outside %d, clipped %d, overlapping %d, heatmaps %d: %.*s",
                               report.texts_outside, report.texts_clipped, report.texts_overlapping,
                               report.heatmaps_outside, (int)report.first_complaint.bytes,
                               report.first_complaint.at);
}

/* The lines of a that b lacks. */
static void add_missing(StrBuf *found, const char *sign, Str a, Str b) {
  while (a.bytes > 0) {
    Str line = str_take_line(&a), rest = b;
    bool is_there = false;
    while (rest.bytes > 0 && !is_there) is_there = str_equal(str_take_line(&rest), line);
    if (!is_there) strbuf_format(found, "  %s %.*s\n", sign, (int)line.bytes, line.at);
  }
}

/* A state that its script restores has the same script again. */
static const char *difference_of(const Session *session, Arena *arena) {
  Session *restored = session_after("motion on");
  Str script = session_script(session, arena), again;
  Status status = {0};
  const char *found = NULL;
  Script play = {.path = "state", .text = script};
  if (!session_run_script(restored, &play, &status))
    found = str_format(arena, "%s\n%.*s", status.sentence, (int)script.bytes, script.at);
  else {
    again = session_script(restored, arena);
    if (!str_equal(script, again)) {
      StrBuf lines = strbuf_make(arena);
      strbuf_format(&lines, "restored as another state\n");
      add_missing(&lines, "-", script, again);
      add_missing(&lines, "+", again, script);
      found = lines.at;
    }
  }
  session_free(restored);
  return found;
}

static int complaints_of_session(Arena *arena, Rng *rng, int *shown) {
  Arena *words = arena_make(0);
  StrBuf all = strbuf_make(words);
  Session *session = session_after("motion off");
  int bad = 0;
  for (int i = 0; i < COMMANDS_OF_ONE; i++) {
    const char *line = random_command(words, rng);
    Status status = {0};
    if (session_do(session, line, &status)) strbuf_format(&all, "%s; ", line);
    else assert_true(status.sentence[0] != 0);
    if (getenv("HEADSUP_COMMANDS_TELL")) print_message("%s\n", line);
    session_tick(session, 16.0 * i);
    if (i % 3) continue;
    Window window = random_window(rng);
    arena_reset(arena);
    const char *found = complaint_of(session, arena, window);
    if (!found && i % 15 == 0) found = difference_of(session, arena);
    if (!found) continue;
    bad++;
    const View *view = session_view(session);
    if ((*shown)++ < SHOWN_MOST)
      print_error("%.0fx%.0f, %s %s, %.2f of the way from %s %s: %s\n  %s\n", (double)window.width,
                  (double)window.height, view_kind_name(view->kind), stage_info(view->stage)->name,
                  (double)view->transition, view_kind_name(view->from_kind),
                  stage_info(view->from_stage)->name, found, all.at);
  }
  session_free(session);
  arena_free(words);
  return bad;
}

static void any_commands_in_any_order_leave_a_state_with_a_picture(void **state) {
  (void)state;
  const char *seed = getenv("HEADSUP_COMMANDS_SEED"), *count = getenv("HEADSUP_COMMANDS");
  Rng rng = rng_make(seed ? strtoull(seed, NULL, 10) : 20171206);
  Arena *arena = arena_make(1 << 20);
  int bad = 0, shown = 0, sessions = count ? atoi(count) : SESSIONS;
  for (int i = 0; i < sessions; i++) bad += complaints_of_session(arena, &rng, &shown);
  arena_free(arena);
  if (bad > 0) fail_msg("%d states", bad);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_commands_in_any_order_leave_a_state_with_a_picture)};
  return cmocka_run_group_tests(tests, state_open, state_close);
}
