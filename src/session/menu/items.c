/* session/menu/items.c -- the tables of items.h. */
#include "session/menu/items.h"

#include <assert.h>

#include "base/i18n.h"

static const MenuItem models[] = {
    [MODEL_LESSONS] = {.command = "menu lessons",
                       .words = {N_("LEARN, TRAIN, OPEN"), N_("Lessons… (F2)"),
                                 N_("step by step, beside the picture, with questions")}},
    [MODEL_TRAIN] =
        {.command = "view training",
         .words = {"", N_("Train a model…"),
                   N_("watch heads form: its numbers begin at random and learn a task here")}},
    [MODEL_BOARD] = {.command = "board",
                     .words = {"", N_("Type in a model, or its tables (Ctrl-B)"),
                               N_("small matrices as on a blackboard, computed as they change")}},
    [MODEL_BROWSE] = {.command = "browse", .words = {"", N_("Open from the disk… (Ctrl-O)"), ""}},
    [MODEL_CARD] = {.command = "menu card", .words = {"", N_("What this model is (i)"), ""}},
    [MODEL_RESET] = {.command = "reset",
                     .words = {"", N_("Begin again (Ctrl-R)"),
                               N_("model, sentence, mask and view as at the first start")}},
};

/* No mask, the parts of a mask with their starting values, the editor, the settings of a kind, and
** what can be looked at; from the first setting on they are tiles, from the first to look at on
** links.
** First the parts that hide keys, then the parts of which one must see a key. */
static const MenuItem attention[] = {
    {.command = "mask none",
     .is_first = true,
     .words = {N_("MASK: WHICH KEYS A QUERY SEES"), N_("no mask"),
               N_("every query sees every key")}},
    {.command = "mask causal",
     .is_first = true,
     .words = {"", N_("causal"), N_("a query sees itself and what came before it")}},
    {.command = "mask prefix 2",
     .words = {"", N_("prefix"), N_("causal, but everyone sees the first keys")}},
    {.command = "mask padding 2",
     .words = {"", N_("padding"), N_("the last keys are hidden from everyone")}},
    {.command = "mask window 2",
     .is_first = true,
     .words = {N_("LOCAL PARTS: ONE OF THEM IS ENOUGH"), N_("window"),
               N_("keys farther away than this are hidden")}},
    {.command = "mask dilated 2 2",
     .words = {"", N_("dilated"), N_("a window with gaps, which reaches farther")}},
    {.command = "mask blocks 4",
     .words = {"", N_("blocks"), N_("a query sees the keys of its own block")}},
    {.command = "mask global 1",
     .words =
         {"", N_("global"),
          N_("see every key and are seen by all, as far as causal, prefix and padding allow")}},
    {.command = "mask random 2",
     .words = {"", N_("random"), N_("so many keys are drawn for each query")}},
    {.command = "mask editor toggle",
     .words = {N_("CELL BY CELL"), N_("edit cells"),
               N_("click cells of the matrix to hide or show them")}},
    {.command = "positions own",
     .words = {N_("POSITIONS"), N_("the model's own"), N_("as the model has them")}},
    {.command = "positions none",
     .words = {"", N_("none"), N_("the model is not told where a token stands")},
     .cost = N_("adds nothing")},
    {.command = "positions sinusoidal",
     .is_first = true,
     .words = {"", N_("sinusoidal"), N_("waves of fixed lengths are added for the place")},
     .cost = N_("n · d sums")},
    {.command = "positions rope",
     .is_first = true,
     .words = {"", N_("rotary (RoPE)"), N_("queries and keys are turned by their place")},
     .cost = N_("2 · n · d turns")},
    {.command = "positions shaw 3",
     .words = {"", N_("Shaw’s vectors"), N_("a row for the distance is added to key and value")},
     .cost = N_("n² · d, two tables")},
    {.command = "positions alibi",
     .words = {"", N_("ALiBi"), N_("scores fall with the distance of the key instead")},
     .cost = N_("n² sums, no table")},
    {.command = "positions t5",
     .words = {"", N_("T5 buckets"), N_("a number for each bucket of distances is added")},
     .cost = N_("n² sums, a table")},
    {.command = "kv_heads own",
     .words = {N_("HEADS OF K AND V"), N_("the model's own"), N_("as many as the model has")}},
    {.command = "kv_heads 2",
     .words = {"", N_("grouped"),
               N_("grouped query: heads of Q in groups share a head of K and V, with the mean of "
                  "its maps")}},
    {.command = "kv_heads 1",
     .words = {"", N_("one for all"), N_("multi-query: all heads share keys and values")}},
    {.command = "approximate exact",
     .words = {N_("FEWER NUMBERS"), N_("exact"), N_("every query meets every key")},
     .cost = N_("n² scores")},
    {.command = "approximate linformer 4",
     .words = {"", N_("Linformer"), N_("keys and values are mixed into fewer")},
     .cost = N_("n · k scores")},
    {.command = "approximate performer 64",
     .words = {"", N_("Performer"), N_("random features stand for the weights")},
     .cost = N_("2 · n · m features")},
    {.command = "score dot",
     .words = {N_("SCORES"), N_("dot product"), N_("query times key, as the model has it")}},
    {.command = "score general",
     .words = {"", N_("general"), N_("a matrix between query and key")},
     .cost = N_("n · d², a table")},
    {.command = "score cosine",
     .words = {"", N_("cosine"), N_("how far both point the same way, however long they are")},
     .cost = N_("n² divisions")},
    {.command = "score additive",
     .words = {"", N_("additive"), N_("a small network with tanh instead of a product")},
     .cost = N_("n² · d tanh")},
    {.command = "dropout off", .words = {N_("DROPOUT"), N_("off"), N_("every weight is used")}},
    {.command = "dropout 0.3",
     .words = {"", N_("by chance"),
               N_("weights are left out by chance, as in training; the others grow")},
     .cost = N_("3 of 10 weights")},
    {.command = "schedule own",
     .words = {N_("ORDER OF WORK"), N_("whole"), N_("all scores first, then their softmax")},
     .cost = N_("n² work, n² memory")},
    {.command = "schedule flash 4 4",
     .words = {"", N_("tiles (flash)"), N_("tile by tile; the output is the same")},
     .cost = N_("n² work, n memory")},
    {.command = "cross off",
     .words = {N_("WHOSE KEYS AND VALUES"), N_("of the sentence"),
               N_("every token of the sentence asks, and every token of it is asked")},
     .cost = N_("T · T pairs")},
    {.command = "edit second",
     .words = {"", N_("of a second one"),
               N_("cross-attention: one sentence asks, the other is asked; both can be typed")},
     .cost = N_("T · S pairs")},
    {.command = "compare toggle",
     .words = {N_("TO LOOK AT: COMPARISONS"), N_("exact beside"),
               N_("exact attention over the same Q, K and V beside it, with the difference")},
     .cost = N_("Ctrl-E")},
    {.command = "freeze toggle",
     .words = {"", N_("freeze"), N_("keeps this run, to stand beside what is changed from now on")},
     .cost = N_("d")},
    {.command = "shuffle",
     .words = {"", N_("shuffle"),
               N_("the tokens in another order, their rows put back beside those of the sentence: "
                  "without positions nothing else changes")},
     .cost = N_("Ctrl-P")},
    {.command = "view length",
     .words = {"", N_("without attention"),
               N_("a sentence squeezed into one vector: right words by length")},
     .cost = N_("Ctrl-G")},
    {.command = "menu whatif",
     .is_first = true,
     .words = {"", N_("what if …"),
               N_("steps left out or bent, classic mistakes, and a quiz about them")},
     .cost = N_("w")},
    {.command = "arcs all toggle",
     .words = {N_("TO LOOK AT: HEADS AND LAYERS"), N_("arcs of all heads"),
               N_("all heads of the layer in one picture, a colour each")},
     .cost = N_("Ctrl-A")},
    {.command = "view average",
     .words = {"", N_("average of heads"),
               N_("the weights of all heads of the layer in one matrix")},
     .cost = N_("Ctrl-U")},
    {.command = "view rollout",
     .words = {"", N_("rollout"), N_("average weights, multiplied over the layers")},
     .cost = N_("Ctrl-F")},
    {.command = "view answers",
     .words = {"", N_("answer by layer"),
               N_("the word that the model would say after each layer: the logit lens")},
     .cost = N_("Ctrl-N")},
    {.command = "view cache",
     .words = {N_("TO LOOK AT: BESIDE ATTENTION"), N_("kept keys"),
               N_("keys and values kept from token to token: the KV cache")},
     .cost = N_("Ctrl-Shift-K")},
    {.command = "view cost",
     .words = {"", N_("cost"), N_("multiplications, memory and time by length")},
     .cost = N_("Ctrl-L")},
    {.command = "view saturation",
     .is_first = true,
     .words = {"", N_("why √d"), N_("random dot products, and softmax of them without √d")},
     .cost = N_("Ctrl-D")},
    {.command = "view lookup",
     .is_first = true,
     .words = {"", N_("soft look-up"), N_("a query against the titles of three books")},
     .cost = N_("Ctrl-K")},
    {.command = "view layout",
     .words = {"", N_("memory layout"), N_("strides, transpose, view, and how heads are split")},
     .cost = N_("Ctrl-M")},
};

