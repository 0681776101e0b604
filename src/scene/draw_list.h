/* scene/draw_list.h -- a picture as plain data: what is drawn where, in points.
**
** The scene and the widgets append; a backend (GL, cairo, SVG, count) reads. Items are drawn in
** order. Coordinates are points, x to the right, y down, from the picture's upper left corner.
** Text is placed by its baseline. Heatmaps point at numbers of the trace without copying them.
**
** Memory  Everything lives on the frame arena given to draw_list_make.
** Errors  Without memory the list remembers it (failed) and drops everything that follows; the
**         caller shows nothing rather than half a picture.
*/
#ifndef SCENE_DRAW_LIST_H
#define SCENE_DRAW_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"
#include "core/matrix.h"
#include "scene/box.h"
#include "scene/matrix/draw_heatmap.h"
#include "scene/palette.h"

typedef enum FaceId {
  FACE_REGULAR, /* Inter */
  FACE_MEDIUM,
  FACE_SEMIBOLD,
  FACE_BOLD,
  FACE_MONO, /* JetBrains Mono */
  FACE_MONO_BOLD,
  /* Of figures on request: STIX, and Latin Modern Roman with symbols of STIX. */
  FACE_SERIF,
  FACE_SERIF_BOLD,
  FACE_MATH,
  FACE_MATH_BOLD,
  FACE_COUNT
} FaceId;

typedef struct DrawBox {
  Box box;
  float corner;       /* radius */
  Color fill;         /* a = 0: not filled */
  Color stroke;       /* a = 0: no outline */
  float stroke_width; /* the outline is centred on the edge of the box */
} DrawBox;

typedef struct DrawText {
  Str text; /* one line of UTF-8, in logical order */
  Point at; /* start of the baseline */
  FaceId face;
  float size_pt;
  float angle_deg; /* counter-clockwise about at; 0 is upright */
  float width_pt;  /* as measured when it was placed */
  Color color;
} DrawText;

/* A stroked path of cubic Bézier pieces p0 c c p1 c c p2 …, 3n+1 points. */
typedef struct DrawCurve {
  const Point *points;
  int point_count;
  float width;
  Color color;
} DrawCurve;

/* A colour that changes along a straight line: from before begin to after end it is constant,
** between them each channel and alpha, not multiplied by each other, go linearly from from to to.
** begin and end are different points. */
typedef struct DrawGradient {
  Point begin, end;
  Color from, to;
} DrawGradient;

/* A filled closed path of the same form that does not cross itself; the last point closes it. */
typedef struct DrawRibbon {
  const Point *points;
  int point_count;
  DrawGradient gradient; /* from and to are the same: one colour */
} DrawRibbon;

/* The beginning or end of a named part of the picture, for files that can be edited. Parts are
** nested; other backends ignore them. */
typedef struct DrawGroup {
  const char *name;  /* lower case letters, digits, "-" and "_"; NULL: ends the part begun last */
  const char *title; /* for readers, translated; or NULL */
} DrawGroup;

typedef enum DrawKind {
  DRAW_BOX,
  DRAW_TEXT,
  DRAW_HEATMAP,
  DRAW_CURVE,
  DRAW_RIBBON,
  DRAW_CLIP,
  DRAW_GROUP
} DrawKind;

typedef struct DrawItem {
  DrawKind kind;
  bool at_scroll_edge; /* inside a scrolling area, whose edge may cut it */
  union {
    DrawBox box;
    DrawText text;
    DrawHeatmap heatmap;
    DrawCurve curve;
    DrawRibbon ribbon;
    Box clip; /* valid from here on; w < 0: no clip */
    DrawGroup group;
  } as;
} DrawItem;

typedef enum CursorId {
  CURSOR_ARROW,
  CURSOR_HAND,
  CURSOR_TEXT,
  CURSOR_CROSS,
  CURSOR_DRAG,
  CURSOR_HIDE /* over cells that a click hides or shows */
} CursorId;

/* Where Tab stops, in this order. The controls of a named stop are one group, within which the
** arrows move (app/focus.h). */
typedef enum TabStop {
  TAB_EACH, /* not of a group: a stop of its own, after all groups */
  TAB_SENTENCE,
  TAB_SECOND, /* the second sentence */
  TAB_EXAMPLES,
  TAB_MODEL,
  TAB_ATTENTION,
  TAB_EXPORT,
  TAB_ICONS,
  TAB_FORMULA,
  TAB_LAID_OVER, /* the bar below it */
  TAB_LESSON,    /* beside the picture */
  TAB_SIDE,      /* layers and heads, or the form of a training */
  TAB_CELLS,     /* of the picture: the arrows move the cell cursor */
  TAB_PICTURE,   /* all else in the picture */
  TAB_SAMPLING,
  TAB_FOOT, /* the line below the picture and its buttons */
  TAB_TRANSPORT,
  TAB_RAIL,
  TAB_STEP_BY,
  TAB_SPEED,
  TAB_PANEL, /* at the right */
  TAB_BRAND,
  TAB_STOP_COUNT
} TabStop;

