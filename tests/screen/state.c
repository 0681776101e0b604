/* Random states of the whole program, as commands. */
#include "screen/state.h"

#include <stdio.h>
#include <string.h>

#include "support/folder.h"
#include "model/made_trained.h"

static const char *const LATIN[] = {
    "the",     "animal", "didn't",  "cross",      "street",
    "because", "it",     "was",     "too",        "tired",
    "a",       "I",      "naı̈veté", "well-being", "Donaudampfschifffahrtsgesellschaft"};
static const char *const HAN[] = {"动", "物", "没", "有", "过", "马", "路", "因", "为", "它"};
static const char *const ARABIC[] = {"الحيوان", "لم", "يعبر", "الشارع", "لأنه", "كان", "متعبا"};
enum { LATIN_COUNT = 15, HAN_COUNT = 10, ARABIC_COUNT = 7 };

/* Errors are most likely at the limits: a third of all windows is the smallest or the largest. */
Window random_window(Rng *rng) {
  int kind = rng_below(rng, 6);
  if (kind == 0) return rng_below(rng, 2) ? (Window){640, 400} : (Window){960, 600};
  if (kind == 1) return (Window){3840, 2160};
  if (kind == 2) return (Window){1440, 900};
  return (Window){(float)(640 + rng_below(rng, 3201)), (float)(400 + rng_below(rng, 1761))};
}

static const char *random_word(Rng *rng, int script) {
  if (script == 1) return HAN[rng_below(rng, HAN_COUNT)];
  if (script == 2) return ARABIC[rng_below(rng, ARABIC_COUNT)];
  return LATIN[rng_below(rng, LATIN_COUNT)];
}

const char *random_sentence(Arena *arena, Rng *rng, int token_count) {
  StrBuf text = strbuf_make(arena);
  int script = rng_below(rng, 4); /* 3: all of them mixed */
  for (int i = 0; i < token_count; i++) {
    int of_word = script == 3 ? rng_below(rng, 3) : script;
    strbuf_format(&text, "%s%s", i ? " " : "", random_word(rng, of_word));
  }
  StrBuf json = strbuf_make(arena);
  strbuf_add_json(&json, strbuf_str(&text));
  return json.at;
}

static void add_focus(StrBuf *line, Rng *rng, int token_count) {
  int kind = rng_below(rng, 4), query = 1 + rng_below(rng, token_count);
  if (kind == 0) strbuf_format(line, "; cell %d row", query);
  if (kind == 1) strbuf_format(line, "; cell %d 1", query);
  if (kind == 2)
    strbuf_format(line, "; step by %s; step; step", rng_below(rng, 2) ? "row" : "cell");
}

static double random_scale(Rng *rng) {
  int kind = rng_below(rng, 4);
  return kind == 0 ? 1 : kind == 1 ? 3 : 1 + 2 * rng_uniform(rng);
}

/* Half of these states: one of the experiments beside attention. */
static void add_experiment(StrBuf *line, Rng *rng) {
  static const char *const examples[LAYOUT_EXAMPLE_COUNT] = {"matrix", "heads", "wrong"};
  if (rng_below(rng, 2)) return;
  int which = rng_below(rng, 3);
  if (which == 0)
    strbuf_format(line,
                  "; view saturation; saturation draws 20; saturation width %d; saturation keys %d",
                  1 + rng_below(rng, SATURATION_WIDTH_MOST), 2 + rng_below(rng, 15));
  if (which == 1)
    strbuf_format(line, "; view lookup; lookup cooking %.2f; lookup sharpness %d; lookup book %d",
                  6 * rng_uniform(rng) - 3, rng_below(rng, 51), 1 + rng_below(rng, 3));
  if (which == 2)
    strbuf_format(line,
                  "; view layout; layout example %s; layout columns %d; layout heads %d; layout "
                  "tokens %d; layout step %.2f; layout number %d",
                  examples[rng_below(rng, LAYOUT_EXAMPLE_COUNT)], 1 + rng_below(rng, 6),
                  1 + rng_below(rng, 4), 1 + rng_below(rng, 4), 1 + 5 * rng_uniform(rng),
                  1 + rng_below(rng, 24));
}

/* Of the others a third: a view of layers. */
static void add_view_of_layers(StrBuf *line, Rng *rng) {
  static const char *const views[] = {"average", "rollout", "answers"};
  if (rng_below(rng, 3) == 0) strbuf_format(line, "; view %s", views[rng_below(rng, 3)]);
}

/* One state in four is one of a view with a room of its own, chosen by the line so far, so that the
** others are those that they were without. */
static void add_own_view(StrBuf *line, int token_count) {
  Rng rng = rng_make(rng_hash(line->at, line->bytes));
  if (rng_below(&rng, 4) > 0) return;
  static const char *const views[] = {"cache", "cost", "length"};
  strbuf_format(line, "; view %s; cache prompt %d; cache step %d", views[rng_below(&rng, 3)],
                1 + rng_below(&rng, token_count), 1 + rng_below(&rng, token_count));
  strbuf_format(line, "; length %d", 1 + rng_below(&rng, 48));
  add_experiment(line, &rng);
  add_view_of_layers(line, &rng);
  if (rng_below(&rng, 2)) strbuf_format(line, "; mask causal");
}

