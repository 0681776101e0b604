/* render/gl/gl.c -- draws a frame: collects the list into batches, uploads and draws them. */
#include "render/gl/gl.h"

#include <assert.h>

#include "base/i18n.h"
#include "render/gl/heatmap_cache.h"
#include "render/gl/primitives.h"

/* attempts to collect a frame: as it is, with the atlas emptied, with a larger atlas */
enum { ATTEMPTS = 3 };

struct GlRenderer {
  Arena *arena, *frame_arena;
  Program programs[LAYER_COUNT]; /* the programs of heatmaps are in `heatmaps` */
  Heatmaps heatmaps;
  HeatmapCache cache;
  GLint text_atlas[LAYER_COUNT]; /* uniform locations, of layers of words */
  GLuint nearest;                /* sampler of upright words */
  GlyphAtlas *atlas;
  MatrixTextures *textures;
  bool tells_losses;
};

static const ProgramLayout *const LAYOUTS[LAYER_COUNT] = {
    [LAYER_SOLID] = &PLAIN_LAYOUT, [LAYER_SQUARE] = &SQUARE_LAYOUT, [LAYER_RIBBON] = &RIBBON_LAYOUT,
    [LAYER_BOX] = &BOX_LAYOUT,     [LAYER_TEXT] = &TEXT_LAYOUT,     [LAYER_TURNED] = &TEXT_LAYOUT,
    [LAYER_CURVE] = &CURVE_LAYOUT, [LAYER_HEATMAP] = NULL};

static bool is_new_enough(Status *status) {
  if (epoxy_gl_version() >= 33) return true;
  return status_fail(status, STATUS_COULD_NOT,
                     _("This graphics driver offers OpenGL %d.%d; the window needs 3.3. "
                       "The command line works without it: headsup export --help"),
                     epoxy_gl_version() / 10, epoxy_gl_version() % 10);
}

/* Without these a driver does not report that the context was lost. */
static bool can_tell_losses(void) {
  return epoxy_gl_version() >= 45 || epoxy_has_gl_extension("GL_KHR_robustness");
}

/* An upright word lies on whole pixels, so each takes one texel of the atlas; a software driver
** mixes four much slower. */
static GLuint make_nearest(void) {
  GLuint sampler;
  glGenSamplers(1, &sampler);
  glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return sampler;
}

/* In the order in which gl_free frees them; what was not made is 0. */
static bool make_parts(GlRenderer *gl, Fonts *fonts, Status *status) {
  for (int i = 0; i < LAYER_COUNT; i++)
    if (LAYOUTS[i] && !program_make(LAYOUTS[i], &gl->programs[i], status)) return false;
  if (!heatmaps_make(&gl->heatmaps, status) || !heatmap_cache_make(&gl->cache, status))
    return false;
  for (int i = 0; i < LAYER_COUNT; i++)
    if (LAYOUTS[i] == &TEXT_LAYOUT)
      gl->text_atlas[i] = glGetUniformLocation(gl->programs[i].program, "u_atlas");
  gl->nearest = make_nearest();
  gl->atlas = glyph_atlas_make(gl->arena, fonts);
  gl->textures = matrix_textures_make(gl->arena);
  gl->tells_losses = can_tell_losses();
  return (gl->atlas && gl->textures) || status_no_memory(status);
}

bool gl_make(Fonts *fonts, GlRenderer **renderer, Status *status) {
  *renderer = NULL;
  if (!is_new_enough(status)) return false;
  Arena *arena = arena_make(0), *frame_arena = arena_make((size_t)1 << 20);
  GlRenderer *gl = arena && frame_arena ? arena_take(arena, 1, sizeof *gl) : NULL;
  if (!gl) {
    arena_free(arena);
    arena_free(frame_arena);
    return status_no_memory(status);
  }
  *gl = (GlRenderer){.arena = arena, .frame_arena = frame_arena};
  if (!make_parts(gl, fonts, status)) {
    gl_free(gl);
    return false;
  }
  *renderer = gl;
  return true;
}

void gl_free(GlRenderer *gl) {
  if (!gl) return;
  for (int i = 0; i < LAYER_COUNT; i++) program_free(&gl->programs[i]);
  glDeleteSamplers(1, &gl->nearest);
  heatmaps_free(&gl->heatmaps);
  heatmap_cache_free(&gl->cache);
  glyph_atlas_free(gl->atlas);
  matrix_textures_free(gl->textures);
  arena_free(gl->frame_arena);
  arena_free(gl->arena);
}

/* False if the atlas became full; what fits is collected all the same. */
static bool collect(const GlRenderer *gl, Frame *frame, const DrawList *list) {
  bool fits = true;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    switch (item->kind) {
    case DRAW_BOX:
      box_add(frame, &item->as.box);
      break;
    case DRAW_TEXT:
      fits = text_add(frame, gl->atlas, &item->as.text) && fits;
      break;
    case DRAW_HEATMAP:
      heatmap_add(frame, &item->as.heatmap);
      break;
    case DRAW_CURVE:
      curve_add(frame, &item->as.curve);
      break;
    case DRAW_RIBBON:
      ribbon_add(frame, &item->as.ribbon);
      break;
    case DRAW_CLIP:
      frame_clip(frame, item->as.clip);
      break;
    case DRAW_GROUP:
      break;
    }
  }
  return fits;
}

/* A reset arena keeps its largest block alone. One block as large as all of the last frame's spares
** the next frames from taking memory from the system and giving it back. */
static void reset_frame_arena(GlRenderer *gl) {
  size_t needed = arena_held_bytes(gl->frame_arena);
  arena_reset(gl->frame_arena);
  if (arena_held_bytes(gl->frame_arena) == needed) return;
  Arena *whole = arena_make(needed);
  if (!whole) return; /* slower, and nothing else */
  arena_free(gl->frame_arena);
  gl->frame_arena = whole;
}

