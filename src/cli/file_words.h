/* cli/file_words.h -- words of the command line that are files to open in the window.
**
**   headsup /home/a/x.headsup gpt2/ "file:///home/a/b%20c.npz"
**
** The words are files when each of them
**   begins as a path (/  ./  ../  ~/  file:/), or
**   ends in .headsup, or
**   ends in .safetensors, .npz or .npy and is a file, or
**   holds a "/" and exists;
** otherwise, and behind "--", they are the sentence. "~" is the home folder; a URI is decoded.
**
** Memory  Paths on the arena given.
** Errors  One sentence that names the path, STATUS_COULD_NOT; STATUS_USAGE beside --model.
*/
#ifndef CLI_FILE_WORDS_H
#define CLI_FILE_WORDS_H

#include "cli/args.h"
#include "session/session.h"

typedef struct FileWords {
  const char *const *paths; /* from the root, in the order given */
  int count;                /* 0: the words are no files */
} FileWords;

/* False: a URI names another computer, and files holds the others, or the files do not go with
** --model, which takes texts alone. */
bool file_words_read(Arena *arena, const Args *args, FileWords *files, Status *status);

/* For headsup export: *path is the only word when that is a saved state, else NULL, and the words
** are a sentence. False as above. */
bool file_words_state(Arena *arena, const Args *args, const char **path, Status *status);

/* For sub-commands that take a text: refuses words that are files and of which one exists, or ends
** in .headsup, with the way to open it. Words behind "--" are a text. */
bool file_words_refuse(Arena *arena, const Args *args, Status *status);

/* Checks that every file exists and can be opened, as far as that is known without reading the
** numbers of a large model: the lines of a state, the headers of a model. */
bool file_words_check(Arena *arena, const FileWords *files, const Session *session, Status *status);

#endif
