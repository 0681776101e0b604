/* trace/recording_inside.h -- how a recording keeps what it knows. For trace/recording* only.
**
** Axes    One letter for each axis of an array:
**           L layers   B sentences of the batch   H heads   G heads of K and V   T queries
**           S keys     D columns of Q and K       F columns of V
**           E          H·D, G·D or G·F in one axis (the heads side by side)
**           M d_model  W words                    1 an axis of length 1
*/
#ifndef TRACE_RECORDING_INSIDE_H
#define TRACE_RECORDING_INSIDE_H

#include "files/arrays.h"
#include "trace/recording.h"
#include "trace/trace_build.h"

enum {
  RECORDING_TOKENS_MOST = 1 << 20,
  RECORDING_LAYERS_MOST = 4096,
  RECORDING_HEADS_MOST = 4096,
  RECORDING_WIDTH_MOST = 1 << 20,
  RECORDING_WORDS_MOST = 4000000, /* columns of logits */
  RECORDING_FINDINGS_MOST = 64,
  RECORDING_COMPARED_CELLS_MOST = 1 << 26, /* of a matrix that is looked at whole: 256 MiB */
  RECORDING_SIZES = 128                    /* by letter */
};

typedef enum RecordedPart {
  RECORDED_Q,
  RECORDED_K,
  RECORDED_V,
  RECORDED_SCORES,
  RECORDED_SCALED,
  RECORDED_MASKED,
  RECORDED_WEIGHTS,
  RECORDED_OUTPUT,
  RECORDED_MASK,
  RECORDED_JOINED,
  RECORDED_BLOCK,
  RECORDED_X,
  RECORDED_LOGITS,
  RECORDED_TOKENS,
  RECORDED_KEY_TOKENS,
  RECORDED_IDS,
  RECORDED_PART_COUNT
} RecordedPart;

/* What an array is, by its name. */
typedef struct RecordedName {
  RecordedPart part;
  RecordingGroup group;
  int layer;    /* as the name counts them; −1: none */
  bool of_keys; /* attention_mask: one entry a key, 1 may be seen */
} RecordedName;

typedef struct RecordedArray {
  const ArrayInfo *info;
  RecordedName name;
  char axes[ARRAYS_RANK_MOST + 1];
} RecordedArray;

/* Where the matrix of one layer and head lies in an array, in elements. */
typedef struct RecordedPlace {
  int64_t first, row_step, col_step;
  int rows, cols;
} RecordedPlace;

typedef struct RecordingMask {
  bool is_known;
  bool is_array;  /* else by kind and size */
  bool assumed;   /* none, because the file says nothing */
  bool ones_hide; /* of an array of 0 and 1; other arrays are added to the scores */
  bool ones_see;
  MaskKind kind;
  int size;
  const char *name; /* none, causal, edited … */
} RecordingMask;

struct Recording {
  Arena *arena;
  Arrays *arrays;
  const char *path;
  RecordingAnswers answers;
  RecordingQuestion *question;
  bool is_native; /* heads-up-trace-1 */
  RecordingGroup group;

  RecordedArray *list; /* what is understood, of every group */
  int list_count;
  const RecordedArray **of_part; /* [layer_count][RECORDED_PART_COUNT] of the group; NULL: not
                                    recorded */
  int *layer_numbers;            /* [layer_count] as the names have them */
  int layer_count;
  int64_t sizes[RECORDING_SIZES]; /* by letter; 0: not known */
  int batch;                      /* which sentence, from 0 */

  double *divisors;       /* [layer_count] of the scores; 0: not known */
  bool scores_are_scaled; /* plain files whose "scores" are divided already */
  RecordingMask *masks;   /* [layer_count] */
  TraceTokenText *tokens; /* [T]; the words as they are shown */
  TraceTokenText *keys;   /* [S]; the same array where they are the same words */
  Str sentence;
  const Str *word_names; /* [W] "#318"; NULL: no logits */

  const char *findings[RECORDING_FINDINGS_MOST];
  int finding_count, contradiction; /* −1: none */
};

