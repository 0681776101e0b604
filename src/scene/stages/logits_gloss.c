/* scene/stages/logits_gloss.c -- words of another language among those that the model predicts:
** what they mean, in small letters behind them.
**
**   花园 garden ░░░░░░░░░░░░  0.027 %        cross  →  放进 fit into  ▇▇░░░  24 %
**
** A sentence has a language where its words are all of one script, Chinese or Latin.
*/
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/stages/logits.h"

static const float OF_WORD = 0.6f, LEAST = 11, GAP_OF_WORD = 0.32f; /* its size, how far it is */

/* Whether a word has a unified ideograph, U+4E00 to U+9FFF. */
static bool has_chinese(Str word) {
  uint32_t code;
  for (size_t at = 0, bytes; at < word.bytes; at += bytes) {
    bytes = str_decode(word, at, &code);
    if (bytes == 0) return false;
    if (code >= 0x4E00 && code <= 0x9FFF) return true;
  }
  return false;
}

static bool has_letter(Str word) {
  unsigned char first = word.bytes > 0 ? (unsigned char)(word.at[0] | 0x20) : 0;
  return first >= 'a' && first <= 'z';
}

bool logits_is_other_language(const Trace *trace, int word) {
  bool chinese = false, latin = false;
  for (int i = 0; i < int_min(trace_token_count(trace), LOGITS_SEARCHED); i++) {
    chinese = chinese || has_chinese(trace_token(trace, i)->text);
    latin = latin || has_letter(trace_token(trace, i)->text);
  }
  if (chinese == latin || trace_is_unknown_word(trace, word)) return false;
  Str text = trace_word(trace, word);
  return chinese ? has_letter(text) : has_chinese(text);
}

Str logits_gloss(const Scene *scene, int word) {
  const Trace *trace = scene->trace;
  if (!logits_is_other_language(trace, word)) return (Str){"", 0};
  Str gloss = trace_word_gloss(trace, word);
  if (gloss.bytes > 0) return gloss;
  if (has_chinese(trace_word(trace, word))) return str_from(_("Chinese"));
  return trace_has_glosses(trace) ? str_from(_("English")) : (Str){"", 0};
}

static TextStyle gloss_style(const Scene *scene, TextStyle word) {
  const Pen *pen = &scene->pen;
  return (TextStyle){FACE_REGULAR, fmaxf(word.size * OF_WORD, fminf(word.size, LEAST)),
                     pen->theme->muted, word.align};
}

float logits_gloss_width(const Scene *scene, TextStyle word, Str gloss) {
  if (gloss.bytes == 0) return 0;
  float gap = pen_points(&scene->pen, word.size) * GAP_OF_WORD;
  return gap + pen_width(&scene->pen, gloss_style(scene, word), gloss);
}

float logits_glossed_draw(const Scene *scene, TextStyle word, Box box, Str text, Str gloss) {
  const Pen *pen = &scene->pen;
  float wide = pen_width(pen, word, text), more = logits_gloss_width(scene, word, gloss);
  bool is_glossed = more > 0 && wide + more <= box.w;
  if (is_glossed && word.align == ALIGN_END) box.w -= more;
  float drawn = pen_text_in(pen, word, box, text);
  if (!is_glossed) return drawn;
  float size = pen_points(pen, word.size), base = box.y + (box.h + TEXT_CAP_HEIGHT * size) / 2;
  float end = word.align == ALIGN_END ? box.x + box.w : box.x + wide;
  TextStyle small = gloss_style(scene, word);
  small.align = ALIGN_START;
  pen_text(pen, small, (Point){end + size * GAP_OF_WORD, base}, gloss);
  return wide + more;
}
