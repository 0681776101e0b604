/* Made-up inputs for the widgets. */
#include "ui/made.h"

#include <stdio.h>
#include <string.h>

#include "trace/stages.h"
#include "ui/panels.h"

static const char *const WORDS[] = {"the",
                                    "animal",
                                    "didn't",
                                    "cross",
                                    "street",
                                    "because",
                                    "it",
                                    "was",
                                    "too",
                                    "tired",
                                    "动",
                                    "物",
                                    "没有",
                                    "马路",
                                    "因为",
                                    "累",
                                    "الحيوان",
                                    "لم",
                                    "يعبر",
                                    "الشارع",
                                    "لأنه",
                                    "متعب",
                                    "שלום",
                                    "חיה",
                                    "café",
                                    "naı̈ve",
                                    "—",
                                    ",",
                                    ".",
                                    "👩‍🔬",
                                    "Donaudampfschifffahrtsgesellschaft",
                                    "x"};
enum { WORD_COUNT = sizeof WORDS / sizeof WORDS[0], TOKENS_MOST = 64 };

void made_sentence(Made *made, const char *text) {
  UiSentence *sentence = &made->inputs.sentence;
  Str copy = str_from(str_copy(made->arena, str_from(text)));
  UiToken *tokens = arena_take(made->arena, copy.bytes + 1, sizeof *tokens);
  *sentence = (UiSentence){
      .text = copy, .tokens = tokens, .asks = true, .query_token = -1, .key_token = -1};
  for (size_t at = 0; at < copy.bytes;) {
    size_t end = at;
    while (end < copy.bytes && copy.at[end] != ' ') end++;
    if (end > at)
      tokens[sentence->token_count++] = (UiToken){.text = {copy.at + at, end - at},
                                                  .first_byte = (int)at,
                                                  .bytes = (int)(end - at),
                                                  .is_unknown = (end - at) % 3 == 0};
    at = end + 1;
  }
}

static const UiStage *stages(Arena *arena) {
  UiStage *made = arena_take(arena, STAGE_COUNT, sizeof *made);
  for (int i = 0; i < STAGE_COUNT; i++) {
    const StageInfo *info = stage_info((StageId)i);
    made[i] = (UiStage){.rail = str_from(info->rail),
                        .rail_short = str_from(info->rail_short ? info->rail_short : info->rail),
                        .symbol = str_from(info->symbol),
                        .name = str_from(info->name)};
  }
  return made;
}

Made made_calm(Arena *arena) {
  Made made = {.arena = arena, .view = view_default(), .width = 1440, .height = 900};
  made_sentence(&made, "the animal didn't cross the street because it was too tired");
  made.inputs.model_name = STR("hand-made");
  made.inputs.mask_words = STR("self · no mask");
  made.inputs.version = STR("headsup 0.0");
  made.inputs.stages = stages(arena);
  made.inputs.stage_count = STAGE_COUNT;
  made.inputs.stage_fraction = 1;
  made.view.kind = VIEW_STAGE;
  made.view.stage = STAGE_SCORES;
  return made;
}

/* -- menus ------------------------------------------------------------------------------------- */

static UiChoice row(const Made *made, int index) {
  UiChoice choice = {.label =
                         str_from(str_format(made->arena, "choice %d, and its name", index + 1)),
                     .command = str_from(str_format(made->arena, "head %d", index + 1)),
                     .chosen = index == 1};
  if (index % 2 == 0)
    choice.note = STR("a note that says honestly what this is, and wraps at that");
  if (index % 3 == 2) {
    choice.numbers[0].value = str_from(str_format(made->arena, "%d", index));
    choice.numbers[0].less = STR("head 1");
    choice.numbers[0].more = index % 2 ? (Str){"", 0} : STR("head 2");
  }
  if (index % 5 == 4) choice.palette = PALETTE_VIRIDIS;
  return choice;
}

static UiChoice chip(const Made *made, int index) {
  return (UiChoice){.kind = UI_CHOICE_CHIP,
                    .label = str_from(str_format(made->arena, "chip %d", index + 1)),
                    .command = str_from(str_format(made->arena, "head %d", index + 1)),
                    .group = index % 4 == 0 ? STR("A GROUP OF CHIPS") : (Str){"", 0}};
}

