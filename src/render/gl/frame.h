/* render/gl/frame.h -- one frame's items gathered into few draw calls.
**
** State changes cost more than pixels on a software driver, so items of one kind share a batch.
** An item may join an earlier batch of its kind when nothing drawn after that batch lies where the
** item does: the picture stays the same, though boxes and words alternate in the list. What lies
** where is kept as a grid of 64 x 64 tiles a batch.
**
** Units   pixels, y down.   Memory: the frame's arena; all of it ends with the frame.
** Errors  When memory runs out the frame remembers it (failed) and drops what follows.
*/
#ifndef RENDER_GL_FRAME_H
#define RENDER_GL_FRAME_H

#include <stdint.h>

#include "base/arena.h"
#include "scene/draw_list.h"

typedef enum Layer {
  LAYER_PLAIN, /* insides of large boxes */
  LAYER_RIBBON,
  LAYER_BOX,
  LAYER_TEXT,
  LAYER_CURVE,
  LAYER_HEATMAP,
  LAYER_COUNT
} Layer;

enum { FRAME_TILES = 64 };

typedef struct PxBox {
  float left, top, right, bottom;
} PxBox;

typedef struct PxPoint {
  float x, y;
} PxPoint;

typedef struct Piece { /* elements that follow each other in their layer's stream */
  int first, count, next;
} Piece;

typedef struct Batch {
  Layer layer;
  bool clipped;
  PxBox clip; /* whole pixels */
  int first_piece, last_piece;
  int first_element, element_count; /* after frame_sort */
  uint64_t tiles[FRAME_TILES];      /* a bit a column */
} Batch;

typedef struct Stream {
  unsigned char *at;
  size_t element_bytes;
  int count, capacity;
} Stream;

typedef struct Frame {
  Arena *arena;
  int width_px, height_px;
  float scale; /* pixels a point */
  Stream streams[LAYER_COUNT];
  Piece *pieces;
  int piece_count, piece_capacity;
  Batch *batches;
  int batch_count, batch_capacity;
  bool clipped;
  PxBox clip;
  bool failed;
} Frame;

Frame frame_make(Arena *arena, int width_px, int height_px, float scale);

/* The clip for what is added next; box.w < 0 ends it. */
void frame_clip(Frame *frame, Box box);

/* Whether anything in bounds can be seen. */
bool frame_sees(const Frame *frame, PxBox bounds);

/* Room for count elements of a layer that lie in bounds, to be filled before the next call; NULL
** when nothing of them can be seen or memory is out. */
void *frame_add(Frame *frame, Layer layer, int count, PxBox bounds);

/* The elements of a layer in the order of the batches; sets where each batch begins. */
const void *frame_sort(Frame *frame, Layer layer);

#endif
