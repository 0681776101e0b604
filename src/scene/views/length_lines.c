/* scene/views/length_lines.c -- words flow from line to line behind the name of who says them. */
#include "scene/views/length_lines.h"

#include <string.h>

#include "base/i18n.h"
#include "scene/views/length.h"
#include "text/quoted.h"

/* Design points. */
static const float SIZE = 14, NAME_SIZE = 12, NAME_WIDTH = 118, WORD_GAP = 5, LINE_GAP = 1.35f,
                   ROW_GAP = 4, BOX_PAD = 2;
static const float NAME_SHARE = 0.3f; /* of the width, at most */
enum { ROWS = 4 };

/* A row: its name, its words, and which of them are marked. */
typedef struct Row {
  const char *name;
  FaceId face;
  Color color;
  const LengthSaid *said; /* NULL: the English sentence */
  bool is_marked;
} Row;

/* Where the next word goes; with draw false words are only measured. */
typedef struct Flow {
  const Scene *scene;
  Box box; /* of the words */
  float x, y, line;
  int lines, lines_most;
  bool draws, is_full;
} Flow;

static Row row_of(const Scene *scene, const Lengths *lengths, int index) {
  const Theme *theme = scene->pen.theme;
  switch (index) {
  case 0:
    return (Row){_("English"), FACE_REGULAR, theme->ink, NULL, false};
  case 1:
    return (Row){_("right"), FACE_REGULAR, theme->ink, &lengths->wanted, false};
  default:
    return (Row){length_model_words((LengthModel)(index - 2)), FACE_SEMIBOLD,
                 index == 2 ? theme->weights : theme->ink, &lengths->said[index - 2], true};
  }
}

/* -- the flow ---------------------------------------------------------------------------------- */

static TextStyle word_style(const Flow *flow) {
  return (TextStyle){FACE_REGULAR, SIZE, flow->scene->pen.theme->ink, ALIGN_START};
}

/* Room for “…” stays at the end of the last line. */
static bool fits(const Flow *flow, float width) {
  bool is_last = flow->lines == flow->lines_most;
  float more = is_last ? pen_width(&flow->scene->pen, word_style(flow), STR(" …")) : 0;
  return flow->x + width + more <= flow->box.x + flow->box.w;
}

static void end_in_dots(Flow *flow) {
  if (flow->draws)
    pen_text_in(&flow->scene->pen, word_style(flow),
                (Box){flow->x, flow->y, flow->box.x + flow->box.w - flow->x, flow->line}, STR("…"));
  flow->is_full = true;
}

/* Goes to a further line where the word does not fit; false: there is none. */
static bool find_place(Flow *flow, float width) {
  if (flow->is_full) return false;
  if (flow->x > flow->box.x && !fits(flow, width)) {
    if (flow->lines == flow->lines_most) return end_in_dots(flow), false;
    flow->lines++;
    flow->x = flow->box.x;
    flow->y += flow->line;
  }
  return true;
}

static void mark(const Flow *flow, float width) {
  const Scene *scene = flow->scene;
  float pad = stage_points(scene, BOX_PAD);
  draw_box(scene->pen.list,
           (DrawBox){.box = {flow->x - pad, flow->y + pad / 2, width + 2 * pad, flow->line - pad},
                     .corner = stage_points(scene, 3),
                     .stroke = scene->pen.theme->warning,
                     .stroke_width = stage_points(scene, 1.5f)});
}

/* after: room that what follows needs on the same line. */
static void add_word(Flow *flow, TextStyle style, Str word, bool is_marked, float after) {
  const Pen *pen = &flow->scene->pen;
  float width = fminf(pen_width(pen, style, word), flow->box.w);
  if (!find_place(flow, fminf(width + after, flow->box.w))) return;
  if (flow->draws) {
    if (is_marked) mark(flow, width);
    pen_text_in(pen, style, (Box){flow->x, flow->y, width + 1, flow->line}, word);
  }
  flow->x += width + stage_points(flow->scene, WORD_GAP + (is_marked ? BOX_PAD : 0));
}

/* -- rows -------------------------------------------------------------------------------------- */

static Str take_word(Str *words) {
  const char *space = memchr(words->at, ' ', words->bytes);
  Str word = {words->at, space ? (size_t)(space - words->at) : words->bytes};
  words->at += word.bytes + (space != NULL);
  words->bytes -= word.bytes + (space != NULL);
  return word;
}

/* Comma and full stop stay at the word before them. */
static void add_english(Flow *flow, Str words) {
  while (words.bytes > 0) {
    Str word = take_word(&words);
    bool has_mark = words.bytes > 0 && (words.at[0] == ',' || words.at[0] == '.');
    if (has_mark) {
      Str mark = take_word(&words);
      word = str_from(str_format(flow->scene->pen.list->arena, "%.*s%.*s", (int)word.bytes, word.at,
                                 (int)mark.bytes, mark.at));
    }
    add_word(flow, word_style(flow), word, false, 0);
  }
}

