/* scene/paper/sheet_flow.h -- the pages of an exercise sheet as a flow of blocks.
**
** A block takes its height at the end of the flow, on a new page where this one has too little
** left.
** A document is one list, whose pages lie under each other (draw_page_end).
**
** Units  points of the page; y grows over all pages.
** Memory On the list's arena.   Errors  Without memory the list remembers it (failed).
*/
#ifndef SCENE_PAPER_SHEET_FLOW_H
#define SCENE_PAPER_SHEET_FLOW_H

#include "scene/paper/paper_table.h"
#include "scene/paper/sheet_pages.h"

/* Sizes of letters. */
#define SHEET_BODY 9.5f
#define SHEET_SMALL 8.5f

typedef struct SheetFlow {
  const Scene *scene;
  const Pen *pen;
  const SheetPages *pages;
  const PaperSheet *sheet;
  unsigned blanks; /* 1 << SheetStep */
  float width_pt, height_pt;
  int page, page_count;         /* from 0; 0: not known yet */
  float y;                      /* in the list: where the next block begins */
  const Str *query_names;       /* [R] */
  const Str *key_names;         /* [S] */
  float query_width, key_width; /* of the widest name */
  bool has_powers;              /* the table of powers stands on a page already */
} SheetFlow;

Arena *sheet_arena(const SheetFlow *flow);
float sheet_content_width(const SheetFlow *flow);
TextStyle sheet_text_style(const SheetFlow *flow, float size);
TextStyle sheet_muted_style(const SheetFlow *flow, float size, Align align);
Str sheet_title(const SheetFlow *flow);

void sheet_begin_page(SheetFlow *flow);
void sheet_end_page(const SheetFlow *flow);

/* The place of a block of that height, on a new page if it does not fit on this one. */
Box sheet_take_room(SheetFlow *flow, float height);
/* Of the page, below what stands on it. */
float sheet_room_left(const SheetFlow *flow);
/* Leaves so much free. */
void sheet_leave(SheetFlow *flow, float height);
/* What comes next and is so high begins on a new page unless it fits on this one. */
void sheet_keep_together(SheetFlow *flow, float height);

void sheet_add_words(SheetFlow *flow, TextStyle style, const char *words);
/* A numbered step in the colour of its matrix, and its formula at the right; it keeps together with
** so much below it. */
typedef struct SheetHeading {
  int number; /* 0: none */
  Color color;
  const char *title, *symbol;
  float room_below;
} SheetHeading;
void sheet_add_heading(SheetFlow *flow, SheetHeading heading);
/* In as few parts, one below the other, as its columns take. */
void sheet_add_table(SheetFlow *flow, const PaperTable *table);

/* ---- sheet_steps.c: what is given, and the steps to be worked out ---- */

void sheet_add_given(SheetFlow *flow);
void sheet_add_scores(SheetFlow *flow);
void sheet_add_scaled(SheetFlow *flow);
void sheet_add_masked(SheetFlow *flow);
void sheet_add_softmax(SheetFlow *flow);
void sheet_add_outputs(SheetFlow *flow);

#endif
