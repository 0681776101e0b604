/* scene/mask_words.c -- "causal mask", "self · window 2", "mask not recorded". */
#include "scene/mask_words.h"

#include <string.h>

#include "base/words.h"

typedef struct MaskName {
  const char *name, *mask, *attention; /* with %.*s where it has a size */
} MaskName;

static const MaskName NAMES[] = {
    {"none", N_("no mask"), N_("no mask")},
    {"causal", N_("causal mask"), N_("causal")},
    {"padding", N_("padding mask (%.*s)"), N_("padding %.*s")},
    {"window", N_("window mask (%.*s)"), N_("window %.*s")},
    {"prefix", N_("prefix mask (%.*s)"), N_("prefix %.*s")},
    {"edited", N_("mask edited by hand"), N_("edited mask")},
};
static const MaskName RECORDED = {"edited", N_("mask as recorded"), N_("as recorded")};
static const MaskName UNKNOWN = {"", N_("mask not recorded"), N_("mask not recorded")};

static const MaskName *find(const Trace *trace, Str kind) {
  if (trace_is_recorded(trace) && str_is(kind, RECORDED.name)) return &RECORDED;
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
    if (str_is(kind, NAMES[i].name)) return &NAMES[i];
  return &UNKNOWN;
}

static const char *words_of(Arena *arena, const Trace *trace, int layer, bool of_attention) {
  Str name = trace_layer_mask_name(trace, layer);
  const char *colon = name.bytes ? memchr(name.at, ':', name.bytes) : NULL;
  size_t kind_bytes = colon ? (size_t)(colon - name.at) : name.bytes;
  Str size = {name.at + name.bytes, 0};
  if (colon) size = (Str){colon + 1, name.bytes - kind_bytes - 1};
  const MaskName *found = find(trace, (Str){name.at, kind_bytes});
  const char *format = _(of_attention ? found->attention : found->mask);
  if (!colon) return format;
  const char *made = str_format(arena, format, (int)size.bytes, size.at);
  return made ? made : "";
}

const char *mask_words(Arena *arena, const Trace *trace, int layer) {
  return words_of(arena, trace, layer, false);
}

const char *mask_attention_words(Arena *arena, const Trace *trace, int layer) {
  const char *kind = trace_keys_are_kept(trace) ? _("self · kept keys")
                     : trace_is_cross(trace)    ? _("cross")
                                                : _("self");
  const char *made = str_format(arena, "%s · %s", kind, words_of(arena, trace, layer, true));
  return made ? made : "";
}
