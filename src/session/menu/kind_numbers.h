/* session/menu/kind_numbers.h -- the numbers of what is laid over a model, as steppers: what
** stands between − and +, and the commands of these two.
**
** A number is stepped as its row of trace/attention_kind.c says, over those that the model and the
** mask on show cannot take: kv_heads goes from divisor to divisor. The menu and the bar below the
** formula have the same steppers.
**
** Memory  The caller's arena.   Errors  Without memory a command is "".
*/
#ifndef SESSION_MENU_KIND_NUMBERS_H
#define SESSION_MENU_KIND_NUMBERS_H

#include "session/session.h"

/* How many numbers of the wanted value of a setting can be stepped; those that are chosen by words
** cannot. They come first among the numbers of the value. */
int kind_numbers_count(const Session *session, KindSetting setting);
/* "16" */
const char *kind_numbers_words(const Session *session, KindSetting setting, int place,
                               Arena *arena);
/* What the number is of, to be translated; "": of the value itself. */
const char *kind_numbers_name(const Session *session, KindSetting setting, int place);
/* "approximate linformer 8"; "": there is none further, by 1 or −1. */
const char *kind_numbers_command(const Session *session, KindSetting setting, int place, int by,
                                 Arena *arena);

/* Why a kind and a mask cannot be laid over the model on show and its sentence: a whole sentence;
** NULL: they can, or there is no model to ask. mask NULL: the wanted one. */
const char *kind_numbers_refusal(const Session *session, const AttentionKind *kind,
                                 const MaskSpec *mask, Arena *arena);

/* Of the wanted mask: the part whose size is the only number that can be stepped; MASK_PART_COUNT:
** there is none, or more than one. */
MaskPart mask_numbers_part(const Session *session);
/* "mask causal window 4"; "" beyond the limits. */
const char *mask_numbers_command(const Session *session, int by, Arena *arena);

#endif
