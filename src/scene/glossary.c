/* scene/glossary.c -- the table of terms, and their marks under the words of a picture. */
#include "scene/glossary.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "text/utf8.h"

typedef struct Term {
  /* "query|queries": the first is the heading. A word that is a label elsewhere, too, ends with a
  ** bar, since other languages have more forms of the term than of the label. */
  const char *forms;
  bool is_plain; /* an everyday word: listed, but not underlined */
  const char *meaning;
} Term;

static const Term terms[] = {
    /* -- from tokens to scores -- */
    {N_("token|tokens"), false,
     N_("A piece of the sentence with a row of its own: a word, a part of a word or a sign.")},
    {N_("embedding|embeddings"), false,
     N_("The row of trained numbers that stands for a token, whatever its neighbours are.")},
    {N_("query|queries"), false,
     N_("What a token asks: its row of X times a trained map. q = x W_Q")},
    {N_("key|keys"), false,
     N_("What a token is found by: its row of X times another map. k = x W_K")},
    {N_("value|values"), false,
     N_("What a token hands on: its row of X times a third map. v = x W_V")},
    {N_("dot product|dot products"), false,
     N_("Two rows multiplied place by place, and the products added up: q · k = q₁k₁ + q₂k₂ + …")},
    {N_("score|scores"), false,
     N_("How well a query and a key agree: their dot product, q · k, unless another way is chosen. "
        "It may be any number.")},
    {N_("cosine|cosines"), false,
     N_("How far two rows point the same way, whatever their lengths: their dot product divided by "
        "both lengths, from −1 to 1.")},
    {N_("√d|d_k"), false,
     N_("The square root of d, the number of columns of a query (d_k in papers). Products of d "
        "numbers spread by about √d, so scores are divided by it.")},
    {N_("bias|biases"), false,
     N_("A number that is added to a sum: a trained one, or one for the distance of two tokens.")},
    {N_("mask|masks|masked"), false,
     N_("Says who may see whom: it adds 0 to a score where a query may look, and −∞ where it may "
        "not.")},
    {N_("hidden|"), false, N_("Not seen because of the mask: the weight is exactly 0.")},
    {N_("−∞"), false, N_("Below every number. e^(−∞) = 0, so softmax gives it no share at all.")},
    /* -- from softmax to the output of the layer -- */
    {N_("softmax"), false,
     N_("Makes shares of 1 out of any numbers: e^(x − max), divided by the sum of all of them.")},
    {N_("e^(x−max)"), false,
     N_("The number e = 2.718… to the power of how far x lies below the largest of the row. The "
        "largest becomes 1, the others less.")},
    {N_("weight|weights"), false,
     N_("The share of its attention that a query gives to a key, from 0 to 1. The weights of a row "
        "add up to 1.")},
    {N_("dropout"), false,
     N_("Weights left out by chance, as in training. Those that stay grow, so that a row adds up "
        "to 1 on average.")},
    {N_("entropy"), false,
     N_("How evenly the shares p are spread: −Σ p log₂ p. It is 0 when one takes all, and log₂ n "
        "when n have the same.")},
    {N_("bits|bit"), false,
     N_("The unit of entropy: 1 bit is like two equal shares, 2 bits like four, 3 bits like "
        "eight.")},
    {N_("residual"), false,
     N_("What came in is added to what was made of it: x + f(x). So a layer only has to make the "
        "difference.")},
    {N_("norm|LN|normed|norms"), false,
     N_("Layer normalisation: a row brought to mean 0 and spread 1, then stretched and shifted. (x "
        "− mean) / σ · gain + bias. One by the root mean square r takes off no mean: x / r · "
        "gain")},
    {N_("root mean square|root mean squares|RMS"), false,
     N_("The root of the mean of x²: how large the numbers of a row are, whatever their signs.")},
    {N_("mean"), true, N_("All numbers added up, divided by how many they are.")},
    {N_("σ|spread"), false,
     N_("The standard deviation, the typical distance from the mean: the root of the mean of (x − "
        "mean)².")},
    {N_("range|ranges"), true,
     N_("From the least to the largest number. Of colours: the numbers at the two ends of the "
        "scale.")},
    {N_("gain"), false, N_("A trained number by which a norm multiplies a column.")},
    {N_("MLP"), false,
     N_("Two maps with a bend between them, for each token alone: W₂ · relu(W₁ x + b₁) + b₂.")},
    {N_("relu"), false, N_("Keeps what is above 0 and makes 0 of the rest: max(0, x).")},
    {N_("gelu"), false, N_("A smooth relu: x times the share of a bell curve that lies below x.")},
    {N_("awake"), false,
     N_("Of a hidden unit of an MLP: above 0 after relu, so that it has a say.")},
    {N_("gate|gates"), false,
     N_("In an MLP, what says of each hidden unit how much of it goes through; open above 0.")},
    {N_("hidden unit|hidden units"), false,
     N_("One of the numbers between the two maps of an MLP.")},
    /* -- prediction -- */
    {N_("vocabulary"), false, N_("The words that a model has embeddings for.")},
    {N_("unknown"), false,
     N_("Of a word: outside the vocabulary. It shares one of a few embeddings with other such "
        "words.")},
    {N_("asked"), true, N_("Of a token: the model was trained to name a word there.")},
    {N_("logit|logits"), false,
     N_("How well the last row of a token agrees with a word: x · embedding + bias. Softmax makes "
        "probabilities of all logits.")},
    {N_("probability|probabilities"), false,
     N_("The share that softmax gives to a word of the vocabulary. All of them add up to 1.")},
    {N_("temperature"), false,
     N_("Sets how sharp softmax is. Logits are divided by it: below 1 the likely words get "
        "likelier, above 1 all get more alike. Cosine scores are multiplied by it.")},
    {N_("top-k"), false, N_("Only the k likeliest words may be drawn.")},
    {N_("top-p"), false,
     N_("Only the likeliest words whose shares together reach p may be drawn.")},
    {N_("role"), false,
     N_("What a head was measured to do, such as looking at the token before. It is not what the "
        "head is for.")},
    {N_("induction|induction head"), false,
     N_("Looking at what followed the last time the same word stood there.")},
    /* -- kinds of attention -- */
    {N_("causal|"), false,
     N_("Of a mask: a query sees itself and what came before it, never what comes after.")},
    {N_("window|windows"), true,
     N_("Of a mask: a query sees only the keys up to so many places away. Else the window of the "
        "program.")},
    {N_("global token|global tokens"), false,
     N_("A token that sees every key and that every query sees, while others see only their "
        "window.")},
    {N_("padding"), false,
     N_("Tokens at the end that only fill a sentence up; a mask hides them from everyone.")},
    {N_("exact attention|exact"), false,
     N_("Every query meets every key that the model’s own mask shows: softmax(Q Kᵀ / √d) V.")},
    {N_("laid over|"), false,
     N_("Set by a person where the model has something else: its numbers were not trained with "
        "it.")},
    {N_("sinusoidal|"), false,
     N_("Waves of fixed lengths, slow and fast, that are added to the row of a token for its "
        "place.")},
    {N_("rotary positions|rotary|RoPE"), false,
     N_("Pairs of numbers of every query and key are turned like the hands of a clock, by an angle "
        "for their place. So a score depends on the distance alone.")},
    {N_("ALiBi"), false,
     N_("For every place between query and key the same number is taken off their score: in some "
        "heads much, in others almost nothing.")},
    {N_("bucket|buckets"), false,
     N_("Distances that share one number, which is added to their scores: near ones have one each, "
        "far ones are put together (T5).")},
    {N_("relative vectors|relative vector|relative key|relative keys|relative value|relative "
        "values"),
     false,
     N_("Rows of numbers for the distance of two tokens: one is added to the key in a score, "
        "another to the value in the sum (Shaw).")},
    {N_("permutation equivariance|permutation equivariant"), false,
     N_("Shuffle what goes in, and what comes out is shuffled the same way and not changed: "
        "attention without positions and without a mask of places.")},
    {N_("general score|general scores"), false,
     N_("q W k: a matrix between query and key says which of their columns go together.")},
    {N_("cosine score|cosine scores"), false,
     N_("The cosine of query and key times a temperature, in place of their dot product divided by "
        "√d.")},
    {N_("additive score|additive scores"), false,
     N_("vᵀ tanh(q W + k U): a small network in place of a dot product. It is not divided by √d.")},
    {N_("Linformer"), false,
     N_("Keys and values are mixed into K each before a query meets them, so that T queries have T "
        "· K scores.")},
    {N_("mixture|mixtures"), false,
     N_("A sum of all keys (or values), each times its share in a recipe, that stands where a key "
        "stood.")},
    {N_("Performer"), false,
     N_("Products of features stand for e to the scores, so that all keys can be added up once and "
        "no matrix of weights is needed.")},
    {N_("feature|features|random feature|random features"), false,
     N_("A number above 0 made of a query or key along one direction that was drawn by chance. "
        "Products of features are near e^(q · k).")},
    {N_("grouped query|grouped-query attention"), false,
     N_("Heads of Q in groups, each of which shares one head of K and V: fewer keys and values to "
        "keep.")},
    {N_("multi-query|multi-query attention"), false,
     N_("All heads of Q share one head of K and V.")},
    {N_("FlashAttention|flash attention"), false,
     N_("Attention tile by tile: the same output, and no matrix of all scores is ever there.")},
    {N_("tile|tiles"), false, N_("A few queries by a few keys whose scores are there together.")},
    {N_("running maximum"), false,
     N_("The largest number of a row so far. When a tile brings a larger one, what was added up is "
        "made smaller to fit.")},
    {N_("KL divergence|divergence"), false,
     N_("How far one row of shares is from another: Σ p log₂(p / q), in bits. It is 0 when both "
        "are equal.")},
    {N_("cross-attention"), false,
     N_("The queries are of one sentence, the keys and values of another.")},
    {N_("encoder"), false,
     N_("The layers that read the sentence given. Each of its tokens sees all of them.")},
    {N_("decoder"), false,
     N_("The layers that say a sentence token by token: each sees those before it and asks the "
        "encoder’s rows.")},
    {N_("KV cache|kept keys"), false,
     N_("Rows of K and V that stay from token to token, so that a new token computes its own "
        "alone.")},
    {N_("prompt|prompts"), false, N_("The tokens that are there before a model goes on.")},
    {N_("prefill"), false,
     N_("The first step with kept keys: all rows of the prompt are computed at once.")},
    {N_("decode|decoding"), false,
     N_("Each step after that: one token, one query, one new row of K and of V.")},
    /* -- training -- */
    {N_("loss"), false,
     N_("How surprised the model is by the right word: −ln of the probability it gave to it. 0 is "
        "certain and right.")},
    {N_("accuracy|right answers"), false,
     N_("The share of the places asked at which the likeliest word is the right one.")},
    {N_("gradient|gradients"), false,
     N_("How much the loss would change if one number grew a little: ∂ℓ/∂w.")},
    {N_("clipping"), false,
     N_("All gradients are divided by one number when together they are too long.")},
    {N_("learning rate"), false, N_("About how far one step moves a number: η.")},
    {N_("warm-up"), false, N_("The first steps, in which the learning rate grows.")},
    {N_("moment|moments"), false,
     N_("Running means of the gradient and of its square, from which AdamW makes the update.")},
    {N_("AdamW"), false,
     N_("The rule of the update: η · m / (√v + ε), and a little weight decay.")},
    {N_("weight decay"), false,
     N_("Every number shrinks a little at each step, so that only what is used stays large.")},
    {N_("update|updates"), true, N_("What one step of training adds to a number.")},
    {N_("batch|batches"), false, N_("The examples of one step of training.")},
    {N_("held out"), false, N_("Never trained, kept apart for measuring.")},
    {N_("checkpoint|checkpoints"), false, N_("All numbers of a training at one step.")},
    {N_("seed|"), false,
     N_("The number that decides all that is drawn by chance: the same seed, the same training.")},
    /* -- what a picture consists of -- */
    {N_("stage|stages"), true,
     N_("One matrix of the computation that one can stand on, such as the scores.")},
    {N_("step|steps"), true,
     N_("One press of →: a stage, a row or a cell. In training: one batch and one update of every "
        "number.")},
    {N_("row|rows"), true,
     N_("The numbers of one token, from left to right. In the scores and weights: one query and "
        "all its keys.")},
    {N_("column|columns"), true,
     N_("The same place in every row. In the scores and weights: one key, asked by all queries.")},
    {N_("pair|pairs"), true, N_("A query and a key. Each pair has one score and one weight.")},
    {N_("layer|layers"), true,
     N_("One round of attention (and MLP). What leaves it goes into the next.")},
    {N_("head|heads"), false,
     N_("One of several attentions side by side in a layer. Each has maps W_Q, W_K and W_V of its "
        "own and looks for something else.")},
    {N_("locked"), true,
     N_("Clicked, so that the pointer no longer moves the choice. Esc unlocks.")},
    {N_("focus"), true, N_("The cell or row under the pointer, or the one that was clicked.")},
};

