/* export/page_list.c -- items of two draw lists, light and dark, as one line each. */
#include "export/page_list.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"

enum { DECIMALS = 1, FINE_DECIMALS = 2 };

PageTables page_tables_make(Arena *arena) {
  PageStore store = page_store_make(arena);
  return (PageTables){.items = store,
                      .pictures = store,
                      .colors = store,
                      .styles = store,
                      .matrices = store,
                      .bits = store,
                      .texts = store,
                      .formulas = store,
                      .shows = store,
                      .sentences = store,
                      .cells = store};
}

bool page_tables_failed(const PageTables *tables) {
  return tables->items.failed || tables->pictures.failed || tables->colors.failed ||
         tables->styles.failed || tables->matrices.failed || tables->bits.failed ||
         tables->texts.failed || tables->formulas.failed || tables->shows.failed ||
         tables->sentences.failed || tables->cells.failed;
}

/* ---- numbers, colours ---- */

void page_base64(StrBuf *out, const void *from, size_t count) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *bytes = from;
  for (size_t i = 0; i < count; i += 3) {
    uint32_t word = 0;
    for (size_t k = 0; k < 3; k++) word = word << 8 | (i + k < count ? bytes[i + k] : 0u);
    for (size_t k = 0; k < 4; k++)
      strbuf_add_char(out, i + k <= count ? letters[word >> (18 - 6 * k) & 63] : '=');
  }
}

int page_color(PageTables *tables, Color light, Color dark) {
  char text[32];
  if (light.a == 0 && dark.a == 0) return -1;
  int bytes = snprintf(text, sizeof text, "#%02x%02x%02x%02x#%02x%02x%02x%02x", light.r, light.g,
                       light.b, light.a, dark.r, dark.g, dark.b, dark.a);
  return page_store_add(&tables->colors, (Str){text, (size_t)bytes});
}

static void add_float(StrBuf *out, float value, int decimals) {
  strbuf_add_char(out, ' ');
  page_number(out, value, decimals);
}

static void add_int(StrBuf *out, int value) { strbuf_format(out, " %d", value); }

static void add_box(StrBuf *out, Box box, int decimals) {
  add_float(out, box.x, decimals);
  add_float(out, box.y, decimals);
  add_float(out, box.w, decimals);
  add_float(out, box.h, decimals);
}

static void add_points(StrBuf *out, const Point *points, int count) {
  for (int i = 0; i < count; i++) {
    add_float(out, points[i].x, DECIMALS);
    add_float(out, points[i].y, DECIMALS);
  }
}

/* ---- matrices ---- */

/* The bytes of a float from the least on, whatever the processor. */
static void put_float(unsigned char *to, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  for (int i = 0; i < 4; i++) to[i] = (unsigned char)(bits >> 8 * i);
}

static int add_matrix(PageTables *tables, Arena *scratch, MatView values) {
  StrBuf text = strbuf_make(scratch);
  size_t count = (size_t)values.rows * (size_t)values.cols;
  unsigned char *bytes = arena_take(scratch, count, 4);
  strbuf_format(&text, "%d %d ", values.rows, values.cols);
  for (size_t i = 0; bytes && i < count; i++)
    put_float(bytes + 4 * i,
              mat_get(values, (int)(i / (size_t)values.cols), (int)(i % (size_t)values.cols)));
  if (bytes) page_base64(&text, bytes, 4 * count);
  tables->matrices.failed |= text.failed || !bytes;
  return page_store_add(&tables->matrices, strbuf_str(&text));
}

int page_matrix(PageTables *tables, MatView values) {
  Arena *scratch = arena_make(0);
  if (!scratch) return tables->matrices.failed = true, 0;
  int number = add_matrix(tables, scratch, values);
  arena_free(scratch);
  return number;
}

static bool is_large(MatView values) { return (long)values.rows * values.cols > PAGE_CELLS_MOST; }

/* The mean of the finite numbers of a block; NaN where there is none. */
static float mean_of(MatView values, int row, int row_end, int col, int col_end) {
  double sum = 0;
  long count = 0;
  for (int r = row; r < row_end; r++)
    for (int c = col; c < col_end; c++)
      if (isfinite(mat_get(values, r, c))) sum += (double)mat_get(values, r, c), count++;
  return count ? (float)(sum / (double)count) : NAN;
}

static int add_coarse(PageTables *tables, Arena *scratch, MatView values) {
  int rows = int_min(values.rows, PAGE_COARSE_SIDE), cols = int_min(values.cols, PAGE_COARSE_SIDE);
  float *at = arena_take(scratch, (size_t)rows * (size_t)cols, sizeof *at);
  if (!at) return tables->matrices.failed = true, 0;
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++)
      at[r * cols + c] = mean_of(
          values, (int)((long)r * values.rows / rows), (int)((long)(r + 1) * values.rows / rows),
          (int)((long)c * values.cols / cols), (int)((long)(c + 1) * values.cols / cols));
  return add_matrix(tables, scratch, (MatView){at, rows, cols, cols});
}

