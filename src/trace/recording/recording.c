/* trace/recording/recording.c -- opens a recording and finds the meaning of its arrays.
**
** What names and shapes leave open is decided by the numbers (scores.c); what these leave open too,
** the person is asked. Every decision becomes a finding, which shows how the file was read. */
#include "trace/recording/recording.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "files/json.h"
#include "trace/recording/recording_internal.h"

enum { UNREAD_SHOWN = 3, NOTES_TOLD = 8, NOTE_BYTES = 400 };

/* ---- findings and questions ---- */

bool recording_say(Recording *recording, bool contradicts, const char *format, ...) {
  /* Names in a file may be of any length: the sentence is cut. */
  char raw[1024];
  Status visible = {STATUS_OK, ""};
  va_list words;
  if (recording->finding_count == RECORDING_FINDINGS_MOST) return true;
  va_start(words, format);
  vsnprintf(raw, sizeof raw, format, words);
  va_end(words);
  (void)status_fail(&visible, STATUS_OK, "%s", raw); /* escapes control characters */
  const char *kept = str_copy(recording->arena, str_from(visible.sentence));
  if (!kept) return false;
  for (int i = 0; i < recording->finding_count; i++) /* many layers give the same finding */
    if (strcmp(recording->findings[i], kept) == 0) return true;
  if (contradicts && recording->contradiction < 0)
    recording->contradiction = recording->finding_count;
  recording->findings[recording->finding_count++] = kept;
  return true;
}

int recording_finding_count(const Recording *recording) { return recording->finding_count; }

const char *recording_finding(const Recording *recording, int index) {
  assert(index >= 0 && index < recording->finding_count);
  return recording->findings[index];
}

const char *recording_contradiction(const Recording *recording) {
  return recording->contradiction < 0 ? NULL : recording->findings[recording->contradiction];
}

/* ---- what is there ---- */

int recording_layer_count(const Recording *recording) { return recording->layer_count; }
int recording_head_count(const Recording *recording) { return recording_size(recording, 'H'); }
int recording_key_head_count(const Recording *recording) { return recording_size(recording, 'G'); }

static void tell_unread(Recording *recording, const char *name, int count) {
  if (count <= UNREAD_SHOWN)
    recording_say(recording, false, _("“%.60s” is not read: its name says nothing of attention"),
                  name);
}

static bool list_arrays(Recording *recording, Status *status) {
  int count = arrays_count(recording->arrays), unread = 0;
  recording->list = arena_take(recording->arena, (size_t)count, sizeof *recording->list);
  if (!recording->list) return status_no_memory(status);
  for (int i = 0; i < count; i++) {
    const ArrayInfo *info = arrays_at(recording->arrays, i);
    RecordedArray *array = &recording->list[recording->list_count];
    bool known = recording->is_native ? recording_name_native(info->name, &array->name)
                                      : recording_name_plain(info->name, &array->name);
    /* In a file with one array of an unknown name, the reading says what it is. */
    bool chosen = !known && count == 1 && *recording->answers.part &&
                  recording_name_plain(recording->answers.part, &array->name);
    array->info = info;
    if (known || chosen) recording->list_count++;
    else tell_unread(recording, info->name, ++unread);
  }
  if (unread > UNREAD_SHOWN)
    recording_say(
        recording, false,
        P_("%d array more is not read", "%d arrays more are not read", unread - UNREAD_SHOWN),
        unread - UNREAD_SHOWN);
  return true;
}

/* Refuses a single array that has no matrix; no question could help. */
static bool check_only_array(const Recording *recording, Status *status) {
  const ArrayInfo *info = arrays_at(recording->arrays, 0);
  if (info->rank >= 2 && info->count > 0) return true;
  if (info->rank >= 2)
    return status_fail(status, STATUS_COULD_NOT, _("%s: “%.60s” holds no numbers"), recording->path,
                       info->name);
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s: “%.60s” is %s; attention is a matrix of queries and keys at least"),
                     recording->path, info->name, info->rank ? _("a row") : _("one number"));
}

