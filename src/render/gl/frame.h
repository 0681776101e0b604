/* render/gl/frame.h -- one frame's items gathered into few draw calls.
**
** State changes cost more than pixels on a software driver, so items of one kind share a batch.
** An item may join an earlier batch of its kind when nothing drawn after that batch lies where the
** item does: the picture stays the same, though boxes and words alternate in the list. What lies
** where is kept as a grid of 64 x 64 tiles a batch.
**
**   list     box A, word a, box B, word b      A and B lie apart
**   batches  boxes A B, words a b              word a does not lie where B does, so B may join A
**
**   frame_make → frame_clip / frame_add, in the order of the list → frame_sort of each layer
**              → upload each stream, draw batch by batch
**
** Units   pixels, y down.   Memory: the frame's arena; all of it ends with the frame.
** Errors  When memory runs out the frame remembers it (failed) and drops what follows.
*/
#ifndef RENDER_GL_FRAME_H
#define RENDER_GL_FRAME_H

#include <stdint.h>

#include "base/arena.h"
#include "scene/draw_list.h"

/* Which program draws it; their order means nothing to the picture. */
typedef enum FrameLayer {
  LAYER_PLAIN, /* insides of large boxes */
  LAYER_RIBBON,
  LAYER_BOX,
  LAYER_TEXT,
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

/* Elements that follow each other in their layer's stream. A batch is a chain of them; next −1 ends
** it. */
typedef struct Piece {
  int first, count, next;
} Piece;

/* What one draw call draws. Batches are drawn in the order they were begun. */
typedef struct DrawBatch {
  FrameLayer layer;
  bool clipped;
  PxBox clip; /* whole pixels */
  int first_piece, last_piece;
  int first_element, element_count; /* after frame_sort */
  uint64_t tiles[FRAME_TILES];      /* a bit a column */
} DrawBatch;

/* The elements of one layer in the order they were added: instances or vertices, whose bytes only
** their program understands (pointers to DrawHeatmap for LAYER_HEATMAP). */
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
  bool clipped; /* clip is in force for what is added next */
  PxBox clip;   /* whole pixels, within the frame */
  bool failed;
} Frame;

/* An empty frame; takes no memory yet. */
Frame frame_make(Arena *arena, int width_px, int height_px, float scale);

/* The clip for what is added next, in points; box.w < 0 ends it. */
void frame_clip(Frame *frame, Box box);

/* Whether anything in bounds can be seen. */
bool frame_sees(const Frame *frame, PxBox bounds);

/* Room for count elements of a layer that lie in bounds, to be filled before the next call; NULL
** when nothing of them can be seen or memory is out. Bounds that are too small let another item be
** drawn in the wrong order; bounds that are too large only cost batches. */
void *frame_add(Frame *frame, FrameLayer layer, int count, PxBox bounds);

/* The elements of a layer in the order of the batches; sets where each batch begins. Once, after
** all was added; NULL when memory is out. */
const void *frame_sort(Frame *frame, FrameLayer layer);

#endif
