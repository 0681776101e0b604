/* scene/view.h -- everything about the picture that is not a number of the trace.
**
** Same trace, same view, same picture, byte for byte. Commands change a View; nothing else does.
** Layers, heads, queries and keys count from 0 here; commands and people count from 1.
**
**   what is under focus = locked or nothing hovered ? (query, key) : (hover_query, hover_key)
**   cells shown         = filled < 0 ? all : the first filled ones in reading order
**
** A View may outlive the sentence it was made for: who draws checks its indices against the trace.
**
** Memory  Plain data without pointers: copy it freely.
** Errors  A name that is none gives false; an enum out of its range is a bug (assert).
*/
#ifndef SCENE_VIEW_H
#define SCENE_VIEW_H

#include "core/sampling.h"
#include "scene/export_look.h"
#include "scene/palette.h"
#include "trace/stages.h"

/* What stands in the middle of the window. */
typedef enum ViewKind {
  /* The whole path of one head in one picture. */
  VIEW_OVERVIEW,
  /* One stage of one head, large. */
  VIEW_STAGE,
  /* Every head of the layer at the stage on show. */
  VIEW_HEADS,
  VIEW_GRID, /* layers × heads */
  /* A model while it learns. */
  VIEW_TRAINING,
  VIEW_KIND_COUNT
} ViewKind;

/* What one press of → adds: a stage, a row of it or a cell. */
typedef enum StepBy { STEP_STAGE, STEP_ROW, STEP_CELL } StepBy;

typedef enum RangeMode {
  RANGE_OWN,    /* each matrix its own */
  RANGE_SHARED, /* one for all heads of the layer */
  RANGE_FIXED   /* low … high as given */
} RangeMode;

/* Digits in cells: where they are easily read, at any size that fits, or never. */
typedef enum NumbersMode { NUMBERS_AUTO, NUMBERS_ON, NUMBERS_OFF } NumbersMode;

/* In which order layers × heads stand: by place, or by what the heads do, the surest first. */
typedef enum GridOrder { GRID_BY_LAYER, GRID_BY_ROLE } GridOrder;

/* What lies open over the picture. One at a time. The session's menus and the widgets' panels go by
** these. */
typedef enum MenuId {
  MENU_NONE,
  MENU_MODEL,
  MENU_ATTENTION, /* mask presets */
  MENU_EXAMPLES,  /* sentences */
  MENU_PALETTE,
  MENU_EXPORT,
  MENU_HELP, /* every key on one page */
  /* The last session was not closed: take it back? */
  MENU_RESTORE,
  MENU_TASK, /* what to train */
  /* Models and recordings on the disk. */
  MENU_BROWSE,
  MENU_CARD,     /* what the model is */
  MENU_QUESTION, /* what a recording leaves open */
  MENU_SCRIPT,   /* what a script asks for */
  /* The steppers of the training view: nothing lies open, but they have the keys. */
  MENU_RECIPE,
  MENU_COUNT
} MenuId;

/* A matrix of the model in training, of the layer on show but for the first. */
typedef enum WatchId {
  WATCH_EMBEDDING,
  WATCH_W_Q,
  WATCH_W_K,
  WATCH_W_V,
  WATCH_W_O,
  WATCH_COUNT
} WatchId;

/* Of speed, for the command and its slider. */
#define VIEW_SPEED_LEAST 0.25f
#define VIEW_SPEED_MOST 16.0f

/* Everything a state of the picture holds. view_default gives the start; zero is not one. */
typedef struct View {
  ViewKind kind;
  StageId stage;
  int layer, head;
  bool solo; /* the other heads fold away */

  /* The focused cell. query -1: none. key -1: the whole row. At stages that are not by pair key is
  ** the column. locked: clicked, so hovering does not move it. */
  int query, key;
  bool locked;
  int hover_query, hover_key; /* under the pointer, -1 none */
  /* A key without a query, clicked and under the pointer: all who ask it. −1 none. */
  int key_alone, hover_key_alone;

  /* Stepping: cells of the stage's result shown so far, in reading order; -1 all. */
  StepBy step_by;
  int filled;
  bool playing;
  /* Steps a second at row and cell, within the limits above; a stage takes 2 / speed seconds. */
  float speed;

  /* Steps a second at most; 0: as many as can be. */
  int training_pace;
  /* Of the training that is on show; −1: the newest. */
  int timeline_step;
  WatchId watch;
  int watch_row, watch_col; /* one number of it, −1 none */

  /* Of the words at the end, as in the inputs. */
  Sampling sampling;

  ThemeId theme;
  PaletteId palette;
  RangeMode range;
  float range_low, range_high;
  NumbersMode numbers;
  float text_scale; /* asked for, 1 … 3 */
  /* Of the matrix; 1 fits its place. */
  float zoom;
  /* 0 … 1 of what lies outside when zoomed. */
  float scroll_x, scroll_y;
  /* The cell scrolled away from by hand, which holds no longer. */
  int left_query, left_key;
  bool mask_editor;

  /* What may lie on the weights and beside them. */
  /* The keys shown hold this percentage of each row; 0: all are shown. */
  float threshold;
  /* Queries joined to keys by curves as wide as their weights. */
  bool arcs;
  /* The sentence in the colours of the row in focus. */
  bool tint;
  /* The colours of weights end at view_strongest_share instead of 1. */
  bool contrast;
  /* A round place where cells are large. */
  bool lens;
  /* Its middle; −1: the cell in focus. */
  int lens_query, lens_key;
  GridOrder grid_order;
  /* 0 … 1 of the rows that do not fit. */
  float grid_scroll;
  /* The head on show, until scrolled by hand. */
  bool grid_follows;
  /* Of files; the window looks the same whatever it says. */
  ExportLook export_look;
  MenuId menu;
  /* The item the keyboard stands on, from 0. */
  int menu_item;

  /* Motion. transition runs 0 → 1; 1: at rest. Never needed to understand. */
  bool motion;
  ViewKind from_kind;
  StageId from_stage;
  float transition;
} View;

/* The overview at rest, nothing in focus, light, every matrix on its own scale. */
View view_default(void);

/* What is under focus for showing: the locked or stepped cell, else the hovered one. */
void view_focus(const View *view, int *query, int *key);
/* The key whose askers are shown; −1: none, or a query is in focus. From 0, as all indices of the
** view. */
int view_focus_key_alone(const View *view);

/* Which of the window's views a file shows; a screen counts as its stage. A view kind for the file
** that is to show what. */
ViewKind view_export_kind(const View *view, ExportView what);
/* Whether such an export is several files and so needs a folder. True of "everything", of several
** formats, and of numbers of more than one matrix. */
bool view_exports_several(const View *view, const ExportLook *look);

/* "overview", "stage", "heads", "grid", "training": as commands say it. */
const char *view_kind_name(ViewKind kind);
/* Exactly the name; false leaves *kind alone. */
bool view_kind_find(Str name, ViewKind *kind);

/* "embedding", "w_q" … As the command watch takes it: constant. */
const char *view_watch_name(WatchId watch);
bool view_watch_find(Str name, WatchId *watch);

/* Where the colours of weights end with more contrast. Of S keys each has a share of 1/S when a row
** is spread evenly, which on 0 … 1 is paper as soon as S is large: 16/S, rounded down to 1, 2 or 5
** times a power of ten; at most 1. */
float view_strongest_share(int key_count);

#endif
