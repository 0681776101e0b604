/* scene/view.h -- everything about the picture that is not a number of the trace.
**
** The same trace and the same view give the same picture, byte for byte. Only commands change a
** View. Layers, heads, queries and keys count from 0 here; commands and people count from 1.
**
**   focused cell  = locked or nothing hovered ? (query, key) : (hover_query, hover_key)
**   cells shown   = filled < 0 ? all : the first filled ones in reading order, or in that of the
**                   tiles (trace/workings/tiles.h)
**
** A View may outlive its sentence: code that draws checks its indices against the trace.
**
** Memory  Plain data without pointers: copy it freely.
** Errors  An unknown name returns false; an enum out of range is a bug (assert).
*/
#ifndef SCENE_VIEW_H
#define SCENE_VIEW_H

#include "base/i18n.h"
#include "core/sampling.h"
#include "scene/export_look.h"
#include "scene/palette.h"
#include "trace/stages.h"
#include "trace/workings/experiments.h"

/* What the middle of the window shows. */
typedef enum ViewKind {
  /* All stages of one head in one picture. */
  VIEW_OVERVIEW,
  /* One stage of one head, large. */
  VIEW_STAGE,
  /* Every head of the layer at the current stage. */
  VIEW_HEADS,
  VIEW_GRID, /* layers × heads */
  /* A model during training. */
  VIEW_TRAINING,
  /* Keys and values kept from token to token. */
  VIEW_CACHE,
  /* Multiplications and memory against the number of tokens. */
  VIEW_COST,
  /* Right words of a translator against the length of the sentence, with and without attention. */
  VIEW_LENGTH,
  /* Random dot products, and softmax of them with and without √d. */
  VIEW_SATURATION,
  /* A query against the keys of three books. */
  VIEW_LOOKUP,
  /* Where the numbers of a tensor lie in memory. */
  VIEW_LAYOUT,
  /* The tables of a model typed in. */
  VIEW_BOARD,
  /* All heads of the layer in one matrix; that of all layers up to it, multiplied. */
  VIEW_AVERAGE,
  VIEW_ROLLOUT,
  /* The word that the model would say after each layer. */
  VIEW_ANSWERS,
  VIEW_KIND_COUNT
} ViewKind;

/* What one press of → adds: a stage, a row, a cell or a tile. Where cells are filled tile by tile a
** cell is a tile and a row one of tiles; elsewhere a tile is all of the stage. */
typedef enum StepBy { STEP_STAGE, STEP_ROW, STEP_CELL, STEP_TILE } StepBy;

typedef enum RangeMode {
  RANGE_HEAD,   /* each head has its own; its scores, scaled and masked share one */
  RANGE_OWN,    /* each matrix has its own */
  RANGE_SHARED, /* one for all heads of the layer */
  RANGE_FIXED   /* low … high as given */
} RangeMode;

/* Digits in cells: where they are easy to read, at any size that fits, or never. */
typedef enum ContrastMode {
  CONTRAST_AUTO, /* in rows of so many keys that on 0 … 1 most would be pale */
  CONTRAST_ON,
  CONTRAST_OFF,
  CONTRAST_COUNT
} ContrastMode;
typedef enum NumbersMode { NUMBERS_AUTO, NUMBERS_ON, NUMBERS_OFF } NumbersMode;

/* What is shown beside a matrix, with the difference: nothing; exact attention, beside what is laid
** over a model; the matrix of the sentence in order, beside that of the shuffled one put back; the
** matrix of a run that was kept. */
typedef enum CompareId {
  COMPARE_OFF,
  COMPARE_EXACT,
  COMPARE_ORDER,
  COMPARE_KEPT,
  COMPARE_COUNT
} CompareId;

/* The order of layers × heads: by position; by the role of heads, the clearest first; by how much
** they differ from those of a kept run, the most first, where they are compared with one. */
typedef enum GridOrder {
  GRID_BY_LAYER,
  GRID_BY_ROLE,
  GRID_BY_DIFFERENCE,
  GRID_ORDER_COUNT
} GridOrder;

