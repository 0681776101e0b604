/* render/gl/frame.c -- makes batches, and finds the batch that an item may join. */
#include "render/gl/frame.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/number.h"

enum { BATCHES_BACK = 32 }; /* how many batches an item searches */

/* The arena does not free single blocks, so arrays double: at most as much again is wasted. */
static bool grow(Frame *frame, void **array, int wanted, int *capacity, size_t size) {
  if (frame->failed) return false;
  if (wanted <= *capacity) return true;
  int more = *capacity ? *capacity : 64;
  while (more < wanted) more *= 2;
  void *bigger = arena_take_unset(frame->arena, (size_t)more, size);
  if (!bigger) return !(frame->failed = true);
  if (*capacity > 0) memcpy(bigger, *array, (size_t)*capacity * size);
  *array = bigger;
  *capacity = more;
  return true;
}

Frame frame_make(Arena *arena, int width_px, int height_px, float scale) {
  assert(width_px > 0 && height_px > 0 && scale > 0);
  return (Frame){.arena = arena, .width_px = width_px, .height_px = height_px, .scale = scale};
}

/* Rounded to whole pixels, as a scissor requires; cairo's pictures of the list
** have the same edges. */
void frame_clip(Frame *frame, Box box) {
  frame->clipped = box.w >= 0;
  if (!frame->clipped) return;
  float scale = frame->scale;
  frame->clip = (PxBox){fmaxf(0, roundf(box.x * scale)), fmaxf(0, roundf(box.y * scale)),
                        fminf((float)frame->width_px, roundf((box.x + box.w) * scale)),
                        fminf((float)frame->height_px, roundf((box.y + box.h) * scale))};
}

static PxBox seen_part(const Frame *frame, PxBox b) {
  PxBox all = {0, 0, (float)frame->width_px, (float)frame->height_px};
  PxBox clip = frame->clipped ? frame->clip : all;
  return (PxBox){fmaxf(b.left, clip.left), fmaxf(b.top, clip.top), fminf(b.right, clip.right),
                 fminf(b.bottom, clip.bottom)};
}

bool frame_sees(const Frame *frame, PxBox bounds) {
  PxBox seen = seen_part(frame, bounds);
  return seen.left < seen.right && seen.top < seen.bottom;
}

static int tile_of(float place_px, int whole_px) {
  int tile = (int)(place_px * FRAME_TILES / (float)whole_px);
  return int_clamp(tile, 0, FRAME_TILES - 1);
}

typedef struct Tiles {
  int top, bottom;
  uint64_t columns;
} Tiles;

/* A row of tiles is a 64-bit word, so an overlap of two boxes is one & per row. */
static Tiles tiles_of(const Frame *frame, PxBox seen) {
  int left = tile_of(seen.left, frame->width_px), right = tile_of(seen.right, frame->width_px);
  uint64_t up_to_right = right == FRAME_TILES - 1 ? ~0ull : (1ull << (right + 1)) - 1;
  return (Tiles){tile_of(seen.top, frame->height_px), tile_of(seen.bottom, frame->height_px),
                 up_to_right & ~((1ull << left) - 1)};
}

/* Tiles are coarse: two boxes that share one may still be disjoint, which costs a batch but never
** gives a wrong picture. */
static bool overlaps(const DrawBatch *batch, Tiles tiles) {
  for (int row = tiles.top; row <= tiles.bottom; row++)
    if (batch->tiles[row] & tiles.columns) return true;
  return false;
}

static bool same_clip(const DrawBatch *batch, bool clipped, PxBox clip) {
  if (batch->clipped != clipped) return false;
  return !clipped || (batch->clip.left == clip.left && batch->clip.top == clip.top &&
                      batch->clip.right == clip.right && batch->clip.bottom == clip.bottom);
}

