/* scene/formula.c -- the formula of attention as a strip: the part at work is lit, sizes and
** constants are filled in, every part leads to its stage. A formula is a row of parts, each a
** symbol or a fraction. Measuring and drawing are one walk: what is measured is what is drawn. */
#include "scene/scene.h"

#include <math.h>

#include "base/i18n.h"
#include "scene/score_scale.h"
#include "scene/number.h"

static const float SYMBOL_SIZE = 23, SYMBOL_SIZE_LEAST = 9;
static const float HEADLINE_WIDTH_LEAST = 236, HEADLINE_WIDTH = 330, HEADLINE_GAP = 36;
static const float PARENTHESIS_WIDTH = 0.34f; /* of the size */

typedef enum PartKind { PART_SYMBOL, PART_OPEN, PART_CLOSE, PART_FRACTION } PartKind;

typedef struct Part {
  PartKind kind;
  const char *symbol, *below; /* below: the denominator of a fraction */
  StageId stage, stage_below; /* STAGE_COUNT: belongs to none */
  TracePart role;             /* whose colour it has; TRACE_PART_COUNT: muted */
  bool always_colored;        /* also while it is not at work */
  float before, after;        /* space, of the size */
  const char *name;           /* what the pointer is told, before the shape of role; or NULL */
} Part;

typedef struct Walk {
  const Scene *scene;
  float x, middle_y, size; /* size is a design size */
  bool draw;
} Walk;

/* -- the formulas ------------------------------------------------------------------------------ */

enum { PARTS_MOST = 24 };
typedef struct Formula {
  Part parts[PARTS_MOST];
  int count;
} Formula;

static void add(Formula *formula, Part part) {
  if (formula->count < PARTS_MOST) formula->parts[formula->count++] = part;
}

static void add_plain(Formula *formula, const char *symbol, float before, float after) {
  add(formula, (Part){.symbol = symbol,
                      .stage = STAGE_COUNT,
                      .role = TRACE_PART_COUNT,
                      .before = before,
                      .after = after});
}

static void add_matrix(Formula *formula, const char *symbol, TracePart role, StageId stage) {
  const char *name = role == TRACE_Q   ? _("queries: what each token asks")
                     : role == TRACE_K ? _("keys: what each token is found by")
                                       : _("values: what each token hands on");
  add(formula,
      (Part){.symbol = symbol, .stage = stage, .role = role, .always_colored = true, .name = name});
}

static const char *denominator(const Scene *scene) {
  ScoreScale divisor = score_scale_of(scene->trace, scene->view->layer);
  if (divisor.kind == SCORE_SCALE_NUMBER)
    return str_copy(scene->pen.list->arena, number_str(&divisor.value));
  return str_format(scene->pen.list->arena, "%s = %s", divisor.symbol, divisor.value.at);
}

static Formula attention_formula(const Scene *scene) {
  Formula formula = {.count = 0};
  add_plain(&formula, "Attention(", 0, 0.1f);
  add_matrix(&formula, "Q", TRACE_Q, STAGE_QKV);
  add_plain(&formula, ",", 0, 0.2f);
  add_matrix(&formula, "K", TRACE_K, STAGE_QKV);
  add_plain(&formula, ",", 0, 0.2f);
  add_matrix(&formula, "V", TRACE_V, STAGE_QKV);
  add_plain(&formula, ")", 0.05f, 0);
  add_plain(&formula, "=", 0.35f, 0.65f);
  add(&formula,
      (Part){.symbol = "softmax", .stage = STAGE_WEIGHTS, .role = TRACE_WEIGHTS, .after = 0.5f});
  add(&formula, (Part){.kind = PART_OPEN, .stage = STAGE_COUNT, .after = 0.25f});
  add(&formula, (Part){.kind = PART_FRACTION,
                       .symbol = "QKᵀ",
                       .below = denominator(scene),
                       .stage = STAGE_SCORES,
                       .stage_below = STAGE_SCALED,
                       .role = TRACE_SCORES});
  add(&formula, (Part){.symbol = "+ M",
                       .stage = STAGE_MASKED,
                       .role = TRACE_MASKED,
                       .before = 0.5f,
                       .after = 0.3f});
  add(&formula, (Part){.kind = PART_CLOSE, .stage = STAGE_COUNT, .after = 0.5f});
  add(&formula, (Part){.symbol = "V", .stage = STAGE_OUTPUT, .role = TRACE_V});
  return formula;
}

