/* scene/inspector/inspector.h -- the parts of the panel at the right. For this folder only.
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
#ifndef SCENE_INSPECTOR_INSPECTOR_H
#define SCENE_INSPECTOR_INSPECTOR_H

#include "scene/number.h"
#include "scene/scene.h"
#include "trace/workings/block.h"

/* How long a section stays when room is short: the last in this list goes first. The ranks of
** sections, the most important first. */
typedef enum Rank {
  RANK_TITLE,
  RANK_RESULT,
  /* The table or the picture the result comes from. */
  RANK_BODY,
  /* What leads there: vectors, the equation. */
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

/* One block of the panel, from its left edge to its right one. data is what draw gets, kept on the
** list's arena. */
typedef struct Section {
  void (*draw)(const Panel *panel, const void *data, Box box);
  const void *data;
  /* Heights in points; wanted 0: the same as least. */
  float least, wanted;
  /* Space above it, in points. */
  float gap;
  Rank rank;
  /* > 0: goes together with the others of its group, or stays. */
  int group;
} Section;

/* More are never added by a stage; one too many is left out. */
enum { PANEL_SECTIONS_MOST = 24 };

/* A value on the stack of one frame; sections hold what they need themselves. */
struct Panel {
  const Scene *scene;
  const Pen *pen;
  /* Workings of the focused row and, at stages by pair, the cell; or NULL. */
  const Workings *w;
  /* The focus; key is a column at stages that are not by pair; −1 none. */
  int query, key;
  /* The text column's, in points. */
  float width;
  /* What a stage worked out for its table, one a row. */
  const float *numbers;
  Section sections[PANEL_SECTIONS_MOST];
  int section_count;
};

/* The focus and its workings, without sections; width of the text column in points. w is NULL where
** a recording lacks what workings need. */
Panel panel_begin(const Scene *scene, float width);
/* Adds a section below the last one; without data (out of memory) or room for one more nothing. */
void panel_add(Panel *panel, Section section);
/* Chooses, shares the height out and draws. Afterwards the panel is used up. */
void panel_flow(Panel *panel, Box box);

/* Sections that any stage may end in; what belongs to one stage is in its file. */
void inspect_legend(Panel *panel);     /* nothing in focus: what to point at */
void inspect_prediction(Panel *panel); /* the steps have not come to it */
/* A number of a recording without what it was made from; why: what was not recorded, or "". */
void inspect_recorded(Panel *panel, Str why);
/* Why a head of a recording cannot be worked out; "" where all of it can be shown. */
Str recorded_head_lacks(const Trace *trace);
/* The question of a stage whose columns are numbers. */
void inspect_question_of_column(Panel *panel);

/* -- small helpers ----------------------------------------------------------------------------- */

/* A design size in points as drawn. */
float panel_pt(const Panel *panel, float design);
/* The list's own: what is taken there lives as long as the picture. */
Arena *panel_arena(const Panel *panel);

/* Of that arena, for what is drawn later. NULL: no memory, and the list has failed. */
void *panel_take(const Panel *panel, size_t count, size_t bytes_each);
/* printf onto the arena, of any length; "" when memory is out. */
Str panel_words(const Panel *panel, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Counts alone, grouped as number_grouped does it: no names or tokens among the words. */
Str panel_count(const Panel *panel, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A copy on the list's arena, since sections are drawn later; NULL when memory is out. */
void *panel_keep(const Panel *panel, const void *data, size_t bytes); /* a copy, or NULL */
/* At most 160 bytes, ended in …: measuring a megabyte typed without a space would take long. */
Str panel_capped(const Panel *panel, Str text);
/* token from 0; on the list's arena. */
Str panel_label(const Panel *panel, int token); /* "the·1"; a very long one ends in … */
Str panel_text(const Panel *panel, int token);  /* the token as typed, ended in the same way */
/* Empty where the trace lacks the part. */
MatView panel_matrix(const Panel *panel, TracePart part); /* of layer and head on show */
/* Points into the trace: it lives as long as that. */
MatView panel_row(const Panel *panel, TracePart part, int row); /* [1,n]; empty: no such row */
/* Of the focused row. */
float panel_number_at(const Panel *panel, TracePart part, int column);
/* For lists: what is tiny reads 0.000 instead of a power of ten. */
Number panel_number(float value); /* two decimals; in a list tiny ones read 0.000 */
/* On the list's arena; brackets where a minus would follow a plus. */
Str panel_summand(const Panel *panel, float value); /* "0.14" or "(-0.14)", for after a plus */
Number panel_share_number(float share, bool hidden); /* "0.967"; alone, a tiny one is 8.34×10⁻⁷ */

#endif