static Frame fresh_frame(GlRenderer *gl, int width_px, int height_px, float scale) {
  reset_frame_arena(gl);
  Frame frame = frame_make(gl->frame_arena, width_px, height_px, scale);
  for (int i = 0; i < LAYER_COUNT; i++)
    frame.streams[i].element_bytes = LAYOUTS[i] ? LAYOUTS[i]->element_bytes : sizeof(void *);
  return frame;
}

/* GL counts rows from below. */
static void set_scissor(const DrawBatch *batch, int height_px) {
  if (!batch->clipped) {
    glDisable(GL_SCISSOR_TEST);
    return;
  }
  glEnable(GL_SCISSOR_TEST);
  glScissor((GLint)batch->clip.left, height_px - (GLint)batch->clip.bottom,
            (GLsizei)(batch->clip.right - batch->clip.left),
            (GLsizei)(batch->clip.bottom - batch->clip.top));
}

/* What covers everything below it is written without looking at that. */
static void draw_batch(const GlRenderer *gl, const Frame *frame, const DrawBatch *batch,
                       int side_px) {
  const Program *program = &gl->programs[batch->layer];
  bool is_text = program->layout == &TEXT_LAYOUT, is_solid = batch->layer == LAYER_SOLID;
  program_use(program, frame->width_px, frame->height_px);
  if (is_text) {
    glyph_atlas_bind(gl->atlas);
    glUniform2f(gl->text_atlas[batch->layer], 1.0f / (float)side_px, 1.0f / (float)side_px);
    glBindSampler(0, batch->layer == LAYER_TEXT ? gl->nearest : 0);
  }
  if (is_solid) glDisable(GL_BLEND);
  program_draw(program, batch->first_element, batch->element_count);
  if (is_solid) glEnable(GL_BLEND);
  if (is_text) glBindSampler(0, 0);
}

/* Programs change between batches, never within one. */
static void draw_batches(GlRenderer *gl, const Frame *frame, const DrawHeatmap *const *heatmaps,
                         int side_px) {
  for (int i = 0; i < frame->batch_count; i++) {
    const DrawBatch *batch = &frame->batches[i];
    assert(batch->first_element + batch->element_count <= frame->streams[batch->layer].count);
    set_scissor(batch, frame->height_px);
    if (batch->layer == LAYER_HEATMAP) {
      HeatmapBatch these = {frame, batch, heatmaps + batch->first_element, batch->element_count};
      heatmap_cache_draw(&gl->cache, &gl->heatmaps, gl->textures, &these);
      continue;
    }
    draw_batch(gl, frame, batch, side_px);
  }
  glDisable(GL_SCISSOR_TEST);
}

/* Colours are premultiplied everywhere; otherwise antialiased edges over a transparent
** background would darken. */
static void begin_frame(const DrawList *list, int width_px, int height_px) {
  Color ground = list->background;
  float alpha = (float)ground.a / 255;
  glViewport(0, 0, width_px, height_px);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glClearColor((float)ground.r / 255 * alpha, (float)ground.g / 255 * alpha,
               (float)ground.b / 255 * alpha, alpha);
  glClear(GL_COLOR_BUFFER_BIT);
}

/* If even the third attempt, with a larger atlas, does not fit, the picture is
** drawn without some words. */
void gl_draw(GlRenderer *gl, const DrawList *list, int width_px, int height_px, float scale) {
  if (width_px <= 0 || height_px <= 0) return;
  begin_frame(list, width_px, height_px);
  if (list->failed) return;
  Frame frame = fresh_frame(gl, width_px, height_px, scale);
  for (int attempt = 1; !collect(gl, &frame, list) && attempt < ATTEMPTS; attempt++) {
    glyph_atlas_empty(gl->atlas, attempt == 2);
    frame = fresh_frame(gl, width_px, height_px, scale);
  }
  const void *sorted[LAYER_COUNT];
  for (int i = 0; i < LAYER_COUNT; i++) sorted[i] = frame_sort(&frame, (FrameLayer)i);
  if (frame.failed) return;
  for (int i = 0; i < LAYER_COUNT; i++)
    if (LAYOUTS[i] && frame.streams[i].count > 0)
      program_upload(&gl->programs[i], sorted[i], frame.streams[i].count);
  matrix_textures_begin(gl->textures, list->trace_serial);
  heatmap_cache_begin(&gl->cache);
  int side_px = glyph_atlas_bind(gl->atlas);
  draw_batches(gl, &frame, sorted[LAYER_HEATMAP], side_px);
}

void gl_finish(void) { glFinish(); }

/* Checked after each frame: calls to a lost context do nothing and report no error. */
bool gl_is_lost(const GlRenderer *gl) {
  return gl->tells_losses && glGetGraphicsResetStatus() != GL_NO_ERROR;
}

long gl_heatmaps_made(const GlRenderer *gl) { return gl->cache.made_count; }

long gl_uploaded_bytes(const GlRenderer *gl) {
  return matrix_textures_uploaded_bytes(gl->textures);
}

void gl_limit_texture(GlRenderer *gl, int side_px) {
  matrix_textures_limit_side(gl->textures, side_px);
  heatmap_cache_forget(&gl->cache);
}

void gl_by_processor(GlRenderer *gl, bool by_processor) {
  gl->cache.by_processor = by_processor;
  heatmap_cache_forget(&gl->cache);
}
