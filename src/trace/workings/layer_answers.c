/* trace/workings/layer_answers.c -- see layer_answers.h. */
#include "trace/workings/layer_answers.h"

int layer_answers_point(const LayerAnswers *answers, int layer) {
  int point = answers->point_count - 1;
  while (point > 0 && answers->layers[point] != layer) point--;
  return answers->layers[point] == layer ? point : answers->point_count - 1;
}

int layer_answers_settled(const LayerAnswers *answers, int token) {
  int point = answers->point_count - 1;
  const LayerAnswer *last = layer_answer_at(answers, token, point);
  if (last->best_count == 0) return point;
  for (; point > 0; point--) {
    const LayerAnswer *before = layer_answer_at(answers, token, point - 1);
    if (before->best_count == 0 || before->best[0].word != last->best[0].word) break;
  }
  return point;
}
