/* scene/inspector/inspector.h -- the framework of the panel at the right. For this folder only.
**
** A panel is a list of sections, top to bottom. Each has a least height, a wanted height and a
** rank; nothing is drawn until all are known. panel_flow then drops the least important ones until
** the rest fits, shares the remaining height among those that want more, and draws. So nothing is
** ever cut. In the window what was dropped follows on further pages, each below the title, chosen
** in the same way; a line at the foot counts the pages and leads to the next
** (`scroll panel page 2`). A figure has one page.
**
** With the setting `products all` a table lists every row. Sections less important than the result
** then give it their room from the last on, and what still does not fit scrolls by whole rows.
**
**   panel_begin → panel_add_… in reading order → panel_flow
**
** Units   Design sizes go in, points come out; panel_pt converts.
** Memory  On the list's arena.   Errors  A section without memory is left out.
*/
#ifndef SCENE_INSPECTOR_INSPECTOR_H
#define SCENE_INSPECTOR_INSPECTOR_H

#include "scene/number.h"
#include "scene/scene.h"
#include "trace/workings/block.h"

/* The importance of sections, the most important first: without enough room the last go first. */
typedef enum Rank {
  RANK_TITLE,
  RANK_RESULT,
  /* The table or the picture the result comes from. */
  RANK_BODY,
  /* How it was computed: vectors, the equation. */
  RANK_STEPS,
  /* What the next stage will do. */
  RANK_NEXT,
  /* Sum, maximum, entropy. */
  RANK_FACTS,
  /* Running sum, the numbers behind bars. */
  RANK_DETAIL,
  /* What if, how digits are rounded. */
  RANK_EXTRA,
  RANK_WORDS, /* the explanation */
  RANK_TRY
} Rank;

typedef struct Panel Panel;

/* One block over the full width of the panel. data is passed to draw, and is kept
** on the list's arena. */
typedef struct Section {
  void (*draw)(const Panel *panel, const void *data, Box box);
  const void *data;
  /* Heights in points; wanted 0: the same as least. */
  float least, wanted;
  /* Space above it, in points. */
  float gap;
  Rank rank;
  /* > 0: dropped together with the others of its group. */
  int group;
  /* Height at which an opened table shows every row, 0: not opened. Less important sections give
  ** it their room before it scrolls. */
  float opened;
  /* Without room it is left out and makes no further page. */
  bool is_minor;
  int id; /* set by panel_add: its place among all sections of the panel */
  /* The share of the scroll way that a notch of the wheel moves; 0: all is seen. NULL: never. */
  float (*notch)(const Panel *panel, const void *data, float height);
} Section;

/* A stage adds fewer; further ones are left out. */
enum { PANEL_SECTIONS_MOST = 24 };

/* A value on the stack of one frame; sections hold what they need themselves. */
struct Panel {
  const Scene *scene;
  const Pen *pen;
  /* Workings of the selected row and, at stages by pair, the cell; or NULL. */
  const Workings *w;
  /* The selection; key is a column at stages that are not by pair; −1: none. */
  int query, key;
  /* The text column's, in points. */
  float width;
  /* Numbers that a stage computed for its table, one per row. */
  const float *numbers;
  Section sections[PANEL_SECTIONS_MOST];
  int section_count;
};

/* Sets the selection and its workings, without sections; width of the text column in points. w is
** NULL if a recording lacks what workings need. */
Panel panel_begin(const Scene *scene, float width);
/* Selects a row that the view does not: what is added from now on tells of it. */
void panel_select_row(Panel *panel, int query);
/* Adds a section below the last one; does nothing without data (no memory) or room for one more. */
void panel_add(Panel *panel, Section section);
/* The width of a chevron with the gap behind it, in points. */
float panel_chevron_width(const Panel *panel);
/* ⌄, or ⌃ with up, at the left of a line: drawn, because few faces have the signs. Returns that
** width. */
float panel_draw_chevron(const Panel *panel, Box line, bool up);
/* Chooses, shares the height and draws. The panel cannot be used afterwards. */
void panel_flow(Panel *panel, Box box);

/* Sections for any stage; those of one stage are in its file. */
void inspect_legend(Panel *panel);     /* nothing is selected: what to point at */
void inspect_prediction(Panel *panel); /* the steps have not reached it */
/* For a number of a recording without the numbers it was computed from; why: what was
** not recorded, or "". */
void inspect_recorded(Panel *panel, Str why);
/* Why a head of a recording cannot be worked out; "" if all of it can be shown. */
Str recorded_head_lacks(const Trace *trace);
/* What a person changed of the run, below the title; nothing where nothing was. has_row: the panel
** has the row already. */
void inspect_what_if(Panel *panel, bool has_row);
/* How the row of panel->query was spread before and is now, under its name. */
void inspect_what_if_row(Panel *panel);
/* What the terms mean for which in_use[glossary_count()] is true. */
void inspect_terms(Panel *panel, const bool *in_use);
/* The question of a stage whose columns are numbers. */
void inspect_question_of_column(Panel *panel);
/* The same where a row gathers and becomes it: "it → column 2". */
void inspect_question_of_result(Panel *panel);

/* -- small helpers ----------------------------------------------------------------------------- */

/* A design size in points as drawn. */
float panel_pt(const Panel *panel, float design);
/* The list's arena: what is allocated there lives as long as the picture. */
Arena *panel_arena(const Panel *panel);

/* Allocates on that arena. NULL: no memory, and the list has failed. */
void *panel_take(const Panel *panel, size_t count, size_t bytes_each);
/* printf onto the arena, of any length; "" without memory. */
Str panel_words(const Panel *panel, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for counts only, whose digits are grouped as by number_grouped: no names or
** tokens among the words. */
Str panel_count(const Panel *panel, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A copy on the list's arena, since sections are drawn later; NULL without memory. */
void *panel_keep(const Panel *panel, const void *data, size_t bytes);
/* At most 160 bytes, with “…”: measuring a megabyte typed without a space would take long. */
Str panel_capped(const Panel *panel, Str text);
/* token from 0; on the list's arena. */
Str panel_label(const Panel *panel, int token); /* "the·1"; a very long one ends in … */
Str panel_named(const Panel *panel, int token); /* the same within words (text/quoted.h) */
Str panel_text(const Panel *panel, int token);  /* the token as typed, ended in the same way */
/* Empty if the trace lacks the part. */
MatView panel_matrix(const Panel *panel, TracePart part); /* of layer and head on show */
/* Points into the trace: it lives as long as that. */
MatView panel_row(const Panel *panel, TracePart part, int row); /* [1,n]; empty: no such row */
/* Of the selected row. */
float panel_number_at(const Panel *panel, TracePart part, int column);
/* two decimals, for lists; a tiny one is 0.000, not a power of ten */
Number panel_number(float value);
/* "0.14" or, to follow a plus, "(-0.14)"; on the list's arena */
Str panel_summand(const Panel *panel, float value);
Number panel_share_number(float share, bool hidden); /* "0.967"; alone, a tiny one is 8.34×10⁻⁷ */

#endif
