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

/* A token as typed; the chip and the caret behind it need to know where it stands. */
typedef struct UiToken {
  Str text;
  int first_byte, bytes; /* in the sentence */
  Color tint;            /* behind it; a = 0: none */
  Str tint_words;        /* what that colour means, for hovering */
} UiToken;

/* The sentence, at rest or edited. caret and anchor are bytes of text, a selection between them. */
typedef struct UiSentence {
  Str text; /* cleaned UTF-8 */
  const UiToken *tokens;
  int token_count, cut_count, bad_byte_count;
  int query_token, key_token; /* tinted; −1 none */
  bool pending;               /* text is what is wanted, tokens are of the one on show */
  bool hides; /* the model fills gaps: a double click on a token hides it */
  bool editing, caret_visible;
  size_t caret, anchor;
  Str composition;
  int composition_caret;
} UiSentence;

typedef struct UiStage {
  Str rail, symbol, name; /* label, formula part, command name */
  Str missing;            /* why it cannot be shown; empty: it can */
} UiStage;

/* How a choice looks: a line of its own with its note below, one of several small buttons, or a
** button at the foot of a form. */
typedef enum UiChoiceKind { UI_CHOICE_ROW, UI_CHOICE_CHIP, UI_CHOICE_BUTTON } UiChoiceKind;

/* One thing to choose in a menu or form; its command is sent by a click and by Enter. */
typedef struct UiChoice {
  Str label, note; /* note: smaller words beside or under it */
  Str command;
  bool chosen;
  UiChoiceKind kind;
  Str group;         /* a heading above this choice, or empty */
  Str value;         /* a number between − and +, or empty: no stepper */
  Str less, more;    /* commands of − and +; empty: at the end of the range */
  PaletteId palette; /* a sample of these colours at the left; PALETTE_AUTO: none */
} UiChoice;

typedef struct UiKey {
  Str key, help;
} UiKey;

/* Models and recordings of a folder: the rows about the one the keyboard stands on. */
typedef struct UiBrowser {
  Str folder; /* empty: the start */
  Str typed, problem;
  const UiChoice *rows; /* label, note, command, group */
  int first, row_count; /* first: of all */
  int count, left_out_count;
  bool is_busy; /* more may come */
} UiBrowser;

/* A line of the model's card. */
typedef struct UiFact {
  Str name, value;
  bool is_warning;
} UiFact;

/* A model in training: what is chosen, how far it is, and its timeline. */
typedef struct UiTraining {
  const UiChoice *fields; /* steppers: label, value, less, more; the first is the task */
  int field_count;
  Str question, pattern;              /* what the task asks, what would solve it */
  int step, steps_done, steps_wanted; /* step: of the model on show */
  int axis_steps;                     /* at the right end of the timeline */
  const int *checkpoints;             /* their steps */
  int checkpoint_count;
  bool going, finished, stopped, is_newest;
  double steps_per_second; /* 0: unknown */
  bool has_former;         /* undo returns to a training with steps of its own */
} UiTraining;

/* What goes on beside, and the button that stops it. */
typedef struct UiProgress {
  Str words; /* "Opening gpt2 · 3 s left" */
  float share;
} UiProgress;

/* Everything the widgets show. Strings outlive the frame's list. */
typedef struct UiInputs {
  UiSentence sentence;
  Str model_name, mask_words; /* "self · causal" */
  const UiStage *stages;
  int stage_count, stage_now; /* stage_now: the index of the one on show */
  float stage_fraction; /* how much of the stage's cells are shown, 0…1 */
  const UiChoice *menu; /* of the open menu */
  int menu_count;
  Str menu_title, menu_note; /* note: a sentence at the menu's foot, or empty */
  Str export_name, export_folder, export_problem; /* where a file goes; why it cannot, or empty */
  Str export_size;                                /* how large it gets, or empty */
  const UiKey *keys;                              /* for the help page */
  int key_count;
  const UiBrowser *browser; /* NULL: not open */
  const UiFact *card;       /* of the model, while it is open */
  int card_count;
  Str card_title;
  Str message;                /* a sentence at the bottom of the centre, or empty */
  const UiProgress *progress; /* NULL: nothing takes long */
  Str focus_line;             /* the focused cell as text */
  Str version;
  bool can_undo, can_redo;
  bool first_start;           /* "→ begins" */
  const UiTraining *training; /* NULL: the model on show is not in training */
} UiInputs;

/* Cuts the foot off the centre, where the focused cell stands as a line of text. The scene gets
** what is left; ui_build expects a layout cut like this. */
ScreenLayout ui_layout(ScreenLayout layout);

/* Appends all widgets. The scene must have been built before: an open menu lies over it. */
void ui_build(const UiInputs *inputs, const View *view, const ScreenLayout *layout, const Pen *pen);

/* Where the caret stands, for the input method's window; w = 0 when there is none. */
Box ui_caret_box(const UiInputs *inputs, const View *view, const ScreenLayout *layout,
                 const Pen *pen);

#endif