/* The menu or panel open over the picture, one at a time, as known to the
** session and to the widgets. */
typedef enum MenuId {
  MENU_NONE,
  MENU_MODEL,
  MENU_ATTENTION, /* mask presets */
  MENU_EXAMPLES,  /* sentences */
  MENU_PALETTE,
  MENU_EXPORT,
  MENU_HELP, /* every key; menu_item is how far it is scrolled */
  /* The last session ended without being closed: restore it? */
  MENU_RESTORE,
  MENU_TASK, /* what to train */
  /* Models and recordings on disk. */
  MENU_BROWSE,
  MENU_CARD,     /* about the model */
  MENU_QUESTION, /* about what a recording does not say */
  MENU_SCRIPT,   /* what a script asks for */
  MENU_WHAT_IF,  /* steps that are skipped or bent, and mistakes */
  MENU_QUIZ,     /* which mistake was made? */
  /* The steppers of the training view: no menu is open, but they get the keys. */
  MENU_RECIPE,
  MENU_LESSONS,
  MENU_COUNT
} MenuId;

/* What covers the picture while presenting: nothing, or the whole window in one colour. */
typedef enum BlankId { BLANK_OFF, BLANK_BLACK, BLANK_WHITE, BLANK_COUNT } BlankId;

/* A matrix of the model in training; all but the first are of the current layer. */
typedef enum WatchId {
  WATCH_EMBEDDING,
  WATCH_W_Q,
  WATCH_W_K,
  WATCH_W_V,
  WATCH_W_O,
  WATCH_COUNT
} WatchId;

/* Limits of speed, for the command and its slider. */
#define VIEW_SPEED_LEAST 0.25f
#define VIEW_SPEED_MOST 16.0f

/* The maps of Q·K·V, one of which makes the focused number. */
typedef enum ProjectionId {
  PROJECTION_Q,
  PROJECTION_K,
  PROJECTION_V,
  PROJECTION_COUNT
} ProjectionId;

/* The help scrolls in so many stops, which menu_item counts. */
enum { HELP_SCROLL_STOPS = 12 };
/* The pages of the panel are counted up to a number that 1 to 6 divide, and then from 1 again: so a
** panel of up to six pages is gone round in a circle. */
enum { VIEW_PANEL_PAGES = 60 };
/* What can be typed for a number, with the 0 at the end. */
enum { VIEW_NUMBER_BYTES = 24 };
/* The column of tokens of a board, which stands before its matrix E. */
enum { VIEW_BOARD_TOKENS = 100 };

