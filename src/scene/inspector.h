/* scene/inspector.h -- the parts of the panel at the right. For the inspector's own files only.
**
** A panel is a list of sections, top to bottom. Each says how high it must be, how high it would
** like to be and how important it is; nothing is drawn until all are known. panel_flow then drops
** the least important ones until the rest fits, gives what is left to those that want more, and
** draws. So nothing is ever cut or pushed out of the panel.
**
**   panel_begin → panel_add_… in reading order → panel_flow
**
** Units   design sizes go in, points come out; panel_pt converts.
** Memory  on the list's arena.   Errors  a section that finds no memory is left out.
*/
#ifndef SCENE_INSPECTOR_H
#define SCENE_INSPECTOR_H

#include "scene/number.h"
#include "scene/scene.h"
#include "trace/workings_block.h"

/* How long a section stays when room is short: the last in this list goes first. */
typedef enum Rank {
  RANK_TITLE,
  RANK_RESULT,
  RANK_BODY,   /* the table or the picture the result comes from */
  RANK_STEPS,  /* what leads there: vectors, the equation */
  RANK_NEXT,   /* what the next stage will do */
  RANK_FACTS,  /* sum, maximum, entropy */
  RANK_DETAIL, /* running sum, the numbers behind bars */
  RANK_EXTRA,  /* what if, how digits are rounded */
  RANK_WORDS,  /* the explanation */
  RANK_TRY
} Rank;

typedef struct Panel Panel;

typedef struct Section {
  void (*draw)(const Panel *panel, const void *data, Box box);
  const void *data;
  float least, wanted; /* heights in points; wanted 0: the same as least */
  float gap;           /* above it, points */
  Rank rank;
  int group; /* > 0: goes together with the others of its group, or stays */
} Section;

enum { PANEL_SECTIONS_MOST = 24 };

struct Panel {
  const Scene *scene;
  const Pen *pen;
  const Workings *w;    /* of the focused row and, at stages by pair, the cell; or NULL */
  int query, key;       /* the focus; key is a column at stages that are not by pair; −1 none */
  float width;          /* of the text column, points */
  const float *numbers; /* what a stage worked out for its table, one a row */
  Section sections[PANEL_SECTIONS_MOST];
  int section_count;
};

Panel panel_begin(const Scene *scene, float width);
void panel_add(Panel *panel, Section section);
void panel_flow(Panel *panel, Box box);

/* The stages, each adding its sections. */
void inspect_token(Panel *panel);
void inspect_embedding(Panel *panel);
void inspect_norm(Panel *panel);
void inspect_vectors(Panel *panel); /* qkv */
void inspect_pair(Panel *panel);    /* scores, scaled, masked: a cell */
void inspect_row(Panel *panel);     /* scores, scaled, masked: a row */
void inspect_weights(Panel *panel); /* a cell or a row */
void inspect_output(Panel *panel);
void inspect_joined(Panel *panel);
void inspect_block(Panel *panel);
void inspect_logits(Panel *panel);
void inspect_guide(Panel *panel);    /* nothing in focus: what to point at */
void inspect_recorded(Panel *panel); /* without what it was made from */
void inspect_question(Panel *panel); /* the steps have not come to it */

/* -- small helpers ----------------------------------------------------------------------------- */

float panel_pt(const Panel *panel, float design);
Arena *panel_arena(const Panel *panel);
Str panel_words(const Panel *panel, const char *format, ...) __attribute__((format(printf, 2, 3)));
void *panel_keep(const Panel *panel, const void *data, size_t bytes); /* a copy, or NULL */
Str panel_capped(const Panel *panel, Str text);
Str panel_label(const Panel *panel, int token); /* "the·1"; a very long one ends in … */
Str panel_text(const Panel *panel, int token);  /* the token as typed, ended in the same way */
MatView panel_matrix(const Panel *panel, TracePart part);       /* of layer and head on show */
MatView panel_row(const Panel *panel, TracePart part, int row); /* [1,n]; empty: no such row */
Number panel_number(float value); /* two decimals; in a list tiny ones read 0.000 */
Str panel_summand(const Panel *panel, float value); /* "0.14" or "(-0.14)", for after a plus */
Number panel_share_number(float share, bool hidden); /* "0.967"; alone, a tiny one is 8.34×10⁻⁷ */

/* -- sections ---------------------------------------------------------------------------------- */

