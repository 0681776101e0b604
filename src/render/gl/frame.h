/* render/gl/frame.h -- batches the items of one frame into few draw calls.
**
** On a software driver state changes cost more than pixels, so items of one kind share a batch. An
** item may join an earlier batch of its kind when no later batch overlaps the item: the picture is
** the same, although boxes and words alternate in the list. Each batch has a grid of 64 x 64 tiles
** that says which parts of the frame it covers.
**
**   list     box A, word a, box B, word b      A and B are disjoint
**   batches  boxes A B, words a b              word a does not overlap B, so B may join A
**
**   frame_make → frame_clip / frame_add, in the order of the list → frame_sort of each layer
**              → upload each stream, draw batch by batch
**
** Units   pixels, y down.   Memory: the frame's arena; valid until the frame ends.
** Errors  When memory runs out the frame sets `failed` and ignores further items.
*/
#ifndef RENDER_GL_FRAME_H
#define RENDER_GL_FRAME_H

#include <stdint.h>

#include "base/arena.h"
#include "scene/draw_list.h"

/* The shader program of an element; the order of the enum has no effect on the picture. */
typedef enum FrameLayer {
  LAYER_SOLID,  /* rectangles of whole pixels that nothing shines through */
  LAYER_SQUARE, /* other rectangles */
  LAYER_RIBBON,
  LAYER_BOX,
  LAYER_TEXT,   /* upright */
  LAYER_TURNED, /* words at an angle */
  LAYER_CURVE,
  LAYER_HEATMAP,
  LAYER_COUNT
} FrameLayer;

enum { FRAME_TILES = 64 };

/* A box in pixels; empty where left ≥ right or top ≥ bottom. */
typedef struct PxBox {
  float left, top, right, bottom;
} PxBox;

typedef struct PxPoint {
  float x, y;
} PxPoint;

/* A range of consecutive elements in their layer's stream. A batch is a linked list of pieces; next
** −1 ends it. */
typedef struct Piece {
  int first, count, next;
} Piece;

/* The elements of one draw call. Batches are drawn in the order in which they were created. */
typedef struct DrawBatch {
  FrameLayer layer;
  bool clipped;
  PxBox clip; /* whole pixels */
  int first_piece, last_piece;
  int first_element, element_count; /* after frame_sort */
  uint64_t tiles[FRAME_TILES];      /* one row of tiles each; a bit for each column */
} DrawBatch;

/* The elements of one layer in the order in which they were added: instances or vertices in the
** layout of their program, or pointers to DrawHeatmap for LAYER_HEATMAP. */
typedef struct Stream {
  unsigned char *at;
  size_t element_bytes;
  int count, capacity;
} Stream;

/* The caller sets element_bytes of every stream after frame_make. */
typedef struct Frame {
  Arena *arena;
  int width_px, height_px;
  float scale; /* pixels a point */
  Stream streams[LAYER_COUNT];
  Piece *pieces;
  int piece_count, piece_capacity;
  DrawBatch *batches;
  int batch_count, batch_capacity;
  bool clipped; /* clip applies to the items that are added next */
  PxBox clip;   /* whole pixels, within the frame */
  bool failed;
} Frame;

/* An empty frame; takes no memory yet. */
Frame frame_make(Arena *arena, int width_px, int height_px, float scale);

/* Sets the clip for the items that are added next, in points; box.w < 0 removes it. */
void frame_clip(Frame *frame, Box box);

/* Whether any part of bounds is visible: inside the frame and the clip. */
bool frame_sees(const Frame *frame, PxBox bounds);

/* Adds count elements of a layer and returns their memory, which the caller fills before the next
** call; NULL when bounds are not visible or memory is out. bounds must contain the elements: if too
** small, items may be drawn in the wrong order; if too large, there are only more batches. */
void *frame_add(Frame *frame, FrameLayer layer, int count, PxBox bounds);

/* The elements of a layer sorted by batch; sets first_element of each batch. Call it once, after
** all items were added; NULL when memory is out. */
const void *frame_sort(Frame *frame, FrameLayer layer);

#endif
