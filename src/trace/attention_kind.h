/* trace/attention_kind.h -- which kind of attention is laid over a model, as one table of settings.
**
** A setting is one thing that can be done another way, whatever the others say. Its value 0 is
** "own": as the model has it. What is laid over a model is what the model was not trained with, and
** that is said wherever its words are.
**
**   setting     values      what changes
**   positions   own         what the model adds to the rows of its tokens for their places (M-14)
**               none        nothing, so that a sentence of other order has the same rows
**               alibi       nothing there; scores fall with the distance of the key instead (M-47)
**
** A new value is one in its enum and one row in attention_kind.c: command, state, option, trace
** files and what is said on the screen read that row; the forward pass does what it says.
**
** In files  the settings that are not own, as commands with "; " between them: "positions none".
** Memory    None, or the caller's arena.
** Errors    A value that is none: a sentence that names it and lists what there is.
*/
#ifndef TRACE_ATTENTION_KIND_H
#define TRACE_ATTENTION_KIND_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

typedef enum KindSetting { KIND_POSITIONS, KIND_SETTING_COUNT } KindSetting;

enum { KIND_OWN }; /* of every setting */

typedef enum PositionKind {
  POSITIONS_OWN,
  POSITIONS_NONE,
  POSITIONS_ALIBI,
  POSITIONS_COUNT
} PositionKind;

/* The value of each setting. Zero: everything as the model has it. */
typedef struct AttentionKind {
  int of[KIND_SETTING_COUNT];
} AttentionKind;

/* One value of a setting. Words are marked for translation, and empty of own. */
typedef struct KindValue {
  const char *name;      /* "none": in commands and files */
  const char *words;     /* said of an attention: "no positions" */
  const char *brief;     /* the same where there is little room: "ALiBi" */
  const char *laid_over; /* a sentence for a caption, of a model that was made otherwise */
  const char *recorded;  /* the same of a recording, which may have been made so */
} KindValue;

/* "positions": the command, the option and the word in files. */
const char *kind_setting_name(KindSetting setting);
int kind_value_count(KindSetting setting);
const KindValue *kind_value(KindSetting setting, int value);

bool kind_is_own(const AttentionKind *kind);
bool kind_equal(const AttentionKind *a, const AttentionKind *b);

/* Sets one setting by the name of its value. False: there is none of that name, *kind is unchanged
** and status lists those there are. */
bool kind_set(AttentionKind *kind, KindSetting setting, Str value, Status *status);

/* Every value that is not own, as files write it: "positions none, positions …". NULL: out of
** memory. */
const char *kind_list(Arena *arena);
/* "positions none", or "" where all is own. NULL: out of memory. */
const char *kind_write(Arena *arena, const AttentionKind *kind);
/* What kind_write wrote. False: no setting or no value is called so, or a setting is named twice;
** *kind is unchanged. */
bool kind_read(Str text, AttentionKind *kind);

#endif
