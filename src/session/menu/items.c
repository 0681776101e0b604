/* session/menu/items.c -- the tables of items.h. */
#include "session/menu/items.h"

#include <assert.h>

#include "base/i18n.h"
#include "model/mask_spec.h"

static const MenuItem models[] = {
    [MODEL_TRAIN] =
        {.command = "view training",
         .words = {"", N_("Train a model…"),
                   N_("watch heads form: its numbers begin at random and learn a task here")}},
    [MODEL_BROWSE] = {.command = "browse", .words = {"", N_("Open from the disk… (Ctrl-O)"), ""}},
    [MODEL_CARD] = {.command = "menu card", .words = {"", N_("What this model is (i)"), ""}},
    [MODEL_RESET] = {.command = "reset",
                     .words = {"", N_("Begin again (Ctrl-R)"),
                               N_("model, sentence, mask and view as at the first start")}},
};

/* None, then parts a mask is made of, called as commands call them; the others can only be said. */
static const MenuItem masks[] = {
    {.command = "none", .words = {"", N_("no mask"), N_("every query sees every key")}},
    {.command = "causal",
     .words = {"", N_("causal"), N_("a query sees itself and what came before it")}},
    {.command = "prefix",
     .words = {"", N_("prefix"), N_("causal, but everyone sees the first keys")}},
    {.command = "window",
     .words = {"", N_("window"), N_("keys farther away than this are hidden")}},
    {.command = "padding",
     .words = {"", N_("padding"), N_("the last keys are hidden from everyone")}},
    {.command = "editor toggle",
     .words = {"", N_("edit cells"), N_("click cells of the matrix to hide or show them")}},
};

static const MenuItem settings[] = {
    {"range own", {N_("COLOUR RANGE"), N_("each matrix its own"), ""}},
    {"range shared", {"", N_("one for all heads"), ""}},
    {"numbers auto", {N_("NUMBERS IN CELLS"), N_("where they fit"), ""}},
    {"numbers on", {"", N_("always"), ""}},
    {"numbers off", {"", N_("never"), ""}},
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
    [MENU_MODEL] = {models, COUNT(models)},
    [MENU_ATTENTION] = {masks, COUNT(masks)},
    [MENU_PALETTE] = {settings, COUNT(settings)},
    [MENU_RESTORE] = {answers, COUNT(answers)},
    [MENU_SCRIPT] = {permissions, COUNT(permissions)},
};

int menu_item_count(MenuId menu) { return tables[menu].count; }

const MenuItem *menu_item(MenuId menu, int index) {
  assert(index >= 0 && index < tables[menu].count);
  return &tables[menu].items[index];
}
