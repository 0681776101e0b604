/* scene/formula.c -- draws the formula of attention: the present piece is highlighted,
** sizes and constants are filled in, every piece links to its stage. One walk measures and
** draws, so that both agree. */
#include "scene/formula.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/glossary.h"
#include "scene/number.h"
#include "scene/stages/stage_view.h"
#include "scene/views/view_room.h"

/* Of what is lit together, in sizes of symbols, and in points what is left free around it. */
static const float BOX_HEIGHT = 2.8f, BOX_AIR = 5;
static const float SYMBOL_SIZE = 23, SYMBOL_SIZE_LEAST = 9;
static const float HEADLINE_WIDTH_LEAST = 236, HEADLINE_WIDTH = 330, HEADLINE_GAP = 36;
/* Of the chosen number in the presenter view, and the share of the formula's size down to which the
** formula shrinks before the number is left out. */
static const float CHOSEN_SIZE = 28, CHOSEN_LEAST = 0.45f;
/* What is left beside the formula for how the number was made, the same for every cell. */
static const float WORKED_WIDTH = 600;
/* Of the sentence of the stage before a class, and of the shapes below it. */
static const float HEADLINE_MOST = 23, SHAPES_MOST = 16;
static const float PARENTHESIS_WIDTH = 0.34f; /* of the size */

typedef struct Walk {
  const Scene *scene;
  float x, middle_y, size; /* size is a design size */
  bool draw, is_within;    /* pieces that are lit as one */
} Walk;

/* -- the pieces -------------------------------------------------------------------------------- */

void formula_add(Formula *formula, FormulaPiece piece) {
  if (formula->count < FORMULA_PIECES_MOST) formula->pieces[formula->count++] = piece;
}

void formula_add_plain(Formula *formula, const char *symbol, float before, float after) {
  formula_add(formula, (FormulaPiece){.symbol = symbol,
                                      .stage = STAGE_COUNT,
                                      .role = TRACE_PART_COUNT,
                                      .before = before,
                                      .after = after});
}

void formula_add_equals(Formula *formula) { formula_add_plain(formula, "=", 0.35f, 0.65f); }

void formula_add_vectors(Formula *formula, const char *symbol, TracePart role, StageId stage) {
  assert(role == TRACE_Q || role == TRACE_K || role == TRACE_V);
  const char *name = role == TRACE_Q   ? _("queries: what each token asks")
                     : role == TRACE_K ? _("keys: what each token is found by")
                                       : _("values: what each token hands on");
  formula_add(
      formula,
      (FormulaPiece){
          .symbol = symbol, .stage = stage, .role = role, .always_colored = true, .name = name});
}

/* -- highlighting ------------------------------------------------------------------------------ */

static bool is_highlighted(const Walk *walk, StageId stage) {
  return stage == walk->scene->view->stage;
}

static bool is_lit(const Walk *walk, const FormulaPiece *piece, StageId stage) {
  return is_highlighted(walk, stage) && !piece->is_quiet;
}

static Color piece_color(const Walk *walk, const FormulaPiece *piece, StageId stage) {
  const Theme *theme = walk->scene->pen.theme;
  bool lit = is_lit(walk, piece, stage) || piece->always_colored;
  if (!lit) return theme->muted;
  return piece->role == TRACE_PART_COUNT ? theme->ink : scene_part_color(theme, piece->role);
}

/* The part at work is what the picture is about, as the chosen cell is: it has the colours of the
** focus, as the stage on the rail, and an outline, so that it is seen in grey as well. */
static void highlight_box(const Walk *walk, Box box) {
  const Pen *pen = &walk->scene->pen;
  float scale = pen->text_scale;
  pen_focus_outline(pen, (DrawBox){.box = box,
                                   .corner = 6 * scale,
                                   .fill = pen->theme->focus_ground,
                                   .stroke_width = 1.5f * scale});
}

/* -- tips ------------------------------------------------------------------------------------- */

static const char *stage_tip(const Scene *scene, StageId stage) {
  int rows, cols;
  View there = *scene->view;
  Scene at_stage = *scene;
  there.stage = stage;
  at_stage.view = &there;
  Arena *arena = scene->pen.list->arena;
  const char *title = captions_of(&at_stage).title;
  trace_stage_shape(scene->trace, stage, &rows, &cols);
  return str_format(arena, "%s · %s", title, number_shape(arena, rows, cols));
}

