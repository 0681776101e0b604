/* trace/attention_kind.h -- which kind of attention is laid over a model, as one table of settings.
**
** A setting is one thing that can be done another way, whatever the others say. Its value 0 is
** "own": as the model has it. What is laid over a model is what the model was not trained with, and
** that is said wherever its words are. A value may have numbers of its own.
**
**   setting     values      what changes
**   positions   own         what the model adds to the rows of its tokens for their places (M-14)
**               none        nothing, so that a sentence of other order has the same rows
**               sinusoidal  waves of fixed lengths, whatever the model was trained with (M-01)
**               alibi       nothing there; scores fall with the distance of the key instead (M-47)
**               t5          nothing there; a number for each bucket of distances is added to the
**                           scores, which are not divided (M-48); buckets N, far N
**               rope        nothing there; pairs of numbers of Q and K are turned by their place
**                           (M-50); base X, half or interleaved
**               shaw K      nothing there; a row for the distance, up to K each way, is added to
**                           the key in a score and another to the value (M-63)
**   kv_heads    own         how many heads of K and V there are
**               G           so many, each used by H/G heads of Q; the maps of those that share are
**                           averaged (M-49)
**   approximate exact       how the output is made: of the weight of every pair; also named own
**               linformer   keys and values are mixed into K rows each, and queries meet the
**                           mixtures (M-58); K
**               performer   products of M features of queries and keys stand for the weights, so
**                           that the output needs no weight of a pair (M-59); M
**   score       own, dot    a score is q · k
**               general     q W k, W drawn for the kind (M-60)
**               cosine      q · k / (|q| |k|), times a temperature instead of ÷ √d (M-61)
**               additive    vᵀ tanh(q W + k U), drawn for the kind and not divided (M-62)
**   dropout     own, off    every weight is used, as when a model is asked
**               P           weights are left out with that probability, as in training, and the
**                           others grow (M-64); seed N
**   schedule    own, whole  in which order the output is worked out: all scores first
**               flash R C   tile by tile, R queries by C keys, with a running maximum and sum
**                           (M-65); the output is the same
**   scale       own, on     scores are divided by √d, or as the model does
**               off, X      not divided; divided by X (M-04)
**   softmax     own         softmax of the masked scores as they are
**               temperature X   of these divided by X (M-94)
**   mistake     own, off    nothing is done wrong
**               a name      one of the classic mistakes, computed as it would be (trace/mistakes.h)
**
** A new value is one in its enum and one row in attention_kind.c: command, state, option, trace
** files and what is said on the screen read that row; the forward pass does what it says.
**
** In files  the settings that are not own, as commands with "; " between them: "positions none".
**           A number that has its starting value is left out: "positions t5 far 64". Behind them
**           the second sentence of cross-attention, which is no setting but a text: cross "a dog".
** Memory    None, or the caller's arena.
** Errors    A value that is none: a sentence that names it and lists what there is. A number that
**           is none or too small or large: a sentence that names it and its limits.
*/
#ifndef TRACE_ATTENTION_KIND_H
#define TRACE_ATTENTION_KIND_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "core/rotary.h"

typedef enum KindSetting {
  KIND_POSITIONS,
  KIND_KEY_HEADS,
  KIND_APPROXIMATE,
  KIND_SCORE,
  KIND_DROPOUT,
  KIND_SCHEDULE,
  KIND_SCALE,
  KIND_SOFTMAX,
  KIND_MISTAKE,
  KIND_SETTING_COUNT
} KindSetting;

/* The value of every setting that changes nothing. */
enum { KIND_OWN };
/* Numbers of a value, and words to choose one of them from. */
enum { KIND_NUMBERS_MOST = 2, KIND_CHOICES_MOST = 2 };

typedef enum PositionKind {
  POSITIONS_OWN,
  POSITIONS_NONE,
  POSITIONS_SINUSOIDAL,
  POSITIONS_ALIBI,
  POSITIONS_T5,
  POSITIONS_ROPE,
  POSITIONS_SHAW,
  POSITIONS_COUNT
} PositionKind;

typedef enum KeyHeadKind { KEY_HEADS_OWN, KEY_HEADS_SHARED, KEY_HEADS_COUNT } KeyHeadKind;