static bool is_matrix_of(PagePlace place, TracePart part, MatView values) {
  if (trace_part_info(part)->is_of_words || !trace_has_part(place.trace, part)) return false;
  MatView of = trace_matrix(place.trace, part, place.layer, place.head);
  return of.at && of.at == values.at && of.rows == values.rows && of.cols == values.cols;
}

static bool is_result(TracePart part) {
  StageId stage = stage_of_part(part);
  return stage < STAGE_COUNT && trace_stage_result(stage) == part;
}

/* −1: another matrix than those of the place. Two parts may be one matrix, as a layer's output is
** that of its last norm: then it is that of a stage, which says what its numbers are. */
static int part_of(PagePlace place, MatView values) {
  int found = -1;
  for (int i = 0; i < TRACE_PART_COUNT; i++) {
    TracePart part = (TracePart)i;
    if (is_matrix_of(place, part, values) && (found < 0 || is_result(part))) found = i;
    if (found == i && is_result(part)) break;
  }
  return found;
}

/* A bit for each cell as drawn; −1: none is set. */
static int add_bits(PageTables *tables, Arena *scratch, const DrawHeatmap *heatmap,
                    bool (*is_set)(const DrawHeatmap *heatmap, int row, int col)) {
  int rows = heatmap->transposed ? heatmap->values.cols : heatmap->values.rows;
  int cols = heatmap->transposed ? heatmap->values.rows : heatmap->values.cols;
  size_t count = ((size_t)rows * (size_t)cols + 7) / 8;
  unsigned char *bytes = arena_take(scratch, count, 1);
  bool any = false;
  if (!bytes) return tables->bits.failed = true, -1;
  memset(bytes, 0, count);
  for (int i = 0; i < rows * cols; i++)
    if (is_set(heatmap, i / cols, i % cols))
      bytes[i / 8] |= (unsigned char)(1 << i % 8), any = true;
  StrBuf text = strbuf_make(scratch);
  if (any) page_base64(&text, bytes, count);
  return any ? page_store_add(&tables->bits, strbuf_str(&text)) : -1;
}

static int palette_number(PageTables *tables, PaletteId palette) {
  if (!tables->palettes[palette]) tables->palettes[palette] = ++tables->palette_count;
  return tables->palettes[palette] - 1;
}

static void add_heatmap(PageTables *tables, PagePlace place, StrBuf *out,
                        const DrawHeatmap *heatmap) {
  bool large = is_large(heatmap->values);
  strbuf_add_char(out, 'H');
  add_box(out, heatmap->box, FINE_DECIMALS);
  add_int(out, large ? -1 : part_of(place, heatmap->values));
  add_int(out, (large ? add_coarse : add_matrix)(tables, out->arena, heatmap->values));
  add_int(out, palette_number(tables, heatmap->palette));
  strbuf_format(out, " %.9g %.9g", (double)heatmap->range.low, (double)heatmap->range.high);
  add_float(out, heatmap->gap, FINE_DECIMALS);
  add_float(out, heatmap->corner, FINE_DECIMALS);
  add_int(out, heatmap->transposed);
  add_int(out, large ? -1 : add_bits(tables, out->arena, heatmap, draw_heatmap_hatched));
  add_int(out, large ? -1 : add_bits(tables, out->arena, heatmap, draw_heatmap_covered));
  add_int(out, heatmap->filled);
}

/* ---- the other items ---- */

static void add_text(PageTables *tables, StrBuf *out, const DrawText *light, const DrawText *dark) {
  StrBuf style = strbuf_make(out->arena);
  bool is_turned = light->angle_deg != 0;
  strbuf_format(&style, "%d ", (int)light->face);
  page_number(&style, light->size_pt, FINE_DECIMALS);
  add_int(&style, page_color(tables, light->color, dark->color));
  strbuf_add_char(out, is_turned ? 'A' : i18n_runs_right_to_left(light->text) ? 'J' : 'T');
  add_float(out, light->at.x, DECIMALS);
  add_float(out, light->at.y, DECIMALS);
  add_int(out, page_store_add(&tables->styles, strbuf_str(&style)));
  add_float(out, light->width_pt, DECIMALS);
  if (is_turned) add_float(out, light->angle_deg, DECIMALS);
  strbuf_add_char(out, ' ');
  strbuf_add(out, light->text);
}

