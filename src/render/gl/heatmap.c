/* render/gl/heatmap.c -- draws a heatmap: sets its uniforms, and splits one that no texture holds.
**
** The GPU has numbers, not colours: palette, range, cross-fade of two stages and hatching are
** uniforms, and only a new trace uploads anything.
*/
#include "render/gl/primitives.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/matrix/hatch.h"
#include "scene/theme.h"

enum { UNIT_VALUES, UNIT_BEFORE, UNIT_MASK, UNIT_PALETTES, UNIT_KEPT };
enum { SAMPLES_MOST = 4 };

/* Smaller cells are drawn pixel by pixel. */
static const float DENSE_PX = 3;

static const ProgramLayout CELLS = {.name = "heatmap", .before = {"heatmap.glsl", NULL}};
static const ProgramLayout DENSE = {.name = "dense", .before = {NULL, "heatmap.glsl"}};

/* -1 for a uniform that the program lacks; setting that one does nothing. */
static GLint uniform_location(const HeatmapProgram *heatmap, const char *name) {
  return glGetUniformLocation(heatmap->program.program, name);
}

static bool make_program(const ProgramLayout *layout, HeatmapProgram *p, Status *status) {
  if (!program_make(layout, &p->program, status)) return false;
  p->quad = uniform_location(p, "u_quad");
  p->box = uniform_location(p, "u_box");
  p->grid = uniform_location(p, "u_grid");
  p->tile = uniform_location(p, "u_tile");
  p->first = uniform_location(p, "u_first");
  p->flags = uniform_location(p, "u_flags");
  p->steps = uniform_location(p, "u_steps");
  p->range = uniform_location(p, "u_range");
  p->mix = uniform_location(p, "u_mix");
  p->cell = uniform_location(p, "u_cell");
  p->thin = uniform_location(p, "u_thin");
  p->hatch_size = uniform_location(p, "u_hatch_size");
  p->empty = uniform_location(p, "u_empty");
  p->hatch = uniform_location(p, "u_hatch");
  p->ground = uniform_location(p, "u_ground");
  p->paper = uniform_location(p, "u_paper");
  p->has_kept = uniform_location(p, "u_has_kept");
  p->outline = uniform_location(p, "u_outline");
  glUseProgram(p->program.program);
  glUniform1i(uniform_location(p, "u_values"), UNIT_VALUES);
  glUniform1i(uniform_location(p, "u_before"), UNIT_BEFORE);
  glUniform1i(uniform_location(p, "u_mask"), UNIT_MASK);
  glUniform1i(uniform_location(p, "u_palettes"), UNIT_PALETTES);
  glUniform1i(uniform_location(p, "u_kept"), UNIT_KEPT);
  return true;
}

/* All palettes are in one texture without filtering: a colour between two steps would
** not be in the legend. */
bool heatmaps_make(Heatmaps *heatmaps, Status *status) {
  *heatmaps = (Heatmaps){0};
  if (!make_program(&CELLS, &heatmaps->cells, status) ||
      !make_program(&DENSE, &heatmaps->dense, status))
    return false;
  glGenTextures(1, &heatmaps->palettes);
  glActiveTexture(GL_TEXTURE0 + UNIT_PALETTES);
  glBindTexture(GL_TEXTURE_2D, heatmaps->palettes);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, PALETTE_STEPS, THEME_COUNT * PALETTE_COUNT, 0, GL_RGBA,
               GL_UNSIGNED_BYTE, NULL);
  glActiveTexture(GL_TEXTURE0);
  return true;
}

void heatmaps_free(Heatmaps *heatmaps) {
  if (heatmaps->palettes) glDeleteTextures(1, &heatmaps->palettes);
  program_free(&heatmaps->cells.program);
  program_free(&heatmaps->dense.program);
}

/* One more pixel on every side for antialiased edges. */
PxBox heatmap_bounds(const Frame *frame, const DrawHeatmap *heatmap) {
  float scale = frame->scale;
  return (PxBox){heatmap->box.x * scale - 1, heatmap->box.y * scale - 1,
                 (heatmap->box.x + heatmap->box.w) * scale + 1,
                 (heatmap->box.y + heatmap->box.h) * scale + 1};
}

void heatmap_add(Frame *frame, const DrawHeatmap *heatmap) {
  const DrawHeatmap **room = frame_add(frame, LAYER_HEATMAP, 1, heatmap_bounds(frame, heatmap));
  if (room) *room = heatmap;
}