static void made_keys(Made *made, int count) {
  static const char *const names[] = {"→", "Space", "Ctrl-Shift-Z", "Shift ↑", "o", "?"};
  UiKey *keys = arena_take(made->arena, (size_t)count, sizeof *keys);
  for (int i = 0; i < count; i++)
    keys[i] =
        (UiKey){.key = str_from(names[i % 6]),
                .help = i % 7 ? STR("next step, whatever it is")
                              : STR("edit the sentence; choose in a menu; hide or show a cell"),
                .group = i % 9 ? (Str){"", 0} : STR("a subject")};
  made->inputs.keys = made->inputs.all_keys = keys;
  made->inputs.key_count = made->inputs.all_key_count = count;
}

/* A list so long that only a part of it is handed over, in a folder with a long name. */
static void made_browser(Made *made, int count) {
  UiBrowser *browser = arena_take(made->arena, 1, sizeof *browser);
  UiChoice *rows = arena_take(made->arena, (size_t)count + 1, sizeof *rows);
  for (int i = 0; i < count; i++) {
    rows[i] = row(made, i);
    if (i % 3 == 0) rows[i].group = STR("A KIND OF ENTRIES");
  }
  *browser = (UiBrowser){
      .folder = STR("/home/somebody/Documents/lectures/attention/week 7/models/of the last year"),
      .typed = count % 2 ? STR("bert") : (Str){"", 0},
      .problem = count % 5 == 0 ? STR("This folder cannot be read.") : (Str){"", 0},
      .rows = rows,
      .row_count = count,
      .count = count,
      .left_out_count = count % 4 == 0 ? 17 : 0,
      .is_busy = count % 3 == 0};
  made->inputs.browser = browser;
}

static void made_card(Made *made, int count) {
  static const char *const values[] = {
      "12 × 12", "124 439 808, counted from the tensors",
      "do_lower_case is missing in tokenizer_config.json: small letters are assumed",
      ("/home/somebody/.cache/huggingface/hub/models--org--name/snapshots/0123456789abcdef/"
       "model.safetensors")};
  UiFact *facts = arena_take(made->arena, (size_t)count + 1, sizeof *facts);
  for (int i = 0; i < count; i++)
    facts[i] = (UiFact){STR("what it says"), str_from(values[i % 4]), i % 4 == 2};
  made->inputs.card = facts;
  made->inputs.card_count = count;
  made->inputs.card_title = STR("reader · trained here to say what a pronoun stands for");
}

void made_menu(Made *made, MenuId menu, int count) {
  bool chips = menu == MENU_EXPORT || menu == MENU_RESTORE;
  made->view.menu = menu;
  made->inputs.menu_count = 0;
  if (menu == MENU_NONE) return;
  if (menu == MENU_HELP) {
    made_keys(made, 38);
    return;
  }
  if (menu == MENU_BROWSE) made_browser(made, count);
  if (menu == MENU_CARD) made_card(made, count);
  if (menu == MENU_BROWSE || menu == MENU_CARD) return;
  UiChoice *choices = arena_take(made->arena, (size_t)count + 1, sizeof *choices);
  for (int i = 0; i < count; i++) choices[i] = chips ? chip(made, i) : row(made, i);
  if (menu == MENU_EXPORT) {
    for (int i = count > 2 ? count - 2 : 0; i < count; i++) {
      choices[i].kind = UI_CHOICE_BUTTON;
      choices[i].group = (Str){"", 0};
    }
    made->inputs.export_name = STR("L1-H3-weights.png");
    made->inputs.export_folder = STR("/home/somebody/Documents/lectures/attention/week 7/figures");
    if (count % 3 == 0)
      made->inputs.export_problem = STR("csv, npy and json hold the numbers of one stage, not of "
                                        "the whole picture: choose a stage");
  }
  made->inputs.menu = choices;
  made->inputs.menu_count = count;
  made->inputs.menu_title = STR("What this menu chooses");
  if (menu != MENU_EXAMPLES) made->inputs.menu_note = STR("A remark at its foot, which may wrap.");
}

/* -- anything ---------------------------------------------------------------------------------- */

static void random_sentence(Made *made, Rng *rng) {
  StrBuf text = strbuf_make(made->arena);
  int count = rng_below(rng, TOKENS_MOST + 1), base = rng_below(rng, WORD_COUNT);
  bool mixed = rng_below(rng, 2);
  for (int i = 0; i < count; i++) {
    int word = mixed ? rng_below(rng, WORD_COUNT) : (base + rng_below(rng, 6)) % WORD_COUNT;
    strbuf_format(&text, "%s%s", i ? " " : "", WORDS[word]);
  }
  made_sentence(made, text.at ? text.at : "");
}

