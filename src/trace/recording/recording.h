/* trace/recording/recording.h -- numbers of a model that ran elsewhere, opened from a file.
**
**   heads-up-trace-1   what headsup trace and tools/record_trace.py write: names and axes are
**                      fixed, scores are Q·Kᵀ and not divided (docs/recordings.md)
**   other files        .safetensors, .npz and .npy with arrays named q, k, v, scores, weights,
**                      mask, tokens …; which axis is which is asked where shapes allow several
**                      answers
**
** Shapes  T queries, S keys, H heads, G heads of K and V (G divides H; each serves H/G heads), D
**         columns of Q and K, F columns of V. All layers of a recording have the same.
** From what is there follows   scores = Q Kᵀ   scaled = scores / √D   masked = scaled + M
**         weights = softmax(masked)   output = weights V. What is in the file is read, the rest
**         computed by core; what cannot be had is named (recording_missing).
** Checks  What is there twice, recorded and computed, is compared; recording_finding says how far
**         they are apart.
** Memory  On the arena given: names and shapes, and the masks [T,S] of the file. Numbers are read
**         when a matrix is asked for; a file of any size opens at once.
** Errors  One sentence naming the file, the array and what is wrong. A question is no error of the
**         file: recording_open then fails with the sentence and fills in the choices.
** Threads recording_derive may run on several threads at once.
** Source  docs/recordings.md.
*/
#ifndef TRACE_RECORDING_RECORDING_H
#define TRACE_RECORDING_RECORDING_H

#include "base/progress.h"
#include "core/mask.h"
#include "trace/trace.h"

/* Which attention of a model: a file may hold several, one is opened at a time. */
typedef enum RecordingGroup {
  RECORDING_LAYERS, /* self-attention: tensors layers.L.… */
  RECORDING_CROSS,
  RECORDING_ENCODER,
  RECORDING_GROUP_COUNT
} RecordingGroup;

/* What a reading says, by --reading or by a choice in the window; zero says nothing and lets the
** file tell. */
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

/* What the file leaves open; the status has the same with what --reading may say. answers are whole
** readings, with what was said before. choice_count 0: nothing is asked. */
typedef struct RecordingQuestion {
  char sentence[STATUS_SENTENCE_BYTES];
  int choice_count;
  char choices[RECORDING_CHOICES_MOST][96]; /* as a person reads them */
  char answers[RECORDING_CHOICES_MOST][RECORDING_READING_BYTES];
} RecordingQuestion;

/* "LHTS,raw": words with commas between them, in any order; NULL and "" say nothing. False: a
** word is none of those, and status names it and lists what may be said. */
bool recording_answers_parse(const char *reading, RecordingAnswers *answers, Status *status);

/* An open file and what was understood of it. On the arena given to recording_open; the file
** itself is held open until recording_close. */
typedef struct Recording Recording;

/* Opens a safetensors, npz or npy file and understands it. path is named in sentences and kept
** as a copy; answers may be NULL. False: the file cannot be read or is no recording, or
** something is open (then status->kind is STATUS_ASK, and question, which may be NULL, has the
** choices). Nothing is to be closed then. Cost: the headers, the tokens, and one head of what it
** must be tried on. */
bool recording_open(Arena *arena, const char *path, const RecordingAnswers *answers,
                    Recording **recording, RecordingQuestion *question, Status *status);

/* The same over bytes in memory, which must outlive it and are not written; path is for
** sentences only, and no question can be asked. */
bool recording_over(Arena *arena, const char *path, Str bytes, const RecordingAnswers *answers,
                    Recording **recording, Status *status);

/* Closes the file. No trace of it may be read afterwards. NULL is allowed. */
void recording_close(Recording *recording);

/* The path as it was given. */
const char *recording_path(const Recording *recording);

/* What it is, for a headline: "a recording of attention (heads-up-trace-1)". */
const char *recording_kind(const Recording *recording);

/* Whether this part follows from what is recorded, in every layer; and if not, why: "V was not
** recorded". The reason is empty for parts that are there. */
bool recording_has(const Recording *recording, TracePart part);
Str recording_missing(const Recording *recording, TracePart part);

/* Whether a part of one layer, from 0, was recorded or follows from what was. The part as a trace
** means it: scores that are divided already do not count as SCORES. */
bool recording_is_there(const Recording *recording, TracePart part, int layer);

/* The parts a person asks for, Q to the output of the layer, in the order of the computation. */
int recording_shown_count(void);
TracePart recording_shown(int index);

/* How many there are; K and V have key heads, each of which serves head_count / key_head_count
** heads of Q one after the other. */
int recording_layer_count(const Recording *recording);
int recording_head_count(const Recording *recording);
int recording_key_head_count(const Recording *recording);

/* One matrix, [rows, cols] of its part: to must have that shape. Layer and head count from 0; parts
** without layers or heads ignore them. K and V of a head are those of the group it belongs to. */
bool recording_derive(const Recording *recording, TracePart part, int layer, int head, Mat to,
                      Status *status);

/* Rows and columns of a part, the same in every layer; 0 where they are not known. */
void recording_part_shape(const Recording *recording, TracePart part, int *rows, int *cols);

/* All of it as a trace, whose matrices are made when asked for. The recording must outlive it.
** cache_bytes as in trace_set_source. */
bool recording_trace(Recording *recording, Arena *arena, size_t cache_bytes, const Trace **trace,
                     Status *status);

/* Compares what is there twice, and adds the findings. Looks at most at matrices_most matrices of
** each kind, spread over layers and heads; fewer, or none, where they are large, unless INT_MAX
** asks for all. False: the file cannot be read, or was stopped. */
bool recording_check(Recording *recording, int matrices_most, const Progress *progress,
                     Status *status);

/* What was found out while opening and checking, one sentence each, index from 0; they stay as
** long as the recording. */
int recording_finding_count(const Recording *recording);
const char *recording_finding(const Recording *recording, int index);

/* The first finding that speaks against the file; NULL when there is none. */
const char *recording_contradiction(const Recording *recording);

/* Writes every part that follows, as heads-up-trace-1. What `headsup trace` wrote comes out the
** same, byte for byte. Numbers pass through memory a head at a time. */
bool recording_save(Recording *recording, const char *path, const char *version,
                    const Progress *progress, Status *status);

#endif