static Formula tokens_formula(const Scene *scene) {
  Formula formula = {.count = 0};
  add_plain(&formula, _("sentence"), 0, 0.4f);
  add_plain(&formula, "→", 0, 0.7f);
  int count = trace_token_count(scene->trace);
  const char *words = str_format(scene->pen.list->arena, P_("%d token", "%d tokens", count), count);
  add(&formula, (Part){.symbol = words, .stage = STAGE_TOKENS, .role = TRACE_X, .after = 0.7f});
  add_plain(&formula, "→", 0, 0.4f);
  add(&formula, (Part){.symbol = "X", .stage = STAGE_EMBED, .role = TRACE_PART_COUNT});
  return formula;
}

static Formula embed_formula(const Scene *scene) {
  const Part parts[] = {{.symbol = "X", .role = TRACE_X, .name = _("what the first layer reads")},
                        {.symbol = "E", .role = TRACE_TOKEN_EMBEDDING, .name = _("each token")},
                        {.symbol = "P", .role = TRACE_POSITION, .name = _("where it stands")},
                        {.symbol = "S", .role = TRACE_SEGMENT, .name = _("its sentence")}};
  Formula formula = {.count = 0};
  bool is_normed = trace_has_part(scene->trace, TRACE_EMBEDDED);
  int count = trace_has_part(scene->trace, TRACE_SEGMENT) ? 4 : 3;
  for (int i = 0; i < count; i++) {
    Part part = parts[i];
    part.stage = i == 0 ? STAGE_COUNT : STAGE_EMBED;
    part.always_colored = i == 0;
    if (i == 1) add_plain(&formula, is_normed ? "= LN(" : "=", 0.4f, is_normed ? 0.1f : 0.65f);
    if (i > 1) add_plain(&formula, "+", 0.6f, 0.6f);
    add(&formula, part);
  }
  if (is_normed) add_plain(&formula, ")", 0.1f, 0);
  return formula;
}

static void add_projection(Formula *formula, const char *symbol, const char *map, TracePart role) {
  add_matrix(formula, symbol, role, STAGE_COUNT);
  add_plain(formula, "=", 0.35f, 0.6f);
  Part part = {.symbol = map, .stage = STAGE_QKV, .role = role, .after = 1.1f};
  part.name = map[0] == 'Y' ? _("each row of the other sentence times this head's map")
                            : _("each row of the layer's input times this head's map");
  add(formula, part);
}

static Formula qkv_formula(const Scene *scene) {
  Formula formula = {.count = 0};
  bool other = scene_has_other_sentence(scene);
  add_projection(&formula, "Q", "X W_Q", TRACE_Q);
  add_projection(&formula, "K", other ? "Y W_K" : "X W_K", TRACE_K);
  add_projection(&formula, "V", other ? "Y W_V" : "X W_V", TRACE_V);
  return formula;
}

/* [ O_1 | O_2 ] for two heads, [ O_1 | … | O_8 ] for more. Heads from ten on have two digits. */
static const char *concat_symbol(const Scene *scene) {
  int heads = trace_head_count(scene->trace, scene->view->layer);
  if (heads == 1) return "[ O_1 ]";
  StrBuf words = strbuf_make(scene->pen.list->arena);
  strbuf_format(&words, "[ O_1 | %sO", heads > 2 ? "… | " : "");
  if (heads > 9) strbuf_format(&words, "_%d", heads / 10);
  strbuf_format(&words, "_%d ]", heads % 10);
  return words.at ? words.at : "";
}