/* "it asks animal": up to two names in their role's colour about words. */
typedef struct PanelTitle {
  const char *kicker; /* the small line above */
  Str subject, words, object;
  Color subject_color, object_color;
} PanelTitle;
void panel_add_title(Panel *panel, PanelTitle title);

/* A vector as one row of coloured cells, on the colours its matrix has in the picture. */
typedef struct PanelStrip {
  Str label;
  Color color; /* of the label */
  MatView row; /* [1,n] */
  TracePart part;
  int focus; /* column outlined, −1 none */
} PanelStrip;
void panel_add_strip(Panel *panel, PanelStrip strip, Rank rank);
void panel_add_strip_on(Panel *panel, PanelStrip strip, ColorRange range, Rank rank);

/* Query and key of the focused pair: both or, without room, neither. */
void panel_add_pair_vectors(Panel *panel);

/* Signed bars about a zero line, one a column; the same columns as the strips above it. */
typedef struct PanelBars {
  const char *label;
  const float *values;
  int count;
  bool line;        /* a line through points instead of bars: a running sum */
  const char *name; /* of one value for the pointer: "column %d: %s" */
} PanelBars;
void panel_add_bars(Panel *panel, PanelBars bars, float height, Rank rank);

/* The amber box: "q · k =" and the number. */
void panel_add_result(Panel *panel, Str words, Str number);

/* Wrapped text. */
void panel_add_text(Panel *panel, TextStyle style, Str text, Rank rank);
void panel_add_note(Panel *panel, Str text, Rank rank);     /* 12 muted */
void panel_add_equation(Panel *panel, Str text, Rank rank); /* 13 mono */

/* "(0.42 - 0.03) / 1.21 · 0.98 + 0.05 = 0.37", and what that is. */
void panel_add_norm(Panel *panel, const WorkedNorm *norm, Rank rank);

/* A name and its number on one line. */
void panel_add_fact(Panel *panel, Str name, Str number, Rank rank);

/* A soft box with a bold line and a plain one. */
void panel_add_card(Panel *panel, Str title, Str text, Rank rank);

/* Explanation and the thing to try, under a hairline. */
void panel_add_words(Panel *panel);
void panel_add_rounded(Panel *panel); /* "Digits are rounded; sums are computed …" */

void panel_add_rule(Panel *panel); /* a hairline */

/* Shares of 1 side by side in one bar, named where there is room. */
typedef struct PanelBlend {
  const float *shares;
  const int *order;
  int count;
  int focus;
} PanelBlend;
void panel_add_blend(Panel *panel, PanelBlend blend, Rank rank);

/* -- tables: scene/inspector_table.c ----------------------------------------------------------- */

enum { TABLE_NUMBERS_MOST = 4 };

/* Rows of a label, numbers, a bar or a strip, and a last number. Shows as many rows as fit, then
** one line for the rest. */
typedef struct PanelTable {
  const char *label_head;
  Str (*label)(const Panel *panel, int item);
  const char *number_heads[TABLE_NUMBERS_MOST];
  int number_count; /* the last one stands at the right of the bar */
  Number (*number)(const Panel *panel, int item, int column);
  float (*bar)(const Panel *panel, int item);     /* NULL: no bar */
  float (*ghost)(const Panel *panel, int item);   /* the value before this stage, or NULL */
  MatView (*strip)(const Panel *panel, int item); /* instead of a bar, or NULL */
  TracePart strip_part;
  float bar_low, bar_high; /* holds 0 */
  Color bar_color, bar_negative;
  bool (*hatched)(const Panel *panel, int item); /* hidden by the mask; NULL: none is */
  int item_count;
  const int *order;     /* item numbers in the order shown; NULL: by place */
  bool by_place_if_all; /* in order of place when all rows fit */
  int focus;            /* always among the rows shown, bold; −1 none */
  Color focus_color;
  bool items_are_keys; /* a click focuses the cell */
  Number (*rest)(const Panel *panel, const int *items, int count, int column); /* "" : nothing */
} PanelTable;
void panel_add_table(Panel *panel, const PanelTable *table);

/* What the callbacks of most tables say: items are keys, or columns; a key the mask hides. */
Str panel_key_label(const Panel *panel, int key);
Str panel_column_label(const Panel *panel, int column); /* from 1 */
bool panel_hides(const Panel *panel, int key);          /* from the focused query */
bool panel_has_reached(const Panel *panel,
                       int key); /* the steps fill the row up to there; −1: all */

/* Item numbers by falling |value| (or value), ties by place. NULL when memory is out. */
const int *panel_order(const Panel *panel, const float *values, int count, bool by_size);

#endif