/* ---- recording_names.c ---- */

bool recording_name_native(const char *name, RecordedName *found);
bool recording_name_plain(const char *name, RecordedName *found);
const char *recording_part_name(RecordedPart part);     /* "q" */
const char *recording_group_name(RecordingGroup group); /* "layers" */
const char *recording_group_word(RecordingGroup group); /* "self", in a reading */

/* ---- recording_layers.c ---- */

bool recording_is_in_group(const Recording *recording, const RecordedArray *array);
bool recording_take_layers(Recording *recording, Status *status); /* numbers of names and sizes */
bool recording_take_parts(Recording *recording, Status *status);  /* which array is which part */

/* ---- recording_axes.c: list → group, of_part, axes and sizes ---- */

bool recording_find_axes(Recording *recording, int64_t token_count, Status *status);

/* ---- recording_tokens.c ---- */

/* How many words the file itself gives the queries; 0: none, or not one for each. */
bool recording_count_tokens(Recording *recording, int64_t *count, Status *status);
bool recording_take_tokens(Recording *recording, Status *status);

/* ---- recording_mask.c ---- */

bool recording_take_masks(Recording *recording, Status *status);
/* masked = scaled + mask, in place; the mask of that layer must be known. */
bool recording_add_mask(Recording *recording, int layer, int head, Mat scaled, Status *status);
/* What the mask of a layer and head hides, 1 a hidden pair; nothing where it is not known. */
bool recording_hidden(Recording *recording, int layer, int head, unsigned char *hidden,
                      Status *status);

/* ---- recording_read.c ---- */

const RecordedArray *recording_array(const Recording *recording, RecordedPart part, int layer);
/* The recorded matrix of a layer and head of the array's own kind (G for K and V). */
bool recording_read(Recording *recording, RecordedPart part, int layer, int head, Mat to,
                    Status *status);
/* Rows from `first` on of one whose columns lie side by side in the file, such as logits. */
bool recording_read_rows(Recording *recording, RecordedPart part, int first, Mat to,
                         Status *status);
void recording_shape_of(const Recording *recording, RecordedPart part, int *rows, int *cols);
int recording_size(const Recording *recording, char letter);

/* ---- recording_fill.c ---- */

bool recording_is_there(const Recording *recording, TracePart part, int layer);
/* The part computed from others although it is recorded too; false without a sentence: it does not
** follow from them. */
bool recording_follows(const Recording *recording, TracePart part, int layer);
bool recording_compute(Recording *recording, TracePart part, int layer, int head, Mat to,
                       Status *status);
RecordedPart recording_part_of(TracePart part); /* RECORDED_PART_COUNT: never recorded */

/* ---- recording_scores.c: are the scores divided, and was there a mask? ---- */

bool recording_settle_scores(Recording *recording, Status *status);

/* ---- recording_compare.c ---- */

/* How far apart two matrices are where both are finite; a cell that is finite in one only counts as
** infinitely far, but −∞ and anything below −9999 are the same. */
typedef struct RecordingDistance {
  double difference, largest; /* largest |x| of the first */
} RecordingDistance;

bool recording_is_comparable(const Recording *recording); /* [T,S] is not too large for it */
void recording_compare(MatView a, MatView b, RecordingDistance *distance); /* adds to it */
/* As near as numbers of the part's type can be. */
bool recording_is_near(const Recording *recording, RecordedPart part, RecordingDistance distance);

/* ---- recording.c, recording_reading.c ---- */

bool recording_say(Recording *recording, bool contradicts, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A choice of a question; more are asked with it, then recording_ask fails with the sentence. The
** answer is added to what the reading says already. */
void recording_add_choice(Recording *recording, const char *answer, const char *choice);
/* The question alone is for who chooses in the window; the status says what may be typed, too. */
bool recording_ask(const Recording *recording, Status *status, const char *readings,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));
/* "layers.3.KEY" of the metadata, else KEY; NULL when neither is there. */
const char *recording_metadata(const Recording *recording, int layer, const char *key);

#endif
