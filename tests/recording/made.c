/* tests/recording/made.c -- see made.h. */
#include "recording/made.h"

Made made_begin(void) {
  Made made = {.folder = folder_make()};
  return made;
}

Made made_begin_native(void) {
  Made made = made_begin();
  made_pair(&made, "format", "heads-up-trace-1");
  return made;
}

void made_end(Made *made) {
  recording_close(made->recording);
  folder_remove(&made->folder);
}

float *made_tensor(Made *made, const char *name, const int *shape, unsigned seed) {
  SafetensorsFloats *tensor = &made->tensors[made->count++];
  assert_true(made->count <= MADE_TENSORS_MOST);
  size_t count = 1;
  *tensor = (SafetensorsFloats){.name = name};
  for (; shape[tensor->rank] > 0; tensor->rank++) {
    tensor->shape[tensor->rank] = shape[tensor->rank];
    count *= (size_t)shape[tensor->rank];
  }
  float *numbers = arena_take(made->folder.arena, count, sizeof *numbers);
  for (size_t i = 0; i < count; i++) {
    seed = seed * 1664525U + 1013904223U;
    numbers[i] = (float)(seed >> 8) / (float)(1 << 22) - 2.0F;
  }
  tensor->numbers = numbers;
  return numbers;
}

void made_pair(Made *made, const char *key, const char *value) {
  assert_true(made->pair_count < MADE_PAIRS_MOST);
  made->pairs[made->pair_count++] = (SafetensorsPair){key, value};
}

bool made_open(Made *made, const char *reading) {
  const char *path = folder_file(&made->folder, "r.safetensors");
  SafetensorsContent content = {made->tensors, made->count, made->pairs, made->pair_count};
  RecordingAnswers answers;
  recording_close(made->recording);
  made->recording = NULL;
  made->status = (Status){STATUS_OK, ""};
  assert_true(safetensors_save(made->folder.arena, path, &content, NULL));
  return recording_answers_parse(reading, &answers, &made->status) &&
         recording_open(made->folder.arena, &(RecordingOrder){path, &answers, &made->question},
                        &made->recording, &made->status);
}

void made_must_open(Made *made, const char *reading) {
  if (!made_open(made, reading)) fail_msg("%s", made->status.sentence);
}

void made_must_ask(Made *made, const char *reading, const char *answers) {
  char all[512] = "";
  if (made_open(made, reading)) fail_msg("nothing was asked where %s may be meant", answers);
  for (int i = 0; i < made->question.choice_count; i++) {
    size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", i ? " " : "", made->question.answers[i]);
    assert_true(made->question.choices[i][0]);
  }
  assert_string_equal(all, answers);
  assert_int_equal(made->status.kind, STATUS_ASK);
  check_sentence(&made->status, "--reading");
  assert_null(strstr(made->question.sentence, "--reading"));
  assert_int_equal(
      strncmp(made->question.sentence, made->status.sentence, strlen(made->question.sentence)), 0);
}

float made_get(Made *made, TracePart part, int layer, int head, int row, int col) {
  int rows, cols;
  Status status = {STATUS_OK, ""};
  recording_part_shape(made->recording, part, &rows, &cols);
  float *at = arena_take(made->folder.arena, (size_t)rows * (size_t)cols, sizeof *at);
  Mat to = {at, rows, cols, cols};
  assert_true(recording_has(made->recording, part));
  if (!recording_derive(made->recording, (TraceMatrixId){part, layer, head}, to, &status))
    fail_msg("%s", status.sentence);
  return mat_get(mat_view(to), row, col);
}

bool made_has_finding(const Made *made, const char *part) {
  for (int i = 0; i < recording_finding_count(made->recording); i++)
    if (strstr(recording_finding(made->recording, i), part)) return true;
  return false;
}

void made_softmax(const float *scores, float divisor, bool causal, int count, float *weights) {
  for (int row = 0; row < count; row++) {
    double sum = 0;
    for (int col = 0; col < count; col++) {
      double share =
          causal && col > row ? 0 : exp((double)scores[row * count + col] / (double)divisor);
      weights[row * count + col] = (float)share;
      sum += share;
    }
    for (int col = 0; col < count; col++) weights[row * count + col] /= (float)sum;
  }
}
