/* render/moving/moving.h -- pictures one after the other as a moving picture.
**
**   begin → (encode → add)* → end        encode on any thread, add in the order of the pictures
**
** GIF     GIF89a, a palette for each picture: exact where what changed has at most 255
**         colours, else the nearest of 256 (palette.h), and MovingSummary says how far off.
** WebP    lossless: every pixel as drawn.
** MP4     H.264 by the program ffmpeg, which reads the pictures from a pipe.
** PNGs    a folder, with frames.ffconcat, which says how long each stays.
**
** GIF and WebP hold of a picture the rectangle that differs from the one before, with transparent
** pixels where it does not. A picture equal to the one before prolongs that one.
**
** Units   Pixels; milliseconds. GIF counts in 10 ms, MP4 in its frames (video.c); what is rounded
**         off is carried to the next, so that the whole is as long as was asked for.
** Memory  An arena of its own holds the file until the end. Frames are the caller's.
** Errors  No memory, the disk, ffmpeg. Until moving_end returns true there is no file at path, and
**         an older one is as it was; PNGs that were written are removed.
** Source  CompuServe, Graphics Interchange Format 89a; Google, WebP Container Specification.
*/
#ifndef RENDER_MOVING_MOVING_H
#define RENDER_MOVING_MOVING_H

#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "scene/export_look.h"

/* In pixels. w 0: empty. */
typedef struct PixelRect {
  int x, y, w, h;
} PixelRect;

typedef struct MovingLook {
  const char *path; /* a file, or the folder of PNGs */
  ExportMovie as;
  int width, height;
  int times;      /* 0: for ever. MP4 and PNGs have no place for it */
  bool is_fluent; /* pictures follow each other at MOVING_MOTION_MS */
  float pixels_per_point;
} MovingLook;

enum { MOVING_MOTION_MS = 40 };

/* One picture. The caller sets the first fields; moving_encode the rest, on the arena. */
typedef struct MovingFrame {
  const uint32_t *pixels; /* width * height, ARGB32 and opaque */
  const uint32_t *before; /* of the picture before; NULL: this is the first */
  const char *description;
  Arena *arena;
  PixelRect changed; /* empty: it is equal to the one before */
  int error;         /* the most that a channel is off, of 255 */
  void *made;        /* what the format makes of it; NULL for raw pixels */
} MovingFrame;

/* What has been written. */
typedef struct MovingSummary {
  int picture_count; /* that differ from the one before */
  int width, height; /* pixels */
  double length_ms;
  size_t bytes;
  int error; /* of a GIF, the most that a channel of a colour is off, of 255 */
} MovingSummary;

typedef struct Moving Moving;

/* Whether the format can be made on this machine; false: ffmpeg is not installed. */
bool moving_check(ExportMovie as, Status *status);

bool moving_begin(const MovingLook *look, Moving **made, Status *status);
const MovingLook *moving_look(const Moving *moving);
/* Finds what changed and encodes it. Frames whose predecessors have their pixels may be encoded
** at the same time. */
bool moving_encode(const Moving *moving, MovingFrame *frame, Status *status);
/* The next picture, which is not equal to the one before, and how long it stays. */
bool moving_add(Moving *moving, const MovingFrame *frame, double stays_ms, Status *status);
/* Writes the file. Moving is freed in either case. */
bool moving_end(Moving *moving, MovingSummary *summary, Status *status);
/* Frees it and leaves nothing on the disk; NULL is allowed. */
void moving_drop(Moving *moving);

#endif
