/* trace/recording/axes.c -- finds the meaning of every axis of every array.
**
** A Way answers what the shapes leave open: whether a first axis counts layers or sentences,
** whether the heads come before or after the tokens, whether heads are packed side by side in one
** axis. Every way is tried on all arrays together: heads, queries, keys and columns must have the
** same size in all of them, and there must be as many queries as tokens. If one way remains, it is
** taken; if several remain that differ, the person is asked; if none, the first contradiction is
** reported.
*/
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "trace/recording/recording_internal.h"

enum { WAYS_MOST = 8, LETTERS_MOST = 128, SHAPE_BYTES = 96 };

typedef struct Way {
  char lead;       /* L or B: the meaning of an extra first axis */
  bool heads_last; /* [T,H,D] and not [H,T,D] */
  bool packed;     /* [T,H·D] */
  bool turned;     /* pairs are [S,T] */
  bool single;     /* no axis of heads */
} Way;

/* A contradiction between two arrays, or between an array and the tokens. */
typedef struct Clash {
  bool there;
  const char *name, *other;
  char letter;
  int64_t found, expected;
} Clash;

typedef struct Trial {
  Recording *recording;
  const char *set_by[LETTERS_MOST]; /* the array that set a size first; "" for the tokens */
  Clash clash;
} Trial;

static const char *letter_words(char letter) {
  switch (letter) {
  case 'L':
    return _("layers");
  case 'B':
    return _("sentences");
  case 'H':
    return _("heads");
  case 'G':
    return _("heads of K and V");
  case 'T':
    return _("queries");
  case 'S':
    return _("keys");
  case 'N':
    return _("keys that are mixed");
  case 'P':
    return _("features");
  case 'E':
    return _("heads × columns");
  case 'M':
    return _("d_model");
  case 'W':
    return _("words");
  case 'R':
    return _("distances");
  default:
    return _("columns");
  }
}

/* ---- the axes of one array under one way ---- */

static bool is_pair(RecordedPart part) { return recorded_part_info(part)->is_pair; }
static bool is_by_head(RecordedPart part) { return recorded_part_info(part)->is_attention; }

static void row_core(const Recording *recording, const Way *way, const RecordedArray *array,
                     char core[4]) {
  const RecordedPartInfo *info = recorded_part_info(array->name.part);
  int rank = array->info->rank;
  char head = info->head, row = recording_letter(recording, info->row);
  char col = recording_letter(recording, info->col);
  if (way->packed) snprintf(core, 4, "%cE", row);
  else if (rank == 2 || way->single) snprintf(core, 4, "%c%c", row, col);
  else if (way->heads_last) snprintf(core, 4, "%c%c%c", row, head, col);
  else snprintf(core, 4, "%c%c%c", head, row, col);
}

/* The axes of an array after those of layers and sentences. */
static void core_of(const Recording *recording, const Way *way, const RecordedArray *array,
                    char core[4]) {
  RecordedPart part = array->name.part;
  const RecordedPartInfo *info = recorded_part_info(part);
  int rank = array->info->rank;
  bool heads = rank > 2 && !way->single;
  if (part == RECORDED_MASK && array->name.of_keys && rank <= 2) strcpy(core, "S");
  else if (is_pair(part) || part == RECORDED_MASK)
    snprintf(core, 4, "%s%s", heads ? "H" : "", way->turned ? "ST" : "TS");
  else if (is_by_head(part)) row_core(recording, way, array, core);
  else if (!info->col) snprintf(core, 4, "%c", info->row);
  else
    snprintf(core, 4, "%c%c", recording_letter(recording, info->row),
             recording_letter(recording, info->col));
}

/* All axes of an array under this way. False: an array of this part cannot have so many axes. */
static bool axes_of(const Recording *recording, const Way *way, const RecordedArray *array,
                    char axes[ARRAYS_RANK_MOST + 1]) {
  char core[4];
  core_of(recording, way, array, core);
  int extra = array->info->rank - (int)strlen(core);
  bool numbered = array->name.layer >= 0;
  bool words = !recorded_part_info(array->name.part)->is_in_options || array->name.of_keys;
  if (extra < 0 || extra > 2 || (extra == 2 && numbered)) return false;
  /* Axes before the core: two are layers and sentences, in this order. One is way->lead; for arrays
  ** whose name has a layer, and for words, it can only be sentences. */
  const char *front = extra == 0          ? ""
                      : extra == 2        ? "LB"
                      : numbered || words ? "B"
                      : way->lead == 'L'  ? "L"
                                          : "B";
  snprintf(axes, ARRAYS_RANK_MOST + 1, "%s%s", front, core);
  /* A first axis of size 1 has no choice; a mask's axes of size 1 are shared by all. */
  for (int i = 0; axes[i]; i++) {
    bool lead = axes[i] == 'L' || axes[i] == 'B';
    bool shared = array->name.part == RECORDED_MASK && axes[i] != 'S';
    if (array->info->shape[i] == 1 && (lead || shared)) axes[i] = '1';
  }
  return true;
}

