/* trace/recording/options.c -- reads what a person says about a file, a list of words.
**
** Each word is recognised by itself, so the order is free, and a question can return the previous
** answers with one word added. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "trace/recording/recording_internal.h"

/* Writes the previous answers as a reading; axes last, since the question may be about them. */
static size_t write_previous_answers(const RecordingAnswers *answers,
                                     char text[RECORDING_READING_BYTES]) {
  size_t used = 0;
  text[0] = 0;
  const char *group =
      answers->group ? recording_group_word((RecordingGroup)(answers->group - 1)) : "";
  const char *scores = answers->scores_kind == 0   ? ""
                       : answers->scores_kind == 1 ? "raw"
                                                   : "scaled";
  const char *mask = answers->mask_kind == 0 ? "" : answers->mask_kind == 1 ? "seen" : "hidden";
  const char *words[] = {answers->part, group, scores, mask, answers->axes};
  const struct {
    const char *name;
    int value;
  } numbers[] = {{"batch", answers->batch}, {"heads", answers->heads}, {"d", answers->d_head}};
  for (int i = 0; i < 5; i++)
    if (*words[i] && used < RECORDING_READING_BYTES)
      used += (size_t)snprintf(text + used, RECORDING_READING_BYTES - used, "%s,", words[i]);
  for (int i = 0; i < 3; i++)
    if (numbers[i].value && used < RECORDING_READING_BYTES)
      used += (size_t)snprintf(text + used, RECORDING_READING_BYTES - used, "%s=%d,",
                               numbers[i].name, numbers[i].value);
  return used < RECORDING_READING_BYTES ? used : RECORDING_READING_BYTES - 1;
}

void recording_add_choice(Recording *recording, const char *answer, const char *choice) {
  RecordingQuestion *question = recording->question;
  if (!question || question->choice_count == RECORDING_CHOICES_MOST) return;
  int index = question->choice_count++;
  char *text = question->answers[index];
  size_t used = write_previous_answers(&recording->answers, text);
  snprintf(text + used, RECORDING_READING_BYTES - used, "%s", answer);
  snprintf(question->choices[index], sizeof question->choices[index], "%s", choice);
}

bool recording_ask(const Recording *recording, Status *status, const char *readings,
                   const char *format, ...) {
  char sentence[STATUS_SENTENCE_BYTES];
  va_list words;
  va_start(words, format);
  vsnprintf(sentence, sizeof sentence, format, words);
  va_end(words);
  if (recording->question) {
    Status visible; /* status_fail escapes control characters in names of the file */
    (void)status_fail(&visible, STATUS_ASK, "%s", sentence);
    memcpy(recording->question->sentence, visible.sentence, sizeof visible.sentence);
  }
  return status_fail(status, STATUS_ASK, _("%s (say with --reading: %s)"), sentence, readings);
}

/* Axes are capital letters, so that they differ from words like "raw" and "self". */
static bool is_axes(Str word) {
  /* memchr finds a letter that came before. */
  if (word.bytes < 2 || word.bytes > 8) return false;
  for (size_t i = 0; i < word.bytes; i++)
    if (!strchr("LBHTSDE", word.at[i]) || memchr(word.at, word.at[i], i)) return false;
  return true;
}

static bool read_number(Str word, const char *name, int *number) {
  long value;
  size_t bytes = strlen(name);
  if (!str_starts(word, name) || !str_to_long((Str){word.at + bytes, word.bytes - bytes}, &value))
    return false;
  /* *number may be set although the answer is refused: the caller then discards all answers. */
  *number = (int)value;
  return value >= 1 && value <= RECORDING_WIDTH_MOST;
}

static bool read_choice(Str word, const char *first, const char *second, int *kind) {
  if (!str_is(word, first) && !str_is(word, second)) return false;
  *kind = str_is(word, first) ? 1 : 2;
  return true;
}

static bool read_group(Str word, RecordingAnswers *answers) {
  for (int i = 0; i < RECORDING_GROUP_COUNT; i++)
    if (str_is(word, recording_group_word((RecordingGroup)i))) {
      answers->group = i + 1;
      return true;
    }
  return false;
}

/* "scaled" is not a part here: as an answer it says that scores are divided. */
static bool read_part(Str word, RecordingAnswers *answers) {
  for (int i = 0; i < RECORDED_PART_COUNT; i++) {
    RecordedPart part = recorded_part_order[i];
    if (!recorded_part_info(part)->is_in_options || part == RECORDED_SCALED) continue;
    if (!str_is(word, recording_part_name(part))) continue;
    snprintf(answers->part, sizeof answers->part, "%s", recording_part_name(part));
    return true;
  }
  return false;
}

static bool read_word(Str word, RecordingAnswers *answers) {
  if (is_axes(word)) {
    memcpy(answers->axes, word.at, word.bytes);
    answers->axes[word.bytes] = 0;
    return true;
  }
  return read_choice(word, "raw", "scaled", &answers->scores_kind) ||
         read_choice(word, "seen", "hidden", &answers->mask_kind) || read_group(word, answers) ||
         read_number(word, "batch=", &answers->batch) ||
         read_number(word, "heads=", &answers->heads) ||
         read_number(word, "d=", &answers->d_head) || read_part(word, answers);
}

bool recording_answers_parse(const char *reading, RecordingAnswers *answers, Status *status) {
  Str rest = str_from(reading);
  *answers = (RecordingAnswers){0};
  while (rest.bytes > 0) {
    const char *comma = memchr(rest.at, ',', rest.bytes);
    size_t bytes = comma ? (size_t)(comma - rest.at) : rest.bytes;
    Str word = str_trim((Str){rest.at, bytes});
    if (!read_word(word, answers))
      return status_fail(
          status, STATUS_USAGE,
          _("“%.*s” is no reading; it is axes (such as LHTS, BHTD, BTHD, BTE), raw or "
            "scaled, seen or hidden, self, cross or encoder, batch=N, heads=N or d=N, "
            "with commas between them"),
          (int)str_head(word, 40).bytes, word.at);
    rest = comma ? (Str){comma + 1, rest.bytes - bytes - 1} : (Str){"", 0};
  }
  return true;
}
