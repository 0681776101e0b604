/* trace/recording/recording_internal.h -- what the files behind a recording ask of each other. For
** trace/recording/ only.
**
** Opening runs through them in this order: names say which arrays are understood, axes which way
** all of them hold together, layers which array is which part; then divisors, masks, scores and
** tokens. Reading and computing one matrix is fill, which asks read for what the file has.
**
** Memory  On the recording's arena, or scratch that ends with the call.
** Errors  False with a sentence that names the file and the array. A question of the file is
**         STATUS_ASK, with its choices in the recording's question.
** Threads Opening is one thread's; recording_read and what computes from it may run on several.
*/
#ifndef TRACE_RECORDING_RECORDING_INTERNAL_H
#define TRACE_RECORDING_RECORDING_INTERNAL_H

#include "trace/recording/types.h"

/* ---- names.c ---- */

/* What a name says: of the fixed form of heads-up-trace-1, or of any other file. False: it says
** nothing of attention, and *found means nothing. */
bool recording_name_native(const char *name, RecordedName *found);
bool recording_name_plain(const char *name, RecordedName *found);

/* What a part or a group is called in names ("q", "layers") and a group in a reading ("self"). */
const char *recording_part_name(RecordedPart part);
const char *recording_group_name(RecordingGroup group);
const char *recording_group_word(RecordingGroup group);

/* ---- layers.c ---- */

/* Whether an array belongs to the attention that is opened. X, logits and tokens belong to every
** one. */
bool recording_is_in_group(const Recording *recording, const RecordedArray *array);

/* Fills layer_numbers: what names count, else what an axis L counts, else the one layer 0. False:
** more than RECORDING_LAYERS_MOST, or a name beyond what the axis has. */
bool recording_take_layers(Recording *recording, Status *status);

/* Fills of_part. False: two arrays are the same part of a layer. */
bool recording_take_parts(Recording *recording, Status *status);

/* ---- axes.c: list → group, of_part, axes and sizes ---- */

/* token_count 0: the file does not say. False: no way to read the shapes holds together, or
** several do and the person must be asked. */
bool recording_find_axes(Recording *recording, int64_t token_count, Status *status);

/* ---- tokens.c ---- */

/* How many words the file itself gives the queries; 0: none, or not one for each. */
bool recording_count_tokens(const Recording *recording, int64_t *count, Status *status);

/* Fills tokens, keys, sentence and word_names; words that do not fit are numbered instead, with
** a finding. */
bool recording_take_tokens(Recording *recording, Status *status);

/* ---- mask.c ---- */

/* Fills masks: by name, as an array, assumed, or not known. May ask what a 1 means. */
bool recording_take_masks(Recording *recording, Status *status);

/* masked = scaled + mask, in place; the mask of that layer must be known. */
bool recording_add_mask(const Recording *recording, int layer, int head, Mat scaled,
                        Status *status);

/* What the mask of a layer and head hides, 1 a hidden pair; nothing where it is not known. */
bool recording_hidden(const Recording *recording, int layer, int head, unsigned char *hidden,
                      Status *status);

/* ---- read.c ---- */

/* The array of a part in a layer (from 0), NULL where it was not recorded. */
const RecordedArray *recording_array(const Recording *recording, RecordedPart part, int layer);

/* The recorded matrix of a layer and head of the array's own kind (G for K and V). */
bool recording_read(const Recording *recording, RecordedPart part, int layer, int head, Mat to,
                    Status *status);

/* Rows from `first` on of one whose columns lie side by side in the file, such as logits. */
bool recording_read_rows(const Recording *recording, RecordedPart part, int first, Mat to,
                         Status *status);

/* Rows and columns of one head's matrix; a size by its letter, 0 where it is not known. */
void recording_shape_of(const Recording *recording, RecordedPart part, int *rows, int *cols);
int recording_size(const Recording *recording, char letter);

/* ---- trace.c ---- */

/* Is it self-attention whose keys are those of all words so far, with queries of the newest? */
bool recording_keeps_keys(const Recording *recording);

/* ---- derive.c ---- */

/* The part computed from others although it is recorded too; false without a sentence: it does not
** follow from them. */
bool recording_follows(const Recording *recording, TracePart part, int layer);
bool recording_compute(const Recording *recording, TracePart part, int layer, int head, Mat to,
                       Status *status);

/* What the mask of a layer is added to: SCALED, or the last part by pair behind it that the kind of
** attention makes and the recording has. */
TracePart recording_unmasked(const Recording *recording, int layer);

/* What a part of a trace is called in a recording; RECORDED_PART_COUNT: it is never recorded. */
RecordedPart recording_part_of(TracePart part);

/* ---- scores.c: are the scores divided, and was there a mask? ---- */

/* Decides scores_are_scaled, and the kind of masks that were assumed. False: it must be asked,
** or the file cannot be read. */
bool recording_settle_scores(Recording *recording, Status *status);

/* ---- compare.c ---- */

/* How far apart two matrices are where both are finite; a cell that is finite in one only counts as
** infinitely far, but −∞ and anything below −9999 are the same. */
typedef struct RecordingDistance {
  double difference, largest; /* largest |x| of the first */
} RecordingDistance;

/* Whether [T,S] is small enough to be looked at whole, and not empty. */
bool recording_is_comparable(const Recording *recording);

/* Both of one shape; *distance begins as {0} and keeps the largest of several comparisons. */
void recording_compare(MatView a, MatView b, RecordingDistance *distance);

/* As near as numbers of the part's type can be. */
bool recording_is_near(const Recording *recording, RecordedPart part, RecordingDistance distance);

/* ---- recording.c, options.c ---- */

/* Adds a finding, made harmless, once; contradicts: it speaks against the file. False: out of
** memory. What comes after RECORDING_FINDINGS_MOST is dropped. */
bool recording_say(Recording *recording, bool contradicts, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A choice of a question; more are asked with it, then recording_ask fails with the sentence. The
** answer is added to what the reading says already. */
void recording_add_choice(Recording *recording, const char *answer, const char *choice);

/* The question alone is for who chooses in the window; the status lists what may be typed, too:
** readings, words of the command line with commas between them. */
bool recording_ask(const Recording *recording, Status *status, const char *readings,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* "layers.3.KEY" of the metadata, else KEY; NULL when neither is there. */
const char *recording_metadata(const Recording *recording, int layer, const char *key);

#endif
