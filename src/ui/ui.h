/* ui/ui.h -- the widgets around the scene: top bar, rail, menus, dialogs, messages.
**
** Widgets append to the same draw list as the scene and put commands behind their hit regions. They
** know neither SDL nor the trace: everything they show is handed to them in UiInputs.
**
** Order   top bar, bottom bar and foot lie beside the scene and never under it; an open menu lies
**         over everything, on an opaque panel, with a hit over the whole window behind it that
**         closes it.
** Units   points.   Memory: on the list's arena.   Errors: the list remembers them (failed).
*/
#ifndef UI_UI_H
#define UI_UI_H

#include "scene/layout.h"
#include "scene/pen.h"
#include "scene/view.h"

/* A token as typed; the chip and the caret behind it need to know where it stands. tint is that of
** the tint mark; the colours of query and key are the widgets' own. */
typedef struct UiToken {
  Str text;
  int first_byte, bytes; /* in the sentence */
  /* The colour behind it; a = 0: none. */
  Color tint;
  /* What that colour means, for hovering: "it → animal 0.967". */
  Str sentence_heat_words;
} UiToken;

/* The sentence, at rest or edited. caret and anchor are bytes of text, a selection between them.
** Token indices count from 0. cut_count tokens beyond the model's limit, bad_byte_count bytes that
** are not UTF-8, and numbers of the trace that are not finite are said in the field. The caret may
** stand between any two bytes that begin a letter. */
typedef struct UiSentence {
  Str text; /* cleaned UTF-8 */
  const UiToken *tokens;
  int token_count, cut_count, bad_byte_count;
  /* Tokens in the colours of query and key; −1 none. */
  int query_token, key_token;
  bool is_broken; /* numbers are NaN or infinite that should not be */
  /* text is what is wanted, while tokens are those of the trace on show. */
  bool pending;
  /* The model fills gaps: a double click on a token hides it. */
  bool hides;
  /* The field has the keyboard; the caret is in the visible half of its blinking. */
  bool editing, caret_visible;
  size_t caret, anchor;
  /* What an input method has not committed yet, shown at the caret; caret in bytes of it. */
  Str composition;
  int composition_caret;
} UiSentence;

/* One dot of the rail. rail and missing are translated; symbol is a formula, name what a command
** says. */
typedef struct UiStage {
  /* What stands below the dot, above it, and what a command says. */
  Str rail, symbol, name;
  /* Why it cannot be shown; empty: it can. */
  Str missing;
} UiStage;

/* How a choice looks: a line of its own with its note below, one of several small buttons, or a
** button at the foot of a form. */
typedef enum UiChoiceKind { UI_CHOICE_ROW, UI_CHOICE_CHIP, UI_CHOICE_BUTTON } UiChoiceKind;

/* One thing to choose in a menu or form; its command is sent by a click and by Enter. Empty strings
** stand for what a choice does not have. */
typedef struct UiChoice {
  /* note: smaller words beside or under it. */
  Str label, note;
  Str command;
  bool chosen;
  UiChoiceKind kind;
  /* A heading above this choice, or empty. */
  Str group;
  /* A number between − and +; empty: no stepper. */
  Str value;
  /* Commands of − and +; empty: at the end of the range. */
  Str less, more;
  /* A sample of these colours at the left; PALETTE_AUTO: none. */
  PaletteId palette;
} UiChoice;

/* A row of the help: "Ctrl-Z, Backspace" and what they do, translated. */
typedef struct UiKey {
  Str key, help;
} UiKey;

/* Models and recordings of a folder: the rows about the one the keyboard stands on. rows are those
** around view->menu_item, so that a folder of 20,000 names costs a screenful. Indices of the view
** count over all items; rows[0] is item `first`. */
typedef struct UiBrowser {
  /* From the root; empty: the start. */
  Str folder;
  /* What is typed, to look for or to open; a sentence why the folder cannot be read, or empty. */
  Str typed, problem;
  /* Each with label, note, command and, where a kind begins, its heading. */
  const UiChoice *rows;
  int first, row_count; /* first: of all */
  /* Of all items; of those beyond what a listing holds. */
  int count, left_out_count;
  /* The disk is still being read: more may come. */
  bool is_busy;
} UiBrowser;

