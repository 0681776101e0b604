/* scene/mask_words.c -- "causal mask", "self · window 2", "mask not recorded". */
#include "scene/mask_words.h"

#include <assert.h>
#include <limits.h>

#include "base/i18n.h"
#include "scene/what_if_words.h"
#include "trace/kind_parts.h"
#include "trace/mask_name.h"
#include "trace/trace_mistake.h"

/* %d is a size. Dilated also has its step, random its seed as %s, and global its tokens as %s. */
typedef struct MaskWords {
  const char *mask, *attention;
} MaskWords;

static const MaskWords PARTS[MASK_PART_COUNT] = {
    [MASK_CAUSAL] = {N_("causal mask"), N_("causal")},
    [MASK_PREFIX] = {N_("prefix mask (%d)"), N_("prefix %d")},
    [MASK_WINDOW] = {N_("window mask (%d)"), N_("window %d")},
    [MASK_DILATED] = {N_("dilated mask (%d, step %d)"), N_("dilated %d, step %d")},
    [MASK_BLOCKS] = {N_("block mask (%d)"), N_("blocks %d")},
    [MASK_GLOBAL] = {N_("global mask (%s)"), N_("global %s")},
    [MASK_RANDOM] = {N_("random mask (%d, seed %s)"), N_("random %d, seed %s")},
    [MASK_PADDING] = {N_("padding mask (%d)"), N_("padding %d")},
};
static const MaskWords NONE = {N_("no mask"), N_("no mask")};
static const MaskWords EDITED = {N_("mask edited by hand"), N_("edited mask")};
static const MaskWords RECORDED = {N_("mask as recorded"), N_("as recorded")};
static const MaskWords UNKNOWN = {N_("mask not recorded"), N_("mask not recorded")};

/* words is one of PARTS, translated. NULL: no memory. */
static const char *part_words(Arena *arena, const MaskParts *parts, MaskPart part,
                              const char *words) {
  int size = parts->size[part];
  const char *text;
  switch (part) {
  case MASK_DILATED:
    return str_format(arena, words, size, parts->dilated_step);
  case MASK_GLOBAL:
    text = mask_globals_write(arena, parts);
    return text ? str_format(arena, words, text) : NULL;
  case MASK_RANDOM:
    text = str_format(arena, "%llu", (unsigned long long)parts->random_seed);
    return text ? str_format(arena, words, size, text) : NULL;
  default:
    return str_format(arena, words, size);
  }
}

const char *mask_part_words(Arena *arena, const MaskParts *parts, MaskPart part) {
  assert(part >= 0 && part < MASK_PART_COUNT && mask_names(parts, part));
  const char *words = part_words(arena, parts, part, _(PARTS[part].attention));
  return words ? words : "";
}

/* "causal + window 3": names, not a sentence. */
static const char *list_of(Arena *arena, const MaskParts *parts) {
  StrBuf list = strbuf_make(arena);
  for (int part = 0; part < MASK_PART_COUNT; part++) {
    if (!mask_names(parts, (MaskPart)part)) continue;
    if (list.bytes > 0) strbuf_add(&list, STR(" + "));
    strbuf_add(&list, str_from(mask_part_words(arena, parts, (MaskPart)part)));
  }
  return list.failed ? "" : list.at;
}

static const char *words_of(Arena *arena, const Trace *trace, int layer, bool of_attention) {
  Str name = trace_layer_mask_name(trace, layer);
  MaskParts parts;
  if (!mask_name_read(name, INT_MAX, &parts, NULL)) {
    const MaskWords *words = !str_is(name, "edited")    ? &UNKNOWN
                             : trace_is_recorded(trace) ? &RECORDED
                                                        : &EDITED;
    return _(of_attention ? words->attention : words->mask);
  }
  if (parts.named == 0) return _(of_attention ? NONE.attention : NONE.mask);
  bool is_one = (parts.named & (parts.named - 1)) == 0;
  const char *made = list_of(arena, &parts);
  for (int part = 0; is_one && part < MASK_PART_COUNT; part++)
    if (mask_names(&parts, (MaskPart)part) && !of_attention)
      made = part_words(arena, &parts, (MaskPart)part, _(PARTS[part].mask));
  if (!is_one && !of_attention) made = str_format(arena, _("mask: %s"), made);
  return made ? made : "";
}

const char *mask_words(Arena *arena, const Trace *trace, int layer) {
  return words_of(arena, trace, layer, false);
}

/* ---- an encoder and a decoder ---- */

/* A layer that has what is laid over, this one if it can; the encoder has all parts of it. */
static int laid_over_layer(const Trace *trace, int layer) {
  if (trace_mask_is_laid_over(trace)) return layer;
  for (int other = 0; other < trace_layer_count(trace); other++)
    if (trace_mask_is_laid_over(trace_of_layer(trace, other))) return other;
  return layer;
}

const char *mask_laid_over_words(Arena *arena, const Trace *trace, int layer) {
  int from = laid_over_layer(trace, layer);
  const char *words = mask_words(arena, trace, from);
  if (from != layer) words = str_format(arena, _("%s, not here"), words);
  return words ? words : "";
}

