/* scene/paper/sheet_flow.c -- blocks one below the other, and a new page where the next one has no
** room. */
#include "scene/paper/sheet_flow.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/layer_words.h"

static const float SIDE = 52, TOP = 50, BOTTOM = 52, RUNNING_HEAD = 22, HEADING = 12.5f,
                   LINE_GAP = 1.22f, GAP = 12;

Arena *sheet_arena(const SheetFlow *flow) { return flow->pen->list->arena; }
float sheet_content_width(const SheetFlow *flow) { return flow->width_pt - 2 * SIDE; }
static float page_top(const SheetFlow *flow) { return flow->height_pt * (float)flow->page; }

TextStyle sheet_text_style(const SheetFlow *flow, float size) {
  return (TextStyle){FACE_REGULAR, size, flow->pen->theme->ink, ALIGN_START};
}
TextStyle sheet_muted_style(const SheetFlow *flow, float size, Align align) {
  return (TextStyle){FACE_REGULAR, size, flow->pen->theme->muted, align};
}

/* ---- pages ---- */

static void draw_foot(const SheetFlow *flow) {
  const Trace *trace = flow->scene->trace;
  Str model = i18n_isolated(sheet_arena(flow), trace_model_name(trace));
  const char *place =
      layer_head_words(sheet_arena(flow), trace, flow->sheet->layer, flow->sheet->head);
  const char *words = str_format(sheet_arena(flow), "%.*s · %s · %.*s", (int)model.bytes, model.at,
                                 place, (int)flow->pages->version.bytes, flow->pages->version.at);
  Box foot = {SIDE, page_top(flow) + flow->height_pt - BOTTOM + 18, sheet_content_width(flow), 14};
  pen_text_in(flow->pen, sheet_muted_style(flow, SHEET_SMALL, ALIGN_START), foot,
              str_from(words ? words : ""));
  const char *number =
      str_format(sheet_arena(flow), _("page %d of %d"), flow->page + 1, flow->page_count);
  pen_text_in(flow->pen, sheet_muted_style(flow, SHEET_SMALL, ALIGN_END), foot,
              str_from(number ? number : ""));
}

Str sheet_title(const SheetFlow *flow) {
  (void)flow;
  return str_from(_("Attention by hand"));
}

void sheet_begin_page(SheetFlow *flow) {
  draw_box(flow->pen->list, (DrawBox){.box = {0, page_top(flow), flow->width_pt, flow->height_pt},
                                      .fill = flow->pen->theme->paper});
  flow->y = page_top(flow) + TOP;
  if (flow->page == 0) return;
  Box head = {SIDE, page_top(flow) + TOP - 16, sheet_content_width(flow), 14};
  pen_text_in(flow->pen, sheet_muted_style(flow, SHEET_SMALL, ALIGN_START), head,
              sheet_title(flow));
  if (flow->pages->is_solved)
    pen_text_in(flow->pen,
                (TextStyle){FACE_SEMIBOLD, SHEET_SMALL, flow->pen->theme->weights, ALIGN_END}, head,
                str_from(_("Solution")));
  pen_rule(flow->pen, (Point){SIDE, head.y + 16}, (Point){SIDE + head.w, head.y + 16});
  flow->y += RUNNING_HEAD - 6;
}

void sheet_end_page(const SheetFlow *flow) {
  draw_foot(flow);
  draw_page_end(flow->pen->list);
}

float sheet_room_left(const SheetFlow *flow) {
  return page_top(flow) + flow->height_pt - BOTTOM - flow->y;
}

Box sheet_take_room(SheetFlow *flow, float height) {
  bool is_new = flow->y <= page_top(flow) + TOP + RUNNING_HEAD;
  if (height > sheet_room_left(flow) && !is_new && flow->page + 1 < DRAW_PAGES_MOST) {
    sheet_end_page(flow);
    flow->page++;
    sheet_begin_page(flow);
  }
  Box box = {SIDE, flow->y, sheet_content_width(flow), height};
  flow->y += height;
  return box;
}

void sheet_leave(SheetFlow *flow, float height) { flow->y += height; }

void sheet_keep_together(SheetFlow *flow, float height) {
  float y = sheet_take_room(flow, height).y;
  flow->y = y;
}

void sheet_add_words(SheetFlow *flow, TextStyle style, const char *words) {
  Str text = str_from(words ? words : "");
  float height = pen_wrapped_height(flow->pen, style, sheet_content_width(flow), LINE_GAP, text);
  Box box = sheet_take_room(flow, height);
  pen_text_wrapped(flow->pen, style, (Box){box.x, box.y, box.w, height + 1}, LINE_GAP, text);
}

/* ---- blocks ---- */

void sheet_add_heading(SheetFlow *flow, SheetHeading heading) {
  const Pen *pen = flow->pen;
  const float radius = 9.5f, height = 24;
  sheet_leave(flow, GAP);
  sheet_keep_together(flow, height + heading.room_below);
  Box box = sheet_take_room(flow, height);
  float x = box.x;
  if (heading.number > 0) {
    Box disc = {x, box.y + 2, 2 * radius, 2 * radius};
    draw_box(pen->list, (DrawBox){.box = disc, .corner = radius, .fill = heading.color});
    pen_text_in(pen, (TextStyle){FACE_BOLD, 11, pen->theme->paper, ALIGN_MIDDLE}, disc,
                str_from(str_format(sheet_arena(flow), "%d", heading.number)));
    x += 2 * radius + 8;
  }
  TextStyle style = {FACE_BOLD, HEADING, heading.color, ALIGN_START};
  float base = box.y + 2 + radius + HEADING * TEXT_CAP_HEIGHT / 2;
  float width = pen_text(pen, style, (Point){x, base}, str_from(heading.title));
  TextStyle formula = {FACE_MEDIUM, HEADING, pen->theme->muted, ALIGN_START};
  pen_symbol(pen, formula, (Point){x + width + 12, base}, str_from(heading.symbol));
}

void sheet_add_table(SheetFlow *flow, const PaperTable *table) {
  int each = paper_table_columns(table, sheet_content_width(flow) + 0.5f);
  for (int first = 0; first < table->cols; first += each) {
    int count = int_min(each, table->cols - first);
    Box box = sheet_take_room(flow, paper_table_height(flow->pen, table));
    paper_table_draw(flow->pen, table, (Point){box.x, box.y}, first, count);
    sheet_leave(flow, 6);
  }
}