/* Steps that are left out or bent; all are tiles. */
static const MenuItem what_if[] = {
    {.command = "scale on",
     .words = {N_("SCALING"), N_("the model's own"), N_("scores are divided by √d_head")}},
    {.command = "scale off",
     .words = {"", N_("left out"), N_("scores go into softmax as they are")},
     .cost = N_("no division")},
    {.command = "scale 16",
     .words = {"", N_("another divisor"), N_("scores are divided by a number of your own")},
     .cost = N_("÷ X")},
    {.command = "softmax own",
     .words = {N_("SOFTMAX"), N_("as it is"), N_("of the masked scores, at temperature 1")}},
    {.command = "softmax temperature 0.5",
     .words = {"", N_("temperature"),
               N_("masked scores are divided by it: below 1 rows are sharper, above 1 more even")},
     .cost = N_("÷ τ before softmax")},
    {.command = "mask none",
     .words = {N_("MASK"), N_("no mask"), N_("every query sees every key")}},
    {.command = "mistake off",
     .words = {N_("MISTAKES, MADE ON PURPOSE"), N_("none"), N_("attention as it should be")}},
    {.command = "mistake divide-by-d-model",
     .words = {"", N_("÷ √d_model"), N_("the root of the wrong width")},
     .cost = N_("rows too even")},
    {.command = "mistake no-scale",
     .words = {"", N_("not scaled"), N_("scores go into softmax as they are")},
     .cost = N_("one key takes all")},
    {.command = "mistake softmax-over-queries",
     .words = {"", N_("over queries"), N_("softmax down the columns instead of along the rows")},
     .cost = N_("columns sum to 1")},
    {.command = "mistake mask-after-softmax",
     .words = {"", N_("masked late"), N_("hidden weights become 0 too late")},
     .cost = N_("rows sum to less")},
    {.command = "mistake mask-with-zero",
     .words = {"", N_("masked with 0"), N_("hidden scores become 0 instead of −∞")},
     .cost = N_("the future leaks")},
    {.command = "mistake values-first",
     .words = {"", N_("V A"), N_("the product the wrong way round")},
     .cost = N_("shapes refuse")},
    {.command = "mistake no-max",
     .words = {"", N_("no maximum"), N_("e^x overflows from 88.7 on")},
     .cost = N_("inf and NaN")},
    {.command = "mistake heads-in-wrong-order",
     .words = {"", N_("wrong heads"), N_("view without transpose")},
     .cost = N_("rows of other tokens")},
    {.command = "whatif off",
     .words = {N_("NUMBERS, KEYS AND HEADS"), N_("as they are"),
               N_("takes away every number that was set, and brings back keys, queries, heads and "
                  "the order of the tokens")}},
    {.command = "set field",
     .words = {"", N_("type a number"),
               N_("over the one in focus; what depends on it is computed anew")},
     .cost = N_("=")},
    {.command = "shake toggle",
     .words = {"", N_("shake it"), N_("a slow sine shows what depends on the number in focus")},
     .cost = N_("Ctrl-J")},
    {.command = "head off chosen",
     .words = {"", N_("this head off"),
               N_("its output becomes 0, and the answer does without it")}},
    {.command = "without key chosen",
     .words = {"", N_("without this key"), N_("no query sees the key in focus")}},
    {.command = "without query chosen",
     .words = {"", N_("without this query"), N_("the query in focus sees no key")}},
    {.command = "swap chosen",
     .words = {"", N_("swap tokens"), N_("the token in focus and the one after it change places")}},
    {.command = "whatif broken",
     .words = {"", N_("where it breaks"), N_("goes to where NaN or an infinity first appears")},
     .cost = N_("Ctrl-I")},
    {.command = "quiz",
     .words = {N_("QUIZ"), N_("what is wrong?"),
               N_("one mistake is made, and you find out which, from the pictures alone")},
     .cost = N_("Ctrl-W")},
};