static const char *matrix_tip(const Scene *scene, const FormulaPiece *piece) {
  assert(piece->name && piece->role < TRACE_PART_COUNT);
  Arena *arena = scene->pen.list->arena;
  MatView m = trace_matrix(scene->trace, piece->role, scene->view->layer, scene->view->head);
  return str_format(arena, "%s · %s", piece->name, number_shape(arena, m.rows, m.cols));
}

static void add_piece_hit(const Walk *walk, const FormulaPiece *piece, StageId stage, Box box) {
  bool leads = stage < STAGE_COUNT;
  if (!walk->scene->interactive || (!leads && !piece->name)) return;
  DrawHit hit = {.box = box};
  hit.tip = piece->name ? matrix_tip(walk->scene, piece) : stage_tip(walk->scene, stage);
  if (leads) {
    hit.cursor = CURSOR_HAND;
    hit.is_now = stage == walk->scene->view->stage;
    hit.click = str_format(walk->scene->pen.list->arena, "stage %s", stage_info(stage)->name);
  }
  draw_hit(walk->scene->pen.list, hit);
}

/* -- one piece --------------------------------------------------------------------------------- */

static float points(const Walk *walk, float of_size) {
  return of_size * walk->size * walk->scene->pen.text_scale;
}

static TextStyle style_of(const Walk *walk, const FormulaPiece *piece, StageId stage,
                          float of_size) {
  bool bold = is_lit(walk, piece, stage) || piece->always_colored;
  return (TextStyle){bold ? FACE_SEMIBOLD : FACE_REGULAR, walk->size * of_size,
                     piece_color(walk, piece, stage), ALIGN_START};
}

/* A symbol centred on a point; in QKᵀ, also of rotated ones, Q is blue and K red. */
static void draw_symbol(const Walk *walk, TextStyle style, Point middle, const char *symbol) {
  const Pen *pen = &walk->scene->pen;
  Point at = {middle.x - pen_symbol_width(pen, style, str_from(symbol)) / 2,
              middle.y + TEXT_CAP_HEIGHT * style.size * pen->text_scale / 2};
  Str all = str_from(symbol);
  const char *key = symbol ? strchr(symbol, 'K') : NULL; /* NULL: memory is out */
  bool is_product = key && symbol[0] == 'Q' && style.face == FACE_SEMIBOLD;
  if (!is_product) {
    pen_symbol(pen, style, at, all);
    return;
  }
  size_t bytes = (size_t)(key - symbol);
  style.color = pen->theme->query;
  at.x += pen_symbol(pen, style, at, (Str){symbol, bytes});
  style.color = pen->theme->key;
  pen_symbol(pen, style, at, (Str){key, all.bytes - bytes});
}

/* The width of a symbol in bold, so that highlighting a part moves nothing. */
static float symbol_room(const Walk *walk, TextStyle style, const char *symbol) {
  style.face = FACE_SEMIBOLD;
  return pen_symbol_width(&walk->scene->pen, style, str_from(symbol));
}

static void walk_symbol(Walk *walk, const FormulaPiece *piece) {
  TextStyle style = style_of(walk, piece, piece->stage, 1);
  float width = symbol_room(walk, style, piece->symbol);
  /* so that what shines around it ends before a bracket */
  float pad = points(walk, 0.2f), height = points(walk, 1.7f);
  Box box = {walk->x - pad, walk->middle_y - height / 2, width + 2 * pad, height};
  if (walk->draw) {
    if (is_lit(walk, piece, piece->stage) && !walk->is_within) highlight_box(walk, box);
    draw_symbol(walk, style, (Point){walk->x + width / 2, walk->middle_y}, piece->symbol);
    add_piece_hit(walk, piece, piece->stage, box);
  }
  walk->x += width;
}