static bool ask_part(Recording *recording, Status *status) {
  if (!check_only_array(recording, status)) return false;
  /* Drops the finding that the array is not read. */
  recording->finding_count = 0;
  recording_add_choice(recording, "weights", _("weights after softmax"));
  recording_add_choice(recording, "scores", _("scores"));
  recording_add_choice(recording, "q", "Q");
  recording_add_choice(recording, "k", "K");
  return recording_ask(recording, status, "weights, scores, q, k, v, output",
                       _("%s: “%.60s” may be anything"), recording->path,
                       arrays_at(recording->arrays, 0)->name);
}

/* Attention needs a [T,S] matrix, or Q and K to compute one. */
static bool has_attention(const Recording *recording, RecordingGroup group) {
  bool q = false, k = false;
  for (int i = 0; i < recording->list_count; i++) {
    const RecordedName *name = &recording->list[i].name;
    if (name->group != group) continue;
    if (recorded_part_info(name->part)->is_pair) return true;
    q |= name->part == RECORDED_Q;
    k |= name->part == RECORDED_K;
  }
  return q && k;
}

static bool fail_nothing(const Recording *recording, Status *status) {
  return status_fail(
      status, STATUS_COULD_NOT,
      _("%s holds no recorded attention: it needs weights, or scores, or Q and K; arrays named "
        "weights, attentions, scores, q and k are found"),
      recording->path);
}

static const char *group_words(RecordingGroup group) {
  if (group == RECORDING_CROSS) return _("cross-attention");
  return group == RECORDING_ENCODER ? _("attention of the encoder") : _("self-attention");
}

/* Takes the only group with attention, or the one that the reading names; otherwise asks. */
static bool choose_group(Recording *recording, Status *status) {
  int count = 0, said = recording->answers.group;
  char words[64] = "";
  for (int i = 0; i < RECORDING_GROUP_COUNT; i++) {
    const char *word = recording_group_word((RecordingGroup)i);
    recording->has_group[i] = has_attention(recording, (RecordingGroup)i);
    if (!recording->has_group[i]) continue;
    if (count++ == 0 || said == i + 1) recording->group = (RecordingGroup)i;
    size_t used = strlen(words);
    snprintf(words + used, sizeof words - used, "%s%s", used ? ", " : "", word);
  }
  if (count == 0) {
    bool odd =
        !recording->is_native && arrays_count(recording->arrays) == 1 && recording->list_count == 0;
    return odd ? ask_part(recording, status) : fail_nothing(recording, status);
  }
  if (said && (int)recording->group != said - 1)
    return status_fail(status, STATUS_USAGE, _("%s has no %s attention; it has: %s"),
                       recording->path, recording_group_word((RecordingGroup)(said - 1)), words);
  if (count == 1 || said) return true;
  for (int i = 0; i < RECORDING_GROUP_COUNT; i++)
    if (recording->has_group[i])
      recording_add_choice(recording, recording_group_word((RecordingGroup)i),
                           group_words((RecordingGroup)i));
  return recording_ask(recording, status, words, _("%s holds several kinds of attention"),
                       recording->path);
}

/* ---- sizes ---- */

/* There may be 0 tokens (an empty sentence), but not 0 layers or heads. */
static bool check_axes(const Recording *recording, Status *status) {
  for (int i = 0; i < recording->list_count; i++) {
    const RecordedArray *array = &recording->list[i];
    for (int axis = 0; recording_is_in_group(recording, array) && array->axes[axis]; axis++)
      if (array->info->shape[axis] == 0 && strchr("LBHGDFMWE", array->axes[axis]))
        return status_fail(status, STATUS_COULD_NOT,
                           _("%s: “%.60s” has an axis of length 0, which only tokens may have"),
                           recording->path, array->info->name);
  }
  return true;
}

