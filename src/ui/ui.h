/* ui/ui.h -- the widgets around the scene: top bar, rail, menus, dialogs, messages.
**
** Widgets append to the same draw list as the scene and put commands on their hits. They know
** neither SDL nor the trace: everything they show is passed in UiInputs.
**
** Order   Top bar, bottom bar and status bar lie beside the scene, never over it; an open menu lies
**         over everything, on an opaque panel, and a hit over the whole window behind it closes it.
** Units   Points.   Memory  On the list's arena.   Errors  The list remembers them (failed).
*/
#ifndef UI_UI_H
#define UI_UI_H

#include "scene/block_diagram.h"
#include "scene/layout.h"
#include "scene/pen.h"
#include "scene/view.h"

/* A token as typed, with its place in the sentence for the chip and the caret. tint is the colour
** of the command tint; the widgets add the colours of query and key. */
typedef struct UiToken {
  Str text;
  int first_byte, bytes; /* in the sentence */
  /* Background colour; a = 0: none. */
  Color tint;
  /* The meaning of that colour, for hovering: "it → animal 0.967". */
  Str sentence_heat_words;
  /* The model does not know it: the chip is marked. */
  bool is_unknown;
  /* How it came about, for hovering; NULL: nothing to say. */
  const char *origin;
} UiToken;

/* The sentence, at rest or edited. caret and anchor are bytes of text, with the selection between
** them. Token indices count from 0. The field tells the number of tokens beyond the model's limit
** (cut_count), of bytes that are not UTF-8, and whether numbers of the trace are not finite. The
** caret may be before any byte that begins a grapheme. */
typedef struct UiSentence {
  Str text; /* cleaned UTF-8 */
  const UiToken *tokens;
  int token_count, cut_count, bad_byte_count;
  /* Tokens in the colours of query and key; −1: none. */
  int query_token, key_token;
  bool is_broken; /* some numbers are NaN or infinite that should not be */
  /* Most of the words are unknown to the model, which the field says. */
  bool is_foreign;
  int word_count, known_count;
  /* text is the wanted sentence, while tokens are those of the trace on show. */
  bool pending;
  /* The picture shows pairs of these tokens, so that a token may be chosen as a key. */
  bool are_keys;
  /* The model predicts masked words: the chosen token can be hidden. */
  bool hides;
  /* Its tokens are the rows of the picture, which are chosen as queries. */
  bool asks;
  bool is_asked; /* they are the columns of a matrix by pair */
  /* The second sentence of two: its tokens are the keys or, of a translator, what is said. */
  bool is_second;
  const char *close_tip; /* of the second: what its button does; NULL: there is none */
  /* editing: the field has the keyboard. caret_visible: the visible half of its blinking. */
  bool editing, caret_visible;
  size_t caret, anchor;
  /* Text that an input method has not committed yet, shown at the caret; its caret in bytes. */
  Str composition;
  int composition_caret;
} UiSentence;

/* One dot of the rail. rail and missing are translated; symbol is a formula, name
** the word of commands. */
typedef struct UiStage {
  /* Below the dot, the same where that touches others, above the dot, and in commands. */
  Str rail, rail_short, symbol, name;
  /* Why it cannot be shown; empty: it can. */
  Str missing;
} UiStage;

/* A number between − and +; value empty: there is none. */
typedef struct UiNumber {
  Str value;
  Str less, more;  /* commands of − and +; empty: at the limit */
  const char *tip; /* what it is of; NULL: its label says it */
} UiNumber;

/* A choice is drawn as a line of its own with its note below, as one of several small buttons, as
** one of several tiles with picture and cost, or as a button at the foot of a form. */
enum { UI_SUMS = 3, UI_NUMBERS = 2 };

typedef enum UiChoiceKind {
  UI_CHOICE_ROW,
  UI_CHOICE_CHIP,
  UI_CHOICE_TILE,
  UI_CHOICE_LINK, /* what opens something, without a picture */
  UI_CHOICE_BUTTON
} UiChoiceKind;

/* A small matrix beside a choice. */
typedef struct UiPicture {
  MatView cells; /* 0 … 1, or −1 … 1 where is_signed */
  bool is_signed;
} UiPicture;

/* One item of a menu or form; a click or Enter sends its command. Empty strings mean that a
** choice lacks that part. */
/* Of a long menu: where one begins, and what comes later. */
typedef enum UiTurn { UI_TURN_ANY, UI_TURN_FIRST, UI_TURN_LATER } UiTurn;

