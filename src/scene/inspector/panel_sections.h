/* scene/inspector/panel_sections.h -- the sections of an inspector: title, strips, bars, result,
** facts, words, tables. For inspector/, stages/ and training/panel.c.
**
** Each panel_add_… measures its section, copies what it needs and adds it to the panel; panel_flow
** draws later, when it is known what fits.
**
** Units   Points as drawn, heights included; design sizes go through panel_pt.
** Memory  Copies on the list's arena; arrays that are pointed at must live as long as the list.
** Errors  A section without memory, or beyond the maximum, is left out.
*/
#ifndef SCENE_INSPECTOR_PANEL_SECTIONS_H
#define SCENE_INSPECTOR_PANEL_SECTIONS_H

#include "scene/inspector/inspector.h"

/* "it asks animal": words between up to two names in their role's colour. */
typedef struct PanelTitle {
  /* The small line above. */
  const char *kicker;
  Str subject, words, object;
  Color subject_color, object_color;
  /* Below the title of what happens between two stages: set by panel_add_title. */
  bool is_below;
} PanelTitle;
/* The largest size from 24 down to 14 at which all fits; then names are shortened,
** the longer one first. */
void panel_add_title(Panel *panel, PanelTitle title);

/* "it at place 3", or "it · column 2": the selected row before it has roles. */
void panel_add_row_title(Panel *panel, const char *kicker);

/* A vector as one row of coloured cells, in the colours of its matrix. */
typedef struct PanelStrip {
  Str label;
  /* The colour of the label. */
  Color color;
  MatView row; /* [1,n] */
  TracePart part;
  /* The column that is outlined, from 0; −1 none. */
  int focus;
  bool belongs; /* to a number of another strip: outlined thin */
} PanelStrip;
/* In the range of its matrix in the picture; adds no section without numbers. */
void panel_add_strip(Panel *panel, PanelStrip strip, Rank rank);
/* The same in a given range, if no matrix on show contains the row. */
void panel_add_strip_on(Panel *panel, PanelStrip strip, ColorRange range, Rank rank);
/* With that range in the line of the label, where strips of several ranges stand together. */
void panel_add_strip_telling(Panel *panel, PanelStrip strip, ColorRange range, Rank rank);

/* Signed bars around a zero line, one per column, aligned with the strips above. */
typedef struct PanelBars {
  const char *label;
  const float *values;
  int count;
  /* A line through points instead of bars: a running sum. */
  bool line;
  /* The tip of one value: "column %d: %s". */
  const char *name;
} PanelBars;
/* height in design points: the wanted height of the plot, which gets at least 70 % of it. */
void panel_add_bars(Panel *panel, PanelBars bars, float height, Rank rank);

/* The amber box: "q · k =" and the number. */
void panel_add_result(Panel *panel, Str words, Str number);

/* Wrapped text. */
void panel_add_text(Panel *panel, TextStyle style, Str text, Rank rank);
void panel_add_note(Panel *panel, Str text, Rank rank); /* 12 muted */
/* What a number at this stage means, at the head of the panel: the last of the steps to go. */
void panel_add_meaning(Panel *panel, Str text);
/* The same of one number: what it is, in ink, and below it why it is so. */
void panel_add_what_why(Panel *panel, Str what, Str why);
void panel_add_equation(Panel *panel, Str text, Rank rank); /* 13 mono */

/* A note and the equation it is about, which stay together. */
void panel_add_worked(Panel *panel, Str words, Str equation, Rank rank);

/* "(0.42 - 0.03) / 1.21 · 0.98 + 0.05 = 0.37", with an explanation. */
void panel_add_norm(Panel *panel, const WorkedNorm *norm, Rank rank);

/* A name and its number on one line. */
void panel_add_fact(Panel *panel, Str name, Str number, Rank rank);
/* Whether neither would be cut there. */
bool panel_fact_fits(const Panel *panel, Str name, Str number);

/* A box with a soft background, a bold line and a plain one. */
void panel_add_card(Panel *panel, Str title, Str text, Rank rank);

/* Explanation and a thing to try, under a hairline. */
void panel_add_words(Panel *panel);
void panel_add_rounded(Panel *panel); /* "Digits are rounded; sums are computed …" */

void panel_add_rule(Panel *panel); /* a hairline */

/* Lines of the legend, each a swatch and words: a role's colours; the ends of a signed part's
** palette; the shares of weights; hatched cells. */
void panel_add_role(Panel *panel, Color soft, Color border, const char *words);
void panel_add_signed_legend(Panel *panel, TracePart part);
void panel_add_weights_legend(Panel *panel);
void panel_add_hidden_legend(Panel *panel);