/* Queries and keys must both be there, or neither. */
static bool check_pairs(const Recording *recording, Status *status) {
  int64_t queries = recording->sizes['T'], keys = recording->sizes['S'];
  if (queries > 0 && keys == 0)
    return status_fail(
        status, STATUS_COULD_NOT,
        P_("%s has %lld query and no keys", "%s has %lld queries and no keys", queries),
        recording->path, (long long)queries);
  if (recording_is_mixed(recording) && recording->sizes['N'] != queries)
    return status_fail(
        status, STATUS_COULD_NOT,
        _("%s mixes its keys (approximate linformer), so K and V have a row for each "
          "query (K: %lld, queries: %lld)"),
        recording->path, (long long)recording->sizes['N'], (long long)queries);
  if (keys > 0 && queries == 0)
    return status_fail(
        status, STATUS_COULD_NOT,
        P_("%s has no queries and %lld key", "%s has no queries and %lld keys", keys),
        recording->path, (long long)keys);
  return true;
}

static bool check_sizes(const Recording *recording, Status *status) {
  static const struct {
    char letter;
    int least, most;
  } limits[] = {{'T', 0, RECORDING_TOKENS_MOST}, {'S', 0, RECORDING_TOKENS_MOST},
                {'H', 1, RECORDING_HEADS_MOST},  {'G', 1, RECORDING_HEADS_MOST},
                {'D', 0, RECORDING_WIDTH_MOST},  {'F', 0, RECORDING_WIDTH_MOST},
                {'M', 0, RECORDING_WIDTH_MOST},  {'W', 0, 1 << 24},
                {'N', 0, RECORDING_TOKENS_MOST}, {'P', 0, RECORDING_WIDTH_MOST},
                {'A', 0, RECORDING_WIDTH_MOST},  {'R', 0, RECORDING_WIDTH_MOST}};
  for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
    int64_t size = recording->sizes[(int)limits[i].letter];
    if (size < limits[i].least || size > limits[i].most)
      return status_fail(status, STATUS_COULD_NOT, _("%s: %c is %lld; it may be %d to %d"),
                         recording->path, limits[i].letter, (long long)size, limits[i].least,
                         limits[i].most);
  }
  return true;
}

static bool choose_batch(Recording *recording, Status *status) {
  int64_t count = recording->sizes['B'];
  int said = recording->answers.batch;
  char answer[24], all[64];
  recording->batch = said ? said - 1 : 0;
  if (said > (count > 1 ? count : 1))
    return status_fail(status, STATUS_USAGE,
                       _("%s: there is no sentence %d; the numbers go from 1 to %lld"),
                       recording->path, said, (long long)(count ? count : 1));
  if (said || count <= 1) return true;
  for (int i = 1; i <= count && i <= RECORDING_CHOICES_MOST; i++) {
    snprintf(answer, sizeof answer, "batch=%d", i);
    recording_add_choice(recording, answer, answer);
  }
  snprintf(all, sizeof all, "batch=1 … batch=%lld", (long long)count);
  return recording_ask(recording, status, all,
                       P_("%s holds %lld sentence", "%s holds %lld sentences", count),
                       recording->path, (long long)count);
}

/* ---- what the scores are divided by ---- */

const char *recording_metadata(const Recording *recording, int layer, const char *key) {
  char name[64];
  snprintf(name, sizeof name, "%s.%d.%s", recording_group_name(recording->group),
           recording->layer_numbers[layer], key);
  const char *own = arrays_metadata(recording->arrays, name);
  return own ? own : arrays_metadata(recording->arrays, key);
}

/* The divisor of the scores, from the first of these that is known: the file's "divisor", the width
** of a head in the reading, the columns of Q, "d_head" of the metadata. 0: unknown. */
static bool read_divisor(const Recording *recording, int layer, double *divisor, Status *status) {
  const char *said = recording_metadata(recording, layer, "divisor");
  const char *width = recording_metadata(recording, layer, "d_head");
  int64_t columns = recording->sizes['D'];
  double number = 0;
  const char *wrong = NULL;
  if (said && (!str_to_double(str_from(said), &number) || !(number > 0) || !isfinite(number)))
    wrong = "divisor";
  *divisor = number;
  if (!said && width) {
    if (!str_to_double(str_from(width), &number) || number < 1 || number > RECORDING_WIDTH_MOST)
      wrong = "d_head";
    *divisor = sqrt(number);
  }
  if (!said && columns > 0) *divisor = sqrt((double)columns);
  if (!said && recording->answers.d_head) *divisor = sqrt((double)recording->answers.d_head);
  if (!wrong) return true;
  return status_fail(status, STATUS_COULD_NOT, _("%s: %s is “%.40s”; it must be a number above 0"),
                     recording->path, wrong, said ? said : width);
}

