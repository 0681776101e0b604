/* scene/stages/logits_answer_motion.c -- see logits_answer_motion.h. What is there at rest is read
** from the later picture; logits, and bars as long as these, are drawn here. */
#include "scene/stages/logits_answer_motion.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "scene/number.h"

static const float WORDS_FROM = 0.12f, OTHERS_FROM = 0.34f, COME = 0.06f;
static const float ANSWERS_FROM = 0.64f; /* of the other tokens: when their rows have paled */
static const float TAKE = 0.02f;         /* from a number to the next */
static const float RESTS = 0.6f;         /* of its time with a word, the rest is on the way */

void logits_answer_find(LogitsMoment *of) {
  const Scene *scene = of->scene;
  LogitsListed *all = &of->listed;
  int token = of->place.followed;
  bool is_drawn = !sampling_is_plain(&scene->view->sampling);
  if (scene->view->filled >= 0) return; /* the steps have not reached all */
  int count = trace_candidates(scene->trace, token, all->words, TRACE_CANDIDATES_SHOWN);
  SampledSet set = is_drawn ? stage_sampled_set(scene, token) : (SampledSet){0};
  all->count = stage_listed_words(all->words, int_min(count, of->place.ranks));
  for (int rank = 0; rank < all->count; rank++) {
    all->shares[rank] = logits_share(is_drawn ? &set : NULL, &all->words[rank]);
    all->low = fminf(all->low, all->words[rank].logit);
    all->high = fmaxf(all->high, all->words[rank].logit);
  }
}

/* When the row has met the words before this one. */
static float meets_at(const LogitsListed *all, int rank) {
  return float_lerp(LOGITS_MEETS, LOGITS_MET, (float)rank / (float)all->count);
}

/* -- bars -------------------------------------------------------------------------------------- */

/* The bar of a logit; one below 0 lies left of 0. */
static Box logit_bar(const LogitsListed *all, int rank, Box track, float grown) {
  float whole = all->high - all->low, logit = all->words[rank].logit * grown;
  if (!(whole > 0)) return (Box){track.x, track.y, 0, track.h};
  float x = track.x + track.w * (fminf(logit, 0) - all->low) / whole;
  return (Box){x, track.y, track.w * fabsf(logit) / whole, track.h};
}

static void draw_bar(const LogitsMoment *of, int rank) {
  const Scene *scene = of->scene;
  const LogitsListed *all = &of->listed;
  const Theme *theme = scene->pen.theme;
  float t = of->moment->t, from = meets_at(all, rank), to = meets_at(all, rank + 1);
  Box track = logits_rank_track(scene, logits_rank_box(&of->place, rank)), shared = track;
  shared.w *= float_clamp(all->shares[rank], 0, 1);
  if (track.w <= 0 || t <= from) return;
  Box bar = logit_bar(all, rank, track, motion_part(t, from, to));
  bar = motion_box(bar, shared, motion_part(t, LOGITS_MET, LOGITS_SHARED));
  if (bar.w < 0.75f) return; /* as at rest */
  bool is_asked = trace_is_asked(scene->trace, of->place.followed);
  draw_box(scene->pen.list,
           (DrawBox){.box = bar,
                     .corner = fminf(4, fminf(track.h, bar.w) / 2),
                     .fill = is_asked ? theme->output_line : logits_quiet_color(theme)});
}

/* What the row and a word will come to, "it · animal", where their logit will stand. */
static void draw_product(const LogitsMoment *of, int rank, Box row) {
  const Scene *scene = of->scene;
  Str word = logits_named(scene, of->listed.words[rank].word);
  Str name = trace_token(scene->trace, of->place.followed)->label;
  TextStyle style = logits_number_style(scene, row.h);
  Box track = logits_rank_track(scene, row);
  float room = row.x + row.w - track.x - track.w;
  style.face = FACE_REGULAR;
  style.color = scene->pen.theme->muted;
  Str words = str_from(str_format(scene->pen.list->arena, "%.*s · %.*s", (int)name.bytes, name.at,
                                  (int)word.bytes, word.at));
  style.size = stage_fitted_size(&scene->pen, style, 9, room * 0.94f, words);
  if (track.w > 0 && pen_width(&scene->pen, style, words) <= room)
    pen_text_in(&scene->pen, style, row, words);
}