/* ---- sizes that agree ---- */

/* The first array with an axis sets its size, later ones must agree. E (packed heads) and 1 set no
** size. */
static bool set_size(Trial *trial, char letter, int64_t size, const char *name) {
  int64_t *sizes = trial->recording->sizes;
  assert(letter > 0);
  if (letter == '1' || letter == 'E') return true;
  if (!trial->set_by[(int)letter]) {
    trial->set_by[(int)letter] = name;
    sizes[(int)letter] = size;
    return true;
  }
  if (sizes[(int)letter] == size) return true;
  trial->clash = (Clash){true, name, trial->set_by[(int)letter], letter, size, sizes[(int)letter]};
  return false;
}

static bool set_sizes(Trial *trial, const RecordedArray *array) {
  const char *name = array->info->name;
  for (int i = 0; array->axes[i]; i++)
    if (!set_size(trial, array->axes[i], array->info->shape[i], name)) return false;
  bool attention = is_by_head(array->name.part);
  if (attention && !strchr(array->axes, 'B') && !set_size(trial, 'B', 1, name)) return false;
  /* Without an axis of heads there is one head. */
  bool no_heads = is_by_head(array->name.part) && !strpbrk(array->axes, "HGE");
  return !no_heads || set_size(trial, recorded_part_info(array->name.part)->head, 1, name);
}

static int64_t packed_width(const RecordedArray *array) {
  const char *place = strchr(array->axes, 'E');
  return place ? array->info->shape[place - array->axes] : 0;
}

/* Splits an axis of H·D columns by the known number of heads; G follows from D. */
static bool split_packed(Trial *trial, const RecordedArray *array) {
  const int64_t *sizes = trial->recording->sizes, width = packed_width(array);
  RecordedPart part = array->name.part;
  const char *name = array->info->name;
  char by = recorded_part_info(part)->head, col = recorded_part_info(part)->col;
  if (width == 0) return true;
  if (part == RECORDED_K && trial->set_by['D'] && width % sizes['D'] == 0)
    return set_size(trial, 'G', width / sizes['D'], name);
  if (by == 'G' && !trial->set_by['G'] && !set_size(trial, 'G', sizes['H'], name)) return false;
  int64_t heads = sizes[(int)by];
  if (heads > 0 && width % heads == 0) return set_size(trial, col, width / heads, name);
  trial->clash = (Clash){true, name, "", 'E', width, heads};
  return false;
}

/* The heads of K and V must divide those of Q; one of the two numbers may be unknown. */
static bool groups_divide(Trial *trial) {
  int64_t *sizes = trial->recording->sizes;
  /* Unknown: as many heads of K and V as of Q. */
  if (!trial->set_by['G']) sizes['G'] = sizes['H'];
  if (!trial->set_by['H']) sizes['H'] = sizes['G'];
  if (sizes['G'] > 0 && sizes['H'] % sizes['G'] == 0) return true;
  trial->clash = (Clash){true, trial->set_by['G'], trial->set_by['H'], 'G', sizes['G'], sizes['H']};
  return false;
}

static bool gives_shape(const Recording *recording, const RecordedArray *array) {
  return !recorded_part_info(array->name.part)->is_text && recording_is_in_group(recording, array);
}