/* Round brackets as high as the fraction between them. */
static void walk_parenthesis(Walk *walk, const FormulaPiece *piece) {
  float width = points(walk, PARENTHESIS_WIDTH), half = points(walk, 1.28f);
  float mouth = piece->kind == FORMULA_OPEN ? walk->x + width : walk->x;
  float back = piece->kind == FORMULA_OPEN ? walk->x - width * 0.2f : walk->x + width * 1.2f;
  Point curve[] = {{mouth, walk->middle_y - half},
                   {back, walk->middle_y - half * 0.42f},
                   {back, walk->middle_y + half * 0.42f},
                   {mouth, walk->middle_y + half}};
  if (walk->draw)
    draw_curve(walk->scene->pen.list, curve, 4, points(walk, 0.065f),
               walk->scene->pen.theme->muted);
  walk->x += width;
}

static Box centred_box(Point middle, float width, float height) {
  return (Box){middle.x - width / 2, middle.y - height / 2, width, height};
}

static const float EXPONENT_ABOVE = 0.26f;
/* Of a denominator: its size, the one that a short one has before a class, where it is about as
** wide as the numerator, and the one that it grows to while it is at work. */
static const float BELOW_SIZE = 0.66f, BELOW_SIZE_MOST = 1, BELOW_WIDTH = 2.2f, BELOW_LIT = 1.14f;

static float below_size(const Walk *walk, const FormulaPiece *piece, float width_above) {
  if (!walk->scene->view->presenter) return BELOW_SIZE;
  float width = symbol_room(walk, style_of(walk, piece, piece->stage_below, 1), piece->below);
  float most = fmaxf(points(walk, BELOW_WIDTH), width_above);
  return float_clamp(most / fmaxf(width, 1), BELOW_SIZE, BELOW_SIZE_MOST);
}

/* A fraction of which both parts are at work is lit as one. */
static void highlight_fraction(const Walk *walk, const FormulaPiece *piece, Box above, Box below) {
  if (walk->is_within) return;
  bool has_above = is_highlighted(walk, piece->stage);
  bool has_below = is_highlighted(walk, piece->stage_below);
  if (has_above && has_below) {
    float left = fminf(above.x, below.x), right = fmaxf(above.x + above.w, below.x + below.w);
    highlight_box(walk, (Box){left, above.y, right - left, below.y + below.h - above.y});
    return;
  }
  if (has_above) highlight_box(walk, above);
  if (has_below) highlight_box(walk, below);
}

static void walk_fraction(Walk *walk, const FormulaPiece *piece) {
  const Pen *pen = &walk->scene->pen;
  TextStyle above = style_of(walk, piece, piece->stage, 1);
  float width_above = symbol_room(walk, above, piece->symbol);
  float of_size = below_size(walk, piece, width_above);
  bool grows = of_size >= BELOW_SIZE_MOST;
  float most = grows ? BELOW_LIT : of_size, high_below = 1.02f + 0.44f * (most - BELOW_SIZE);
  TextStyle below = style_of(walk, piece, piece->stage_below, most);
  float width_below = symbol_room(walk, below, piece->below);
  if (!is_highlighted(walk, piece->stage_below)) below.size = walk->size * of_size;
  float pad = points(walk, 0.22f), width = fmaxf(width_above, width_below) + 2 * pad;
  Point top = {walk->x + width / 2, walk->middle_y - points(walk, 0.69f)};
  Point bottom = {top.x, walk->middle_y + points(walk, 0.12f + high_below / 2)};
  if (walk->draw) {
    Box box_above = centred_box(top, width_above + 2 * pad, points(walk, 1.18f));
    if (strchr(piece->symbol, '^')) { /* an exponent stands above capitals */
      box_above.y -= points(walk, EXPONENT_ABOVE);
      box_above.h += points(walk, EXPONENT_ABOVE);
    }
    Box box_below = centred_box(bottom, width_below + 2 * pad, points(walk, high_below));
    highlight_fraction(walk, piece, box_above, box_below);
    draw_symbol(walk, above, top, piece->symbol);
    draw_symbol(walk, below, bottom, piece->below);
    draw_line(pen->list, (Point){walk->x, walk->middle_y}, (Point){walk->x + width, walk->middle_y},
              points(walk, 0.055f), pen->theme->muted);
    add_piece_hit(walk, piece, piece->stage, box_above);
    add_piece_hit(walk, piece, piece->stage_below, box_below);
  }
  walk->x += width;
}