typedef struct UiChoice {
  /* note: smaller words beside or under the label. */
  Str label, note;
  Str command;
  bool chosen;
  bool is_laid_over; /* chosen, and not what the model has itself */
  bool is_idle;      /* it changes nothing as things are now, and is pale */
  UiChoiceKind kind;
  UiTurn turn; /* the first have a heavier label, the later a lighter one */
  /* A heading above this choice, or empty. */
  Str group;
  /* Rows and fields have one at most. */
  UiNumber numbers[UI_NUMBERS];
  /* A sample of this palette at the left; PALETTE_AUTO: none. */
  PaletteId palette;
  /* A small picture at the left; NULL: none. */
  const UiPicture *picture;
  /* What it costs, in a few words, or empty. */
  Str cost;
  /* Why it cannot be chosen now, a sentence, or empty. */
  Str refusal;
  /* What its name means, sentences, or empty. */
  Str meaning;
  /* Where the window is wide enough, this choice and those behind it are a column of their own. */
  bool begins_column;
} UiChoice;

/* A row of the help: "Ctrl-Z, Backspace" and its meaning, translated. */
typedef struct UiKey {
  Str key, help;
  Str group; /* the heading above it; empty: the row belongs to the one before */
} UiKey;

/* Models and recordings of a folder. rows are only those around view->menu_item, so that a
** folder of 20,000 names takes no longer than a screenful. The view's indices count all items;
** rows[0] is item `first`. */
typedef struct UiBrowser {
  /* An absolute path; empty: the start. */
  Str folder;
  /* The typed text, to search for or to open; a sentence why the folder
  ** cannot be read, or empty. */
  Str typed, problem;
  /* Each with label, note, command and, at the first of a kind, its heading. */
  const UiChoice *rows;
  int first, row_count; /* first: of all */
  /* count: all items; left_out_count: those beyond what a listing holds. */
  int count, left_out_count;
  /* The disk is still being read: more may come. */
  bool is_busy;
} UiBrowser;

/* A line of the model's card. The name is empty where a fact continues the one
** before. Values wrap. */
typedef struct UiFact {
  Str name, value;
  bool is_warning;
} UiFact;

/* A model in training: its choice, progress and timeline. Steps count from 0, the state
** before the first update. */
typedef struct UiTraining {
  /* Fields with label, value, less and more; the first is the task. */
  const UiChoice *fields;
  int field_count;
  /* The task's question, and the pattern of attention that would solve it. */
  Str question, pattern;
  /* step: of the model on show. */
  int step, steps_done, steps_wanted;
  /* The right end of the timeline, which may lie beyond steps_wanted. */
  int axis_steps;
  /* The steps of the checkpoints, the oldest first. */
  const int *checkpoints;
  int checkpoint_count;
  /* stopped: it diverged and cannot go on. is_newest: the picture follows the training. */
  bool going, finished, stopped, is_newest;
  double steps_per_second; /* 0: unknown */
  /* Undo returns to a training that has steps. */
  bool has_former;
} UiTraining;

/* Long work on another thread, with a button that stops it. share from 0 to 1. */
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

/* One thing laid over the model: "ALiBi". command takes it away; NULL: it stays. */
typedef struct UiChip {
  Str label;
  const char *command;
  const char *tip; /* what it means, a sentence; NULL: the label says it */
  UiNumber numbers[UI_NUMBERS];
} UiChip;

/* The page of a lesson, as blocks from top to bottom. A span's text wraps; click and hover are
** commands, or NULL. */
typedef enum UiSpanLook {
  UI_SPAN_PLAIN,
  UI_SPAN_STRONG,
  UI_SPAN_CODE,
  UI_SPAN_NUMBER,
  UI_SPAN_HANDLE
} UiSpanLook;
typedef struct UiSpan {
  Str text;
  UiSpanLook look;
  const char *click, *hover;
  bool is_wrong; /* what it names is not in the sentence on show */
} UiSpan;

typedef enum UiBlockKind {
  UI_BLOCK_TEXT,
  UI_BLOCK_ITEM,
  UI_BLOCK_HEADING,
  UI_BLOCK_QUESTION,
  UI_BLOCK_CHOICE,
  UI_BLOCK_FIELD,  /* what is typed, with a caret where is_asked */
  UI_BLOCK_BUTTON, /* one or two: command and second */
  UI_BLOCK_HINT,
  UI_BLOCK_RIGHT,
  UI_BLOCK_FAULT /* what is wrong in the file */
} UiBlockKind;
typedef struct UiBlock {
  UiBlockKind kind;
  const UiSpan *spans;
  int span_count;
  const char *command, *second;
  Str label, second_label;
  bool is_asked;    /* it takes the keys */
  bool is_followed; /* it is kept in sight */
  bool is_chosen;   /* of choices: the keys stand on it, or it was given */
  bool is_right;
} UiBlock;

typedef struct UiLesson {
  Str title, page, counter;
  const UiBlock *blocks;
  int block_count;
  const char *prev, *next; /* commands; NULL: there is none */
  Str onward;              /* on the last page: the title of the lesson behind it; else empty */
  bool is_left;            /* the picture is another than that of the page */
  bool has_locks, is_unlocked;
} UiLesson;