static const MenuItem settings[] = {
    {.command = "range head", .words = {N_("COLOUR RANGE"), N_("one for each head"), ""}},
    {.command = "range own", .words = {"", N_("each matrix its own"), ""}},
    {.command = "range shared", .words = {"", N_("one for all heads"), ""}},
    {.command = "numbers auto", .words = {N_("NUMBERS IN CELLS"), N_("where they fit"), ""}},
    {.command = "numbers on", .words = {"", N_("always"), ""}},
    {.command = "numbers off", .words = {"", N_("never"), ""}},
    {.command = "theme light", .words = {N_("THEME (F7)"), N_("light"), ""}},
    {.command = "theme dark", .words = {"", N_("dark"), ""}},
    {.command = "theme contrast", .words = {"", N_("black on white"), ""}},
    {.command = "theme contrast-dark", .words = {"", N_("white on black"), ""}},
    {.command = "language auto", .words = {N_("LANGUAGE (l)"), N_("as the system's"), ""}},
    {.command = "language en", .words = {"", "English", ""}}, /* each in its own words */
    {.command = "language de", .words = {"", "Deutsch", ""}},
    {.command = "say", .words = {N_("ALOUD"), N_("say the cell (Ctrl-T)"), ""}},
    {.command = "say why", .words = {"", N_("say why (Ctrl-Shift-T)"), ""}},
};

