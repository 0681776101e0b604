/* export/parallel_png.c -- the caller lays sheets out, workers draw them, the caller saves them. */
#include "export/parallel_png.h"

#include "base/os.h"
#include "base/pool.h"

enum { WORKERS_MOST = 8, SHEETS_PER_WORKER = 2 };

/* One picture that is laid out, drawn or waiting to be saved. */
typedef struct Sheet {
  FilePainter painter; /* with a list on an arena of its own */
  const PlannedFile *file;
  Arena *arena; /* holds pixels and bytes */
  Str bytes;    /* of the file, once drawn */
  Status status;
  bool drawn;
} Sheet;

struct ParallelPng {
  const FilePainter *painter;
  Arena *arena;
  /* the first is the painter's, the others are opened by their worker */
  Fonts *fonts[WORKERS_MOST];
  Sheet at[PARALLEL_PNG_MOST];
  int worker_count, sheet_count;
};

/* ---- making and ending ---- */

static bool make_sheets(ParallelPng *sheets) {
  for (int i = 0; i < sheets->worker_count * SHEETS_PER_WORKER; i++) {
    Sheet *sheet = &sheets->at[i];
    sheet->painter = *sheets->painter;
    sheet->painter.list_arena = arena_make(0);
    sheet->painter.progress = NULL; /* may be called on the caller's thread only */
    sheet->arena = arena_make(0);
    if (!sheet->painter.list_arena || !sheet->arena) return false;
  }
  return true;
}

/* fontconfig ends the program when it gets no memory, so under a memory limit no
** further Fonts are opened. */
ParallelPng *parallel_png_make(const FilePainter *painter) {
  int threads = pool_thread_count(painter->request->pool);
  if (threads < 2 || os_memory_is_limited()) return NULL;
  Arena *arena = arena_make(0);
  ParallelPng *sheets = arena ? arena_take(arena, 1, sizeof *sheets) : NULL;
  if (!sheets) {
    arena_free(arena);
    return NULL;
  }
  sheets->arena = arena;
  sheets->painter = painter;
  sheets->fonts[0] = painter->fonts;
  sheets->worker_count = threads < WORKERS_MOST ? threads : WORKERS_MOST;
  if (make_sheets(sheets)) return sheets;
  parallel_png_free(sheets);
  return NULL;
}

void parallel_png_free(ParallelPng *sheets) {
  if (!sheets) return;
  for (int i = 1; i < WORKERS_MOST; i++) fonts_close(sheets->fonts[i]);
  for (int i = 0; i < PARALLEL_PNG_MOST; i++) {
    arena_free(sheets->at[i].painter.list_arena);
    arena_free(sheets->at[i].arena);
  }
  arena_free(sheets->arena);
}

/* ---- laying out ---- */

static bool is_fit(const PlannedFile *file) {
  return file->kind == PICTURE_FIGURE && file->format == EXPORT_PNG;
}

/* The numbers of all sheets stay until the next batch begins. A sheet that fails ends
** the batch before it and is tried again as the first of the next, so the files before
** it do not fail with it. */
static bool lay_out(ParallelPng *sheets, const Plan *plan, int first, Status *status) {
  int most = sheets->worker_count * SHEETS_PER_WORKER;
  sheets->sheet_count = 0;
  trace_frame_begin(session_trace(sheets->painter->session));
  while (sheets->sheet_count < most && first + sheets->sheet_count < plan->count) {
    Sheet *sheet = &sheets->at[sheets->sheet_count];
    sheet->file = &plan->files[first + sheets->sheet_count];
    if (!is_fit(sheet->file)) break;
    Status why = {STATUS_OK, ""};
    if (!picture_lay_out(&sheet->painter, sheet->file, &why) ||
        !picture_check(&sheet->painter, &why)) {
      if (sheets->sheet_count == 0) *status = why;
      return sheets->sheet_count > 0;
    }
    if (picture_pixels(&sheet->painter) > SHEET_PIXELS_MOST) break;
    sheets->sheet_count++;
  }
  return true;
}

/* ---- drawing ---- */

/* Worker i draws the sheets i, i + worker_count, …, so that no sheet is drawn twice. */
static void draw_sheets(void *self, int worker) {
  ParallelPng *sheets = self;
  Status status = {STATUS_OK, ""};
  bool ready = sheets->fonts[worker] || fonts_open(&sheets->fonts[worker], &status);
  for (int i = worker; i < sheets->sheet_count; i += sheets->worker_count) {
    Sheet *sheet = &sheets->at[i];
    sheet->status = status;
    arena_reset(sheet->arena);
    sheet->painter.fonts = sheets->fonts[worker];
    sheet->drawn = ready && picture_render(&sheet->painter, sheet->file, sheet->arena,
                                           &sheet->bytes, &sheet->status);
    sheet->painter.fonts = sheets->fonts[0];
  }
}

/* Saves in the order of the plan, up to the first sheet that could not be drawn or saved. Numbers
** that the trace could not provide since the layout are missing in a sheet. */
static bool save_sheets(const ParallelPng *sheets, int *written, Status *status) {
  for (int i = 0; i < sheets->sheet_count; i++) {
    const Sheet *sheet = &sheets->at[i];
    if (!sheet->drawn) *status = sheet->status;
    if (!sheet->drawn ||
        !os_save_file(sheet->file->path, sheet->bytes.at, sheet->bytes.bytes, status))
      return false;
    (*written)++;
  }
  return true;
}

int parallel_png_write(ParallelPng *sheets, const Plan *plan, int first, int *written,
                       Status *status) {
  if (!sheets || plan->count - first < sheets->worker_count || !is_fit(&plan->files[first]))
    return 0;
  if (!lay_out(sheets, plan, first, status)) return -1;
  int count = sheets->sheet_count;
  if (count == 0) return 0;
  int workers = count < sheets->worker_count ? count : sheets->worker_count;
  pool_run(sheets->painter->request->pool, workers, draw_sheets, sheets);
  return save_sheets(sheets, written, status) ? sheets->sheet_count : -1;
}