/* Everything the widgets show. Strings outlive the frame's list. screen/ fills it once a frame.
** Zero and empty mean "absent"; only sentence, stages and the two names are required. */
typedef struct UiInputs {
  UiSentence sentence;
  const UiSentence *second; /* NULL: there is one sentence */
  /* As shown by the drop-downs of the top bar: "reader", "self · causal". */
  Str model_name, mask_words;
  Str mask_own;   /* where the bar below names the rest: "self · no mask"; empty: it does not */
  Str mask_short; /* "3 parts · ALiBi", for where mask_words do not fit; empty: there is none */
  const UiStage *stages;
  /* stage_now: the index of the stage on show. */
  int stage_count, stage_now;
  /* The share of the stage's cells that are shown, 0 … 1. */
  float stage_fraction;
  /* Between two stages: the index of the one that is left, and the share of the way from it to the
  ** one on show. */
  bool is_between;
  int stage_left;
  float way_done;
  bool is_off_stage;      /* the picture is none of a stage */
  bool is_of_all_stages;  /* which is_off_stage, too: the overview */
  bool is_of_no_sentence; /* which is_off_stage, too: it shows nothing of the sentence */
  bool has_tiles;         /* a stage is filled tile by tile, so that a step may be one */
  /* Choices of the open menu; the view's menu_item is an index into them. */
  const UiChoice *menu;
  int menu_count;
  /* note: a sentence at the menu's foot, or empty. note_lines: it has room for so many. */
  Str menu_title, menu_note;
  int menu_note_lines;
  /* Where a file would be written; why it cannot be, or empty; its size, or empty. */
  Str export_name, export_folder, export_problem;
  Str export_size;
  /* For the help page, while it is open: what is searched for as typed, or empty; the rows found;
  ** and all keys, which it shows without a search. */
  Str help_search;
  const UiKey *keys, *all_keys;
  int key_count, all_key_count;
  const UiBrowser *browser; /* NULL: not open */
  /* Of the model or recording on show, while the card is open. */
  const UiFact *card;
  int card_count;
  const BlockDiagram *card_block; /* NULL: what it is made of is not known */
  Str card_title;
  /* A sentence at the bottom of the centre, or empty. */
  Str message;
  /* NULL: no long work. */
  const UiProgress *progress;
  /* NULL: there is no script. */
  const UiScript *script;
  /* The selected cell as one line of text, or empty. */
  Str focus_line;
  /* From which stage to which the picture is on the way, before that line; or empty. */
  Str way;
  /* Its number in short, "Output(it, 2) = 0.31", where no panel shows it; empty: there is none. */
  Str chosen;
  bool is_chosen_in_picture; /* which says it already, in large words */
  /* The same with the sum that makes it, each with fewer terms than the one before; or empty. */
  Str chosen_sums[UI_SUMS];
  /* "layer 2 · head 4 · pronoun → noun", and without its role, where the list of heads is folded;
  ** empty: a stage without layer, or the list shows it. */
  Str head_line, head_short;
  /* What the counter has at its widest at any stage, and the layer and the head: the presenter view
  ** keeps their room. Empty: only what is there has room. */
  Str counter_widest, head_widest;
  /* What the stage does, in one sentence, where the formula is folded away; else empty. */
  Str headline;
  /* The bar below the formula; none: there is no bar. can_compare: it ends in a switch for exact
  ** attention beside it. */
  const UiChip *laid_over;
  int laid_over_count;
  bool can_compare, can_shuffle;
  /* The last chip is the run that is kept: the bar has a switch for standing beside it, one for
  ** changing places, and a sentence of both where the picture has none, or "". */
  bool has_kept;
  const char *kept_note;
  bool asks_quiz;    /* a quiz asks which mistake is made */
  bool has_contrast; /* asked for, or by itself in long rows */
  /* Why more contrast would change nothing; empty: it would. */
  Str contrast_vain;
  Str lens_vain; /* the same of the lens */
  /* For the presenter view: "stage 5 of 11 · row 3 of 11", or "3 of 12" of a script. */
  Str counter;
  /* A note of a script, for the status bar; empty: none is shown. */
  Str note;
  Str version;
  bool can_undo, can_redo;
  bool first_start; /* says how to begin */
  /* NULL: the model on show is not in training. */
  const UiTraining *training;
  /* NULL: no lesson is open. */
  const UiLesson *lesson;
} UiInputs;

/* Takes the status bar's room, for the selected cell as a line of text, off the centre.
** The scene gets the rest; ui_build expects a layout reduced like this. Without room
** the bar has no height. */
ScreenLayout ui_layout(ScreenLayout layout);

/* Appends all widgets. Build the scene before: an open menu lies over it, and of two hits at one
** place the later one answers. Nothing is kept between two calls. */
void ui_build(const UiInputs *inputs, const View *view, const ScreenLayout *layout, const Pen *pen);

/* The box of the caret, in points of the window, for the input method's own window; w = 0: there is
** none. Measures the text again, so it takes as long as drawing the field. */
Box ui_caret_box(const UiInputs *inputs, const View *view, const ScreenLayout *layout,
                 const Pen *pen);

#endif
