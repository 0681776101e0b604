/* session/open_path.h -- opens a file or a folder that was dropped on the window or named on the
** command line.
**
**   kind         recognised by                                command
**   PATH_STATE   its first line, “# headsup …”, or .headsup   open "PATH"
**   PATH_TEXT    .txt, and no board                           sentence "…", the text of the file
**   PATH_MODEL   anything else: a folder, a recording, a      model "PATH"
**                board
**
** A file in a model's folder (config.json, model.safetensors, tokenizer.json …) stands for the
** folder.
**
** Memory  Texts on the arena given.
** Errors  One sentence that names the path. A path that does not exist has the kind of its ending;
**         opening it fails.
*/
#ifndef SESSION_OPEN_PATH_H
#define SESSION_OPEN_PATH_H

#include "session/session.h"

typedef enum PathKind { PATH_STATE, PATH_LESSON, PATH_TEXT, PATH_MODEL } PathKind;

/* Reads the first bytes of the file. */
PathKind path_kind(const char *path);

/* Reads a PATH_TEXT, at most 1 MiB, without white space at its ends. */
bool path_read_text(Arena *arena, const char *path, Str *text, Status *status);

/* The folder when path is a file in a model's folder, else path; NULL: out of memory. */
const char *path_of_model(Arena *arena, const char *path);

/* Opens path as a command of a person. A failure is also shown as the session's message. status may
** be NULL. */
bool session_open_path(Session *session, const char *path, Status *status);

/* Whether nothing opened before is still loading, playing or asking, so that the next file may
** follow. */
bool session_opens_next(const Session *session);

/* Grows with each script and each model that is opened from outside a script; an answer to the
** question of a script opens nothing new. Another number than before: what was opened last was
** replaced. */
unsigned long session_openings(const Session *session);

#endif