/* A region that sends commands; "" or NULL: none. The list does not interpret them.
**
** Filled  In click, twice, hover and drag of a grid %r and %c stand for row and column from 1, in a
**         slider's %f for the fraction 0…1 along x; in every wheel command %f for the notch. Such a
**         command holds no quoted text (draw_hit asserts it).
** Plain   All other commands are sent as they are, so paths and sentences may hold a %.
*/
typedef struct DrawHit {
  Box box;
  int rows, cols; /* > 0: a grid of cells */
  int first_row;  /* of a grid that is a part of the rows: what %r counts from */
  Box within;     /* w > 0: a grid or slider answers only here; set from the present clip */
  Box shown;      /* w > 0: what is seen of a larger box; the rings of hover and focus go there */
  bool slider;
  bool bends; /* a drag to the side bends the focused number (app/bending.h) */
  CursorId cursor;
  const char *click; /* press and release */
  const char *twice; /* double click */
  const char *aside; /* press of the right button, or with Shift */
  const char *hover; /* the pointer enters, or moves to another cell */
  const char *wheel; /* wheel notch, %f is +1 or −1 */
  /* scroll: the scroll position, 0 … 1 in both directions. scroll_notch: how far a notch
  ** moves it (0: not in that direction). is_held: a selected cell determines the position,
  ** not the view's scroll. */
  Point scroll, scroll_notch;
  bool is_held;
  bool is_now; /* of the positions of a slider, or of the choices of a group: the present one */
  bool begins_slider; /* the first position of a slider, which ends the one before it */
  TabStop tab_stop;   /* TAB_EACH: that of the list */
  const char *drag;   /* grid: sent for each further cell that the pressed pointer enters */
  const char *tip;    /* shown after a moment, or NULL */
} DrawHit;

/* Pages of one list: under each other, all as wide and as high. */
enum { DRAW_PAGES_MOST = 32 };

/* Filled by scene and widgets, read by one backend, then freed with its arena. */
typedef struct DrawList {
  Arena *arena;
  DrawItem *items;
  int item_count, item_capacity;
  DrawHit *hits;
  int hit_count, hit_capacity;
  uint64_t trace_serial; /* the trace that the heatmaps point into: the key of GPU copies */
  float opacity;         /* multiplies the alpha of what is appended from now on */
  bool at_scroll_edge;   /* marks what is appended from now on */
  TabStop tab_stop;      /* of the hits appended from now on */
  /* Commands that a lesson keeps from the learner: a control of one is not drawn, and what is drawn
  ** otherwise does not answer. */
  const char *const *locks;
  int lock_count;
  /* Weights and differences of them below these have no number in their cell; 0: all have one. In
  ** the wide cells of one matrix of two it may be a smaller one. */
  float no_weight_below, no_weight_in_wide_below, no_difference_below;
  bool failed;
  int group_depth;  /* parts begun and not ended */
  Box clip;         /* the present one; w < 0: none */
  Color background; /* a = 0: transparent */
  float width_pt, height_pt;
  /* Of a document: page i is page_ends[i − 1] … page_ends[i] of the items, and the i-th part of the
  ** height. A PDF has them as pages; other backends see one high picture. 0: one page. */
  int page_count, page_ends[DRAW_PAGES_MOST];
} DrawList;

/* Empty: opaque, without clip, background transparent. */
DrawList draw_list_make(Arena *arena, float width_pt, float height_pt);

/* Each appends one item, with the alpha of its colours times list->opacity (heatmaps have none:
** cover them). Curves and ribbons copy their points, of which there are 3n + 1 with n >= 1. */
void draw_box(DrawList *list, DrawBox box);
void draw_text(DrawList *list, DrawText text); /* copies the text */
void draw_heatmap(DrawList *list, DrawHeatmap heatmap);
void draw_curve(DrawList *list, const Point *points, int point_count, float width, Color color);
void draw_ribbon(DrawList *list, const Point *points, int point_count, Color color);
void draw_gradient_ribbon(DrawList *list, const Point *points, int point_count,
                          DrawGradient gradient);
void draw_line(DrawList *list, Point from, Point to, float width, Color color);
void draw_clip(DrawList *list, Box box); /* replaces the present clip */
void draw_clip_end(DrawList *list);
/* Whether the command is of a locked one: "model x", "menu model" and the second of "menu none;
** model x" are all of "model". NULL is not. */
bool draw_is_locked(const DrawList *list, const char *command);
void draw_hit(DrawList *list, DrawHit hit); /* copies its strings; later hits lie on top */

/* Whether it has one colour. */
bool draw_gradient_is_flat(const DrawGradient *gradient);

/* Everything drawn until draw_group_end is one part. Both texts are copied; names may repeat, since
** backends make them unique. */
void draw_group_begin(DrawList *list, const char *name, const char *title);
void draw_group_end(DrawList *list);

/* What was drawn since the page before is one page; at most DRAW_PAGES_MOST. */
void draw_page_end(DrawList *list);

/* Multiplies every length of the list by scale, above 0: text, lines, hits and its own size. Points
** of curves are copied to the arena; without memory the list has failed and must not be drawn. */
void draw_list_scale(DrawList *list, float scale);

#endif
