/* session/commands/appearance.c -- commands of the picture's appearance that need more than a row
** of the setting table: the range of colours, zoom and scroll. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "session/commands/setting_table.h"
#include "session/compute/focus.h"
#include "session/session_internal.h"

static const float zoom_step = 1.25f;

/* A key that changes nothing on show would seem broken. */
bool appearance_text_scale_changed(const CommandContext *context) {
  bool is_step = command_is(context, 1, "+") || command_is(context, 1, "-");
  if (context->session->view.presenter && is_step)
    session_tell(context->session, _("Text of the presenter view is always as large as the window "
                                     "allows. Ctrl-+ makes the matrix larger."));
  return true;
}

/* With motion off a running transition ends; a moment that is held was asked for. */
bool appearance_motion_changed(const CommandContext *context) {
  View *view = &context->session->view;
  if (!view->motion && !view->held) view->transition = 1;
  return true;
}

/* `next` is another than the one spoken, which auto need not be. */
bool do_language(const CommandContext *context) {
  if (!command_is(context, 1, "next")) return do_setting(context);
  if (!command_has(context, 1)) return false;
  context->session->view.language = i18n_next();
  return true;
}

static bool read_range(Str text, float *low, float *high) {
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

/* "-5,5" is one word, so that a shell needs no quotes. */
bool do_range(const CommandContext *context) {
  View *view = &context->session->view;
  float low = 0, high = 0;
  RangeMode mode = RANGE_FIXED;
  Str text = command_text(context, 1);
  if (!command_has(context, 1)) return false;
  if (command_is(context, 1, "head")) mode = RANGE_HEAD;
  else if (command_is(context, 1, "own")) mode = RANGE_OWN;
  else if (command_is(context, 1, "shared")) mode = RANGE_SHARED;
  else if (!read_range(text, &low, &high))
    return status_fail(
        context->status, STATUS_USAGE,
        _("range takes head, own, shared or two numbers such as -5,5, the smaller first, "
          "not “%.*s”"),
        (int)str_head(text, LINE_SHOWN_BYTES).bytes, text.at);
  view->range = mode;
  view->range_low = low;
  view->range_high = high;
  return true;
}

/* The scroll at which the point `middle` stays at its place in the window when the zoom changes.
** Lengths are in windows: the matrix is zoom long, middle is a fraction of it. Solves at = middle ·
** zoom − scroll · (zoom − 1) for the scroll. */
static float scroll_that_keeps(float scroll, float middle, float from, float to) {
  assert(from >= 1 && to >= 1);
  if (to <= 1) return scroll;
  float at = middle * from - scroll * (from - 1);
  return float_clamp((middle * to - at) / (to - 1), 0, 1);
}

/* Keeps the cell under the pointer in place, or without one the chosen cell, of a row its heaviest
** key, or the middle of the window. */
static void zoom_to(const Session *session, View *view, float zoom) {
  int rows, cols;
  trace_stage_shape(session->trace, view->stage, &rows, &cols);
  float middle_x = (0.5f + view->scroll_x * (view->zoom - 1)) / view->zoom;
  float middle_y = (0.5f + view->scroll_y * (view->zoom - 1)) / view->zoom;
  int row = view->hover_query >= 0 ? view->hover_query : view->query;
  int col = view->hover_key >= 0 ? view->hover_key : view->key;
  if (col < 0 && row < rows && stage_info(view->stage)->by_pair)
    col = focus_heaviest_key(session, row);
  if (row >= 0 && row < rows) middle_y = ((float)row + 0.5f) / (float)rows;
  if (col >= 0 && col < cols) middle_x = ((float)col + 0.5f) / (float)cols;
  view->scroll_x = scroll_that_keeps(view->scroll_x, middle_x, view->zoom, zoom);
  view->scroll_y = scroll_that_keeps(view->scroll_y, middle_y, view->zoom, zoom);
  view->zoom = zoom;
}

/* Notches multiply the zoom, so that as many back lead to the same size. */
bool do_zoom(const CommandContext *context) {
  const Setting *setting = setting_find("zoom");
  View *view = &context->session->view;
  float wanted = view->zoom, notches = 0;
  if (!command_has(context, command_is(context, 1, "by") ? 2 : 1)) return false;
  if (command_is(context, 1, "by")) {
    if (!command_number(context, 2, -100, 100, &notches)) return false;
    wanted *= (float)pow((double)zoom_step, (double)notches);
  } else if (command_is(context, 1, "+")) wanted *= zoom_step;
  else if (command_is(context, 1, "-")) wanted /= zoom_step;
  else if (!command_number(context, 1, setting->low, setting->high, &wanted)) return false;
  zoom_to(context->session, view, float_clamp(wanted, (float)setting->low, (float)setting->high));
  return true;
}

/* `grid Y`, or `grid by NOTCHES SHARE`, where SHARE is the part of the whole
** that a notch scrolls; `panel` likewise. */
static bool scroll_one_way(const CommandContext *context, float *scroll) {
  float to = 0, notches = 0, share = 0;
  bool by = command_is(context, 2, "by");
  if (!command_has(context, by ? 4 : 2)) return false;
  if (!by && !command_number(context, 2, 0, 1, &to)) return false;
  if (by && (!command_number(context, 3, -100, 100, &notches) ||
             !command_number(context, 4, -1, 1, &share)))
    return false;
  *scroll = by ? float_clamp(*scroll + notches * share, 0, 1) : to;
  return true;
}

static void turn_page(View *view, int by) {
  int from_0 = view->panel_page - 1 + by;
  view->panel_page = (from_0 % VIEW_PANEL_PAGES + VIEW_PANEL_PAGES) % VIEW_PANEL_PAGES + 1;
}

/* `panel page N`, `next` or `prev` in a circle, or `by NOTCHES PAGES`, where NOTCHES are those of a
** wheel, which ends at the first and the last page. */
static bool scroll_pages(const CommandContext *context) {
  View *view = &context->session->view;
  float notches = 0, pages = 1, page = (float)view->panel_page;
  bool by = command_is(context, 3, "by"), next = command_is(context, 3, "next");
  if (!command_has(context, by ? 5 : 3)) return false;
  if (next || command_is(context, 3, "prev")) {
    turn_page(view, next ? 1 : -1);
    return true;
  }
  if (by) {
    if (!command_number(context, 4, -100, 100, &notches) ||
        !command_number(context, 5, 1, VIEW_PANEL_PAGES, &pages))
      return false;
    int now = (view->panel_page - 1) % (int)pages + 1;
    page = float_clamp((float)now - notches, 1, pages);
  } else if (!command_number(context, 3, 1, VIEW_PANEL_PAGES, &page)) return false;
  view->panel_page = (int)page;
  return true;
}

/* An opened table or list scrolls; without one, the pages are turned. */
static bool scroll_panel(const CommandContext *context) {
  View *view = &context->session->view;
  float before = view->panel_scroll;
  if (command_is(context, 2, "page")) return scroll_pages(context);
  if (!scroll_one_way(context, &view->panel_scroll)) return false;
  bool by = command_is(context, 2, "by"), has_list = view->products_all || view->glossary;
  if (!by || has_list) return true;
  float notches = 0;
  command_number(context, 3, -100, 100, &notches);
  view->panel_scroll = before;
  turn_page(view, notches > 0 ? 1 : -1);
  return true;
}

/* Remembers the cell that the view left, so that moving the cell cursor makes the
** matrix follow it again. */
bool do_scroll(const CommandContext *context) {
  View *view = &context->session->view;
  bool by = command_is(context, 1, "by");
  float x = 0, y = 0;
  if (command_is(context, 1, "panel")) return scroll_panel(context);
  if (command_is(context, 1, "grid")) {
    if (!scroll_one_way(context, &view->grid_scroll)) return false;
    view->grid_follows = false;
    return true;
  }
  double low = by ? -100 : 0, high = by ? 100 : 1;
  if (!command_has(context, by ? 3 : 2)) return false;
  if (!command_number(context, by ? 2 : 1, low, high, &x) ||
      !command_number(context, by ? 3 : 2, low, high, &y))
    return false;
  if (by && view->kind == VIEW_GRID) {
    view->grid_scroll = float_clamp(view->grid_scroll + y, 0, 1);
    view->grid_follows = false;
    return true;
  }
  view->scroll_x = float_clamp(by ? view->scroll_x + x : x, 0, 1);
  view->scroll_y = float_clamp(by ? view->scroll_y + y : y, 0, 1);
  view->left_query = view->query;
  view->left_key = view->key;
  return true;
}
