/* scene/layer_words.c -- the names of layers, by the half that they belong to. */
#include "scene/layer_words.h"

#include <assert.h>

#include "base/i18n.h"
#include "text/utf8.h"

typedef struct LayerNames {
  const char *name, *title, *with_head, *title_with_head, *brief, *narrow, *least, *mark;
} LayerNames;

static const LayerNames names[HALF_COUNT] = {
    [HALF_NONE] = {N_("layer %d"), N_("Layer %d"), N_("layer %d · head %d"),
                   N_("Layer %d · head %d"), N_("L%d · H%d"), N_("Layer %d"), "%d·%d", "%d"},
    [HALF_SOURCE] = {N_("encoder %d"), N_("Encoder %d"), N_("encoder %d · head %d"),
                     N_("Encoder %d · head %d"), N_("E%d · H%d"), N_("Encoder %d"), "E%d·%d",
                     "E%d"},
    [HALF_TARGET] = {N_("decoder %d"), N_("Decoder %d"), N_("decoder %d · head %d"),
                     N_("Decoder %d · head %d"), N_("D%d · H%d"), N_("Decoder %d"), "D%d·%d",
                     "D%d"},
    [HALF_CROSS] = {N_("decoder %d · cross"), N_("Decoder %d · cross"),
                    N_("decoder %d · cross · head %d"), N_("Decoder %d · cross · head %d"),
                    N_("C%d · H%d"), N_("Cross %d"), "C%d·%d", "C%d"}};

static const char *or_nothing(const char *words) { return words ? words : ""; }

static const LayerNames *names_of(const Trace *trace, int layer, int *number) {
  TraceHalf half = trace_layer_half(trace, layer, number);
  assert(half >= 0 && half < HALF_COUNT);
  return &names[half];
}

const char *layer_words(Arena *arena, const Trace *trace, int layer) {
  int number;
  const char *format = names_of(trace, layer, &number)->name;
  return or_nothing(str_format(arena, _(format), number));
}

const char *layer_title(Arena *arena, const Trace *trace, int layer) {
  int number;
  const char *format = names_of(trace, layer, &number)->title;
  return or_nothing(str_format(arena, _(format), number));
}

const char *layer_head_words(Arena *arena, const Trace *trace, int layer, int head) {
  int number;
  const char *format = names_of(trace, layer, &number)->with_head;
  return or_nothing(str_format(arena, _(format), number, head + 1));
}

const char *layer_head_title(Arena *arena, const Trace *trace, int layer, int head) {
  int number;
  const char *format = names_of(trace, layer, &number)->title_with_head;
  return or_nothing(str_format(arena, _(format), number, head + 1));
}

const char *layer_head_short(Arena *arena, const Trace *trace, int layer, int head) {
  int number;
  const char *format = names_of(trace, layer, &number)->brief;
  return or_nothing(str_format(arena, _(format), number, head + 1));
}

const char *layer_head_least(Arena *arena, const Trace *trace, int layer, int head) {
  int number;
  const char *format = names_of(trace, layer, &number)->least;
  return or_nothing(str_format(arena, format, number, head + 1));
}

const char *layer_mark(Arena *arena, const Trace *trace, int layer) {
  int number;
  const char *format = names_of(trace, layer, &number)->mark;
  return or_nothing(str_format(arena, format, number));
}

const char *layer_narrow(Arena *arena, const Trace *trace, int layer) {
  int number;
  const char *format = names_of(trace, layer, &number)->narrow;
  return or_nothing(str_format(arena, _(format), number));
}

const char *layer_half_sentence(Arena *arena, const Trace *trace, int layer) {
  enum { BYTES_MOST = 160 };
  int number;
  Str source = trace_typed_sentence(trace), shown = utf8_beginning(source, BYTES_MOST);
  switch (trace_layer_half(trace, layer, &number)) {
  case HALF_SOURCE:
    return or_nothing(
        str_format(arena, _("This is layer %d of the encoder: the source asks itself."), number));
  case HALF_TARGET:
    return or_nothing(str_format(
        arena, _("This is layer %d of the decoder: what is said so far asks itself."), number));
  case HALF_CROSS:
    return or_nothing(str_format(arena,
                                 _("This is layer %d of the decoder, which asks the encoder's rows "
                                   "of the source, “%.*s”."),
                                 number, (int)shown.bytes, shown.at));
  default:
    return "";
  }
}

int layer_count_before(const Trace *trace, int layer) {
  return layer - trace_first_layer(trace_of_layer(trace, layer));
}