static bool take_divisors(Recording *recording, Status *status) {
  recording->divisors =
      arena_take(recording->arena, (size_t)recording->layer_count, sizeof *recording->divisors);
  recording->masks =
      arena_take(recording->arena, (size_t)recording->layer_count, sizeof *recording->masks);
  if (!recording->divisors || !recording->masks) return status_no_memory(status);
  for (int layer = 0; layer < recording->layer_count; layer++)
    if (!read_divisor(recording, layer, &recording->divisors[layer], status)) return false;
  return true;
}

/* ---- opening ---- */

/* The first findings: sizes, shared heads, and the axes of one array. */
static void tell_shape(Recording *recording) {
  int heads = recording_size(recording, 'H'), groups = recording_size(recording, 'G');
  recording_say(recording, false, _("layers: %d, heads: %d, queries: %d, keys: %d"),
                recording->layer_count, heads, recording_size(recording, 'T'),
                recording_size(recording, 'S'));
  if (groups != heads)
    recording_say(recording, false,
                  P_("heads of K and V: %d; each serves %d head of Q",
                     "heads of K and V: %d; each serves %d heads of Q", heads / groups),
                  groups, heads / groups);
  for (int i = 0; i < recording->list_count && !recording->is_native; i++)
    if (recording->list[i].info->rank > 2 &&
        !recorded_part_info(recording->list[i].name.part)->is_text) {
      recording_say(recording, false, _("“%.60s” is read as %s"), recording->list[i].info->name,
                    recording->list[i].axes);
      return;
    }
}

/* Adds the recorder's notes, separated by "; ", and a note about the file format as findings. */
static void tell_notes(Recording *recording) {
  const char *notes = arrays_metadata(recording->arrays, "notes");
  const char *note = arrays_note(recording->arrays);
  Str rest = str_from(recording->is_native && notes ? notes : "");
  if (note) recording_say(recording, false, "%s", note);
  for (int told = 0; rest.bytes > 0 && told < NOTES_TOLD; told++) {
    size_t bytes = 0;
    while (bytes < rest.bytes &&
           !(rest.at[bytes] == ';' && rest.bytes - bytes > 1 && rest.at[bytes + 1] == ' '))
      bytes++;
    recording_say(recording, false, _("noted when it was recorded: %.*s"),
                  (int)(bytes < NOTE_BYTES ? bytes : NOTE_BYTES), rest.at);
    bytes = bytes + 2 < rest.bytes ? bytes + 2 : rest.bytes;
    rest = (Str){rest.at + bytes, rest.bytes - bytes};
  }
}

/* The second sentence from between its quotes. *is_text: it is a JSON string. */
static bool take_second(Recording *recording, Str escaped, bool *is_text, Status *status) {
  const char *quoted = str_format(recording->arena, "[\"%.*s\"]", (int)escaped.bytes, escaped.at);
  json_t *list;
  *is_text = false;
  if (!quoted) return status_no_memory(status);
  if (!json_read(str_from(quoted), recording->path, &list, NULL)) return true;
  const json_t *text = json_array_get(list, 0);
  *is_text = json_array_size(list) == 1 && json_is_string(text);
  Str second = {*is_text ? json_string_value(text) : NULL, *is_text ? json_string_length(text) : 0};
  const char *copy = *is_text ? str_copy(recording->arena, second) : NULL;
  recording->second = (Str){copy, second.bytes};
  json_decref(list);
  return copy || !*is_text || status_no_memory(status);
}