/* All of the state of the picture. view_default makes a valid one; zero is not valid. */
typedef struct View {
  ViewKind kind;
  StageId stage;
  int layer, head;
  bool solo; /* hides the other heads */

  /* The focused cell. query -1: none. key -1: the whole row. At stages other than pair stages, key
  ** is the column. locked: clicked, so hovering does not change it. */
  int query, key;
  bool locked;
  int hover_query, hover_key; /* under the pointer, -1 none */
  int hover_head;             /* named in the line of heads of the arcs, −1 none */
  /* A key without a query, clicked and under the pointer: the picture shows all
  ** queries of it. −1: none. */
  int key_alone, hover_key_alone;
  /* At Q·K·V: which of the three has the focused number, and the term of its sum that was pointed
  ** at, a column of X; −1: none. Of joined heads a column of what they say side by side. */
  ProjectionId projection, hover_projection;
  int term, hover_term;

  /* A field is open over the focused number, and what is typed into it. */
  bool sets_number;
  char number_typed[VIEW_NUMBER_BYTES];
  /* A number is shaken, and where it is between both ends, 0 to 1. */
  bool shakes;
  float shake_place;

  /* Stepping: cells of the result shown so far, in reading order; -1: all. */
  StepBy step_by;
  int filled;
  bool playing;
  /* Steps per second for rows and cells, within the limits above; a stage
  ** takes 2 / speed seconds. */
  float speed;

  /* At most so many training steps per second; 0: no limit. */
  int training_pace;
  /* The training step shown; −1: the newest. */
  int timeline_step;
  WatchId watch;
  int watch_row, watch_col; /* one number of it, −1 none */

  /* How the next word is drawn, as in the inputs. */
  Sampling sampling;

  ThemeId theme;
  LanguageId language; /* of words; the session sees that it is spoken */
  PaletteId palette;
  RangeMode range;
  float range_low, range_high;
  NumbersMode numbers;
  float text_scale; /* as asked for, 1 … 3 */
  /* Of the matrix; 1: it fits its place. */
  float zoom;
  /* Scroll position when zoomed, 0 … 1. */
  float scroll_x, scroll_y;
  /* The focused cell that was scrolled out of view by hand: the view no longer follows it. */
  int left_query, left_key;
  bool mask_editor;

  /* -- in front of a class -- presenter: sentence, formula and picture alone, as large as the
  ** window allows. spotlight: the focused row and column stand out there. notes: those of a script
  ** in the status bar, outside the presenter view. blank: only while presenting. */
  bool presenter, spotlight, notes;
  BlankId blank;

  /* -- what is drawn over and beside the weights -- */
  /* Shows the keys that hold this percentage of each row; 0: all keys. */
  float threshold;
  /* Curves from queries to keys, as wide as their weights. */
  bool arcs;
  /* Those of all heads of the layer, each in a colour, without the heads whose bit is set. */
  bool arcs_all;
  uint64_t arcs_left_out;
  /* The sentence in the colours of the focused row. */
  bool tint;
  /* Colours of weights end at view_strongest_share instead of 1: view_has_contrast. */
  ContrastMode contrast;
  /* Beside the stages by pair and the weighted sum. */
  CompareId compare;
  /* A round window with enlarged cells. */
  bool lens;
  /* The cell in its middle; −1: the focused one. */
  int lens_query, lens_key;
  GridOrder grid_order;
  /* Scroll position 0 … 1 when not all rows fit. */
  float grid_scroll;
  /* Keeps the current head visible until scrolled by hand. */
  bool grid_follows;
  /* The tables of the panel list every row, and scroll where not all fit; panel_scroll: 0 … 1. */
  bool products_all;
  float panel_scroll;
  /* 1 … VIEW_PANEL_PAGES: what has no room in the panel is on further pages. A panel of n pages
  ** shows page (panel_page − 1) % n + 1. */
  int panel_page;
  bool glossary; /* the panel tells what its terms mean */
  /* -- a lesson beside the picture -- lesson_scroll: of its page, 0 … 1. points: what is under the
  ** pointer is a word of the lesson, which shows a cell although another is locked. asks_number:
  ** the page asks for a number, so that what it is made of is told. lit_part: the TracePart whose
  ** matrix is outlined, −1 none. */
  bool lesson, points, asks_number;
  float lesson_scroll;
  int lit_part;

  /* -- kept keys and values -- the tokens of the prompt, 0: half of them; the step on show, from 1,
  ** 0: the last. rows_anew: continuing makes all rows again; no number depends on it. */
  int cache_prompt, cache_step;
  bool rows_anew;
  /* The method that the picture of costs tells of, from 1 (trace/workings/cost.h); 0: the one of
  ** the trace. */
  int cost_method;
  /* -- experiments beside attention -- what they are asked, as in the inputs; of saturation the
  ** draw on show, from 1; of look-up the book worked out, from 1, 0: all; of the memory layout the
  ** place between its steps, from 1, where the boxes came from, and a number, 0: none. */
  Experiments experiments;
  int saturation_draw, lookup_book;
  float layout_step, layout_from;
  int layout_number;
  /* The cell of a board that takes what is typed: a BoardPart or VIEW_BOARD_TOKENS, −1 none. */
  int board_part, board_row, board_col;
  /* Only for files; the window looks the same. */
  ExportLook export_look;
  MenuId menu;
  /* The item selected with the keyboard, from 0. */
  int menu_item;

  /* -- motion -- transition goes from 0 to 1; 1: at rest. Nothing needs motion to be understood.
  ** held: it stays at this moment until something else is chosen. */
  bool motion, held;
  ViewKind from_kind;
  StageId from_stage;
  float transition;
} View;

