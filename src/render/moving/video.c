/* render/moving/video.c -- MP4 by the program ffmpeg, which reads raw pictures from a pipe.
**
** H.264 with 4:2:0, which every player shows; one thread, since its bytes depend on their number. A
** picture that stays is repeated: 25 a second where something moves, else 10.
*/
#include <assert.h>

#include "base/i18n.h"
#include "base/os.h"
#include "render/moving/moving_internal.h"

enum { RATE_FLUENT = 1000 / MOVING_MOTION_MS, RATE_STILL = 10, WORD_BYTES = 64 };
static const size_t video_bytes_most = (size_t)1 << 30;

typedef struct Video {
  OsPipe pipe;
  bool is_open;
  const char *folder, *path; /* a folder of this run, and the file in it */
  int rate;
} Video;

bool moving_check(ExportMovie as, Status *status) {
  if (as != MOVIE_MP4 || os_finds_command("ffmpeg")) return true;
  return status_fail(status, STATUS_COULD_NOT,
                     _("MP4 is made by the program ffmpeg, which is not installed: install the "
                       "package ffmpeg, or write a .gif or a .webp"));
}

static bool fail_ffmpeg(const Moving *moving, Status *status) {
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s was not written: ffmpeg could not make it; a .gif or a .webp needs no "
                       "other program"),
                     moving->look.path);
}

/* H.264 has even sides: an odd one gets a row or a column of white. */
static bool start(const Moving *moving, Video *video) {
  const MovingLook *look = &moving->look;
  char *size = str_format(moving->arena, "%dx%d", look->width, look->height);
  char *rate = str_format(moving->arena, "%d", video->rate);
  if (!size || !rate) return false;
  const char *const argv[] = {"ffmpeg",
                              "-v",
                              "error",
                              "-nostdin",
                              "-y",
                              "-f",
                              "rawvideo",
                              "-pixel_format",
                              "bgra",
                              "-video_size",
                              size,
                              "-framerate",
                              rate,
                              "-i",
                              "pipe:0",
                              "-an",
                              "-vf",
                              "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white",
                              "-c:v",
                              "libx264",
                              "-preset",
                              "veryfast",
                              "-crf",
                              "14",
                              "-pix_fmt",
                              "yuv420p",
                              "-threads",
                              "1",
                              "-fflags",
                              "+bitexact",
                              "-flags:v",
                              "+bitexact",
                              "-map_metadata",
                              "-1",
                              "-movflags",
                              "+faststart",
                              "-f",
                              "mp4",
                              video->path,
                              NULL};
  return os_pipe_open(argv, &video->pipe);
}

static bool begin(Moving *moving, Status *status) {
  Video *video = arena_take(moving->arena, 1, sizeof *video);
  if (!video) return status_no_memory(status);
  if (!moving_check(MOVIE_MP4, status)) return false;
  video->rate = moving->look.is_fluent ? RATE_FLUENT : RATE_STILL;
  video->folder = os_make_private_folder(moving->arena, status);
  if (!video->folder) return false;
  moving->own = video;
  video->path = str_format(moving->arena, "%s/moving.mp4", video->folder);
  if (!video->path) return status_no_memory(status);
  video->is_open = start(moving, video);
  return video->is_open || fail_ffmpeg(moving, status);
}

static bool add(Moving *moving, const MovingFrame *frame, double stays_ms, Status *status) {
  const Video *video = moving->own;
  size_t bytes = (size_t)moving->look.width * (size_t)moving->look.height * sizeof(uint32_t);
  int count = moving_units(moving, stays_ms, 1000.0 / video->rate, 1);
  for (int i = 0; i < count; i++)
    if (!os_pipe_write(&video->pipe, frame->pixels, bytes)) return fail_ffmpeg(moving, status);
  return true;
}

static bool end(Moving *moving, Status *status) {
  Video *video = moving->own;
  Str bytes;
  video->is_open = false;
  if (!os_pipe_close(&video->pipe)) return fail_ffmpeg(moving, status);
  if (!os_read_file(moving->arena, video->path, video_bytes_most, &bytes, status)) return false;
  moving->summary.bytes = bytes.bytes;
  moving->look.width += moving->look.width % 2; /* as padded */
  moving->look.height += moving->look.height % 2;
  return os_save_file(moving->look.path, bytes.at, bytes.bytes, status);
}

static void drop(Moving *moving) {
  Video *video = moving->own;
  if (!video) return;
  if (video->is_open) os_pipe_kill(&video->pipe);
  if (video->path) os_remove_file(video->path);
  os_remove_empty_folder(video->folder);
}

const MovingFormat moving_video = {begin, NULL, add, end, drop};
