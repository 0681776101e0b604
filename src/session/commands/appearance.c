/* session/commands/appearance.c -- the commands that say how the picture looks: theme, colours,
** sizes, motion. */
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "session/session_internal.h"

static const float text_scale_step = 0.25f, text_scale_most = 3.0f;
static const float zoom_step = 1.25f, zoom_most = 256.0f;

static float within(float value, float low, float high) {
  return value < low ? low : value > high ? high : value;
}

bool do_theme(const CommandContext *context) {
  bool dark = context->session->view.theme == THEME_DARK;
  if (!command_switch(context, "light", "dark", &dark)) return false;
  context->session->view.theme = dark ? THEME_DARK : THEME_LIGHT;
  return true;
}

bool do_motion(const CommandContext *context) {
  View *view = &context->session->view;
  if (!command_switch(context, "off", "on", &view->motion)) return false;
  if (!view->motion) view->transition = 1;
  return true;
}

bool do_palette(const CommandContext *context) {
  View *view = &context->session->view;
  if (!command_has(context, 1)) return false;
  if (command_is(context, 1, "next")) {
    view->palette = (PaletteId)((view->palette + 1) % PALETTE_COUNT);
    return true;
  }
  const char *names[PALETTE_COUNT];
  for (int i = 0; i < PALETTE_COUNT; i++) names[i] = palette_info((PaletteId)i)->name;
  return palette_find(command_text(context, 1), &view->palette) ||
         names_refuse(&(Names){_("there is no palette “%.*s”; it is one of: %s"),
                               _("there is no palette “%.*s”; did you mean “%s”? It is one of: %s"),
                               names, PALETTE_COUNT},
                      command_text(context, 1), context->status);
}

static bool take_range(Str text, float *low, float *high) {
  const char *comma = text.bytes ? memchr(text.at, ',', text.bytes) : NULL;
  double first, second;
  if (!comma) return false;
  size_t bytes = (size_t)(comma - text.at);
  if (!str_to_double((Str){text.at, bytes}, &first) ||
      !str_to_double((Str){comma + 1, text.bytes - bytes - 1}, &second))
    return false;
  *low = (float)first;
  *high = (float)second;
  return isfinite(*low) && isfinite(*high) && *low < *high;
}

/* -5,5 is two numbers in one word, so that a shell needs no quotes. */
bool do_range(const CommandContext *context) {
  View *view = &context->session->view;
  float low = 0, high = 0;
  RangeMode mode = RANGE_FIXED;
  Str text = command_text(context, 1);
  if (!command_has(context, 1)) return false;
  if (command_is(context, 1, "own")) mode = RANGE_OWN;
  else if (command_is(context, 1, "shared")) mode = RANGE_SHARED;
  else if (!take_range(text, &low, &high))
    return status_fail(context->status, STATUS_USAGE,
                       _("range takes own, shared or two numbers such as -5,5, the smaller first, "
                         "not “%.*s”"),
                       (int)str_head(text, LINE_SHOWN_BYTES).bytes, text.at);
  view->range = mode;
  view->range_low = low;
  view->range_high = high;
  return true;
}

static const char *const numbers_names[] = {
    [NUMBERS_AUTO] = "auto", [NUMBERS_ON] = "on", [NUMBERS_OFF] = "off"};
enum { NUMBERS_COUNT = sizeof numbers_names / sizeof numbers_names[0] };

const char *appearance_numbers_name(NumbersMode mode) { return numbers_names[mode]; }

bool do_numbers(const CommandContext *context) {
  if (!command_has(context, 1)) return false;
  for (int i = 0; i < NUMBERS_COUNT; i++)
    if (command_is(context, 1, numbers_names[i])) {
      context->session->view.numbers = (NumbersMode)i;
      return true;
    }
  return command_wrong(context);
}

/* A step beyond the ends stays at the end, since keys repeat; a number typed beyond is refused. */
bool do_textscale(const CommandContext *context) {
  float *scale = &context->session->view.text_scale, wanted = *scale;
  if (!command_has(context, 1)) return false;
  if (command_is(context, 1, "+")) wanted += text_scale_step;
  else if (command_is(context, 1, "-")) wanted -= text_scale_step;
  else if (!command_number(context, 1, 1, (double)text_scale_most, &wanted)) return false;
  *scale = within(wanted, 1, text_scale_most);
  return true;
}

