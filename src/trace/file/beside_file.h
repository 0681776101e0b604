/* trace/file/beside_file.h -- a run beside a kept one as a table.
**
**   place_now,place_kept,query,place_now,place_kept,key,now,kept,difference     a matrix by pair
**   place_now,place_kept,token,column,now,kept,difference                       of numbers a token
**   place_now,place_kept,token,word_now,word_kept,word,now,kept,difference      of words
**
** Of a stage of several matrices, as Q, K and V, one stands below the other, and a column in front
** has their names: tensor.
**
** A row for each cell of the lines of both (trace/workings/beside.h), places from 1; what a run has
** not is an empty field. Measures follow, their names in the first column and their numbers in the
** last: largest, mean, kl_bits_mean (over kl_rows matched rows), kl_rows, kl_infinite_rows.
**
** Memory  The arena.   Errors  Out of memory, or a number could not be computed or read.
*/
#ifndef TRACE_FILE_BESIDE_FILE_H
#define TRACE_FILE_BESIDE_FILE_H

#include "trace/workings/beside.h"

/* There is no beside_problem. */
bool beside_to_csv(Arena *arena, const TwoRuns *beside, Str *bytes, Status *status);

#endif