typedef enum ApproximateKind {
  APPROXIMATE_EXACT,
  APPROXIMATE_LINFORMER,
  APPROXIMATE_PERFORMER,
  APPROXIMATE_COUNT
} ApproximateKind;

/* The most mixtures and features. */
enum { KIND_FEWER_MOST = 4096 };

typedef enum ScoreKind {
  SCORE_OWN,
  SCORE_GENERAL,
  SCORE_COSINE,
  SCORE_ADDITIVE,
  SCORE_COUNT
} ScoreKind;

typedef enum DropoutKind { DROPOUT_OFF, DROPOUT_ON, DROPOUT_COUNT } DropoutKind;

typedef enum ScheduleKind { SCHEDULE_WHOLE, SCHEDULE_FLASH, SCHEDULE_COUNT } ScheduleKind;

typedef enum ScaleKind { SCALE_OWN, SCALE_OFF, SCALE_DIVISOR, SCALE_COUNT } ScaleKind;

typedef enum SoftmaxKind { SOFTMAX_OWN, SOFTMAX_TEMPERATURE, SOFTMAX_COUNT } SoftmaxKind;

/* The places of the numbers of t5, of rope, of cosine, of dropout and of flash. */
enum { T5_BUCKETS, T5_FAR };
enum { ROPE_BASE, ROPE_PAIRS };
enum { COSINE_TEMPERATURE };
enum { DROPOUT_SHARE, DROPOUT_SEED };
enum { FLASH_ROWS, FLASH_COLS };
/* The choices of ROPE_PAIRS (core/rotary.h). */
enum { ROPE_HALF, ROPE_INTERLEAVED };

/* The value of each setting and its numbers, which are 0 where the value has none. Zero: everything
** as the model has it. */
typedef struct AttentionKind {
  int of[KIND_SETTING_COUNT];
  int numbers[KIND_SETTING_COUNT][KIND_NUMBERS_MOST];
} AttentionKind;

/* A number of a value, or the place of one of a few words. Numbers with decimals are kept in parts
** of a unit, so that the same number is the same everywhere: 0.3 is 300 of 1000 parts. */
typedef struct KindNumber {
  const char *name; /* the word before it: "buckets"; "": none, and it is always given */
  int least, most, start;
  int parts; /* of a unit, a power of ten; 0: whole numbers */
  int step;  /* what − and + take and add; 0: one */
  int times; /* instead, what they divide and multiply by; 0: they add */
  const char *choices[KIND_CHOICES_MOST]; /* words instead of a number: "half", "interleaved" */
  const char *said; /* what it is of, for a stepper; marked for translation, NULL of choices */
  const char *sign; /* before one without a name, where it is said: " × "; NULL: a space */
} KindNumber;

/* One value of a setting. Words are marked for translation, and empty of own. */
typedef struct KindValue {
  const char *name;  /* "none": in commands and files; "": its first number stands for it */
  const char *also;  /* another name in commands: "off"; NULL: none */
  const char *words; /* said of an attention: "no positions" */
  const char *brief; /* the same where there is little room: "ALiBi" */
  const char *named; /* the same behind the name of the setting: "none"; NULL: words */
  KindNumber numbers[KIND_NUMBERS_MOST];
  int number_count;
} KindValue;

/* "positions": the command, the option and the word in files. */
const char *kind_setting_name(KindSetting setting);
int kind_value_count(KindSetting setting);
const KindValue *kind_value(KindSetting setting, int value);

bool kind_is_own(const AttentionKind *kind);
bool kind_equal(const AttentionKind *a, const AttentionKind *b);
bool kind_agrees(const AttentionKind *a, const AttentionKind *b, KindSetting setting);

/* What is done where `over` is laid over a model whose own way is `own`: the settings of `over`
** that are not own, else those of the model. */
AttentionKind kind_over(const AttentionKind *over, const AttentionKind *own);