static Formula joined_formula(const Scene *scene) {
  Formula formula = {.count = 0};
  add_plain(&formula, _("joined"), 0, 0);
  add_plain(&formula, "=", 0.35f, 0.65f);
  add(&formula, (Part){.symbol = concat_symbol(scene),
                       .stage = STAGE_OUTPUT,
                       .role = TRACE_OUTPUT,
                       .always_colored = true,
                       .after = 0.65f});
  add(&formula, (Part){.symbol = "W_O", .stage = STAGE_JOINED, .role = TRACE_W_O, .after = 1.2f});
  add(&formula,
      (Part){.symbol = captions_layer(scene), .stage = STAGE_BLOCK, .role = TRACE_PART_COUNT});
  return formula;
}

/* x_3 = for the output of layer 2; a number of two digits is lowered digit by digit. */
static const char *next_symbol(const Scene *scene) {
  int next = scene->view->layer + 2;
  return str_format(scene->pen.list->arena, next > 9 ? "x_%d_%d" : "x_%d",
                    next > 9 ? next / 10 : next, next % 10);
}

/* By rules x + joined, recorded layer(x); trained LN(x + joined), and with an MLP LN(h + MLP(h)) of
** that h; with the norm before, x + joined and h + MLP(LN(h)). */
static Formula block_formula(const Scene *scene) {
  Formula formula = {.count = 0};
  bool after = trace_norm_place(scene->trace) == NORM_AFTER;
  bool bends = trace_has_part(scene->trace, TRACE_MLP);
  add_plain(&formula, bends ? "h" : next_symbol(scene), 0, 0);
  add_plain(&formula, "=", 0.35f, 0.65f);
  Part part = {.symbol = after ? _("LN(x + joined)") : captions_layer(scene), .stage = STAGE_BLOCK};
  part.role = TRACE_BLOCK;
  part.after = bends ? 1.2f : 0;
  add(&formula, part);
  if (!bends) return formula;
  add_plain(&formula, next_symbol(scene), 0, 0);
  add_plain(&formula, "=", 0.35f, 0.65f);
  part.symbol = after ? "LN(h + MLP(h))" : "h + MLP(LN(h))";
  part.after = 0;
  add(&formula, part);
  return formula;
}

static Formula logits_formula(void) {
  Formula formula = {.count = 0};
  add_plain(&formula, "p", 0, 0);
  add_plain(&formula, "=", 0.35f, 0.65f);
  add(&formula,
      (Part){.symbol = "softmax(x Eᵀ + b)", .stage = STAGE_LOGITS, .role = TRACE_PROBABILITIES});
  return formula;
}

static Formula formula_of(const Scene *scene) {
  Formula formula = {.count = 0};
  switch (scene->view->stage) {
  case STAGE_TOKENS:
    return tokens_formula(scene);
  case STAGE_EMBED:
    return embed_formula(scene);
  case STAGE_NORM:
    add(&formula, (Part){.symbol = "LN(x)", .stage = STAGE_NORM, .role = TRACE_NORM_1});
    return formula;
  case STAGE_QKV:
    return qkv_formula(scene);
  case STAGE_JOINED:
    return joined_formula(scene);
  case STAGE_BLOCK:
    return block_formula(scene);
  case STAGE_LOGITS:
    return logits_formula();
  default:
    return attention_formula(scene);
  }
}

/* -- lighting ---------------------------------------------------------------------------------- */

typedef struct Light {
  Color soft, border;
} Light;

/* A cell stepped to or clicked; what the pointer passes over does not light the formula. */
static bool has_focus(const Scene *scene) {
  return scene->view->query >= 0 && scene->view->query < trace_token_count(scene->trace);
}

/* Parts without a colour of their own are lit in ink, or in amber while they work on the focus. */
static Light light_of(const Scene *scene, TracePart role) {
  const Theme *theme = scene->pen.theme;
  switch (role) {
  case TRACE_Q:
    return (Light){theme->query_soft, theme->query};
  case TRACE_K:
    return (Light){theme->key_soft, theme->key};
  case TRACE_V:
    return scene->view->stage == STAGE_OUTPUT ? (Light){theme->output_soft, theme->output}
                                              : (Light){theme->value_soft, theme->value};
  case TRACE_WEIGHTS:
  case TRACE_PROBABILITIES:
    return (Light){theme->weights_soft, theme->weights};
  case TRACE_W_O:
    return (Light){theme->output_soft, theme->output};
  default:
    return has_focus(scene) ? (Light){theme->focus_soft, theme->focus}
                            : (Light){theme->panel, theme->ink};
  }
}