/* A logit is told when its bar is there, until its share is. */
static void draw_logit(const LogitsMoment *of, int rank) {
  const Scene *scene = of->scene;
  const LogitsListed *all = &of->listed;
  Box row = logits_rank_box(&of->place, rank);
  float t = of->moment->t, to = meets_at(all, rank + 1);
  TextStyle style = logits_number_style(scene, row.h);
  Number logit = number_hundredths(all->words[rank].logit);
  if (t > meets_at(all, rank) && t < to) draw_product(of, rank, row);
  if (t < to || t >= LOGITS_SHARED) return;
  style.color = color_fade(style.color, float_clamp((LOGITS_SHARED - t) / TAKE, 0, 1));
  pen_text_in(&scene->pen, style, row, number_str(&logit));
}

static void draw_logits(const LogitsMoment *of) {
  for (int rank = 0; rank < of->listed.count; rank++) {
    draw_bar(of, rank);
    draw_logit(of, rank);
  }
}

Box logits_answer_row(const LogitsMoment *of) {
  int count = of->listed.count;
  float t = of->moment->t;
  if (count == 0 || t <= LOGITS_MEETS || t >= LOGITS_MET) return (Box){0};
  float along = (t - LOGITS_MEETS) / (LOGITS_MET - LOGITS_MEETS) * (float)count;
  int rank = int_clamp((int)along, 0, count - 1), next = int_min(rank + 1, count - 1);
  Box here = logits_rank_track(of->scene, logits_rank_box(&of->place, rank));
  Box there = logits_rank_track(of->scene, logits_rank_box(&of->place, next));
  return motion_box(here, there, stage_ease((along - (float)rank - RESTS) / (1 - RESTS)));
}

/* -- what is there at rest --------------------------------------------------------------------- */

typedef enum Part { PART_NONE, PART_ANSWER, PART_LISTED, PART_OTHERS, PART_TOKENS } Part;

static Part part_at(const LogitsMoment *of, Point at) {
  const LogitsPlace *place = &of->place;
  float row = place->cells.h / (float)(place->ranks + 1);
  if (box_holds(place->answer, at)) return PART_ANSWER;
  if (box_holds(place->cells, at)) {
    int rank = (int)((at.y - place->cells.y) / row);
    return rank < of->listed.count ? PART_LISTED : PART_OTHERS;
  }
  bool is_below = place->rows > 0 && (box_holds(place->tokens, at) || box_holds(place->title, at));
  return is_below ? PART_TOKENS : PART_NONE;
}

static bool is_digits(const DrawText *text) {
  return text->face == FACE_MONO || text->face == FACE_MONO_BOLD;
}

/* Where the answers of the other tokens begin: behind the arrow in the same line. */
static bool is_answer(const LogitsMoment *of, const DrawText *text) {
  const DrawList *later = of->moment->later_list;
  for (int i = 0; i < later->item_count; i++) {
    const DrawText *arrow = &later->items[i].as.text;
    float away = text->at.x - arrow->at.x;
    if (later->items[i].kind == DRAW_TEXT && str_equal(arrow->text, STR("→")) && away >= 0 &&
        away < of->place.tokens.w / (float)of->place.columns &&
        fabsf(arrow->at.y - text->at.y) < text->size_pt / 2)
      return true;
  }
  return false;
}

