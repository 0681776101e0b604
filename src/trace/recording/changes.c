/* trace/recording/changes.c -- what a person changed of the run that a file holds: which numbers of
** it follow from nothing that stands before them. */
#include "trace/mistakes.h"
#include "trace/recording/recording_internal.h"

/* How many layers the encoder of the file has. */
static int count_encoder_layers(const Recording *recording) {
  int count = 0;
  for (int i = 0; i < recording->list_count; i++) {
    const RecordedName *name = &recording->list[i].name;
    if (name->group == RECORDING_ENCODER && name->layer >= count) count = name->layer + 1;
  }
  return count;
}

/* The place in the group on show of a layer of the whole model, whose decoder layers are two each:
** one of attention to itself, and one across. −1: it is of another group. */
static int layer_in_group(const Recording *recording, int layer, int encoder_layers) {
  int behind = layer - encoder_layers;
  RecordingGroup group = behind < 0        ? RECORDING_ENCODER
                         : behind % 2 == 0 ? RECORDING_LAYERS
                                           : RECORDING_CROSS;
  int number = behind < 0 ? layer : behind / 2;
  for (int i = 0; group == recording->group && i < recording->layer_count; i++)
    if (recording->layer_numbers[i] == number) return i;
  return -1;
}

void recording_place_what_ifs(Recording *recording) {
  const WhatIfs all = recording->what_ifs;
  const bool *has = recording->has_group;
  int encoder_layers = count_encoder_layers(recording);
  recording->has_set_numbers = what_ifs_have(&all, WHAT_IF_NUMBER);
  if (!has[RECORDING_ENCODER] || !(has[RECORDING_LAYERS] || has[RECORDING_CROSS])) return;
  recording->what_ifs.count = 0;
  for (int i = 0; i < all.count; i++) {
    WhatIf one = all.of[i];
    bool has_layer = one.kind == WHAT_IF_HEAD_OFF ||
                     (one.kind == WHAT_IF_NUMBER && trace_part_info(one.part)->per_layer);
    if (has_layer) one.layer = layer_in_group(recording, one.layer, encoder_layers);
    if (one.layer >= 0) what_ifs_put(&recording->what_ifs, &one);
  }
}

bool recording_may_break(const Recording *recording) {
  const AttentionKind *kind = &recording->kind;
  return mistake_may_break(mistake_of(kind)) || kind_divisor(kind) > 0 ||
         kind_softmax_temperature(kind) != 1 || recording->has_set_numbers;
}

bool recording_is_set(const Recording *recording, TracePart part, RecordedCell at) {
  for (int i = 0; i < recording->what_ifs.count; i++) {
    const WhatIf *one = &recording->what_ifs.of[i];
    bool is_there = one->layer == at.layer && one->head == at.head &&
                    (at.row < 0 || one->row == at.row) && (at.col < 0 || one->col == at.col);
    if (one->kind == WHAT_IF_NUMBER && one->part == part && is_there) return true;
  }
  return false;
}
