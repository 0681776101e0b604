/* trace/recording/recording.h -- recordings: attention numbers of a model that ran elsewhere, read
** from a file.
**
**   heads-up-trace-1   the format of headsup trace and tools/record_trace.py: names and axes are
**                      fixed, scores are Q·Kᵀ and not divided (docs/recordings.md)
**   other files        .safetensors, .npz and .npy with arrays named q, k, v, scores, weights,
**                      mask, tokens …; when the shapes allow several axis orders, the person is
**                      asked
**
** Shapes  T queries, S keys, H heads, G heads of K and V (G divides H; each serves H/G heads), D
**         columns of Q and K, F columns of V. All layers of a recording have the same.
** Derived scores = Q Kᵀ   scaled = scores / √D   masked = scaled + M   weights = softmax(masked)
**         output = weights V. Recorded parts are read from the file, others computed by core;
**         recording_missing says why a part is not available.
** Checks  Parts that are recorded and can be computed are compared; recording_finding says how much
**         they differ.
** Memory  On the arena given: names and shapes, and the masks [T,S] of the file. Numbers are read
**         on demand; a file of any size opens at once.
** Errors  One sentence naming the file, the array and what is wrong. For an ambiguous file
**         recording_open fails with a question and its choices (STATUS_ASK).
** Threads recording_derive may run on several threads at once.
** Source  docs/recordings.md.
*/
#ifndef TRACE_RECORDING_RECORDING_H
#define TRACE_RECORDING_RECORDING_H

#include "base/progress.h"
#include "core/mask.h"
#include "trace/trace.h"

/* Which attention of the model: a file may hold several; one is opened at a time. */
typedef enum RecordingGroup {
  RECORDING_LAYERS, /* self-attention: tensors layers.L.… */
  RECORDING_CROSS,
  RECORDING_ENCODER,
  RECORDING_GROUP_COUNT
} RecordingGroup;

/* The answers of a reading, from --reading or a choice in the window. Zero: not answered. */
typedef struct RecordingAnswers {
  char axes[16];   /* one array's axes, such as "LHTS" or "BTHD" */
  char part[12];   /* of a file with one array without a telling name: "weights", "scores" … */
  int scores_kind; /* 0 not said, 1 Q·Kᵀ ("raw"), 2 already divided ("scaled") */
  int mask_kind;   /* 0 not said, 1 a 1 may be seen ("seen"), 2 a 1 is hidden ("hidden") */
  int group;       /* 0 not said, 1 + RecordingGroup ("self", "cross", "encoder") */
  int batch;       /* 0 not said, from 1 ("batch=1") */
  int heads;       /* 0 not said ("heads=12"), of arrays with all heads in one axis */
  int d_head;      /* 0 not said ("d=64"), where neither Q nor the file says it */
} RecordingAnswers;

enum { RECORDING_CHOICES_MOST = 4, RECORDING_READING_BYTES = 64 };

/* The question about an ambiguous file; the status has it too, with the values for --reading.
** answers are whole readings, earlier answers included. choice_count 0: no question. */
typedef struct RecordingQuestion {
  char sentence[STATUS_SENTENCE_BYTES];
  int choice_count;
  char choices[RECORDING_CHOICES_MOST][96]; /* as a person reads them */
  char answers[RECORDING_CHOICES_MOST][RECORDING_READING_BYTES];
} RecordingQuestion;

/* Parses "LHTS,raw": words separated by commas, in any order; NULL and "" are empty. False: an
** unknown word, which status names with the allowed ones. */
bool recording_answers_parse(const char *reading, RecordingAnswers *answers, Status *status);

/* An open file and what was understood of it. On the arena given to recording_open; the file
** itself is held open until recording_close. */
typedef struct Recording Recording;

typedef struct RecordingOrder {
  const char *path;                /* copied, for sentences */
  const RecordingAnswers *answers; /* NULL: none */
  RecordingQuestion *question;     /* gets the choices of an ambiguous file, or NULL */
} RecordingOrder;

/* Opens a safetensors, npz or npy file and identifies its arrays. False: the file cannot be read,
** is no recording, or is ambiguous (then status->kind is STATUS_ASK); there is nothing to close.
** Reads the headers, the tokens, and one head when numbers must decide. */
bool recording_open(Arena *arena, const RecordingOrder *order, Recording **recording,
                    Status *status);

/* The same over bytes in memory, which must outlive it, without a question. */
bool recording_over(Arena *arena, const RecordingOrder *order, Str bytes, Recording **recording,
                    Status *status);

/* Closes the file. Its traces must not be read afterwards. NULL is allowed. */
void recording_close(Recording *recording);

/* The path as it was given. */
const char *recording_path(const Recording *recording);

/* What it is, for a headline: "a recording of attention (heads-up-trace-1)". */
const char *recording_kind(const Recording *recording);

/* Whether the part is recorded or can be computed in every layer; and if not, why: "V was not
** recorded". The reason is empty for available parts. */
bool recording_has(const Recording *recording, TracePart part);
Str recording_missing(const Recording *recording, TracePart part);

/* The same for one layer, from 0. The part as in a trace: recorded scores that are divided already
** do not count as SCORES. */
bool recording_is_there(const Recording *recording, TracePart part, int layer);

/* The displayed parts, Q to the output of the layer, in the order of the computation. */
int recording_shown_count(void);
TracePart recording_shown(int index);

/* How many there are; K and V have key heads, each of which serves head_count / key_head_count
** heads of Q one after the other. */
int recording_layer_count(const Recording *recording);
int recording_head_count(const Recording *recording);
int recording_key_head_count(const Recording *recording);

/* Reads or computes one matrix into `to`, which has the shape of the part. Layer and head count
** from 0; parts without layers or heads ignore them. K and V are those of the head's group. */
bool recording_derive(const Recording *recording, TraceMatrixId of, Mat to, Status *status);

/* Rows and columns of a part, the same in every layer; 0 where they are not known. */
void recording_part_shape(const Recording *recording, TracePart part, int *rows, int *cols);

/* Makes a trace whose matrices are read or computed on demand. The recording must outlive it.
** cache_bytes as in trace_set_source. */
bool recording_trace(Recording *recording, Arena *arena, size_t cache_bytes, const Trace **trace,
                     Status *status);

/* Compares recorded with computed parts and adds findings. Examines at most matrices_most matrices
** of each kind, spread over layers and heads; fewer, or none, when they are large, unless
** matrices_most is INT_MAX. False: the file cannot be read, or progress stopped it. */
bool recording_check(Recording *recording, int matrices_most, const Progress *progress,
                     Status *status);

/* The findings of opening and checking, one sentence each, index from 0; valid as long as the
** recording. */
int recording_finding_count(const Recording *recording);
const char *recording_finding(const Recording *recording, int index);

/* The first finding that contradicts the file; NULL when there is none. */
const char *recording_contradiction(const Recording *recording);

/* Saves every available part as heads-up-trace-1. A file of `headsup trace` is reproduced byte for
** byte. Holds one head in memory at a time. */
bool recording_save(Recording *recording, const char *path, const char *version,
                    const Progress *progress, Status *status);

#endif
