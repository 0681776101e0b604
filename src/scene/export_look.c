/* scene/export_look.c -- names and defaults of the export settings. */
#include "scene/export_look.h"

#include <assert.h>
#include <math.h>

static const char *const FORMATS[EXPORT_FORMAT_COUNT] = {"png", "svg", "pdf", "csv", "npy", "json"};
static const char *const VIEWS[EXPORT_VIEW_COUNT] = {
    "heatmap", "heads", "stage", "overview", "arcs", "sentence", "grid", "screen", "shown"};
static const char *const CAPTIONS[EXPORT_CAPTION_COUNT] = {"none", "below", "file"};
static const char *const THEMES[EXPORT_THEME_COUNT] = {"light", "dark", "window"};

ExportLook export_look_default(void) { return (ExportLook){.what = EXPORT_SHOWN}; }

/* Compares without ==, about which the compiler warns for floats. */
static bool same(float a, float b) { return !(a < b) && !(a > b); }

bool export_look_equal(const ExportLook *a, const ExportLook *b) {
  return a->what == b->what && a->everything == b->everything && a->formats == b->formats &&
         same(a->scale, b->scale) && a->caption == b->caption && a->transparent == b->transparent &&
         same(a->width_mm, b->width_mm) && same(a->font_size_pt, b->font_size_pt) &&
         a->theme == b->theme;
}

const char *export_format_name(ExportFormat format) {
  assert(format >= 0 && format < EXPORT_FORMAT_COUNT);
  return FORMATS[format];
}

bool export_format_find(Str name, ExportFormat *format) {
  for (int i = 0; i < EXPORT_FORMAT_COUNT; i++)
    if (str_is(name, FORMATS[i])) {
      *format = (ExportFormat)i;
      return true;
    }
  return false;
}

const char *export_view_name(ExportView view) {
  assert(view >= 0 && view < EXPORT_VIEW_COUNT);
  return VIEWS[view];
}

const char *export_caption_name(ExportCaption caption) {
  assert(caption >= 0 && caption < EXPORT_CAPTION_COUNT);
  return CAPTIONS[caption];
}

const char *export_theme_name(ExportTheme theme) {
  assert(theme >= 0 && theme < EXPORT_THEME_COUNT);
  return THEMES[theme];
}

/* Without rounding, 240 pt would become 239.99998 and the picture a pixel narrower. */
float export_points_of_mm(float mm) { return (float)(round((double)mm * 72 / 25.4 * 100) / 100); }