/* How far the middle lies below that of the box, so that an exponent has its room above. */
static float middle_below(const Walk *walk, const Formula *formula) {
  for (int i = 0; i < formula->count; i++) {
    const FormulaPiece *piece = &formula->pieces[i];
    if (piece->kind == FORMULA_FRACTION && strchr(piece->symbol, '^'))
      return points(walk, EXPONENT_ABOVE * 0.75f);
  }
  return 0;
}

static void walk_piece(Walk *walk, const FormulaPiece *piece) {
  walk->x += points(walk, piece->before);
  if (piece->kind == FORMULA_SYMBOL) walk_symbol(walk, piece);
  else if (piece->kind == FORMULA_FRACTION) walk_fraction(walk, piece);
  else walk_parenthesis(walk, piece);
  walk->x += points(walk, piece->after);
}

/* One box around pieces that are at work together, as high as what is between them. */
static void highlight_together(Walk walk, const Formula *formula) {
  int from = formula->lit_from, to = from + formula->lit_count;
  bool is_high = false;
  Box box = {walk.x, 0, 0, 0};
  assert(from >= 0 && to <= formula->count);
  walk.draw = false;
  for (int i = from; i < to; i++) {
    is_high = is_high || formula->pieces[i].kind != FORMULA_SYMBOL;
    walk_piece(&walk, &formula->pieces[i]);
  }
  float pad = points(&walk, 0.28f), end = walk.x - points(&walk, formula->pieces[to - 1].after);
  box.x += points(&walk, formula->pieces[from].before) - pad;
  box.w = end + pad - box.x;
  box.h = points(&walk, is_high ? BOX_HEIGHT : 1.7f);
  box.y = walk.middle_y - box.h / 2;
  highlight_box(&walk, box);
}

static float walk_formula(Walk walk, const Formula *formula) {
  assert(walk.size > 0);
  float from = walk.x;
  for (int i = 0; i < formula->count; i++) {
    int within = i - formula->lit_from;
    walk.is_within = within >= 0 && within < formula->lit_count;
    if (walk.draw && walk.is_within && within == 0) highlight_together(walk, formula);
    walk_piece(&walk, &formula->pieces[i]);
  }
  return walk.x - from;
}

/* -- beside it --------------------------------------------------------------------------------- */

#define LINE_LEAST 0.8f

/* Shrinks a line by up to a fifth if it is too wide, then shortens it with “…”. */
static void draw_line_in(const Pen *pen, TextStyle style, Box box, Str words) {
  float width = pen_width(pen, style, words);
  if (width > box.w) style.size = fmaxf(style.size * box.w / width, style.size * LINE_LEAST);
  pen_text_in(pen, style, box, words);
}

/* Nothing else on the projected screen says it as large. */
static Str chosen_words(const Scene *scene) {
  return scene->view->presenter ? captions_chosen(scene) : (Str){"", 0};
}

static TextStyle chosen_style(const Scene *scene) {
  return (TextStyle){FACE_SEMIBOLD, CHOSEN_SIZE, scene->pen.theme->ink, ALIGN_START};
}

static float chosen_width(const Scene *scene) {
  Str words = chosen_words(scene);
  return words.bytes > 0 ? pen_width(&scene->pen, chosen_style(scene), words) + 1 : 0;
}

/* Whether the strip says how the chosen number was made. */
static bool is_worked_out(const Scene *scene, float chosen) {
  return chosen > 0 && stage_views[scene->view->stage]->sum_is_beside;
}

/* With how it was made, of as many terms as fit in that width, or of fewer that fit it smaller. */
static StageSum worked_out(const Scene *scene, float width) {
  static const struct {
    int terms;
    float size;
  } tried[] = {{3, 1}, {2, 1}, {2, LINE_LEAST}, {1, LINE_LEAST}};
  StageSum plain = {.words = chosen_words(scene)};
  if (!is_worked_out(scene, plain.words.bytes > 0)) return plain;
  for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
    StageSum sum = captions_sum(scene, tried[i].terms);
    float wide = pen_width(&scene->pen, chosen_style(scene), sum.words);
    if (sum.words.bytes > 0 && wide * tried[i].size <= width) return sum;
  }
  return plain;
}

