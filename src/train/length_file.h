/* train/length_file.h -- the measured lengths of a model as a file of its folder, lengths.csv.
**
**   tokens,trained,sentences,sentences_right,words,words_right,english,chinese
**   12,1,200,196,1803,1797,"the animal did not cross …","动物 没有 过 …"
**
** The first line is always this one. trained is 1 up to the longest source of training, else 0. The
** sentence and its right translation are the first that was drawn of the length, in words of the
** vocabulary with one space between them. Lengths ascend.
**
** Memory  Reading: on the arena given.
** Errors  FILE:LINE and what a line has; a file that cannot be written.
*/
#ifndef TRAIN_LENGTH_FILE_H
#define TRAIN_LENGTH_FILE_H

#include "train/trainer/by_length.h"

/* What a file says of one length besides its point. */
typedef struct LengthSentence {
  Str english, chinese; /* words with one space between them */
} LengthSentence;

typedef struct LengthFile {
  LengthCurve curve;
  LengthSentence sentences[LENGTHS_MOST];
} LengthFile;

/* Replaces the file at path. */
bool length_file_save(const ByLength *measured, const Vocabulary *vocabulary, const char *path,
                      Status *status);
/* path is shown in errors; no file is opened. */
bool length_file_parse(Arena *arena, const char *path, Str text, LengthFile *file, Status *status);

#endif