static const MenuItem answers[] = {
    {.command = "restore yes",
     .words = {"", N_("Take it back"), N_("the sentence and the view as they were")}},
    {.command = "restore no", .words = {"", N_("Start afresh"), N_("the old state is dropped")}},
};

static const MenuItem permissions[] = {
    [SCRIPT_ANSWER_YES] = {.command = "permit yes",
                           .words = {"", N_("Play it and allow that"), ""}},
    [SCRIPT_ANSWER_WITHOUT] = {.command = "permit without",
                               .words = {"", N_("Play it without"), ""}},
    [SCRIPT_ANSWER_NO] = {.command = "permit no", .words = {"", N_("Do not play it"), ""}},
};

#define COUNT(table) (int)(sizeof(table) / sizeof(table)[0])
static const struct {
  const MenuItem *items;
  int count;
} tables[MENU_COUNT] = {
    [MENU_MODEL] = {models, COUNT(models)},     [MENU_ATTENTION] = {attention, COUNT(attention)},
    [MENU_WHAT_IF] = {what_if, COUNT(what_if)}, [MENU_PALETTE] = {settings, COUNT(settings)},
    [MENU_RESTORE] = {answers, COUNT(answers)}, [MENU_SCRIPT] = {permissions, COUNT(permissions)},
};

const char *menu_words_of_none(MenuId menu) {
  switch (menu) {
  case MENU_QUIZ:
    return N_("No quiz is on: Ctrl-W, or the command quiz, begins one.");
  case MENU_QUESTION:
    return N_("Nothing is asked: a recording that can be read in several ways asks when it is "
              "opened.");
  case MENU_SCRIPT:
    return N_("No script asks for anything: this opens when one would do more than look.");
  case MENU_WHAT_IF:
    return N_("A recording cannot be computed anew: choose a model first.");
  default:
    return "";
  }
}

int menu_item_count(MenuId menu) { return tables[menu].count; }

const MenuItem *menu_item(MenuId menu, int index) {
  assert(index >= 0 && index < tables[menu].count);
  return &tables[menu].items[index];
}