static bool is_at_work(const Walk *walk, StageId stage) {
  return stage == walk->scene->view->stage;
}

static Color part_color(const Walk *walk, const Part *part, StageId stage) {
  const Theme *theme = walk->scene->pen.theme;
  bool lit = is_at_work(walk, stage) || part->always_colored;
  if (!lit || part->role == TRACE_PART_COUNT) return theme->muted;
  return scene_part_color(theme, part->role);
}

/* Lit by ground and outline, so that it is seen in grey as well. */
static void lit_box(const Walk *walk, Box box, TracePart role) {
  Light light = light_of(walk->scene, role);
  float scale = walk->scene->pen.text_scale;
  draw_box(walk->scene->pen.list, (DrawBox){.box = box,
                                            .corner = 6 * scale,
                                            .fill = light.soft,
                                            .stroke = light.border,
                                            .stroke_width = 1.5f * scale});
}

/* -- names and shapes for the pointer ---------------------------------------------------------- */

static const char *stage_tip(const Scene *scene, StageId stage) {
  int rows, cols;
  View there = *scene->view;
  Scene at_stage = *scene;
  there.stage = stage;
  at_stage.view = &there;
  Arena *arena = scene->pen.list->arena;
  Str title = captions_title(&at_stage);
  trace_stage_shape(scene->trace, stage, &rows, &cols);
  return str_format(arena, "%.*s · %s", (int)title.bytes, title.at,
                    number_shape(arena, rows, cols));
}

static const char *matrix_tip(const Scene *scene, const Part *part) {
  Arena *arena = scene->pen.list->arena;
  MatView m = trace_matrix(scene->trace, part->role, scene->view->layer, scene->view->head);
  return str_format(arena, "%s · %s", part->name, number_shape(arena, m.rows, m.cols));
}

static void answer(const Walk *walk, const Part *part, StageId stage, Box box) {
  bool leads = stage < STAGE_COUNT;
  if (!walk->scene->interactive || (!leads && !part->name)) return;
  DrawHit hit = {.box = box};
  hit.tip = part->name ? matrix_tip(walk->scene, part) : stage_tip(walk->scene, stage);
  if (leads) {
    hit.cursor = CURSOR_HAND;
    hit.click = str_format(walk->scene->pen.list->arena, "stage %s", stage_info(stage)->name);
  }
  draw_hit(walk->scene->pen.list, hit);
}

/* -- one part ---------------------------------------------------------------------------------- */

static float points(const Walk *walk, float of_size) {
  return of_size * walk->size * walk->scene->pen.text_scale;
}

static TextStyle style_of(const Walk *walk, const Part *part, StageId stage, float of_size) {
  bool bold = is_at_work(walk, stage) || part->always_colored;
  return (TextStyle){bold ? FACE_SEMIBOLD : FACE_REGULAR, walk->size * of_size,
                     part_color(walk, part, stage), ALIGN_START};
}

/* A symbol about a middle point; Q in blue and K in vermilion where both stand in it. */
static void draw_symbol(const Walk *walk, TextStyle style, Point middle, const char *symbol) {
  const Pen *pen = &walk->scene->pen;
  Point at = {middle.x - pen_symbol_width(pen, style, str_from(symbol)) / 2,
              middle.y + TEXT_CAP_HEIGHT * style.size * pen->text_scale / 2};
  bool is_product = str_is(str_from(symbol), "QKᵀ") && style.face == FACE_SEMIBOLD;
  if (!is_product) {
    pen_symbol(pen, style, at, str_from(symbol));
    return;
  }
  style.color = pen->theme->query;
  at.x += pen_symbol(pen, style, at, STR("Q"));
  style.color = pen->theme->key;
  pen_symbol(pen, style, at, STR("Kᵀ"));
}