static void add_rectangle(PageTables *tables, StrBuf *out, const DrawBox *light,
                          const DrawBox *dark) {
  strbuf_add_char(out, 'R');
  add_box(out, light->box, DECIMALS);
  add_float(out, light->corner, DECIMALS);
  add_int(out, page_color(tables, light->fill, dark->fill));
  add_int(out, light->stroke_width > 0 ? page_color(tables, light->stroke, dark->stroke) : -1);
  add_float(out, light->stroke_width, FINE_DECIMALS);
}

static void add_curve(PageTables *tables, StrBuf *out, const DrawCurve *light,
                      const DrawCurve *dark) {
  strbuf_add_char(out, 'C');
  add_float(out, light->width, FINE_DECIMALS);
  add_int(out, page_color(tables, light->color, dark->color));
  add_points(out, light->points, light->point_count);
}

static void add_ribbon(PageTables *tables, StrBuf *out, const DrawRibbon *light,
                       const DrawRibbon *dark) {
  const Point ends[2] = {light->gradient.begin, light->gradient.end};
  strbuf_add_char(out, 'B');
  add_int(out, page_color(tables, light->gradient.from, dark->gradient.from));
  add_int(out, page_color(tables, light->gradient.to, dark->gradient.to));
  add_points(out, ends, 2);
  add_points(out, light->points, light->point_count);
}

/* Groups have no picture. */
static bool add_item(PageTables *tables, PagePlace place, StrBuf *out, const DrawItem *light,
                     const DrawItem *dark) {
  switch (light->kind) {
  case DRAW_BOX:
    add_rectangle(tables, out, &light->as.box, &dark->as.box);
    return true;
  case DRAW_TEXT:
    add_text(tables, out, &light->as.text, &dark->as.text);
    return true;
  case DRAW_HEATMAP:
    add_heatmap(tables, place, out, &light->as.heatmap);
    return light->as.heatmap.box.w > 0 && light->as.heatmap.values.at;
  case DRAW_CURVE:
    add_curve(tables, out, &light->as.curve, &dark->as.curve);
    return true;
  case DRAW_RIBBON:
    add_ribbon(tables, out, &light->as.ribbon, &dark->as.ribbon);
    return true;
  case DRAW_CLIP:
    strbuf_add_char(out, 'K');
    if (light->as.clip.w >= 0) add_box(out, light->as.clip, DECIMALS);
    return true;
  default:
    return false;
  }
}

/* ---- the whole list ---- */

static bool are_alike(const DrawList *light, const DrawList *dark) {
  if (light->item_count != dark->item_count) return false;
  for (int i = 0; i < light->item_count; i++)
    if (light->items[i].kind != dark->items[i].kind) return false;
  return true;
}

/* A run of numbers that follow each other. */
typedef struct Run {
  int first, last; /* last < first: none */
} Run;

static void write_run(StrBuf *out, Run run) {
  if (run.last < run.first) return;
  if (run.last == run.first) strbuf_format(out, "%d,", run.first);
  else strbuf_format(out, "%d-%d,", run.first, run.last);
}

static void write_items(PageTables *tables, PagePlace place, StrBuf *out, const DrawList *light,
                        const DrawList *dark) {
  Run run = {0, -1};
  for (int i = 0; i < light->item_count; i++) {
    ArenaMark mark = arena_mark(out->arena);
    StrBuf line = strbuf_make(out->arena);
    int number = -1;
    if (add_item(tables, place, &line, &light->items[i], &dark->items[i]))
      number = page_store_add(&tables->items, strbuf_str(&line));
    tables->items.failed |= line.failed;
    arena_rewind(out->arena, mark);
    if (number < 0) continue;
    if (number == run.last + 1 && run.last >= run.first) {
      run.last = number;
      continue;
    }
    write_run(out, run);
    run = (Run){number, number};
  }
  write_run(out, run);
}

int page_picture(PageTables *tables, PagePlace place, const DrawList *light, const DrawList *dark) {
  /* lines are rewound while the list of numbers grows, so it has an arena of its own */
  Arena *scratch = arena_make(0);
  if (!scratch || light->failed || dark->failed) {
    arena_free(scratch);
    return tables->pictures.failed = true, 0;
  }
  if (!are_alike(light, dark)) dark = light;
  StrBuf text = strbuf_make(scratch);
  page_number(&text, light->width_pt, DECIMALS);
  add_float(&text, light->height_pt, DECIMALS);
  add_int(&text, page_color(tables, light->background, dark->background));
  strbuf_add_char(&text, ' ');
  write_items(tables, place, &text, light, dark);
  tables->pictures.failed |= text.failed;
  int number = page_store_add(&tables->pictures, strbuf_str(&text));
  arena_free(scratch);
  return number;
}