const char *mask_reach_sentence(const Trace *trace, int layer) {
  int number;
  TraceHalf half = trace_layer_half(trace, layer, &number);
  MaskParts parts;
  if (half == HALF_NONE || !trace_mask_is_laid_anywhere(trace)) return "";
  bool is_read = mask_name_read(trace_layer_mask_name(trace, 0), INT_MAX, &parts, NULL);
  if (is_read && parts.named == 0)
    return half == HALF_CROSS ? "" : _("Cells hidden by hand are those between the sentences.");
  if (half == HALF_TARGET)
    return _("The decoder's own attention stays causal under any mask, since no row may see the "
             "word that it is to say; padding is of the other sentence.");
  bool has_order = mask_names(&parts, MASK_CAUSAL) || mask_names(&parts, MASK_PREFIX);
  return half == HALF_CROSS && has_order
             ? _("Causal and prefix compare places of one sentence, so they do not lie over the "
                 "attention between two.")
             : "";
}

const char *mask_no_distances(const Trace *trace, int layer) {
  const AttentionKind *kind = trace_kind(trace);
  int number;
  TraceHalf half = trace_layer_half(trace, layer, &number);
  bool is_between = half == HALF_NONE ? trace_has_key_words(trace) : half == HALF_CROSS;
  bool is_recorded = trace_is_recorded(trace); /* its numbers may be made in any way */
  if (!is_between || !kind_tells_places(kind) || is_recorded) return "";
  return _("Between two sentences there are no distances, so these positions do nothing here; they "
           "work where a sentence asks itself.");
}

/* Only if these are all parts; an edited mask has none. */
const char *mask_headline(const Trace *trace, int layer) {
  MaskParts parts;
  bool is_read = mask_name_read(trace_layer_mask_name(trace, layer), INT_MAX, &parts, NULL);
  if (is_read && parts.named == 1u << MASK_CAUSAL) return _("Later keys are hidden.");
  if (is_read && parts.named == (1u << MASK_CAUSAL | 1u << MASK_WINDOW))
    return _("Later keys and those far back are hidden.");
  return _("Hidden keys become −∞.");
}

static const char *sort_words(const Trace *trace) {
  return trace_keys_are_kept(trace)   ? _("self · kept keys")
         : trace_has_key_words(trace) ? _("cross")
                                      : _("self");
}

const char *mask_attention_words(Arena *arena, const Trace *trace, int layer) {
  const char *made =
      str_format(arena, "%s · %s", sort_words(trace), words_of(arena, trace, layer, true));
  for (int i = 0; made && i < KIND_SETTING_COUNT; i++) {
    const char *words = kind_words(arena, trace_kind(trace), (KindSetting)i, false);
    if (!words || words[0]) made = words ? str_format(arena, "%s · %s", made, words) : NULL;
  }
  return made ? made : "";
}

/* A part that has one number at most is named; others are counted. */
static const char *few_words_of(Arena *arena, const Trace *trace, int layer) {
  MaskParts parts;
  int count = 0;
  bool is_long = false;
  bool is_read = mask_name_read(trace_layer_mask_name(trace, layer), INT_MAX, &parts, NULL);
  for (int i = 0; is_read && i < MASK_PART_COUNT; i++) {
    MaskPart part = (MaskPart)i;
    if (!mask_names(&parts, part)) continue;
    bool has_more = mask_part_has_size(part) && !mask_part_has_only_size(part);
    is_long = is_long || has_more || count > 0;
    count++;
  }
  return is_long ? str_format(arena, P_("%d part", "%d parts", count), count)
                 : words_of(arena, trace, layer, true);
}

const char *mask_attention_own(Arena *arena, const Trace *trace, int layer) {
  const char *mask = trace_mask_is_laid_over(trace) ? few_words_of(arena, trace, layer)
                                                    : words_of(arena, trace, layer, true);
  const char *made = mask ? str_format(arena, "%s · %s", sort_words(trace), mask) : NULL;
  return made ? made : "";
}

const char *mask_attention_short(Arena *arena, const Trace *trace, int layer) {
  const char *made = few_words_of(arena, trace, layer);
  if (made && trace_has_key_words(trace))
    made = str_format(arena, "%s · %s", sort_words(trace), made);
  for (int i = 0; made && i < KIND_SETTING_COUNT; i++) {
    const char *words = kind_words(arena, trace_kind(trace), (KindSetting)i, true);
    if (!words || words[0]) made = words ? str_format(arena, "%s · %s", made, words) : NULL;
  }
  return made ? made : "";
}

void mask_add_kind(StrBuf *words, const Trace *trace) {
  if (trace_in_order(trace))
    i18n_add_sentence(words, _("The tokens of the sentence are shuffled."));
  what_if_add_words(words, trace);
  const char *reach = mask_reach_sentence(trace, trace_home_layer(trace));
  if (reach[0]) i18n_add_sentence(words, reach);
  if (mistake_quiz_asks(trace_quiz(trace)))
    i18n_add_sentence(words,
                      _("One mistake is made on purpose in these numbers; a quiz asks which."));
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    const char *said = kind_sentence(words->arena, trace_kind(trace), (KindSetting)i,
                                     !trace_is_laid_over(trace, (KindSetting)i));
    if (said) i18n_add_sentence(words, said);
    const char *none = i == KIND_POSITIONS ? mask_no_distances(trace, trace_home_layer(trace)) : "";
    if (none[0]) i18n_add_sentence(words, none);
  }
  const char *keys =
      kind_cross_sentence(words->arena, trace_second_sentence(trace), trace_is_recorded(trace));
  if (keys) i18n_add_sentence(words, keys);
}