/* The name of a token's row, which the row brings along where the earlier picture has it. */
static bool is_brought_along(const LogitsMoment *of, const DrawText *text) {
  const DrawList *earlier = of->moment->earlier_list;
  if (is_answer(of, text)) return false;
  for (int token = of->place.first; token < of->place.end; token++) {
    Str name = trace_token(of->scene->trace, token)->label;
    if (!str_equal(text->text, name)) continue;
    for (int i = 0; i < earlier->item_count; i++) {
      Str was = earlier->items[i].as.text.text;
      if (earlier->items[i].kind == DRAW_TEXT && was.bytes > 0 && was.bytes <= name.bytes &&
          memcmp(was.at, name.at, was.bytes) == 0)
        return true; /* "the·5" may have been "the" */
    }
  }
  return false;
}

/* A word of the list, or its track, waits until the row has passed that is on its way up, and the
** last one for the rows of the other tokens. */
static float word_seen(const LogitsMoment *of, Part part, float y) {
  float from = part == PART_OTHERS && of->place.rows > 0 ? OTHERS_FROM : WORDS_FROM;
  float high = of->place.cells.h / (float)(of->place.ranks + 1);
  float passed = (y - 0.3f * high - of->row.y - of->row.h) / (0.2f * high);
  return motion_part(of->moment->t, from, from + COME) * float_clamp(passed, 0, 1);
}

static float text_seen(const LogitsMoment *of, Part part, const DrawText *text) {
  float t = of->moment->t;
  if (part == PART_ANSWER || is_digits(text))
    return motion_part(t, LOGITS_SHARED, MOTION_WORDS_COME);
  if (part == PART_TOKENS)
    return is_brought_along(of, text) ? 0 : motion_part(t, ANSWERS_FROM, ANSWERS_FROM + 0.06f);
  return word_seen(of, part, text->at.y - text->size_pt * 0.3f);
}

static void put_text(const LogitsMoment *of, const DrawText *text) {
  DrawList *list = of->scene->pen.list;
  Point middle = {text->at.x + text->width_pt / 2, text->at.y - text->size_pt * 0.3f};
  Part part = part_at(of, middle);
  float opacity = list->opacity, seen = part == PART_NONE ? 0 : text_seen(of, part, text);
  if (seen <= 0) return;
  list->opacity = opacity * seen;
  draw_text(list, *text);
  list->opacity = opacity;
}

static bool is_same_color(Color a, Color b) { return a.r == b.r && a.g == b.g && a.b == b.b; }

/* Tracks and grounds come, bars grow; those of logits become bars of shares. */
static void put_box(const LogitsMoment *of, DrawBox box) {
  const Theme *theme = of->scene->pen.theme;
  float t = of->moment->t, seen = 1;
  Part part = part_at(of, (Point){box.box.x + box.box.w / 2, box.box.y + box.box.h / 2});
  bool is_ground =
      is_same_color(box.fill, theme->panel) || is_same_color(box.fill, logits_track_color(theme));
  if (part == PART_NONE || (part == PART_LISTED && !is_ground)) return;
  if (part == PART_ANSWER) seen = motion_part(t, LOGITS_SHARED, MOTION_WORDS_COME);
  else if (part == PART_TOKENS && is_ground)
    seen = motion_part(t, ANSWERS_FROM, ANSWERS_FROM + 0.06f);
  else if (is_ground) seen = word_seen(of, part, box.box.y + box.box.h / 2);
  else box.box.w *= motion_part(t, part == PART_TOKENS ? ANSWERS_FROM : LOGITS_MET, LOGITS_SHARED);
  box.fill = color_fade(box.fill, seen);
  if (box.box.w >= 0.75f && seen > 0) draw_box(of->scene->pen.list, box);
}

void logits_answer_motion(const LogitsMoment *of) {
  const DrawList *later = of->moment->later_list;
  Box whole = logits_motion_boxes(of->moment);
  for (int i = 0; i < later->item_count; i++)
    if (later->items[i].kind == DRAW_BOX && motion_takes_box(whole, &later->items[i].as.box))
      put_box(of, later->items[i].as.box);
  draw_logits(of);
  for (int i = 0; of->moment->t < MOTION_WORDS_COME && i < later->item_count; i++)
    if (later->items[i].kind == DRAW_TEXT) put_text(of, &later->items[i].as.text);
}