/* What happens, where both fit with the stages that the picture is between, or with why the digits
** below do not agree. */
static Str happening(const Scene *scene, TextStyle style, float room, bool is_rounded) {
  const char *headline = captions_headline(scene);
  StrBuf words = strbuf_make(scene->pen.list->arena);
  Str way = captions_way(scene);
  if (way.bytes > 0) strbuf_format(&words, "%.*s ·", (int)way.bytes, way.at);
  i18n_add_sentence(&words, headline);
  if (way.bytes == 0 && is_rounded) i18n_add_sentence(&words, _("Digits are rounded."));
  Str both = strbuf_str(&words);
  return pen_width(&scene->pen, style, both) <= room ? both : str_from(headline);
}

/* As large as the line below it leaves, and no smaller than whole words need. */
static float headline_size(const Scene *scene, TextStyle style, Box line, Str words) {
  const float most = HEADLINE_MOST;
  float width = fmaxf(pen_width(&scene->pen, style, words), 1);
  float high = line.h / pen_line_height(&scene->pen, style.size);
  float by = fminf(high, line.w * 0.99f / width);
  return style.size * float_clamp(by, 1, most / style.size);
}

/* The headline above the chosen number, in which no term is explained. */
static void draw_chosen(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale, below = pen_line_height(pen, CHOSEN_SIZE);
  float above = float_clamp(box.h - below - 3 * scale, 18 * scale, 29 * scale);
  TextStyle bold = {FACE_SEMIBOLD, 13, pen->theme->muted, ALIGN_START};
  Box line = {box.x, box.y + fmaxf(box.h - above - below, 0) / 2, box.w, above};
  int first_item = pen->list->item_count;
  StageSum worked = worked_out(scene, line.w);
  Str words = happening(scene, bold, line.w, worked.is_rounded);
  bold.size = headline_size(scene, bold, line, words);
  draw_line_in(pen, bold, line, words);
  glossary_mark(scene, first_item, NULL);
  line.y += above;
  line.h = fminf(below, box.h - above);
  draw_line_in(pen, chosen_style(scene), line, worked.words);
}

/* As large as both lines have room for, before a class. */
static void grow_headline(const Scene *scene, Box box, TextStyle *above, TextStyle *below,
                          const Str words[2]) {
  const Pen *pen = &scene->pen;
  if (!scene->view->presenter) return;
  float wide = fmaxf(pen_width(pen, *above, words[0]), 1);
  above->size = float_clamp(above->size * box.w * 0.99f / wide, above->size, HEADLINE_MOST);
  wide = fmaxf(pen_width(pen, *below, words[1]), 1);
  below->size = float_clamp(below->size * box.w * 0.99f / wide, below->size, SHAPES_MOST);
}

static void draw_headline(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  Captions captions = captions_of(scene);
  float scale = pen->text_scale, gap = 2 * scale;
  TextStyle bold = {FACE_SEMIBOLD, 14, pen->theme->ink, ALIGN_START};
  TextStyle plain = {FACE_REGULAR, 12, pen->theme->muted, ALIGN_START};
  Str way = captions_way(scene);
  const Str words[] = {str_from(captions_headline(scene)),
                       way.bytes > 0 ? way : str_from(captions.shapes)};
  grow_headline(scene, box, &bold, &plain, words);
  float above = 20 * scale * bold.size / 14, below = 18 * scale * plain.size / 12;
  Box line = {box.x, box.y + (box.h - above - gap - below) / 2, box.w, above};
  draw_line_in(pen, bold, line, words[0]);
  line.y += above + gap;
  line.h = below;
  draw_line_in(pen, plain, line, words[1]);
}