/* The room a symbol takes, bold or not: lighting a part moves nothing. */
static float room_of(const Walk *walk, TextStyle style, const char *symbol) {
  style.face = FACE_SEMIBOLD;
  return pen_symbol_width(&walk->scene->pen, style, str_from(symbol));
}

static void walk_symbol(Walk *walk, const Part *part) {
  TextStyle style = style_of(walk, part, part->stage, 1);
  float width = room_of(walk, style, part->symbol);
  float pad = points(walk, 0.28f), height = points(walk, 1.7f);
  Box box = {walk->x - pad, walk->middle_y - height / 2, width + 2 * pad, height};
  if (walk->draw) {
    if (is_at_work(walk, part->stage)) lit_box(walk, box, part->role);
    draw_symbol(walk, style, (Point){walk->x + width / 2, walk->middle_y}, part->symbol);
    answer(walk, part, part->stage, box);
  }
  walk->x += width;
}

/* Round brackets as high as the fraction between them. */
static void walk_parenthesis(Walk *walk, const Part *part) {
  float width = points(walk, PARENTHESIS_WIDTH), half = points(walk, 1.28f);
  float mouth = part->kind == PART_OPEN ? walk->x + width : walk->x;
  float back = part->kind == PART_OPEN ? walk->x - width * 0.2f : walk->x + width * 1.2f;
  Point curve[] = {{mouth, walk->middle_y - half},
                   {back, walk->middle_y - half * 0.42f},
                   {back, walk->middle_y + half * 0.42f},
                   {mouth, walk->middle_y + half}};
  if (walk->draw)
    draw_curve(walk->scene->pen.list, curve, 4, points(walk, 0.065f),
               walk->scene->pen.theme->muted);
  walk->x += width;
}

static Box around(Point middle, float width, float height) {
  return (Box){middle.x - width / 2, middle.y - height / 2, width, height};
}

static void walk_fraction(Walk *walk, const Part *part) {
  const Pen *pen = &walk->scene->pen;
  TextStyle above = style_of(walk, part, part->stage, 1);
  TextStyle below = style_of(walk, part, part->stage_below, 0.66f);
  float width_above = room_of(walk, above, part->symbol);
  float width_below = room_of(walk, below, part->below);
  float pad = points(walk, 0.22f), width = fmaxf(width_above, width_below) + 2 * pad;
  Point top = {walk->x + width / 2, walk->middle_y - points(walk, 0.69f)};
  Point bottom = {top.x, walk->middle_y + points(walk, 0.63f)};
  if (walk->draw) {
    Box box_above = around(top, width_above + 2 * pad, points(walk, 1.18f));
    Box box_below = around(bottom, width_below + 2 * pad, points(walk, 1.02f));
    if (is_at_work(walk, part->stage)) lit_box(walk, box_above, part->role);
    if (is_at_work(walk, part->stage_below)) lit_box(walk, box_below, part->role);
    draw_symbol(walk, above, top, part->symbol);
    draw_symbol(walk, below, bottom, part->below);
    draw_line(pen->list, (Point){walk->x, walk->middle_y}, (Point){walk->x + width, walk->middle_y},
              points(walk, 0.055f), pen->theme->muted);
    answer(walk, part, part->stage, box_above);
    answer(walk, part, part->stage_below, box_below);
  }
  walk->x += width;
}

static float walk_formula(Walk walk, const Formula *formula) {
  float from = walk.x;
  for (int i = 0; i < formula->count; i++) {
    const Part *part = &formula->parts[i];
    walk.x += points(&walk, part->before);
    if (part->kind == PART_SYMBOL) walk_symbol(&walk, part);
    else if (part->kind == PART_FRACTION) walk_fraction(&walk, part);
    else walk_parenthesis(&walk, part);
    walk.x += points(&walk, part->after);
  }
  return walk.x - from;
}

/* -- beside it --------------------------------------------------------------------------------- */