enum { TERM_COUNT = sizeof terms / sizeof terms[0] };

int glossary_count(void) { return TERM_COUNT; }

/* The form that begins at *at, which moves behind it; empty at the end. */
static Str next_form(const char **at) {
  size_t bytes = strcspn(*at, "|");
  Str form = {*at, bytes};
  *at += bytes + ((*at)[bytes] == '|');
  return form;
}

Str glossary_word(int term) {
  assert(term >= 0 && term < TERM_COUNT);
  const char *forms = _(terms[term].forms);
  return next_form(&forms);
}

const char *glossary_meaning(int term) {
  assert(term >= 0 && term < TERM_COUNT);
  return _(terms[term].meaning);
}

/* -- finding ----------------------------------------------------------------------------------- */

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool is_latin(char c) {
  char small = lower(c);
  return (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* Letters beyond ASCII end no word that consists of Latin ones: "Schlüssel". */
static bool is_letter(char c) { return is_latin(c) || (unsigned char)c >= 0xC3; }

static bool is_word(Str text, size_t at, Str form) {
  if (form.bytes == 0 || form.bytes > text.bytes - at) return false;
  if (lower(text.at[at]) != lower(form.at[0])) return false;
  if (memcmp(text.at + at + 1, form.at + 1, form.bytes - 1) != 0) return false;
  size_t end = at + form.bytes;
  bool begins = at == 0 || !is_latin(form.at[0]) || !is_letter(text.at[at - 1]);
  bool ends = end == text.bytes || !is_latin(form.at[form.bytes - 1]) || !is_letter(text.at[end]);
  return begins && ends;
}

void glossary_read(Glossary *glossary) {
  glossary->count = 0;
  for (int i = 0; i < TERM_COUNT; i++) {
    const char *forms = _(terms[i].forms);
    while (*forms && glossary->count < GLOSSARY_FORMS_MOST) {
      glossary->terms[glossary->count] = i;
      glossary->forms[glossary->count++] = next_form(&forms);
    }
  }
}

/* The term that has the longest form at that byte; −1: none. */
static int term_at(const Glossary *glossary, Str text, size_t at, size_t *bytes) {
  int best = -1;
  *bytes = 0;
  for (int i = 0; i < glossary->count; i++) {
    if (glossary->forms[i].bytes <= *bytes || !is_word(text, at, glossary->forms[i])) continue;
    best = glossary->terms[i];
    *bytes = glossary->forms[i].bytes;
  }
  return best;
}

/* Behind the quotation that begins at that byte, or at the byte itself. */
static size_t behind_quotation(Str text, size_t at) {
  static const char OPEN[] = "“", CLOSE[] = "”";
  if (!str_starts((Str){text.at + at, text.bytes - at}, OPEN)) return at;
  for (size_t i = at; i < text.bytes; i++)
    if (str_starts((Str){text.at + i, text.bytes - i}, CLOSE)) return i + sizeof CLOSE - 1;
  return text.bytes;
}

int glossary_find(const Glossary *glossary, Str text, size_t from, Str *found) {
  for (size_t at = from; at < text.bytes; at++) {
    size_t bytes;
    at = behind_quotation(text, at);
    if (at >= text.bytes) return -1;
    bool is_inside = at > 0 && is_latin(text.at[at]) && is_letter(text.at[at - 1]);
    int term = is_inside ? -1 : term_at(glossary, text, at, &bytes);
    if (term < 0) continue;
    *found = (Str){text.at + at, bytes};
    return term;
  }
  return -1;
}

/* -- marking ----------------------------------------------------------------------------------- */

/* Where a text runs right to left the place of a word is not that of the words before it. */
static bool runs_left_to_right(Str text) {
  int bytes = 0;
  for (size_t at = 0; at < text.bytes; at += (size_t)bytes)
    if (utf8_is_right_to_left(utf8_get(text, at, &bytes))) return false;
  return true;
}

static bool is_token(const Scene *scene, Str text) {
  const Trace *trace = scene->trace;
  for (int i = 0; i < trace_token_count(trace); i++)
    if (str_equal(trace_token(trace, i)->label, text)) return true;
  for (int i = 0; i < trace_key_count(trace); i++)
    if (str_equal(trace_key(trace, i)->label, text)) return true;
  return false;
}

/* Names of stages on the rail are no words of a sentence. */
static bool is_way(const Scene *scene, Str text) {
  const StageWay *way = scene->way;
  return way && (str_equal(way->left, text) || str_equal(way->reached, text) ||
                 str_equal(captions_way(scene), text));
}

static const char *tip_of(Arena *arena, int term) {
  Str word = glossary_word(term);
  return str_format(arena, "%.*s: %s", (int)word.bytes, word.at, glossary_meaning(term));
}

const char *glossary_tip(Arena *arena, Str text) {
  Glossary glossary;
  Str found;
  glossary_read(&glossary);
  int term = glossary_find(&glossary, text, 0, &found);
  const char *tip = term >= 0 ? tip_of(arena, term) : "";
  return tip ? tip : "";
}

/* By a mark of the same kind: captions and panel have their own. */
static bool is_marked(const DrawList *list, const char *tip, const char *click) {
  for (int i = 0; i < list->hit_count; i++)
    if (list->hits[i].tip && strcmp(list->hits[i].tip, tip) == 0 && !list->hits[i].click == !click)
      return true;
  return false;
}

static float width_of(const Scene *scene, const DrawText *text, size_t bytes) {
  const TextMetrics *metrics = scene->pen.metrics;
  Str part = {text->text.at, bytes};
  return bytes ? metrics->width_pt(metrics->self, text->face, text->size_pt, part) : 0;
}

static void draw_mark(const Scene *scene, const DrawText *text, Str word, DrawHit hit) {
  size_t before = (size_t)(word.at - text->text.at);
  float size = text->size_pt, dot = size * 0.1f, pitch = size * 0.26f;
  float left = text->at.x + width_of(scene, text, before);
  float right = text->at.x + width_of(scene, text, before + word.bytes);
  DrawList *list = scene->pen.list;
  for (float x = left; x + dot <= right; x += pitch)
    draw_box(list, (DrawBox){.box = {x, text->at.y + size * 0.18f, dot, dot},
                             .corner = dot / 2,
                             .fill = scene->pen.theme->muted});
  hit.box = (Box){left, text->at.y - size, right - left, size * 1.3f};
  draw_hit(list, hit);
}

/* Whether a lowered index stands behind it: √d before “head” is another number than √d. */
static bool has_index(const DrawList *list, int item) {
  const DrawItem *next = item + 1 < list->item_count ? &list->items[item + 1] : NULL;
  if (!next || next->kind != DRAW_TEXT) return false;
  const DrawText *text = &list->items[item].as.text, *index = &next->as.text;
  bool is_lowered = index->size_pt < text->size_pt && index->at.y > text->at.y &&
                    index->at.y < text->at.y + 0.5f * text->size_pt;
  return is_lowered && fabsf(text->at.x + text->width_pt - index->at.x) < 0.5f;
}

/* The next term of that item from byte `at` on, as glossary_find. */
static int next_term(const DrawList *list, const Glossary *glossary, int item, size_t at,
                     Str *found) {
  Str text = list->items[item].as.text.text;
  int term = glossary_find(glossary, text, at, found);
  bool is_last = term >= 0 && found->at + found->bytes == text.at + text.bytes;
  return is_last && has_index(list, item) ? -1 : term;
}

/* The item is read anew, since marks make the list longer. */
static void mark_item(const Scene *scene, const Glossary *glossary, int item, const char *click) {
  DrawText text = scene->pen.list->items[item].as.text;
  Str found;
  int term;
  if (is_way(scene, text.text)) return;
  for (size_t at = 0; (term = next_term(scene->pen.list, glossary, item, at, &found)) >= 0;) {
    at = (size_t)(found.at - text.text.at) + found.bytes;
    if (terms[term].is_plain || is_token(scene, text.text) || !runs_left_to_right(text.text))
      continue;
    const char *tip = tip_of(scene->pen.list->arena, term);
    if (!tip) scene->pen.list->failed = true;
    CursorId cursor = click ? CURSOR_HAND : CURSOR_ARROW;
    if (tip && !is_marked(scene->pen.list, tip, click))
      draw_mark(scene, &text, found, (DrawHit){.cursor = cursor, .click = click, .tip = tip});
  }
}

static bool is_upright_text(const DrawItem *item) {
  return item->kind == DRAW_TEXT && item->as.text.angle_deg == 0;
}

void glossary_mark(const Scene *scene, int first_item, const char *click) {
  assert(first_item >= 0 && first_item <= scene->pen.list->item_count);
  if (!scene->interactive) return;
  int end = scene->pen.list->item_count;
  Glossary glossary;
  glossary_read(&glossary);
  for (int i = first_item; i < end; i++)
    if (is_upright_text(&scene->pen.list->items[i])) mark_item(scene, &glossary, i, click);
}

void glossary_collect(const Scene *scene, int first_item, bool *in_use) {
  const DrawList *list = scene->pen.list;
  Glossary glossary;
  glossary_read(&glossary);
  for (int i = first_item; i < list->item_count; i++) {
    if (!is_upright_text(&list->items[i])) continue;
    Str text = list->items[i].as.text.text, found;
    int term;
    for (size_t at = 0; (term = next_term(list, &glossary, i, at, &found)) >= 0;) {
      at = (size_t)(found.at - text.at) + found.bytes;
      in_use[term] = in_use[term] || !is_token(scene, text);
    }
  }
}