const char *random_view(Arena *arena, Rng *rng, int token_count, StageId stage) {
  static const char *const views[] = {"overview", "stage", "stage", "stage", "heads", "grid"};
  static const char *const masks[] = {"none", "causal", "padding 2", "window 1", "prefix 3"};
  static const char *const ranges[] = {"own", "shared", "-5,5"};
  StrBuf line = strbuf_make(arena);
  strbuf_format(&line, "presenter off; cell none; mask %s; stage %s; layer %d; head %d",
                masks[rng_below(rng, 5)], stage_info(stage)->name, 1 + rng_below(rng, 2),
                1 + rng_below(rng, 4));
  if (stage_info(stage)->has_projections && rng_below(rng, 2) == 0)
    strbuf_format(&line, "; cell 1 2 %c %d", "qkv"[rng_below(rng, 3)], 1 + rng_below(rng, 8));
  else add_focus(&line, rng, token_count);
  if (rng_below(rng, 4) == 0)
    strbuf_format(&line, "; seek %s %.3f", stage_info(stage)->name, rng_uniform(rng));
  strbuf_format(&line, "; view %s; theme %s; textscale %.2f; zoom %d", views[rng_below(rng, 6)],
                rng_below(rng, 2) ? "light" : "dark", random_scale(rng), rng_below(rng, 5) ? 1 : 2);
  if (rng_below(rng, 6) == 0) strbuf_format(&line, "; head solo %d", 1 + rng_below(rng, 4));
  else strbuf_format(&line, "; head solo off");
  strbuf_format(&line, "; edit %s", rng_below(rng, 6) ? "end" : "begin");
  if (rng_below(rng, 8) == 0) strbuf_format(&line, "; mask editor on");
  strbuf_format(&line, "; range %s; numbers %s", ranges[rng_below(rng, 3)],
                rng_below(rng, 3) ? "auto" : "on");
  bool opened = rng_below(rng, 3) == 0;
  strbuf_format(&line, "; products %s; scroll panel %.3f", opened ? "all" : "few",
                rng_uniform(rng));
  strbuf_format(&line, "; scroll panel page %d", 1 + rng_below(rng, 4));
  strbuf_format(&line, "; glossary %s", rng_below(rng, 5) ? "off" : "on");
  if (rng_below(rng, 4) == 0) strbuf_format(&line, "; presenter on");
  if (rng_below(rng, 3) == 0)
    strbuf_format(&line, "; moment %.3f%s", rng_uniform(rng),
                  rng_below(rng, 3) ? "" : " from overview");
  add_own_view(&line, token_count);
  return line.at;
}

static Folder folders[MADE_WITHOUT_MLP + 1];

int state_open(void **state) {
  Arena *arena = arena_make(0);
  for (int kind = MADE_READER; kind <= MADE_WITHOUT_MLP; kind++) {
    Checkpoint checkpoint;
    Status status = {0};
    folders[kind] = folder_make();
    made_trained(arena, (MadeKind)kind, &checkpoint);
    if (!checkpoint_save(arena, folders[kind].path, &checkpoint, NULL, &status))
      fail_msg("%s", status.sentence);
  }
  arena_free(arena);
  return support_fonts_open(state);
}

int state_close(void **state) {
  for (int kind = MADE_READER; kind <= MADE_WITHOUT_MLP; kind++) folder_remove(&folders[kind]);
  return support_fonts_close(state);
}

const char *random_model(Rng *rng) {
  int kind = rng_below(rng, 5);
  return kind <= MADE_WITHOUT_MLP ? folders[kind].path : "hand-made";
}

void run(Session *session, const char *commands) {
  Status status = {0};
  if (!session_do(session, commands, &status)) fail_msg("%s: %s", commands, status.sentence);
}

Session *session_after(const char *commands) {
  Session *session = NULL;
  Status status = {0};
  SessionOptions options = {.model = "hand-made"};
  if (!session_make(&options, &session, &status)) fail_msg("%s", status.sentence);
  run(session, commands);
  return session;
}

DrawList screen_list(const Session *session, Arena *arena, Window window) {
  DrawList list = draw_list_make(arena, window.width, window.height);
  Screen screen = {.width_pt = window.width, .height_pt = window.height, .caret_visible = true};
  screen_build(session, fonts_metrics(support_fonts()), &screen, &list, NULL);
  return list;
}

DrawList list_after(Session *session, Arena *arena, Window window, const char *commands) {
  run(session, commands);
  arena_reset(arena);
  DrawList list = screen_list(session, arena, window);
  assert_false(list.failed);
  return list;
}

const DrawText *text_found(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words))
      return &list->items[i].as.text;
  return NULL;
}

const DrawText *text_of(const DrawList *list, const char *words) {
  const DrawText *text = text_found(list, words);
  if (!text) fail_msg("no text “%s”", words);
  return text;
}

bool has_text(const DrawList *list, const char *words) { return text_found(list, words) != NULL; }

Box largest_heatmap(const DrawList *list) {
  Box largest = {0};
  for (int i = 0; i < list->item_count; i++) {
    Box box = list->items[i].as.heatmap.box;
    if (list->items[i].kind == DRAW_HEATMAP && box.w * box.h > largest.w * largest.h) largest = box;
  }
  return largest;
}