/* A line at its size or, where it is too wide, up to a fifth smaller; then it ends in …. */
static void draw_line_in(const Pen *pen, TextStyle style, Box box, Str words) {
  float width = pen_width(pen, style, words);
  if (width > box.w) style.size = fmaxf(style.size * box.w / width, style.size * 0.8f);
  pen_text_in(pen, style, box, words);
}

static void draw_headline(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale;
  TextStyle bold = {FACE_SEMIBOLD, 14, pen->theme->ink, ALIGN_START};
  TextStyle plain = {FACE_REGULAR, 12, pen->theme->muted, ALIGN_START};
  float above = 20 * scale, below = 18 * scale, gap = 2 * scale;
  Box line = {box.x, box.y + (box.h - above - gap - below) / 2, box.w, above};
  draw_line_in(pen, bold, line, captions_headline(scene));
  line.y += above + gap;
  line.h = below;
  draw_line_in(pen, plain, line, captions_shapes(scene));
}

/* In the overview the strip is the title of the picture. */
static void draw_title(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  float scale = fminf(1, box.h / (72 * pen->text_scale));
  TextStyle title = {FACE_BOLD, 24 * scale, pen->theme->ink, ALIGN_MIDDLE};
  TextStyle line = {FACE_MEDIUM, 13 * scale, pen->theme->muted, ALIGN_MIDDLE};
  float above = pen_line_height(pen, title.size), below = pen_line_height(pen, line.size);
  float gap = 3 * scale * pen->text_scale, margin = 24 * pen->text_scale;
  float top = box.y + (box.h - above - gap - below) / 2;
  Box place = {box.x + margin, top, box.w - 2 * margin, above};
  pen_text_in(pen, title, place, captions_headline(scene));
  Str words = captions_shapes(scene);
  float width = pen_symbol_width(pen, line, words);
  if (width > place.w) line.size *= place.w / width;
  Point middle = {box.x + box.w / 2, top + above + gap + below * 0.72f};
  if (line.size >= 6) pen_symbol(pen, line, middle, words);
}

/* The size at which the formula takes at most that width. Widths are linear in the size. */
static float fitting_size(const Scene *scene, const Formula *formula, float width, float height) {
  Walk walk = {.scene = scene, .size = SYMBOL_SIZE};
  float scale = scene->pen.text_scale, natural = walk_formula(walk, formula);
  float size = fminf(SYMBOL_SIZE, height / (2.9f * scale));
  return natural * size / SYMBOL_SIZE > width ? SYMBOL_SIZE * width / natural : size;
}

void formula_draw(const Scene *scene, Box box) {
  if (box.w <= 0 || box.h <= 0) return;
  if (scene->view->kind == VIEW_OVERVIEW) {
    draw_title(scene, box);
    return;
  }
  if (trace_token_count(scene->trace) == 0) return;
  float scale = scene->pen.text_scale, margin = 24 * scale, gap = HEADLINE_GAP * scale;
  Formula formula = formula_of(scene);
  float room = box.w - 2 * margin, least = HEADLINE_WIDTH_LEAST * scale;
  float size = fitting_size(scene, &formula, room - gap - least, box.h);
  bool has_headline = size >= SYMBOL_SIZE * 0.7f;
  if (!has_headline) size = fitting_size(scene, &formula, room, box.h);
  if (size * scale < SYMBOL_SIZE_LEAST) return;

  Walk walk = {.scene = scene, .middle_y = box.y + box.h / 2, .size = size, .draw = false};
  float width = walk_formula(walk, &formula);
  /* The place depends on the formula alone: it stays still while the headline changes. */
  float spare = room - width - gap - HEADLINE_WIDTH * scale;
  walk.x = box.x + margin + (spare > 0 ? spare * 0.4f : 0);
  if (!has_headline) walk.x = box.x + margin + (room - width) / 2;
  walk.draw = true;
  walk_formula(walk, &formula);
  float right = walk.x + width + gap;
  if (has_headline)
    draw_headline(scene, (Box){right, box.y, box.x + box.w - margin - right, box.h});
}
