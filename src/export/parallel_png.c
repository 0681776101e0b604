/* export/parallel_png.c -- sheets laid out by the caller, drawn by hands, saved by the caller
** again. */
#include "export/parallel_png.h"

#include "base/os.h"
#include "base/pool.h"

enum { HANDS_MOST = 8, PARALLEL_PNG_A_HAND = 2 };

/* One picture on its way. */
typedef struct Sheet {
  FilePainter painter; /* its list, on an arena of its own */
  const PlannedFile *file;
  Arena *arena; /* of pixels and bytes */
  Str bytes;    /* of the file, when drawn */
  Status status;
  bool drawn;
} Sheet;

struct ParallelPng {
  const FilePainter *painter;
  Arena *arena;
  Fonts *fonts[HANDS_MOST]; /* the first are the painter's, the others opened by their hand */
  Sheet at[PARALLEL_PNG_MOST];
  int hand_count, sheet_count;
};

/* ---- making and ending ---- */

static bool make_sheets(ParallelPng *sheets) {
  for (int i = 0; i < sheets->hand_count * PARALLEL_PNG_A_HAND; i++) {
    Sheet *sheet = &sheets->at[i];
    sheet->painter = *sheets->painter;
    sheet->painter.list_arena = arena_make(0);
    sheet->painter.progress = NULL; /* it is for the caller's thread */
    sheet->arena = arena_make(0);
    if (!sheet->painter.list_arena || !sheet->arena) return false;
  }
  return true;
}

/* fontconfig ends the program where it gets no memory, so where that is limited no more Fonts are
** opened. */
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
  sheets->hand_count = threads < HANDS_MOST ? threads : HANDS_MOST;
  if (make_sheets(sheets)) return sheets;
  parallel_png_free(sheets);
  return NULL;
}

void parallel_png_free(ParallelPng *sheets) {
  if (!sheets) return;
  for (int i = 1; i < HANDS_MOST; i++) fonts_close(sheets->fonts[i]);
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

/* The numbers of all sheets stay until the next lot begins. A sheet that fails ends the lot before
** it, and is tried again as the first of the next one: the files before it do not fail with it. */
static bool lay_out(ParallelPng *sheets, const Plan *plan, int first, Status *status) {
  int most = sheets->hand_count * PARALLEL_PNG_A_HAND;
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

/* Every so many sheets, so that no two hands meet. */
static void draw_sheets(void *self, int hand) {
  ParallelPng *sheets = self;
  Status status = {STATUS_OK, ""};
  bool ready = sheets->fonts[hand] || fonts_open(&sheets->fonts[hand], &status);
  for (int i = hand; i < sheets->sheet_count; i += sheets->hand_count) {
    Sheet *sheet = &sheets->at[i];
    sheet->status = status;
    arena_reset(sheet->arena);
    sheet->painter.fonts = sheets->fonts[hand];
    sheet->drawn = ready && picture_render(&sheet->painter, sheet->file, sheet->arena,
                                           &sheet->bytes, &sheet->status);
    sheet->painter.fonts = sheets->fonts[0];
  }
}

/* In the order of the plan, up to the first that could not be drawn or saved. What the trace could
** not have since a sheet was laid out is not in it. */
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
  if (!sheets || plan->count - first < sheets->hand_count || !is_fit(&plan->files[first])) return 0;
  if (!lay_out(sheets, plan, first, status)) return -1;
  int count = sheets->sheet_count;
  if (count == 0) return 0;
  int hands = count < sheets->hand_count ? count : sheets->hand_count;
  pool_run(sheets->painter->request->pool, hands, draw_sheets, sheets);
  return save_sheets(sheets, written, status) ? sheets->sheet_count : -1;
}
