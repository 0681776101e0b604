/* render/cairo/png_read.c -- PNG bytes to pixels with libpng's simplified interface. */
#include "render/cairo/png_read.h"

#include <png.h>

static bool read_image(png_image *image, Arena *arena, PngPicture *picture) {
  if (image->width > PNG_READ_MOST || image->height > PNG_READ_MOST) return false;
  image->format = PNG_FORMAT_RGBA;
  *picture = (PngPicture){arena_take(arena, image->height, PNG_IMAGE_ROW_STRIDE(*image)),
                          (int)image->width, (int)image->height};
  return picture->rgba && png_image_finish_read(image, NULL, picture->rgba, 0, NULL);
}

bool png_read(Str bytes, Arena *arena, PngPicture *picture) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  bool done = png_image_begin_read_from_memory(&image, bytes.at, bytes.bytes) &&
              read_image(&image, arena, picture);
  png_image_free(&image);
  return done;
}