/* A line of the model's card. The name may be empty, where a fact goes on with the one before.
** Values wrap. */
typedef struct UiFact {
  Str name, value;
  bool is_warning;
} UiFact;

/* A model in training: what is chosen, how far it is, and its timeline. Steps count from 0, which
** is the state before the first update. */
typedef struct UiTraining {
  /* Steppers with label, value, less and more; the first is the task. */
  const UiChoice *fields;
  int field_count;
  /* What the task asks, and the pattern of attention that would solve it. */
  Str question, pattern;
  /* step: of the model on show. */
  int step, steps_done, steps_wanted;
  /* At the right end of the timeline, which may lie beyond what is wanted. */
  int axis_steps;
  /* The steps of the checkpoints, the oldest first. */
  const int *checkpoints;
  int checkpoint_count;
  /* stopped: it diverged and cannot go on. is_newest: what is on show follows the training. */
  bool going, finished, stopped, is_newest;
  double steps_per_second; /* 0: unknown */
  /* Undo returns to a training with steps of its own. */
  bool has_former;
} UiTraining;

/* What goes on beside, and the button that stops it. share from 0 to 1. */
typedef struct UiProgress {
  /* "Opening gpt2 · 3 s left". */
  Str words;
  float share;
} UiProgress;

/* A script that is not over yet. words tell what it does and which key changes that, the tip what a
** click changes. */
typedef struct UiScript {
  Str words, tip;
  bool is_stopped; /* a click lets it go on; false: it plays, and a click stops it */
} UiScript;

/* Everything the widgets show. Strings outlive the frame's list. Filled by screen/ once a frame.
** Zero and empty mean "not there"; only sentence, stages and the two names are always asked for. */
typedef struct UiInputs {
  UiSentence sentence;
  /* As the drop-downs of the top bar show them: "reader", "self · causal". */
  Str model_name, mask_words;
  const UiStage *stages;
  /* stage_now: the index of the one on show. */
  int stage_count, stage_now;
  /* How much of the stage's cells are shown, 0 … 1. */
  float stage_fraction;
  /* Choices of the open menu; the view's menu_item is an index into them. */
  const UiChoice *menu;
  int menu_count;
  /* note: a sentence at the menu's foot, or empty. */
  Str menu_title, menu_note;
  /* Where a file would go; why it cannot, or empty; how large it gets, or empty. */
  Str export_name, export_folder, export_problem;
  Str export_size;
  /* For the help page, while it is open. */
  const UiKey *keys;
  int key_count;
  const UiBrowser *browser; /* NULL: not open */
  /* Of the model or recording on show, while the card is open. */
  const UiFact *card;
  int card_count;
  Str card_title;
  /* A sentence at the bottom of the centre, or empty. */
  Str message;
  /* NULL: nothing takes long. */
  const UiProgress *progress;
  /* NULL: there is no script. */
  const UiScript *script;
  /* The focused cell as one line of text, or empty. */
  Str focus_line;
  Str version;
  bool can_undo, can_redo;
  bool first_start; /* "→ begins" */
  /* NULL: the model on show is not in training. */
  const UiTraining *training;
} UiInputs;

/* Cuts the foot off the centre, where the focused cell stands as a line of text. The scene gets
** what is left; ui_build expects a layout cut like this. Without room the foot has no height. */
ScreenLayout ui_layout(ScreenLayout layout);

/* Appends all widgets. The scene must have been built before: an open menu lies over it, and of two
** hits at one place the later one answers. Nothing is remembered between two calls. */
void ui_build(const UiInputs *inputs, const View *view, const ScreenLayout *layout, const Pen *pen);

/* Where the caret stands, in points of the window, for the input method's own window; w = 0 when
** there is none. Measures the text again, so it costs as much as drawing the field. */
Box ui_caret_box(const UiInputs *inputs, const View *view, const ScreenLayout *layout,
                 const Pen *pen);

#endif
