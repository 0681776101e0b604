/* tests/fuzz/fuzz_recording.c -- a safetensors, .npy or .npz file as a recording. The first byte
** says how it is read; a JSON header without its length gets one, so that changed headers are read.
** */
#include "fuzz/fuzz.h"

#include <string.h>

#include "trace/recording/recording.h"

enum { CELLS_MOST = 1 << 14 };

static const char *const readings[] = {NULL,  "LHTS,raw",        "BHTS,batch=1,scaled", "BTHD,seen",
                                       "HST", "BTE,heads=2,raw", "cross,hidden,d=4",    "weights"};

static void read_part(Recording *recording, TracePart part) {
  float numbers[CELLS_MOST];
  int rows, cols;
  Status status = {0};
  if (!recording_has(recording, part)) {
    fuzz_check(recording_missing(recording, part).bytes > 0, "what is missing is said");
    return;
  }
  recording_part_shape(recording, part, &rows, &cols);
  if ((int64_t)rows * cols > CELLS_MOST) return;
  Mat to = {numbers, rows, cols, cols};
  fuzz_check_status(recording_derive(recording, (TraceMatrixId){part, 0, 0}, to, &status), &status);
}

static void open_as(Str bytes, const char *reading) {
  RecordingAnswers answers;
  Recording *recording;
  Status status = {0};
  Arena *arena = arena_make(0);
  fuzz_check(recording_answers_parse(reading, &answers, &status), "a reading is one");
  bool opened = recording_over(arena, &(RecordingOrder){.path = "r", .answers = &answers}, bytes,
                               &recording, &status);
  fuzz_check_status(opened, &status);
  if (opened) {
    for (int part = TRACE_X; part <= TRACE_LOGITS; part++) read_part(recording, (TracePart)part);
    status = (Status){0};
    fuzz_check_status(recording_check(recording, 4, NULL, &status), &status);
    for (int i = 0; i < recording_finding_count(recording); i++)
      fuzz_check(recording_finding(recording, i)[0] != 0, "a finding says something");
    recording_close(recording);
  }
  fuzz_check_memory(arena, bytes.bytes, 512);
  arena_free(arena);
}

/* {"…": …} and the numbers behind a line end, as a safetensors file. */
static void open_header(Str input, const char *reading) {
  const char *end = memchr(input.at, '\n', input.bytes);
  size_t header = end ? (size_t)(end - input.at) : input.bytes;
  Arena *arena = arena_make(0);
  StrBuf file = strbuf_make(arena);
  for (int i = 0; i < 8; i++) strbuf_add_char(&file, (char)(unsigned char)(header >> (8 * i)));
  strbuf_add(&file, (Str){input.at, header});
  if (end) strbuf_add(&file, (Str){end + 1, input.bytes - header - 1});
  open_as(strbuf_str(&file), reading);
  arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (size < 2) return 0;
  const char *reading = readings[bytes[0] % (sizeof readings / sizeof readings[0])];
  Str input = {(const char *)bytes + 1, size - 1};
  if (bytes[1] == '{') open_header(input, reading);
  else open_as(input, reading);
  return 0;
}