/* In the overview and in views with a room of their own, the strip shows the title of the
** picture. */
static void draw_title(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  Captions captions = captions_of(scene);
  float scale = fminf(1, box.h / (72 * pen->text_scale));
  bool is_afar = scene->view->presenter;
  TextStyle title = {FACE_BOLD, (is_afar ? 28 : 24) * scale, pen->theme->ink, ALIGN_MIDDLE};
  TextStyle line = {FACE_MEDIUM, (is_afar ? 17 : 13) * scale, pen->theme->muted, ALIGN_MIDDLE};
  float natural = pen_width(pen, title, str_from(captions.headline));
  float wide = box.w - 48 * pen->text_scale;
  if (natural > wide) title.size = fmaxf(24 * scale, title.size * 0.99f * wide / natural);
  float above = pen_line_height(pen, title.size), below = pen_line_height(pen, line.size);
  float gap = 3 * scale * pen->text_scale, margin = 24 * pen->text_scale;
  if (!captions.shapes || !captions.shapes[0]) gap = below = 0;
  float top = box.y + (box.h - above - gap - below) / 2;
  Box place = {box.x + margin, top, box.w - 2 * margin, above};
  pen_text_in(pen, title, place, str_from(captions.headline));
  Str words = str_from(captions.shapes);
  float width = pen_symbol_width(pen, line, words);
  if (width > place.w) line.size *= place.w / width;
  Point middle = {box.x + box.w / 2, top + above + gap + below * 0.72f};
  if (line.size >= 6) pen_symbol(pen, line, middle, words);
}

/* The size at which the formula fits the width, and its highest box the height, with some air above
** and below. Widths are proportional to the size. */
static float fitting_size(const Scene *scene, const Formula *formula, float width, float height) {
  Walk walk = {.scene = scene, .size = SYMBOL_SIZE};
  float scale = scene->pen.text_scale, natural = walk_formula(walk, formula);
  float below = middle_below(&walk, formula) / walk.size;
  float size = (height - 2 * BOX_AIR * scale) / (BOX_HEIGHT * scale + 2 * below);
  size = fminf(SYMBOL_SIZE, size);
  return natural * size / SYMBOL_SIZE > width ? SYMBOL_SIZE * width / natural : size;
}

void formula_draw(const Scene *scene, Box box) {
  if (box.w <= 0 || box.h <= 0) return;
  if (scene->view->kind == VIEW_OVERVIEW || view_room(scene->view->kind)) {
    draw_title(scene, box);
    return;
  }
  if (trace_token_count(scene->trace) == 0) return;
  float scale = scene->pen.text_scale, margin = 24 * scale, gap = HEADLINE_GAP * scale;
  Formula formula = {.count = 0};
  stage_views[scene->view->stage]->formula(scene, &formula);
  float chosen = chosen_width(scene);
  float room = box.w - 2 * margin, least = fmaxf(HEADLINE_WIDTH_LEAST * scale, chosen);
  float size = fitting_size(scene, &formula, room - gap - least, box.h);
  bool has_headline = size >= SYMBOL_SIZE * (chosen > 0 ? CHOSEN_LEAST : 0.7f);
  if (!has_headline) size = fitting_size(scene, &formula, room, box.h);
  if (size * scale < SYMBOL_SIZE_LEAST) return;

  Walk walk = {.scene = scene, .middle_y = box.y + box.h / 2, .size = size, .draw = false};
  float width = walk_formula(walk, &formula);
  walk.middle_y += middle_below(&walk, &formula);
  /* The position depends only on the formula, so it does not move while the headline changes, nor
  ** before a class when the pointer comes to a number. */
  bool is_worked = is_worked_out(scene, scene->view->presenter ? 1 : chosen);
  float beside_least = is_worked ? WORKED_WIDTH : HEADLINE_WIDTH;
  float spare = room - width - gap - fmaxf(beside_least * scale, chosen);
  walk.x = box.x + margin + (spare > 0 ? spare * 0.4f : 0);
  if (!has_headline) walk.x = box.x + margin + (room - width) / 2;
  walk.draw = true;
  walk_formula(walk, &formula);
  float right = walk.x + width + gap;
  int first_item = scene->pen.list->item_count;
  Box beside = {right, box.y, box.x + box.w - margin - right, box.h};
  if (has_headline && chosen > 0) {
    draw_chosen(scene, beside);
    return;
  }
  if (has_headline) draw_headline(scene, beside);
  glossary_mark(scene, first_item, NULL);
}