/* False with trial->clash set. tokens 0: unknown. */
static bool try_way(Trial *trial, const Way *way, int64_t tokens) {
  Recording *recording = trial->recording;
  memset(recording->sizes, 0, sizeof recording->sizes);
  memset(trial->set_by, 0, sizeof trial->set_by);
  trial->clash = (Clash){0};
  if (tokens > 0) (void)set_size(trial, 'T', tokens, "");
  if (recording->answers.heads > 0) (void)set_size(trial, 'H', recording->answers.heads, "");
  for (int i = 0; i < recording->list_count; i++) {
    RecordedArray *array = &recording->list[i];
    if (!recording_is_in_group(recording, array)) continue;
    if (!axes_of(recording, way, array, array->axes)) {
      trial->clash = (Clash){true, array->info->name, NULL, 0, array->info->rank, 0};
      return false;
    }
    if (gives_shape(recording, array) && !set_sizes(trial, array)) return false;
  }
  if (!trial->set_by['H'] && way->packed && !set_size(trial, 'H', 0, "")) return false;
  for (int each = 0; each < RECORDED_PART_COUNT; each++) /* Q sets D before K needs it */
    for (int i = 0; i < recording->list_count; i++)
      if (is_by_head(recorded_part_order[each]) &&
          recording->list[i].name.part == recorded_part_order[each] &&
          recording_is_in_group(recording, &recording->list[i]) &&
          !split_packed(trial, &recording->list[i]))
        return false;
  return groups_divide(trial);
}

/* ---- asking ---- */

static void shape_text(const ArrayInfo *info, char text[SHAPE_BYTES]) {
  size_t used = (size_t)snprintf(text, SHAPE_BYTES, "[");
  for (int i = 0; i < info->rank && used < SHAPE_BYTES; i++)
    used += (size_t)snprintf(text + used, SHAPE_BYTES - used, "%s%lld", i ? ", " : "",
                             (long long)info->shape[i]);
  if (used < SHAPE_BYTES) snprintf(text + used, SHAPE_BYTES - used, "]");
}

static bool fail_clash(const Recording *recording, const Clash *clash, Status *status) {
  const char *path = recording->path;
  if (clash->letter == 'G' && clash->found == 0)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s: “%.60s” has an axis of length 0, which only tokens may have"), path,
                       clash->name ? clash->name : clash->other);
  if (!clash->other)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("%s: “%.60s” has %lld axis, which no array of its name has",
                          "%s: “%.60s” has %lld axes, which no array of its name has",
                          clash->found),
                       path, clash->name, (long long)clash->found);
  if (clash->letter == 'E')
    return status_fail(
        status, STATUS_COULD_NOT,
        _("%s: “%.60s” cannot be split among heads (columns: %lld, heads: %lld); say "
          "how many heads there are, as in the reading BTE,heads=12"),
        path, clash->name, (long long)clash->found, (long long)clash->expected);
  if (!*clash->other)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s: “%.60s” does not fit (%s: %lld, expected: %lld)"), path, clash->name,
                       letter_words(clash->letter), (long long)clash->found,
                       (long long)clash->expected);
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s: “%.60s” and “%.60s” disagree (%s: %lld and %lld)"), path, clash->name,
                     clash->other, letter_words(clash->letter), (long long)clash->found,
                     (long long)clash->expected);
}

/* The axes as a person writes them: K and V have the letters of Q. */
static void answer_of(const RecordedArray *array, const char *axes, char answer[16]) {
  size_t used = 0;
  for (int i = 0; axes[i] && used < 15; i++) {
    char letter = axes[i];
    if (!is_pair(array->name.part))
      letter = letter == 'G' ? 'H' : letter == 'S' ? 'T' : letter == 'F' ? 'D' : letter;
    if (letter == '1') letter = 'B';
    answer[used++] = letter;
  }
  answer[used] = 0;
}

static void choice_of(const char *axes, char choice[96]) {
  size_t used = 0;
  choice[0] = 0;
  for (int i = 0; axes[i] && used < 96; i++)
    used += (size_t)snprintf(choice + used, 96 - used, "%s%s", i ? " × " : "",
                             axes[i] == '1' ? "1" : letter_words(axes[i]));
}

typedef char AxesText[ARRAYS_RANK_MOST + 1];

/* The ways without a contradiction, each with the axes it gives to every array. */
typedef struct Found {
  Way ways[WAYS_MOST];
  AxesText *axes[WAYS_MOST]; /* [list_count] */
  int count;
} Found;

static bool is_new(const Recording *recording, const Found *found) {
  for (int way = 0; way < found->count; way++) {
    bool same = true;
    for (int i = 0; same && i < recording->list_count; i++)
      same = !recording_is_in_group(recording, &recording->list[i]) ||
             strcmp(found->axes[way][i], recording->list[i].axes) == 0;
    if (same) return false;
  }
  return true;
}