/* Reads "kind" only from this program's own files: elsewhere the key may mean anything. */
static bool take_kind(Recording *recording, Status *status) {
  const char *kind = arrays_metadata(recording->arrays, "kind");
  Str second;
  bool is_text = true;
  if (!kind || !recording->is_native) return true;
  bool is_read = kind_read_cross(str_from(kind), &recording->kind, &second);
  if (is_read && second.at && !take_second(recording, second, &is_text, status)) return false;
  if (is_read && is_text) return true;
  const char *list = kind_list(recording->arena);
  if (!list) return status_no_memory(status);
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s: the kind of attention is “%.40s”; it may be any of these, or not be "
                       "said: %s"),
                     recording->path, kind, list);
}

static bool take_what_ifs(Recording *recording, Status *status) {
  const char *text = arrays_metadata(recording->arrays, "what_if");
  return !text || !recording->is_native || what_ifs_read(str_from(text), &recording->what_ifs) ||
         status_fail(status, STATUS_COULD_NOT,
                     _("%s: what was changed of the run is “%.60s”; it is a list such as set q 2 3 "
                       "0.5 layer 1 head 2; without key 3"),
                     recording->path, text);
}

/* Each step needs the results of those before it; the order is that of recording_internal.h. */
static bool interpret_file(Recording *recording, Status *status) {
  const char *format = arrays_metadata(recording->arrays, "format");
  int64_t tokens = 0;
  recording->is_native = format && strcmp(format, "heads-up-trace-1") == 0;
  recording->contradiction = -1;
  bool done = take_kind(recording, status) && take_what_ifs(recording, status) &&
              list_arrays(recording, status) && choose_group(recording, status) &&
              recording_count_tokens(recording, &tokens, status) &&
              recording_find_axes(recording, tokens, status) && check_axes(recording, status) &&
              check_sizes(recording, status) && check_pairs(recording, status) &&
              recording_take_layers(recording, status);
  if (done) recording_place_what_ifs(recording);
  return done && choose_batch(recording, status) && recording_take_parts(recording, status) &&
         take_divisors(recording, status) && recording_take_tokens(recording, status) &&
         recording_take_masks(recording, status) && recording_settle_scores(recording, status);
}

static bool finish_opening(Recording *made, Recording **recording, Status *status) {
  if (!interpret_file(made, status)) return false;
  tell_shape(made);
  tell_notes(made);
  *recording = made;
  return true;
}

static Recording *make_recording(Arena *arena, const RecordingOrder *order) {
  Recording *recording = arena_take(arena, 1, sizeof *recording);
  const char *kept = str_copy(arena, str_from(order->path));
  if (!recording || !kept) return NULL;
  *recording = (Recording){.arena = arena, .path = kept, .contradiction = -1};
  if (order->answers) recording->answers = *order->answers;
  return recording;
}

bool recording_open(Arena *arena, const RecordingOrder *order, Recording **recording,
                    Status *status) {
  Recording *made = make_recording(arena, order);
  if (order->question) order->question->choice_count = 0;
  if (!made) return status_no_memory(status);
  made->question = order->question;
  bool done = arrays_open(arena, order->path, NULL, &made->arrays, status) &&
              finish_opening(made, recording, status);
  /* The question belongs to the caller and may be freed before the recording. */
  made->question = NULL;
  if (!done) arrays_close(made->arrays);
  return done;
}

bool recording_over(Arena *arena, const RecordingOrder *order, Str bytes, Recording **recording,
                    Status *status) {
  Recording *made = make_recording(arena, order);
  if (!made) return status_no_memory(status);
  bool done = arrays_over(arena, order->path, bytes, &made->arrays, status) &&
              finish_opening(made, recording, status);
  if (!done) arrays_close(made->arrays);
  return done;
}

void recording_close(Recording *recording) {
  if (recording) arrays_close(recording->arrays);
}

const char *recording_path(const Recording *recording) { return recording->path; }

const char *recording_kind(const Recording *recording) {
  return recording->is_native ? _("a recording of attention (heads-up-trace-1)")
                              : _("arrays of recorded attention");
}