/* The overview at rest, nothing focused, light, each head on its own scale. */
View view_default(void);

/* From this moment on, of 1, the way from a stage to the next tells what the next one shows: its
** numbers have come. */
#define VIEW_MOMENT_TOLD 0.8f
/* And on the way out of the overview the panels beside a stage begin to come. */
#define VIEW_PANELS_COME 0.35f

/* Whether numbers beside the picture are still those of the stage that the motion comes from. */
bool view_tells_former(const View *view);
/* Whether the picture is between two stages, so that all words say from which to which: on the way
** further until the numbers of the next one have come; on the way back, where these numbers are
** known, only where it is held. */
bool view_is_between(const View *view);
/* Whether a stage unfolds out of the overview, until that moment. */
bool view_unfolds(const View *view);

/* The focused cell: the locked or stepped one, otherwise the hovered one. */
void view_focus(const View *view, int *query, int *key);
/* Whether a cell belongs to one of Q, K and V, not to one matrix. */
bool view_has_projections(const View *view);
/* Which of Q, K and V has the focused number; *term: the column of X pointed at, −1 none. */
ProjectionId view_projection(const View *view, int *term);
/* The part that the focused number is of, if such a number can be set: input for X, and for what
** leaves a layer. None: TRACE_PART_COUNT. */
TracePart view_number_part(const View *view);
/* Whether the stage has what the layer receives, and what leaves it, the input of the next one. */
bool view_shows_next_input(const View *view);
/* Of input, the layer that reads it; −1: what leaves this one is read by no layer. */
int view_input_layer(const View *view, const Trace *trace);
/* The key whose queries are shown; −1: none, or a query is focused. From 0, as all
** indices of the view. */
int view_focus_key_alone(const View *view);

/* Whether that view shows nothing of the sentence, the layer and the head: costs, lengths and the
** experiments, but not a board. */
bool view_is_apart(ViewKind kind);
/* Whether a head, from 0, is among those of the arcs of all heads; those beyond the 64th always
** are. */
bool view_arcs_have(const View *view, int head);
/* Whether that view tells of a layer and of no single head, and its steps are layers. */
bool view_is_of_layers(ViewKind kind);
/* The place between the steps of the memory layout at this moment of its motion. */
float view_layout_place(const View *view);

/* The view kind that a file with that content needs. EXPORT_SHOWN returns the current one. */
ViewKind view_export_kind(const View *view, ExportView what);
/* Whether an export makes several files and so needs a folder: "everything", several formats, or
** numbers of several matrices. */
bool view_exports_several(const View *view, const ExportLook *look);

/* "overview", "stage", "heads", "grid", "training", "cache", "cost" …, as in commands. */
const char *view_kind_name(ViewKind kind);
/* The exact name; *kind stays unchanged when it returns false. */
bool view_kind_find(Str name, ViewKind *kind);

/* "q", "k", "v", as in the commands cell and hover; constant. */
const char *view_projection_name(ProjectionId projection);
bool view_projection_find(Str name, ProjectionId *projection);

/* "off", "black", "white", as in the command blank; constant. */
const char *view_blank_name(BlankId blank);

/* "embedding", "w_q" …, as in the command watch; constant. */
const char *view_watch_name(WatchId watch);
bool view_watch_find(Str name, WatchId *watch);

/* The upper end of the colours of weights with more contrast. In a row spread evenly each of S keys
** has 1/S, which on 0 … 1 is invisible for large S. This returns 16/S, rounded down to 1, 2 or 5
** times a power of ten; at most 1. */
float view_strongest_share(int key_count);
/* By itself above CONTRAST_KEYS keys, at which an even share is a fortieth; the same for all heads
** and layers, so that their pictures can be compared. */
enum { CONTRAST_KEYS = 40 };
bool view_has_contrast(const View *view, int key_count);

#endif
