/* session/compute/lengths.c -- opens both models, and has them say the sentence of a length. */
#include "session/compute/lengths.h"

#include <stdlib.h>
#include <string.h>

#include "assets/assets.h"
#include "base/i18n.h"
#include "model/checkpoint/checkpoint.h"
#include "session/session_internal.h"
#include "train/length_file.h"
#include "train/saying.h"

static const char *const names[LENGTH_MODEL_COUNT] = {
    [LENGTH_ATTENDS] = "translator", [LENGTH_SQUEEZES] = "bottleneck"};

/* ---- files ---- */

static bool read_file(Arena *arena, const char *name, LengthFile *file, Status *status) {
  Str text;
  const char *path = str_format(arena, "models/%s/lengths.csv", name);
  if (!path) return status_no_memory(status);
  if (!assets_find(path, &text))
    return status_fail(status, STATUS_COULD_NOT, _("%s is not part of this program"), path);
  return length_file_parse(arena, path, text, file, status);
}

/* The index of the nearest length. */
static int nearest_of(const LengthCurve *curve, int tokens) {
  int nearest = 0;
  for (int i = 1; i < curve->count; i++)
    if (abs(curve->at[i].tokens - tokens) < abs(curve->at[nearest].tokens - tokens)) nearest = i;
  return nearest;
}

int lengths_neighbour(int tokens, int by) {
  Arena *arena = arena_make(0);
  LengthFile *file = arena ? arena_take(arena, 1, sizeof *file) : NULL;
  int found = tokens;
  if (file && read_file(arena, names[0], file, NULL) && file->curve.count > 0) {
    int to = nearest_of(&file->curve, tokens) + by;
    to = to < 0 ? 0 : to >= file->curve.count ? file->curve.count - 1 : to;
    found = file->curve.at[to].tokens;
  }
  arena_free(arena);
  return found;
}

/* ---- one sentence ---- */

typedef struct Words {
  int ids[LENGTH_WORDS_MOST], count;
} Words;

/* Words with one space between them, as a file of lengths has them. */
static bool find_words(const Checkpoint *checkpoint, Str text, Words *words, Status *status) {
  *words = (Words){.count = 0};
  while (text.bytes > 0) {
    const char *space = memchr(text.at, ' ', text.bytes);
    Str word = {text.at, space ? (size_t)(space - text.at) : text.bytes};
    int id = vocabulary_find(checkpoint->vocabulary, word);
    if (id < 0 || words->count == LENGTH_WORDS_MOST)
      return status_fail(status, STATUS_COULD_NOT, _("%s does not know the word “%.*s”"),
                         checkpoint->name, (int)word.bytes, word.at);
    words->ids[words->count++] = id;
    text.at += word.bytes + (space != NULL);
    text.bytes -= word.bytes + (space != NULL);
  }
  return true;
}

static LengthSaid shown(const Checkpoint *checkpoint, const Words *words, const Words *wanted) {
  LengthSaid said = {.count = words->count};
  said.right = length_match(wanted->ids, wanted->count, words->ids, words->count, said.is_right);
  for (int i = 0; i < words->count; i++)
    said.words[i] = checkpoint->vocabulary->shown[words->ids[i]];
  return said;
}

/* Both have the same words, and each looks them up in its own vocabulary. */
static bool say(Arena *arena, LengthModel model, const LengthSentence *sentence, Lengths *made,
                Status *status) {
  Checkpoint checkpoint;
  Words source, wanted, said;
  Saying saying;
  if (!checkpoint_read_builtin(arena, names[model], &checkpoint, status) ||
      !find_words(&checkpoint, sentence->english, &source, status) ||
      !find_words(&checkpoint, sentence->chinese, &wanted, status))
    return false;
  SayingModel speaker = {&checkpoint.shape, checkpoint.numbers, checkpoint.vocabulary};
  if (!saying_make(arena, &speaker, LENGTH_WORDS_MOST, &saying, status)) return false;
  said.count = saying_go_on(&saying, source.ids, source.count, said.ids, 0);
  made->said[model] = shown(&checkpoint, &said, &wanted);
  made->wanted = shown(&checkpoint, &wanted, &wanted);
  return true;
}

static bool make(Arena *arena, int tokens, Lengths *made, Status *status) {
  LengthFile *files = arena_take(arena, LENGTH_MODEL_COUNT, sizeof *files);
  if (!files) return status_no_memory(status);
  for (int i = 0; i < LENGTH_MODEL_COUNT; i++) {
    if (!read_file(arena, names[i], &files[i], status)) return false;
    made->curves[i] = files[i].curve;
    made->names[i] = names[i];
  }
  int nearest = nearest_of(&files[0].curve, tokens);
  made->tokens = files[0].curve.at[nearest].tokens;
  made->is_trained = files[0].curve.at[nearest].is_trained;
  made->english = files[0].sentences[nearest].english;
  for (int i = 0; i < LENGTH_MODEL_COUNT; i++)
    if (!say(arena, (LengthModel)i, &files[0].sentences[nearest], made, status)) return false;
  return true;
}

void session_make_lengths(Arena *arena, int tokens, Lengths *made) {
  Status status = {0};
  *made = (Lengths){.tokens = tokens};
  if (make(arena, tokens, made, &status)) return;
  const char *problem = str_copy(arena, str_from(status.sentence));
  *made = (Lengths){.tokens = tokens, .problem = problem ? problem : ""};
}

/* ---- of the session ---- */

void lengths_free(LengthsOnShow *on_show) {
  arena_free(on_show->arena);
  *on_show = (LengthsOnShow){0};
}

void lengths_follow(Session *session) {
  LengthsOnShow *on_show = &session->lengths;
  int asked = session->view.experiments.length;
  if (session->view.kind != VIEW_LENGTH || session->dry) return;
  if (on_show->arena && on_show->asked == asked) return;
  lengths_free(on_show);
  Arena *arena = arena_make(0);
  if (!arena) return;
  *on_show = (LengthsOnShow){.arena = arena, .asked = asked};
  session_make_lengths(arena, asked, &on_show->lengths);
}

const Lengths *session_lengths(const Session *session) {
  bool is_on_show = session->view.kind == VIEW_LENGTH && session->lengths.arena;
  return is_on_show ? &session->lengths.lengths : NULL;
}