/* The title of a cell that the steps have not reached. The object is named only for a
** cell: "it asks animal". */
void panel_add_question_title(Panel *panel, const char *words, Str object, Color object_color);
void panel_add_question(Panel *panel, const char *words); /* only for a cell */

/* Shares that add up to 1, side by side in one bar, with names if they fit. */
typedef struct PanelBlend {
  const float *shares;
  const int *order;
  int count;
  int focus;
} PanelBlend;
/* order from the largest; NULL: by position. Shares under half a point are not drawn. */
void panel_add_blend(Panel *panel, PanelBlend blend, Rank rank);

/* -- tables: scene/inspector/table.c ----------------------------------------------------------- */

enum { TABLE_NUMBERS_MOST = 4 };

/* Rows of a label, numbers, a bar or a strip, and a last number. Shows as many rows as fit, then
** one line for the rest, a button that opens the table (`products all`). Opened it scrolls, and the
** line below tells all rows together. */
typedef struct PanelTable {
  /* Translated; NULL: no heading. */
  const char *label_head;
  /* Labels are not shortened, and at least five are shown; first the bar and then the last but one
  ** number are left out for them. For names that could not be told apart when shortened. */
  bool whole_labels;
  Str (*label)(const Panel *panel, int item);
  const char *number_heads[TABLE_NUMBERS_MOST];
  /* The last number stands at the right of the bar. */
  int number_count;
  Number (*number)(const Panel *panel, int item, int column);
  /* NULL: no bar. NaN: none of that item. */
  float (*bar)(const Panel *panel, int item);
  /* The value before this stage, pale behind the bar, or NULL. */
  float (*ghost)(const Panel *panel, int item);
  /* A row of cells instead of a bar, or NULL. */
  MatView (*strip)(const Panel *panel, int item);
  TracePart strip_part;
  float bar_low, bar_high; /* the range contains 0 */
  Color bar_color, bar_negative;
  /* Whether the mask hides an item; NULL: none. */
  bool (*hatched)(const Panel *panel, int item);
  int item_count;
  /* Item numbers in the order shown; NULL: by position. */
  const int *order;
  /* By position if all rows fit. */
  bool by_place_if_all;
  /* Always among the rows shown, bold; −1: none. */
  int focus;
  Color focus_color;
  /* A click selects the cell. */
  bool items_are_keys;
  /* The number for all rows that do not fit; NULL or "": none. */
  Number (*rest)(const Panel *panel, const int *items, int count, int column);
} PanelTable;
/* Shrinks to four rows before it is dropped. *table is copied; callbacks get the
** panel of panel_flow. */
void panel_add_table(Panel *panel, const PanelTable *table);

/* Gives the table just added a lower rank than bars of the same numbers, unless it is opened: it
** shows only a few of 64 columns. */
void panel_lower_table(Panel *panel);

/* -- the terms of a dot product: scene/inspector/products.c ---------------------------------- */

/* Σ a_i b_i as a table of a_i, b_i and their product, the largest first. */
typedef struct PanelProducts {
  const char *left, *right;                   /* headings: "x", "× W_Q" */
  Str (*label)(const Panel *panel, int item); /* NULL: the number of the column */
  const float *a, *b;                         /* [count]; b_i lies at b[i * b_step] */
  int b_step, count;
  int focus;       /* always listed, unless it adds 0; −1: none */
  bool are_shares; /* of weights: their colour, and three decimals each */
} PanelProducts;
/* Sets panel->numbers; returns the sum, computed in double. */
double panel_add_products(Panel *panel, const PanelProducts *products);

/* Callbacks that most tables use: items are keys or columns, from 0; in cross-attention a key is a
** word of another sentence. */
Str panel_key_label(const Panel *panel, int key);
Str panel_key_named(const Panel *panel, int key);       /* within words */
Str panel_column_label(const Panel *panel, int column); /* from 1 */
bool panel_hides(const Panel *panel, int key);          /* from the focused query */
bool panel_has_reached(const Panel *panel,
                       /* whether the steps have filled the row up to there; −1: completely */
                       int key);

/* Item numbers by descending |value| (or value), ties by position. NULL without memory. */
const int *panel_order(const Panel *panel, const float *values, int count, bool by_size);

/* The face for a number. The mono face has no superscript minus, so a power of ten is set in the
** other face. */
FaceId panel_number_face(Str number, FaceId mono, FaceId other);

#endif