/* The scroll at which what stood at a place of the window stands there still. Lengths in windows:
** the matrix is zoom long, middle is a fraction of it. Solved for the scroll at which the point
** keeps its place: at = middle · from − scroll · (from − 1). */
static float held(float scroll, float middle, float from, float to) {
  if (to <= 1) return scroll;
  float at = middle * from - scroll * (from - 1);
  return within((middle * to - at) / (to - 1), 0, 1);
}

/* The cell under the pointer stays there; without one the middle of the window does. */
static void zoom_to(const Session *session, View *view, float zoom) {
  int rows, cols;
  trace_stage_shape(session->trace, view->stage, &rows, &cols);
  float middle_x = (0.5f + view->scroll_x * (view->zoom - 1)) / view->zoom;
  float middle_y = (0.5f + view->scroll_y * (view->zoom - 1)) / view->zoom;
  if (view->hover_query >= 0 && view->hover_query < rows)
    middle_y = ((float)view->hover_query + 0.5f) / (float)rows;
  if (view->hover_key >= 0 && view->hover_key < cols)
    middle_x = ((float)view->hover_key + 0.5f) / (float)cols;
  view->scroll_x = held(view->scroll_x, middle_x, view->zoom, zoom);
  view->scroll_y = held(view->scroll_y, middle_y, view->zoom, zoom);
  view->zoom = zoom;
}

/* Notches multiply, so that as many back lead to the same size. */
bool do_zoom(const CommandContext *context) {
  View *view = &context->session->view;
  float wanted = view->zoom, notches = 0;
  if (!command_has(context, command_is(context, 1, "by") ? 2 : 1)) return false;
  if (command_is(context, 1, "by")) {
    if (!command_number(context, 2, -100, 100, &notches)) return false;
    wanted *= (float)pow((double)zoom_step, (double)notches);
  } else if (command_is(context, 1, "+")) wanted *= zoom_step;
  else if (command_is(context, 1, "-")) wanted /= zoom_step;
  else if (!command_number(context, 1, 1, (double)zoom_most, &wanted)) return false;
  zoom_to(context->session, view, within(wanted, 1, zoom_most));
  return true;
}

/* grid Y, or grid by NOTCHES SHARE: a wheel says how often, the picture how far. */
static bool scroll_grid(const CommandContext *context) {
  View *view = &context->session->view;
  float to = 0, notches = 0, share = 0;
  bool by = command_is(context, 2, "by");
  if (!command_has(context, by ? 4 : 2)) return false;
  if (!by && !command_number(context, 2, 0, 1, &to)) return false;
  if (by && (!command_number(context, 3, -100, 100, &notches) ||
             !command_number(context, 4, -1, 1, &share)))
    return false;
  view->grid_scroll = by ? within(view->grid_scroll + notches * share, 0, 1) : to;
  view->grid_follows = false;
  return true;
}

/* Where one scrolled away from is noted, so that a cursor that moves may bring the matrix along
** again. */
bool do_scroll(const CommandContext *context) {
  View *view = &context->session->view;
  bool by = command_is(context, 1, "by");
  float x = 0, y = 0;
  if (command_is(context, 1, "grid")) return scroll_grid(context);
  double low = by ? -100 : 0, high = by ? 100 : 1;
  if (!command_has(context, by ? 3 : 2)) return false;
  if (!command_number(context, by ? 2 : 1, low, high, &x) ||
      !command_number(context, by ? 3 : 2, low, high, &y))
    return false;
  if (by && view->kind == VIEW_GRID) {
    view->grid_scroll = within(view->grid_scroll + y, 0, 1);
    view->grid_follows = false;
    return true;
  }
  view->scroll_x = within(by ? view->scroll_x + x : x, 0, 1);
  view->scroll_y = within(by ? view->scroll_y + y : y, 0, 1);
  view->left_query = view->query;
  view->left_key = view->key;
  return true;
}