static int palette_row(Heatmaps *heatmaps, PaletteId palette, ThemeId theme) {
  assert((int)theme >= 0 && theme < THEME_COUNT && (int)palette >= 0 && palette < PALETTE_COUNT);
  int row = (int)theme * PALETTE_COUNT + (int)palette;
  if (heatmaps->has_palette[theme][palette] || palette == PALETTE_AUTO) return row;
  Color table[PALETTE_STEPS];
  palette_fill(palette, theme, table);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, row, PALETTE_STEPS, 1, GL_RGBA, GL_UNSIGNED_BYTE, table);
  heatmaps->has_palette[theme][palette] = true;
  return row;
}

static void send_color(GLint uniform, Color color) {
  glUniform3f(uniform, (float)color.r / 255, (float)color.g / 255, (float)color.b / 255);
}

/* The range in the shader's scale; 0 or less gives the middle colour. */
static float span_of(ColorRange range) {
  return range.high * COLOR_RANGE_SCALE - range.low * COLOR_RANGE_SCALE;
}

float heatmap_smaller_side_px(const DrawHeatmap *heatmap, float scale) {
  float width = heatmap->box.w * scale, height = heatmap->box.h * scale;
  int cols = heatmap->transposed ? heatmap->values.rows : heatmap->values.cols;
  int rows = heatmap->transposed ? heatmap->values.cols : heatmap->values.rows;
  return fminf(width / (float)cols, height / (float)rows);
}

bool heatmap_is_dense(const DrawHeatmap *heatmap, float scale) {
  return heatmap_smaller_side_px(heatmap, scale) < DENSE_PX;
}

/* One sample while colours move, when each frame is drawn again and gone quickly. */
int heatmap_samples(const DrawHeatmap *heatmap, float scale) {
  float smaller = heatmap_smaller_side_px(heatmap, scale);
  bool moves = heatmap->before.at && heatmap->mix > 0 && heatmap->mix < 1;
  if (moves || !(smaller < 1)) return 1;
  float samples = ceilf(1 / fmaxf(smaller, 0.01f)); /* samples at most one cell apart */
  return samples > SAMPLES_MOST ? SAMPLES_MOST : (int)samples;
}

static void send_look(Heatmaps *heatmaps, const HeatmapProgram *p, const DrawHeatmap *heatmap,
                      float scale) {
  const Theme *theme = theme_get(heatmap->theme);
  glActiveTexture(GL_TEXTURE0 + UNIT_PALETTES);
  glBindTexture(GL_TEXTURE_2D, heatmaps->palettes);
  int row = palette_row(heatmaps, heatmap->palette, heatmap->theme);
  bool fades = heatmap->before.at != NULL;
  int row_before = fades ? palette_row(heatmaps, heatmap->palette_before, heatmap->theme) : row;
  glUniform4i(p->steps, row, row_before, heatmap->filled, heatmap_samples(heatmap, scale));
  glUniform4i(p->flags, heatmap->transposed, fades, heatmap->mask.hidden != NULL,
              heatmap->values.cols);
  glUniform4f(p->range, heatmap->range.low * COLOR_RANGE_SCALE, span_of(heatmap->range),
              heatmap->range_before.low * COLOR_RANGE_SCALE, span_of(heatmap->range_before));
  glUniform2f(p->mix, heatmap->mix, heatmap->hatch_mix);
  glUniform2f(p->cell, heatmap->gap * scale, heatmap->corner * scale);
  glUniform4f(p->thin, heatmap->thin_cols.share / 2, heatmap->thin_rows.share / 2,
              (float)heatmap->thin_cols.whole, (float)heatmap->thin_rows.whole);
  float width_pt = hatch_least_side(heatmap) < HATCH_LEAST_PT ? 0 : HATCH_WIDTH_PT;
  glUniform3f(p->hatch_size, HATCH_SPACING_PT * scale, width_pt * scale / 2,
              HATCH_SINGLE_PT * scale);
  send_color(p->empty, theme->empty_cell);
  send_color(p->hatch, theme->hatch);
  send_color(p->ground, theme->hatch_ground);
  send_color(p->paper, theme->paper);
  glUniform1i(p->has_kept, heatmap->kept.at != NULL);
  if (p->outline >= 0) glUniform1f(p->outline, hatch_outline(heatmap) * scale);
}

static MatView part_of(MatView m, int row, int col, int rows, int cols) {
  assert(row + rows <= m.rows && col >= 0 && col + cols <= m.cols);
  return (MatView){mat_row(m, row) + col, rows, cols, m.stride};
}

typedef struct Tile {
  int row, col, rows, cols; /* of the matrix, not as drawn */
} Tile;