/* Searches from the newest batch. The first batch that the item must lie over ends the search,
** because joining an earlier one would put the item under it. */
static DrawBatch *batch_for(Frame *frame, FrameLayer layer, bool clipped, Tiles tiles) {
  int oldest = frame->batch_count > BATCHES_BACK ? frame->batch_count - BATCHES_BACK : 0;
  for (int i = frame->batch_count - 1; i >= oldest; i--) {
    DrawBatch *batch = &frame->batches[i];
    if (batch->layer == layer && same_clip(batch, clipped, frame->clip)) return batch;
    if (overlaps(batch, tiles)) break;
  }
  void *batches = frame->batches;
  if (!grow(frame, &batches, frame->batch_count + 1, &frame->batch_capacity, sizeof(DrawBatch)))
    return NULL;
  frame->batches = batches;
  DrawBatch *batch = &frame->batches[frame->batch_count++];
  *batch = (DrawBatch){.layer = layer, .clipped = clipped, .clip = frame->clip};
  batch->first_piece = batch->last_piece = -1;
  return batch;
}

/* Elements that are added to one batch in succession form one piece. */
static bool add_piece(Frame *frame, DrawBatch *batch, int first, int count) {
  assert(first >= 0 && count > 0);
  Piece *last = batch->last_piece >= 0 ? &frame->pieces[batch->last_piece] : NULL;
  batch->element_count += count;
  if (last && last->first + last->count == first) {
    last->count += count;
    return true;
  }
  void *pieces = frame->pieces;
  if (!grow(frame, &pieces, frame->piece_count + 1, &frame->piece_capacity, sizeof(Piece)))
    return false;
  frame->pieces = pieces;
  int index = frame->piece_count++;
  frame->pieces[index] = (Piece){first, count, -1};
  if (batch->last_piece >= 0) frame->pieces[batch->last_piece].next = index;
  else batch->first_piece = index;
  batch->last_piece = index;
  return true;
}

/* An item inside the clip needs no scissor, so it may join a batch without one, as most items of
** a scrolled panel do. */
void *frame_add(Frame *frame, FrameLayer layer, int count, PxBox bounds) {
  PxBox seen = seen_part(frame, bounds);
  if (count <= 0 || !(seen.left < seen.right && seen.top < seen.bottom)) return NULL;
  bool clipped = seen.left > bounds.left || seen.top > bounds.top || seen.right < bounds.right ||
                 seen.bottom < bounds.bottom;
  Tiles tiles = tiles_of(frame, seen);
  DrawBatch *batch = batch_for(frame, layer, clipped && frame->clipped, tiles);
  Stream *stream = &frame->streams[layer];
  assert(stream->element_bytes > 0);
  void *elements = stream->at;
  if (!batch ||
      !grow(frame, &elements, stream->count + count, &stream->capacity, stream->element_bytes))
    return NULL;
  stream->at = elements;
  if (!add_piece(frame, batch, stream->count, count)) return NULL;
  for (int row = tiles.top; row <= tiles.bottom; row++) batch->tiles[row] |= tiles.columns;
  unsigned char *room = stream->at + (size_t)stream->count * stream->element_bytes;
  stream->count += count;
  return room;
}

/* The batches of a layer are consecutive in one buffer, which is uploaded once. */
const void *frame_sort(Frame *frame, FrameLayer layer) {
  const Stream *stream = &frame->streams[layer];
  size_t size = stream->element_bytes;
  unsigned char *sorted = arena_take_unset(frame->arena, (size_t)stream->count, size);
  if (!sorted) return frame->failed = true, NULL;
  int at = 0;
  for (int i = 0; i < frame->batch_count; i++) {
    DrawBatch *batch = &frame->batches[i];
    if (batch->layer != layer) continue;
    batch->first_element = at;
    for (int p = batch->first_piece; p >= 0; p = frame->pieces[p].next) {
      const Piece *piece = &frame->pieces[p];
      memcpy(sorted + (size_t)at * size, stream->at + (size_t)piece->first * size,
             (size_t)piece->count * size);
      at += piece->count;
    }
  }
  assert(at == stream->count); /* every element belongs to one batch */
  return sorted;
}