/* No line begins with a comma or a full stop. */
static float signs_after(const Flow *flow, const LengthSaid *said, int word) {
  float width = 0;
  for (int i = word + 1; i < said->count && quoted_is_needed(said->words[i]); i++)
    width += stage_points(flow->scene, WORD_GAP + BOX_PAD) +
             pen_width(&flow->scene->pen, word_style(flow), said->words[i]);
  return width;
}

static void add_said(Flow *flow, const LengthSaid *said, bool is_marked, int wanted) {
  const Pen *pen = &flow->scene->pen;
  TextStyle count = {FACE_REGULAR, NAME_SIZE, pen->theme->muted, ALIGN_START};
  for (int i = 0; i < said->count; i++)
    add_word(flow, word_style(flow), said->words[i], is_marked && !said->is_right[i],
             signs_after(flow, said, i));
  if (!is_marked) return;
  int of = said->count > wanted ? said->count : wanted;
  add_word(
      flow, count,
      str_from(str_format(pen->list->arena, P_("%d of %d word right", "%d of %d words right", of),
                          said->right, of)),
      false, 0);
}

static float name_width(const Scene *scene, float width) {
  return fminf(stage_points(scene, NAME_WIDTH), width * NAME_SHARE);
}

static Flow flow_of(const Scene *scene, Box box, int lines_most, bool draws) {
  cut_left(&box, name_width(scene, box.w));
  return (Flow){.scene = scene,
                .box = box,
                .x = box.x,
                .y = box.y,
                .line = pen_line_height(&scene->pen, SIZE) * LINE_GAP,
                .lines = 1,
                .lines_most = lines_most,
                .draws = draws};
}

static int put_row(const Scene *scene, const Lengths *lengths, int index, Flow flow) {
  Row row = row_of(scene, lengths, index);
  if (row.said) add_said(&flow, row.said, row.is_marked, lengths->wanted.count);
  else add_english(&flow, lengths->english);
  return flow.lines;
}

/* Lines of each row: all they need, or less where there are `most` for all of them. The longest row
** gives one up first. */
static void share_lines(const Scene *scene, const Lengths *lengths, Box box, int most,
                        int lines[ROWS]) {
  int all = 0;
  for (int i = 0; i < ROWS; i++) {
    lines[i] = put_row(scene, lengths, i, flow_of(scene, box, LENGTH_WORDS_MOST, false));
    all += lines[i];
  }
  for (; all > most && all > ROWS; all--) {
    int longest = 0;
    for (int i = 1; i < ROWS; i++)
      if (lines[i] >= lines[longest]) longest = i;
    lines[longest]--;
  }
}

static float height_of(const Scene *scene, int lines) {
  return (float)lines * pen_line_height(&scene->pen, SIZE) * LINE_GAP +
         (ROWS - 1) * stage_points(scene, ROW_GAP);
}

float length_lines_least(const Scene *scene) { return height_of(scene, ROWS); }

/* All words of a row, for the pointer: a row may end in “…”. */
static const char *whole_row(const Scene *scene, const Lengths *lengths, const Row *row) {
  StrBuf words = strbuf_make(scene->pen.list->arena);
  if (!row->said) strbuf_add(&words, lengths->english);
  for (int i = 0; row->said && i < row->said->count; i++) {
    if (i > 0) strbuf_add_char(&words, ' ');
    strbuf_add(&words, row->said->words[i]);
  }
  return words.failed ? NULL : words.at;
}

float length_lines_height(const Scene *scene, const Lengths *lengths, float width) {
  int lines[ROWS], all = 0;
  share_lines(scene, lengths, (Box){0, 0, width, 0}, ROWS * LENGTH_WORDS_MOST, lines);
  for (int i = 0; i < ROWS; i++) all += lines[i];
  return height_of(scene, all);
}

void length_lines_draw(const Scene *scene, const Lengths *lengths, Box box) {
  const Pen *pen = &scene->pen;
  float line = pen_line_height(pen, SIZE) * LINE_GAP, gap = stage_points(scene, ROW_GAP);
  int lines[ROWS], most = (int)floorf((box.h - (ROWS - 1) * gap) / line + 0.01f);
  share_lines(scene, lengths, box, most, lines);
  draw_group_begin(pen->list, "sentence", NULL);
  for (int i = 0; i < ROWS && box.h + 1 >= line; i++) {
    Row row = row_of(scene, lengths, i);
    Box of_row = cut_top(&box, line * (float)lines[i]);
    Box name = {of_row.x, of_row.y, name_width(scene, of_row.w) - stage_points(scene, 10), line};
    pen_text_in(pen, (TextStyle){row.face, NAME_SIZE, row.color, ALIGN_END}, name,
                str_from(row.name));
    put_row(scene, lengths, i, flow_of(scene, of_row, lines[i], true));
    if (scene->interactive)
      draw_hit(pen->list, (DrawHit){.box = of_row, .tip = whole_row(scene, lengths, &row)});
    cut_top(&box, gap);
  }
  draw_group_end(pen->list);
}