/* Half a pixel more, since a pixel that the matrix covers partly is drawn partly. */
static PxBox whole_quad(const DrawHeatmap *heatmap, float scale) {
  return (PxBox){floorf(heatmap->box.x * scale - 0.5f), floorf(heatmap->box.y * scale - 0.5f),
                 ceilf((heatmap->box.x + heatmap->box.w) * scale + 0.5f),
                 ceilf((heatmap->box.y + heatmap->box.h) * scale + 0.5f)};
}

/* The pixels of a tile; at the edges of the matrix it includes those around it. */
static PxBox tile_quad(const DrawHeatmap *heatmap, Tile tile, float scale) {
  if (heatmap->transposed) tile = (Tile){tile.col, tile.row, tile.cols, tile.rows};
  int rows = heatmap->transposed ? heatmap->values.cols : heatmap->values.rows;
  int cols = heatmap->transposed ? heatmap->values.rows : heatmap->values.cols;
  float x = heatmap->box.x * scale, y = heatmap->box.y * scale;
  float width = heatmap->box.w * scale / (float)cols;
  float height = heatmap->box.h * scale / (float)rows;
  PxBox quad = whole_quad(heatmap, scale);
  if (tile.col > 0) quad.left = x + (float)tile.col * width;
  if (tile.row > 0) quad.top = y + (float)tile.row * height;
  if (tile.col + tile.cols < cols) quad.right = x + (float)(tile.col + tile.cols) * width;
  if (tile.row + tile.rows < rows) quad.bottom = y + (float)(tile.row + tile.rows) * height;
  return quad;
}

/* The part of a tile within the clip. */
static Tile seen_of(const DrawHeatmap *heatmap, Tile t) {
  DrawCells seen = heatmap->seen;
  if (heatmap->transposed)
    seen = (DrawCells){seen.first_col, seen.end_col, seen.first_row, seen.end_row};
  int row = int_max(t.row, seen.first_row), col = int_max(t.col, seen.first_col);
  return (Tile){row, col, int_min(t.row + t.rows, seen.end_row) - row,
                int_min(t.col + t.cols, seen.end_col) - col};
}

/* kept has two numbers for each row, whatever the columns. */
static void draw_tile(const HeatmapProgram *p, MatrixTextures *textures, const DrawHeatmap *heatmap,
                      Tile t, PxBox quad) {
  MatView values = part_of(heatmap->values, t.row, t.col, t.rows, t.cols);
  matrix_textures_bind(textures, values, UNIT_VALUES);
  if (heatmap->before.at)
    matrix_textures_bind(textures, part_of(heatmap->before, t.row, t.col, t.rows, t.cols),
                         UNIT_BEFORE);
  if (heatmap->mask.hidden)
    matrix_textures_bind_mask(
        textures, mask_cols(mask_rows(heatmap->mask, t.row, t.rows), t.col, t.cols), UNIT_MASK);
  if (heatmap->kept.at)
    matrix_textures_bind(textures, part_of(heatmap->kept, t.row, 0, t.rows, 2), UNIT_KEPT);
  glUniform2i(p->first, t.col, t.row);
  if (p->tile >= 0) {
    Tile seen = seen_of(heatmap, t);
    glUniform3i(p->tile, seen.cols, seen.col - t.col, seen.row - t.row);
    if (seen.cols > 0 && seen.rows > 0)
      glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, seen.rows * seen.cols);
    return;
  }
  glUniform4f(p->quad, quad.left, quad.top, quad.right, quad.bottom);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/* Tiles are whole numbers of cells, so no cell is in two textures. */
void heatmaps_draw(Heatmaps *heatmaps, MatrixTextures *textures, const Frame *frame,
                   const DrawHeatmap *heatmap) {
  float scale = frame->scale;
  int rows = heatmap->values.rows, cols = heatmap->values.cols,
      side = matrix_textures_side(textures);
  const HeatmapProgram *p = heatmap_is_dense(heatmap, scale) ? &heatmaps->dense : &heatmaps->cells;
  program_use(&p->program, frame->width_px, frame->height_px);
  send_look(heatmaps, p, heatmap, scale);
  glUniform4f(p->box, heatmap->box.x * scale, heatmap->box.y * scale, heatmap->box.w * scale,
              heatmap->box.h * scale);
  glUniform2i(p->grid, heatmap->transposed ? rows : cols, heatmap->transposed ? cols : rows);
  for (int row = 0; row < rows; row += side)
    for (int col = 0; col < cols; col += side) {
      Tile tile = {row, col, rows - row < side ? rows - row : side,
                   cols - col < side ? cols - col : side};
      draw_tile(p, textures, heatmap, tile, tile_quad(heatmap, tile, scale));
    }
  glActiveTexture(GL_TEXTURE0);
}