static size_t random_boundary(Str text, Rng *rng) {
  size_t at = (size_t)rng_below(rng, (int)text.bytes + 1);
  while (at > 0 && at < text.bytes && ((unsigned char)text.at[at] & 0xC0) == 0x80) at--;
  return at;
}

static void random_editing(UiSentence *sentence, Rng *rng) {
  sentence->editing = sentence->caret_visible = rng_below(rng, 2);
  sentence->caret = random_boundary(sentence->text, rng);
  sentence->anchor = rng_below(rng, 2) ? sentence->caret : random_boundary(sentence->text, rng);
  if (sentence->anchor != sentence->caret || rng_below(rng, 2)) return;
  sentence->composition = STR("ni hao");
  sentence->composition_caret = 2;
}

const UiScript *made_script(Arena *arena, bool is_stopped) {
  UiScript *script = arena_take(arena, 1, sizeof *script);
  assert_non_null(script);
  *script = (UiScript){STR("a tour of every stage.headsup plays, line 12 · Esc stops it"),
                       STR("A click stops it."), false};
  if (is_stopped)
    *script = (UiScript){STR("tour.headsup stopped at line 12 · w lets it go on"),
                         STR("A click lets it go on."), true};
  return script;
}

/* What the status bar says where panels are folded. */
static void random_folded(UiInputs *inputs, Rng *rng) {
  if (inputs->focus_line.bytes > 0 && rng_below(rng, 2))
    inputs->chosen = STR("Layer output(Donaudampfschiff…, 64) = −8.34×10⁻⁷");
  if (rng_below(rng, 2)) {
    inputs->head_line = STR("layer 12 · head 12 · looks for the same word (hand-made)");
    inputs->head_short = STR("layer 12 · head 12");
  }
}

static void random_words(Arena *arena, UiInputs *inputs, Rng *rng) {
  if (rng_below(rng, 2))
    inputs->focus_line = STR("query because·7, key Donaudampfschifffahrtsgesellschaft·12: score "
                             "19.92, scaled 4.98, masked 4.98, weight 0.967");
  if (rng_below(rng, 3) == 0)
    inputs->message = STR("there is no command “sentense”; did you mean “sentence”? 'headsup list "
                          "commands' shows them all, and every one of them says what it takes");
  if (rng_below(rng, 4) == 0) inputs->sentence.cut_count = 1 + rng_below(rng, 4000);
  if (rng_below(rng, 4) == 0) inputs->sentence.bad_byte_count = 1 + rng_below(rng, 3);
  inputs->sentence.is_foreign = rng_below(rng, 4) == 0;
  inputs->sentence.word_count = rng_below(rng, 1000);
  if (rng_below(rng, 2)) inputs->model_name = STR("reader, trained on very many sentences");
  if (rng_below(rng, 2)) inputs->mask_words = STR("self · edited mask");
  inputs->can_undo = rng_below(rng, 2);
  inputs->first_start = rng_below(rng, 4) == 0;
  inputs->stage_fraction = (float)rng_uniform(rng);
  inputs->sentence.is_broken = rng_below(rng, 4) == 0;
  if (rng_below(rng, 4) == 0) inputs->script = made_script(arena, rng_below(rng, 2));
}

static void random_view(Made *made, Rng *rng) {
  View *view = &made->view;
  int tokens = made->inputs.sentence.token_count;
  view->kind = (ViewKind)rng_below(rng, VIEW_KIND_COUNT);
  view->stage = (StageId)rng_below(rng, STAGE_COUNT);
  made->inputs.stage_now = (int)view->stage;
  view->theme = (ThemeId)rng_below(rng, THEME_COUNT);
  view->text_scale = 1 + 2 * (float)rng_uniform(rng);
  view->step_by = (StepBy)rng_below(rng, 3);
  view->speed = 0.25f + 15.75f * (float)rng_uniform(rng);
  view->playing = rng_below(rng, 2);
  view->locked = rng_below(rng, 2);
  view->mask_editor = rng_below(rng, 4) == 0;
  if (tokens == 0) return;
  view->query = rng_below(rng, tokens);
  made->inputs.sentence.query_token = view->query;
  made->inputs.sentence.key_token = rng_below(rng, tokens);
}

