/* render/moving/frame.c -- what changed between two pictures. */
#include <assert.h>
#include <string.h>

#include "render/moving/moving_internal.h"

static bool row_differs(const uint32_t *a, const uint32_t *b, int width, int y) {
  size_t row = (size_t)y * (size_t)width;
  return memcmp(a + row, b + row, (size_t)width * sizeof *a) != 0;
}

PixelRect frame_changed(const uint32_t *pixels, const uint32_t *before, int width, int height) {
  assert(pixels && width > 0 && height > 0);
  int top = 0, bottom = height, left = width, right = 0;
  if (!before) return (PixelRect){0, 0, width, height};
  while (top < height && !row_differs(pixels, before, width, top)) top++;
  if (top == height) return (PixelRect){0};
  while (!row_differs(pixels, before, width, bottom - 1)) bottom--;
  for (int y = top; y < bottom; y++) {
    size_t row = (size_t)y * (size_t)width;
    const uint32_t *now = pixels + row, *then = before + row;
    for (int x = 0; x < left; x++)
      if (now[x] != then[x]) left = x;
    for (int x = width - 1; x >= right; x--)
      if (now[x] != then[x]) right = x + 1;
  }
  return (PixelRect){left, top, right - left, bottom - top};
}

bool frame_has_equal(const MovingFrame *frame, int width) {
  PixelRect rect = frame->changed;
  if (!frame->before) return false;
  for (int y = rect.y; y < rect.y + rect.h; y++) {
    size_t row = (size_t)y * (size_t)width + (size_t)rect.x;
    for (size_t i = row; i < row + (size_t)rect.w; i++)
      if (frame->pixels[i] == frame->before[i]) return true;
  }
  return false;
}