static bool keep_way(const Recording *recording, const Way *way, Found *found, Status *status) {
  size_t count = (size_t)recording->list_count;
  if (!is_new(recording, found)) return true;
  assert(found->count < WAYS_MOST);
  AxesText *axes = arena_take(recording->arena, count, sizeof *axes);
  if (!axes) return status_no_memory(status);
  for (size_t i = 0; i < count; i++) memcpy(axes[i], recording->list[i].axes, sizeof *axes);
  found->ways[found->count] = *way;
  found->axes[found->count++] = axes;
  return true;
}

/* The first array whose axes differ between two ways. */
static const RecordedArray *first_difference(const Recording *recording, const Found *found) {
  for (int i = 0; i < recording->list_count; i++)
    for (int way = 1; way < found->count; way++)
      if (strcmp(found->axes[way][i], found->axes[0][i]) != 0) return &recording->list[i];
  return &recording->list[0];
}

static bool ask_axes(Recording *recording, const Found *found, Status *status) {
  assert(found->count > 1);
  const RecordedArray *array = first_difference(recording, found);
  size_t index = (size_t)(array - recording->list);
  char shape[SHAPE_BYTES], answer[16], choice[96], all[128] = "";
  shape_text(array->info, shape);
  for (int way = 0; way < found->count; way++) {
    /* Ways that read this array alike are one choice. */
    bool again = false;
    for (int i = 0; i < way; i++)
      again |= strcmp(found->axes[i][index], found->axes[way][index]) == 0;
    if (again) continue;
    answer_of(array, found->axes[way][index], answer);
    choice_of(found->axes[way][index], choice);
    recording_add_choice(recording, answer, choice);
    size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "", answer);
  }
  return recording_ask(
      recording, status, all,
      _("%s: “%.60s” is %s, and its axes can be read in several ways (L layers, B sentences, "
        "H heads, T queries, S keys, D columns, E heads × columns)"),
      recording->path, array->info->name, shape);
}

/* ---- trying them all ---- */

static int place_in(const char *axes, char letter) {
  const char *at = strchr(axes, letter);
  return at ? (int)(at - axes) : -1;
}

/* Does the way agree with the axes of the reading? An empty text allows all. */
static bool is_allowed(const Way *way, const char *axes) {
  if (!*axes) return true;
  int heads = place_in(axes, 'H'), rows = place_in(axes, 'T'), keys = place_in(axes, 'S');
  bool packed = place_in(axes, 'E') >= 0, columns = place_in(axes, 'D') >= 0;
  bool layers = place_in(axes, 'L') >= 0, sentences = place_in(axes, 'B') >= 0;
  if (layers != sentences && way->lead != (layers ? 'L' : 'B')) return false;
  if (packed != way->packed && (packed || columns)) return false;
  return keys >= 0 || packed || heads < 0 || rows < 0 || (rows < heads) == way->heads_last;
}

static bool try_ways(Trial *trial, int64_t tokens, Found *found, Status *status) {
  const Recording *recording = trial->recording;
  const char *axes = recording->answers.axes;
  bool pairs = place_in(axes, 'S') >= 0;
  Clash first = {0};
  found->count = 0;
  for (int i = 0; i < WAYS_MOST; i++) {
    Way way = {.lead = i & 1 ? 'B' : 'L',
               .heads_last = i >> 1 & 1,
               .packed = i >> 2 & 1,
               .turned = pairs && place_in(axes, 'S') < place_in(axes, 'T'),
               .single = strlen(axes) > 2 && !strpbrk(axes, "HE")};
    if (recording->is_native && i != 1) continue; /* the axes of the format */
    if (!is_allowed(&way, axes)) continue;
    if (try_way(trial, &way, tokens)) {
      if (!keep_way(recording, &way, found, status)) return false;
    } else if (!first.there) first = trial->clash;
  }
  trial->clash = first;
  return true;
}

bool recording_find_axes(Recording *recording, int64_t token_count, Status *status) {
  Trial trial = {.recording = recording};
  Found found;
  if (!try_ways(&trial, token_count, &found, status)) return false;
  Clash clash = trial.clash;
  if (found.count == 0 && token_count > 0) {
    /* If no way fits the number of words, the words are ignored and tokens are numbered. */
    token_count = 0;
    if (!try_ways(&trial, 0, &found, status)) return false;
    if (found.count == 0) clash = trial.clash;
  }
  if (found.count == 0) return fail_clash(recording, &clash, status);
  if (found.count > 1) return ask_axes(recording, &found, status);
  return try_way(&trial, &found.ways[0], token_count); /* sizes and axes of that one */
}