/* A training at any step, its numbers as wide as they get. */
static void random_training(Made *made, Rng *rng) {
  const UiChoice fields[] = {{.label = STR("task"), .numbers[0].value = STR("brackets")},
                             {.label = STR("layers"),
                              .numbers[0].value = STR("4"),
                              .numbers[0].less = STR("train layers 3")},
                             {.label = STR("heads"),
                              .numbers[0].value = STR("8"),
                              .numbers[0].less = STR("train heads 4")},
                             {.label = STR("width"),
                              .numbers[0].value = STR("128"),
                              .numbers[0].less = STR("train width 120")},
                             {.label = STR("rate"),
                              .numbers[0].value = STR("0.0005"),
                              .numbers[0].more = STR("train rate 0.001")},
                             {.label = STR("batch"),
                              .numbers[0].value = STR("256"),
                              .numbers[0].less = STR("train batch 128")},
                             {.label = STR("steps"),
                              .numbers[0].value = STR("100000"),
                              .numbers[0].less = STR("train steps 50000")},
                             {.label = STR("seed"),
                              .numbers[0].value = STR("1000"),
                              .numbers[0].more = STR("train seed 1001")},
                             {.label = STR("pace"),
                              .numbers[0].value = STR("1000/s"),
                              .numbers[0].less = STR("train pace 300")}};
  static const int checkpoints[] = {0, 100, 200, 300};
  UiTraining *training = arena_take(made->arena, 1, sizeof *training);
  UiChoice *kept = arena_take(made->arena, 1, sizeof fields);
  assert_true(training && kept);
  memcpy(kept, fields, sizeof fields);
  int wanted = 300 + rng_below(rng, 100000), done = 300 + rng_below(rng, wanted - 299);
  *training = (UiTraining){.fields = kept,
                           .field_count = sizeof fields / sizeof fields[0],
                           .question = STR("name the bracket that closes the last open one"),
                           .pattern = STR("each gap looks at the bracket it closes, which "
                                          "stands as far back as what lies between them"),
                           .step = rng_below(rng, done + 1),
                           .steps_done = done,
                           .steps_wanted = wanted,
                           .axis_steps = wanted,
                           .checkpoints = checkpoints,
                           .checkpoint_count = 4,
                           .going = rng_below(rng, 2),
                           .finished = done == wanted,
                           .stopped = rng_below(rng, 8) == 0,
                           .is_newest = rng_below(rng, 2),
                           .steps_per_second = 3000 * rng_uniform(rng),
                           .has_former = rng_below(rng, 2)};
  made->inputs.training = training;
}

Made made_random(Arena *arena, Rng *rng) {
  Made made = made_calm(arena);
  made.width = 960 + (float)rng_below(rng, 3840 - 960);
  made.height = 600 + (float)rng_below(rng, 2160 - 600);
  if (rng_below(rng, 3) == 0) made.width = 960, made.height = 600;
  random_sentence(&made, rng);
  random_editing(&made.inputs.sentence, rng);
  random_words(arena, &made.inputs, rng);
  random_view(&made, rng);
  if (made.view.kind == VIEW_TRAINING) random_training(&made, rng);
  made_menu(&made, (MenuId)rng_below(rng, MENU_RECIPE), 1 + rng_below(rng, 14));
  made.view.menu_item = rng_below(rng, made.inputs.menu_count + 1);
  random_folded(&made.inputs, rng);
  return made;
}

static void fresh(Made *made) {
  const TextMetrics *metrics = fonts_metrics(support_fonts());
  made->list = draw_list_make(made->arena, made->width, made->height);
  made->layout = ui_layout(layout_screen(made->width, made->height, &made->view, metrics));
  made->pen = (Pen){&made->list, metrics,     theme_get(made->view.theme), made->layout.text_scale,
                    0,           FACE_REGULAR, 0};
}

void made_build(Made *made) {
  fresh(made);
  ui_build(&made->inputs, &made->view, &made->layout, &made->pen);
}

void made_build_menu(Made *made) {
  fresh(made);
  Ui ui = ui_make(&made->inputs, &made->view, &made->layout, &made->pen);
  if (made->view.menu == MENU_HELP) help_draw(&ui);
  else if (made->view.menu == MENU_EXPORT) export_panel_draw(&ui);
  else if (made->view.menu == MENU_BROWSE) browser_draw(&ui);
  else if (made->view.menu == MENU_CARD) card_draw(&ui);
  else if (made->view.menu != MENU_NONE) menu_draw(&ui);
}
