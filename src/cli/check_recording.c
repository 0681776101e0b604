/* cli/check_recording.c -- prints what a recording holds, one property a line. */
#include "cli/check_recording.h"

#include <limits.h>
#include <stdio.h>

#include "base/i18n.h"
#include "cli/progress_line.h"
#include "files/arrays.h"
#include "trace/recording/recording.h"

/* A part that is missing is listed with the reason, which tells a learner what
** to record next time. */
static void print_parts(const Recording *recording) {
  printf("%s", _("can be shown:"));
  for (int i = 0; i < recording_shown_count(); i++)
    if (recording_has(recording, recording_shown(i)))
      printf(" %s", trace_part_info(recording_shown(i))->name);
  printf("\n");
  for (int i = 0; i < recording_shown_count(); i++) {
    Str why = recording_missing(recording, recording_shown(i));
    /* A part that only some kinds of attention compute is not missed in a
    ** recording of another kind. */
    if (why.bytes > 0 && trace_part_info(recording_shown(i))->need != NEED_KIND)
      printf(_("not %s: %.*s\n"), trace_part_info(recording_shown(i))->name, (int)why.bytes,
             why.at);
  }
}

static bool read_all_numbers(Recording *recording, Status *status) {
  ProgressLine line = progress_line_begin(_("reading"));
  Progress progress = progress_line_of(&line);
  bool read = recording_check(recording, INT_MAX, &progress, status);
  progress_line_end(&line);
  return read;
}

/* The findings are printed before the verdict, also when it fails: they help to find the fault. */
static bool print_result(Recording *recording, Status *status) {
  if (!read_all_numbers(recording, status)) return false;
  printf("%s\n", recording_kind(recording));
  for (int i = 0; i < recording_finding_count(recording); i++)
    printf("%s\n", recording_finding(recording, i));
  print_parts(recording);
  const char *contradiction = recording_contradiction(recording);
  return !contradiction ||
         status_fail(status, STATUS_COULD_NOT, "%s: %s", recording_path(recording), contradiction);
}

/* Reads every array, since the rest of the check reads only the arrays that it compares, and a
** wrong checksum elsewhere in a large archive would go unseen. */
static bool check_sums(Arena *arena, const char *path, Status *status) {
  Arrays *arrays;
  ProgressLine line = progress_line_begin(_("reading"));
  Progress progress = progress_line_of(&line);
  if (!arrays_open(arena, path, NULL, &arrays, status)) return false;
  bool done = arrays_check_sums(arrays, &progress, status);
  progress_line_end(&line);
  arrays_close(arrays);
  return done;
}

static bool check_opened(Arena *arena, const char *path, Recording *recording, Status *status) {
  bool sound = check_sums(arena, path, status) && print_result(recording, status);
  recording_close(recording);
  return sound;
}

/* Each kind of attention that a file holds, where it was not said which one: all of an encoder and
** a decoder. A fault in one does not leave the others unsaid. */
static bool check_groups(Arena *arena, const char *path, const RecordingQuestion *question,
                         Status *status) {
  bool all_sound = true;
  for (int i = 0; i < question->choice_count; i++) {
    RecordingAnswers answers;
    Recording *recording;
    Status found = {STATUS_OK, ""};
    printf(i > 0 ? "\n%s: %s\n" : "%s: %s\n", question->answers[i], question->choices[i]);
    bool sound = recording_answers_parse(question->answers[i], &answers, &found) &&
                 recording_open(arena, &(RecordingOrder){.path = path, .answers = &answers},
                                &recording, &found) &&
                 check_opened(arena, path, recording, &found);
    if (!sound && all_sound) *status = found;
    all_sound &= sound;
  }
  return all_sound;
}

/* Whether the question is which kind of attention. */
static bool asks_for_group(const RecordingAnswers *said, const RecordingQuestion *question) {
  RecordingAnswers answers;
  Status status = {STATUS_OK, ""};
  return !said->group && question->choice_count > 0 &&
         recording_answers_parse(question->answers[0], &answers, &status) && answers.group;
}

bool check_recording(Arena *arena, const char *path, const char *reading, Status *status) {
  RecordingAnswers answers;
  RecordingQuestion question = {.choice_count = 0};
  Recording *recording;
  if (!recording_answers_parse(reading, &answers, status)) return false;
  if (recording_open(arena, &(RecordingOrder){path, &answers, &question}, &recording, status))
    return check_opened(arena, path, recording, status);
  if (status->kind != STATUS_ASK || !asks_for_group(&answers, &question)) return false;
  return check_groups(arena, path, &question, status);
}