/* Whether a number for the distance is added to the scores: alibi and t5. */
bool kind_adds_bias(const AttentionKind *kind);
/* Whether the scores stay as they are instead of being divided by √d: additive ones, and under t5
** all but cosines, unless a divisor is laid over; all where scaling is left out. */
bool kind_leaves_scores(const AttentionKind *kind);
/* What scores are multiplied by instead of being divided: of cosines; else 0. */
double kind_temperature(const AttentionKind *kind);
/* What scores are divided by instead of √d, where a divisor is laid over; else 0. */
double kind_divisor(const AttentionKind *kind);
/* What masked scores are divided by before softmax (M-94); 1 where nothing is said. */
double kind_softmax_temperature(const AttentionKind *kind);
/* The rows 2K+1 of the tables of shaw; else 0. */
int kind_relative_rows(const AttentionKind *kind);
/* Whether weights are left out by chance, and with which probability; else 0. */
bool kind_drops(const AttentionKind *kind);
double kind_dropped_share(const AttentionKind *kind);

/* Whether queries and keys are turned by their place: rope; and how, for kinds that do. */
bool kind_rotates(const AttentionKind *kind);
Rotary kind_rotary(const AttentionKind *kind);

/* Whether keys and values are mixed into fewer (linformer); whether features stand for the weights
** (performer). */
bool kind_mixes_keys(const AttentionKind *kind);
bool kind_has_features(const AttentionKind *kind);
/* How many mixtures or features there are; 0 of exact. */
int kind_fewer(const AttentionKind *kind);

/* Whether the output is worked out tile by tile: flash, but not with an approximation, which a
** model refuses beside it and only a recording can name. */
bool kind_is_tiled(const AttentionKind *kind);

/* Every setting own but one, which has that value with its numbers as they start. */
AttentionKind kind_as_it_starts(KindSetting setting, int value);

/* Sets one setting by the name of its value and its numbers, "t5 far 64"; numbers that are not
** given start as the table says. False: *kind is unchanged and status says what is wrong. */
bool kind_set(AttentionKind *kind, KindSetting setting, Str value, Status *status);

/* Changes a number of the setting's value to the next one, by 1 or −1; one that lies
** between two steps goes to the next of them. False: it is at its limit, or one of a few words;
** *kind is unchanged. */
bool kind_step(AttentionKind *kind, KindSetting setting, int place, int by);

/* Half or twice as many mixtures or features. False: there are none, or no fewer or more can be
** had; *kind is unchanged and status says so. */
bool kind_resize(AttentionKind *kind, bool is_double, Status *status);

/* Every value that is not own, as files write it: "positions none, positions …". NULL: out of
** memory. */
const char *kind_list(Arena *arena);
/* The value of one setting with the numbers that are not as they start: "t5 far 64". NULL: out of
** memory. */
const char *kind_write_setting(Arena *arena, const AttentionKind *kind, KindSetting setting);
/* One number of the value of a setting, "0.3", or the word that stands for it. NULL: out of
** memory. */
const char *kind_number_words(Arena *arena, const AttentionKind *kind, KindSetting setting,
                              int place);
/* "positions none", or "" where all is own. NULL: out of memory. */
const char *kind_write(Arena *arena, const AttentionKind *kind);
/* What kind_write wrote. False: no setting or no value is called so, a number is wrong, or a
** setting is named twice; *kind is unchanged. */
bool kind_read(Str text, AttentionKind *kind);

/* The same with the second sentence of cross-attention behind the settings, as a JSON string:
** positions none; cross "a dog ran". second.at NULL: there is none. read gives the text between the
** quotes as it stands there, with its escapes. */
const char *kind_write_cross(Arena *arena, const AttentionKind *kind, Str second);
bool kind_read_cross(Str text, AttentionKind *kind, Str *second);

/* What is said of one setting, translated: "relative buckets (T5), far 64"; "" of own. is_brief:
** where there is little room, without numbers. NULL: out of memory. */
const char *kind_words(Arena *arena, const AttentionKind *kind, KindSetting setting, bool is_brief);
/* A sentence of a caption, translated; "" of own. is_made_so: the model is made so, or a recording
** may be, else the setting is laid over a model that was made otherwise. NULL: out of memory. */
const char *kind_sentence(Arena *arena, const AttentionKind *kind, KindSetting setting,
                          bool is_made_so);
/* The same of the second sentence, whose tokens are the keys; "" where there is none. */
const char *kind_cross_sentence(Arena *arena, Str second, bool is_recorded);

#endif
