/* session/commands/key_table.c -- the table of keys: which command a key runs, in the window and in
** the presenter view, and what the help says of it. */
#include <assert.h>

#include "base/i18n.h"
#include "session/commands/commands.h"

typedef struct Key {
  const char *key, *command, *help;
} Key;

/* A key with empty help belongs to the row of the help before it. Several keys may run the same
** command, because keyboards lack some of them. */
static const Key keys[] = {
    {"→", "step", N_("next step")},
    {"←", "step back", N_("previous step")},
    {"Space", "play toggle", N_("play or pause; a waiting script goes on")},
    {"PageDown", "advance", N_("next step; a waiting script goes on")},
    {"PageUp", "advance back", N_("previous step; a script goes back to the wait before")},
    {"b", "step by next", N_("step by stage, row, cell or tile; presenting: black screen")},
    {"Ctrl-Shift-N", "script go", N_("a stopped script goes on")},
    {"Home", "stage first", N_("first stage")},
    {"End", "stage last", N_("last stage")},
    {"↑", "cursor up", N_("cell cursor up")},
    {"↓", "cursor down", N_("cell cursor down")},
    {"Shift ↑", "cursor up", N_("cell cursor up")},
    {"Shift ↓", "cursor down", N_("cell cursor down")},
    {"Shift ←", "cursor left", N_("cell cursor left")},
    {"Shift →", "cursor right", N_("cell cursor right")},
    {"1", "head 1", N_("head 1, and so on to 9")},
    {"2", "head 2", ""},
    {"3", "head 3", ""},
    {"4", "head 4", ""},
    {"5", "head 5", ""},
    {"6", "head 6", ""},
    {"7", "head 7", ""},
    {"8", "head 8", ""},
    {"9", "head 9", ""},
    {"[", "head prev", N_("previous head")},
    {"]", "head next", N_("next head")},
    {",", "layer prev", N_("previous layer")},
    {".", "layer next", N_("next layer; presenting: black screen")},
    {"Enter", "enter", N_("edit the sentence; choose in a menu; hide or show a cell or row")},
    {"=", "set field", N_("type another number over the one in focus")},
    {"Ctrl-J", "shake toggle", N_("shake the number in focus, and see what depends on it")},
    {"Ctrl-I", "whatif broken", N_("where NaN or an infinity first appears")},
    {"Esc", "escape", N_("take typing back; leave, then unlock; leave a lesson, then full screen")},
    {"Tab", "focus next", N_("next control or group; Enter presses, arrows move within")},
    {"Shift Tab", "focus prev", N_("previous control")},
    {"u", "example swap", N_("tired becomes wide, and back")},
    {"y", "menu examples", N_("example sentences")},
    {"n", "continue", N_("the sentence goes on with the likeliest token")},
    {"p", "continue drawn", N_("the sentence goes on with a token drawn")},
    {"x", "hide chosen", N_("hide the chosen token, for the model to name")},
    {"Ctrl-V", "edit replace", N_("the clipboard's text becomes the sentence")},
    {"j", "products toggle", N_("every product and row in the panel, or few")},
    {"q", "glossary toggle", N_("what the terms of the panel mean")},
    {"Shift PageDown", "scroll panel by 1 0.25", N_("the panel: next page, or its list down")},
    {"Shift PageUp", "scroll panel by -1 0.25", N_("the panel: page before, or its list up")},
    {"F2", "lesson", N_("lessons")},
    {"Backspace", "lesson return", N_("back to the page of the lesson")},
    {"Ctrl-→", "step", N_("next step, also beside a lesson, where → turns the page")},
    {"Ctrl-←", "step back", N_("previous step")},
    {"Ctrl-Shift-U", "lesson locks toggle", N_("what a lesson has locked, or locked again")},
    {"o", "view toggle", N_("overview and back")},
    {"h", "view heads toggle", N_("all heads of the layer and back")},
    {"g", "view grid toggle", N_("layers × heads and back")},
    {"Ctrl-Shift-K", "view cache toggle", N_("kept keys and values, token by token, and back")},
    {"Ctrl-L", "view cost toggle", N_("what attention costs, and back")},
    {"Ctrl-G", "view length toggle",
     N_("right words by length, with and without attention, and back")},
    {"Ctrl-D", "view saturation toggle", N_("why scores are divided by √d, and back")},
    {"Ctrl-K", "view lookup toggle", N_("look-up by similarity, and back")},
    {"Ctrl-M", "view layout toggle", N_("how tensors lie in memory, and back")},
    {"Ctrl-U", "view average toggle", N_("the average of all heads of the layer, and back")},
    {"Ctrl-F", "view rollout toggle", N_("average weights multiplied over the layers, and back")},
    {"Ctrl-N", "view answers toggle", N_("the answer layer by layer, and back")},
    {"Ctrl-B", "board", N_("the tables of a model typed in, and back; or a new one")},
    {"r", "view training toggle", N_("train a model, and back")},
    {"F5", "presenter toggle", N_("presenter view and back")},
    {"Shift F5", "presenter toggle", N_("presenter view and back")},
    {"v", "notes toggle", N_("the notes of a script")},
    {"F11", "fullscreen", N_("full screen and back")},
    {"m", "mask editor toggle", N_("mask editor")},
    {"w", "menu whatif", N_("what if: steps left out or bent, mistakes; presenting: white screen")},
    {"Ctrl-W", "quiz", N_("a quiz: one mistake is made, and you find out which")},
    {"z", "lens toggle", N_("a lens on cells without digits")},
    {"a", "arcs toggle", N_("arcs beside the weights")},
    {"Ctrl-A", "arcs all toggle", N_("arcs of all heads of the layer, a colour each")},
    {"s", "tint toggle", N_("the sentence tinted by the chosen row")},
    {"k", "threshold next",
     /* xgettext:no-c-format */ N_("keys that hold 90, 75, 50 % of each row; all")},
    {"Ctrl-E", "compare toggle", N_("exact attention beside what is laid over")},
    {"Ctrl-P", "shuffle", N_("the tokens in another order, and their rows put back")},
    {"d", "freeze toggle", N_("freeze this run and compare; let it go")},
    {"Ctrl-H", "contrast toggle", N_("more contrast where rows are long")},
    {"f", "sort toggle",
     N_("layers × heads by role, by layer, or by the difference from a kept run")},
    {"c", "palette next", N_("next palette")},
    {"t", "theme toggle", N_("light or dark")},
    {"F7", "theme next", N_("next theme: light, dark, and both in high contrast")},
    {"l", "language next", N_("next language: English, German")},
    {"+", "textscale +", N_("larger text")},
    {"-", "textscale -", N_("smaller text")},
    {"0", "textscale 1", N_("text as at the start")},
    {"Ctrl-+", "zoom +", N_("larger matrix")},
    {"Ctrl--", "zoom -", N_("smaller matrix")},
    {"Ctrl-0", "zoom 1", N_("the matrix fits its place")},
    {"Ctrl-O", "browse", N_("open a model, a recording or a saved state")},
    {"i", "menu card", N_("what the model is")},
    {"e", "menu export", N_("export")},
    {"Ctrl-S", "save", N_("save the state as a script")},
    {"Ctrl-Shift-S", "save new", N_("save the state in a new file")},
    {"Ctrl-C", "copy", N_("copy cell, row or matrix as text")},
    {"Ctrl-T", "say", N_("say the chosen cell aloud")},
    {"Ctrl-Shift-T", "say why", N_("say what its number is, and why")},
    {"Ctrl-Z", "undo", N_("undo")},
    {"Ctrl-Y", "redo", N_("redo")},
    {"Ctrl-Shift-Z", "redo", N_("redo")},
    {"Ctrl-R", "reset", N_("everything as at the first start")},
    {"Ctrl-Q", "quit", N_("close the window")},
    {"?", "menu help", N_("every key, by subject; typing searches keys and commands")},
};

enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

/* The subjects of the help, each with its first key. */
static const struct {
  const char *key, *title;
} key_groups[] = {{"→", N_("Steps")},
                  {"↑", N_("Cells, heads, layers")},
                  {"Enter", N_("Sentence and controls")},
                  {"j", N_("Panel at the right")},
                  {"F2", N_("Lessons")},
                  {"o", N_("Views")},
                  {"m", N_("Picture")},
                  {"Ctrl-O", N_("Files and state")}};

/* Keys that mean something else in the presenter view: what clickers send, and the keys of slides.
** Their help is in the row of the same key above. */
static const struct {
  const char *key, *command;
} presenter_keys[] = {
    {"→", "advance"},           {"←", "advance back"},       {"PageDown", "advance"},
    {"PageUp", "advance back"}, {".", "blank black toggle"}, {"b", "blank black toggle"},
    {"w", "blank white toggle"}};

/* A key occurs once in the table. */
const char *commands_for_key(const char *key) {
  for (int i = 0; i < KEY_COUNT; i++)
    if (str_is(str_from(key), keys[i].key)) return keys[i].command;
  return NULL;
}

const char *commands_for_presenter_key(const char *key) {
  for (size_t i = 0; i < sizeof presenter_keys / sizeof presenter_keys[0]; i++)
    if (str_is(str_from(key), presenter_keys[i].key)) return presenter_keys[i].command;
  return commands_for_key(key);
}

int commands_key_count(void) { return KEY_COUNT; }

void commands_key(int index, const char **key, const char **command, const char **help) {
  assert(index >= 0 && index < KEY_COUNT);
  *key = keys[index].key;
  *command = keys[index].command;
  *help = keys[index].help;
}

const char *commands_key_group(int index) {
  assert(index >= 0 && index < KEY_COUNT);
  for (size_t i = 0; i < sizeof key_groups / sizeof key_groups[0]; i++)
    if (str_is(str_from(keys[index].key), key_groups[i].key)) return key_groups[i].title;
  return "";
}
