/* trace/recording/recording_internal.h -- functions shared by the files of trace/recording/. For
** trace/recording/ only.
**
** Opening uses them in this order: names.c recognises arrays by name, axes.c finds an axis order
** that fits all of them, layers.c assigns arrays to parts; then divisors, masks, scores and tokens.
** derive.c computes a matrix, and read.c reads recorded ones.
**
** Memory  On the recording's arena, or temporary memory.
** Errors  False with a sentence that names the file and the array. A question is STATUS_ASK, with
**         its choices in the recording's question.
** Threads One thread opens; recording_read and the functions that compute may run on several.
*/
#ifndef TRACE_RECORDING_RECORDING_INTERNAL_H
#define TRACE_RECORDING_RECORDING_INTERNAL_H

#include "trace/recording/types.h"

/* ---- names.c ---- */

/* Parses an array name in the form of heads-up-trace-1, or of any other file. False: no name of
** attention data, and *found is undefined. */
bool recording_name_native(const char *name, RecordedName *found);
bool recording_name_plain(const char *name, RecordedName *found);

/* What a part or a group is called in names ("q", "layers") and a group in a reading ("self"). */
const char *recording_part_name(RecordedPart part);
const char *recording_group_name(RecordingGroup group);
const char *recording_group_word(RecordingGroup group);

/* ---- layers.c ---- */

/* Whether an array belongs to the opened group: tokens to every one, X and logits to those of the
** decoder, or to the encoder that stands alone, and Y to cross-attention. */
bool recording_is_in_group(const Recording *recording, const RecordedArray *array);

/* Fills layer_numbers: from names, else from an axis L, else only layer 0. False: more than
** RECORDING_LAYERS_MOST, or a name with a layer beyond the axis. */
bool recording_take_layers(Recording *recording, Status *status);

/* Fills of_part. False: two arrays are the same part of a layer. */
bool recording_take_parts(Recording *recording, Status *status);

/* ---- changes.c: what a person changed of the run ---- */

/* Of an encoder and a decoder: keeps what was changed in the layers of the group, whose numbers are
** then those of the group. After recording_take_layers. */
void recording_place_what_ifs(Recording *recording);

/* Whether the file says what may have made numbers infinite, or none at all. */
bool recording_may_break(const Recording *recording);

/* From 0; row or col −1: any. */
typedef struct RecordedCell {
  int layer, head, row, col;
} RecordedCell;

/* Whether a number of a part was set by hand there. */
bool recording_is_set(const Recording *recording, TracePart part, RecordedCell at);

/* ---- axes.c: list → group, of_part, axes and sizes ---- */

/* token_count 0: not known. False: no axis order fits the shapes, or several do and the person must
** be asked. */
bool recording_find_axes(Recording *recording, int64_t token_count, Status *status);

/* ---- tokens.c ---- */

/* How many words the file has for the queries; 0: none, or not one for each. */
bool recording_count_tokens(const Recording *recording, int64_t *count, Status *status);

/* Fills tokens, keys, sentence and word_names; words that do not fit are replaced by numbers, with
** a finding. */
bool recording_take_tokens(Recording *recording, Status *status);

/* ---- mask.c ---- */

/* Fills masks: by name, from an array, assumed, or not known. May ask what a 1 means. */
bool recording_take_masks(Recording *recording, Status *status);

/* masked = scaled + mask, in place; the mask of that layer must be known. */
bool recording_add_mask(const Recording *recording, int layer, int head, Mat scaled,
                        Status *status);

/* The pairs that the mask of a layer and head hides, 1: hidden; none when the mask is not known. */
bool recording_hidden(const Recording *recording, int layer, int head, unsigned char *hidden,
                      Status *status);

/* ---- read.c ---- */

/* The array of a part in a layer (from 0), NULL where it was not recorded. */
const RecordedArray *recording_array(const Recording *recording, RecordedPart part, int layer);

/* The head is of the array's own kind (G for K and V). */
typedef struct RecordedMatrixId {
  RecordedPart part;
  int layer, head;
} RecordedMatrixId;
bool recording_read(const Recording *recording, RecordedMatrixId of, Mat to, Status *status);

/* Reads rows from `first` on of an array with contiguous columns, such as logits. */
bool recording_read_rows(const Recording *recording, RecordedPart part, int first, Mat to,
                         Status *status);

/* Whether queries meet mixtures of the keys (M-58), and the letter of an axis: N is S where they do
** not. */
bool recording_is_mixed(const Recording *recording);
char recording_letter(const Recording *recording, char letter);

/* Rows and columns of one head's matrix; a size by its letter, 0 where it is not known. */
void recording_shape_of(const Recording *recording, RecordedPart part, int *rows, int *cols);
int recording_size(const Recording *recording, char letter);

/* ---- trace.c ---- */

/* Whether it is self-attention with a KV cache: keys of all words so far, queries of the newest. */
bool recording_keeps_keys(const Recording *recording);

/* ---- follows.c, derive.c ---- */

/* Whether a part can be computed from others, and computes it although it may be recorded too. */
bool recording_follows(const Recording *recording, TracePart part, int layer);
bool recording_compute(const Recording *recording, TraceMatrixId of, Mat to, Status *status);

/* Whether rows for distances are added to keys and values. */
bool recording_is_relative(const Recording *recording);

/* What the mask is added to: SCALED, or what the kind of attention makes of it. */
TracePart recording_unmasked(const Recording *recording);
/* Whether the output is worked out tile by tile (M-65), from the masked scores. */
bool recording_is_by_tiles(const Recording *recording, int layer);

/* The recorded kind of a trace part; RECORDED_PART_COUNT: it is never recorded. */
RecordedPart recording_part_of(TracePart part);

/* ---- scores.c: are the scores divided, and was there a mask? ---- */

/* Decides scores_are_scaled, and the kind of masks that were assumed. False: it must be asked,
** or the file cannot be read. */
bool recording_settle_scores(Recording *recording, Status *status);

/* ---- compare.c ---- */

/* The difference of two matrices; a cell that is finite in only one of them counts as infinite, but
** −∞ and all numbers below −9999 are equal. */
typedef struct RecordingDistance {
  double difference, largest; /* largest |x| of the first */
} RecordingDistance;

/* Whether [T,S] is small enough to be compared whole, and not empty. */
bool recording_is_comparable(const Recording *recording);

/* Both of one shape; *distance begins as {0} and keeps the largest of several comparisons. */
void recording_compare(MatView a, MatView b, RecordingDistance *distance);

/* Whether the difference is within the precision of the part's type. */
bool recording_is_near(const Recording *recording, RecordedPart part, RecordingDistance distance);

/* ---- recording.c, options.c ---- */

/* Adds a finding, escaped, unless it is there; contradicts: it contradicts the file. False: out of
** memory. Findings beyond RECORDING_FINDINGS_MOST are dropped. */
bool recording_say(Recording *recording, bool contradicts, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds a choice to the question that recording_ask then asks. The answer is appended to the current
** reading. */
void recording_add_choice(Recording *recording, const char *answer, const char *choice);

/* Fails with STATUS_ASK. The window shows the question and its choices; the status also lists
** `readings`, the values for the command line, separated by commas. */
bool recording_ask(const Recording *recording, Status *status, const char *readings,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* "layers.3.KEY" of the metadata, else KEY; NULL when neither is there. */
const char *recording_metadata(const Recording *recording, int layer, const char *key);

#endif
