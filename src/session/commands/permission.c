/* session/commands/permission.c -- the guard's decisions, and files that this
** program did not write. */
#include "session/commands/permission.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "files/provenance.h"
#include "session/session_internal.h"

/* ---- the guard ---- */

/* Standard input, "-", has no folder, so the current one is used. NULL if there is none. */
static const char *folder_of(Arena *arena, const char *script_path) {
  const char *slash = strrchr(script_path, '/');
  if (!slash) return os_real_path(arena, ".");
  const char *folder = str_copy(arena, (Str){script_path, (size_t)(slash - script_path) + 1});
  return folder ? os_real_path(arena, folder) : NULL;
}

bool guard_begin(const Session *session, const Script *script, Arena *arena, Guard *guard) {
  assert(script->path);
  *guard = (Guard){.rights = script->rights, .arena = arena, .keeps_window = script->is_opened};
  guard->folder = folder_of(arena, script->path);
  if (guard->folder && !guard->folder[1]) guard->folder = NULL; /* every file lies in "/" */
  guard->model = str_copy(arena, str_from(session_now(session)->model));
  return guard->model != NULL;
}

/* NULL: no guard limits this command. */
static Guard *guard_of(const CommandContext *context, ScriptRights needed) {
  Guard *guard = context->session->guard;
  return guard && guard->rights < needed ? guard : NULL;
}

static const Wish *find_wish(const Guard *guard, WishKind kind, const char *path) {
  for (int i = 0; guard && i < guard->wish_count; i++)
    if (guard->wishes[i].kind == kind && strcmp(guard->wishes[i].path, path) == 0)
      return &guard->wishes[i];
  return NULL;
}

/* ---- files that this program did not write ---- */

static bool is_of_others(const char *path) {
  return os_kind(path) == OS_FILE && !file_is_own(path);
}

bool session_may_replace(const Session *session, const char *path, Status *status) {
  /* `save` itself checks whether it changed */
  bool is_saved = strcmp(path, session->saved_path) == 0;
  if (session->replaces || is_saved || !is_of_others(path)) return true;
  const char *whole = os_absolute_path(session->scratch, path);
  if (!whole) return status_no_memory(status);
  return find_wish(session->guard, WISH_REPLACE, whole) ||
         status_fail(status, STATUS_COULD_NOT,
                     _("%s is there already and was not written by Heads Up: take another name, or "
                       "say --force on the command line to replace it"),
                     path);
}

/* ---- asking ---- */

static bool fail_too_many(Status *status) {
  return status_fail(
      status, STATUS_COULD_NOT,
      P_("this script asks for more than %d file: play it with headsup play --write if you know it",
         "this script asks for more than %d files: play it with headsup play --write if you know "
         "it",
         WISHES_MOST),
      WISHES_MOST);
}

static Permit note_wish(Guard *guard, const Wish *wish, Status *status) {
  assert(guard->collects);
  if (find_wish(guard, wish->kind, wish->path)) return PERMIT_YES;
  if (guard->wish_count == WISHES_MOST) return fail_too_many(status), PERMIT_NO;
  const char *path = str_copy(guard->arena, str_from(wish->path));
  if (!path) return status_no_memory(status), PERMIT_NO;
  guard->wishes[guard->wish_count++] = (Wish){wish->kind, wish->is_free, path};
  return PERMIT_YES;
}

static bool is_same_folder(const char *a, const char *b) {
  assert(strrchr(a, '/') && strrchr(b, '/')); /* both are absolute */
  size_t bytes = (size_t)(strrchr(a, '/') - a);
  return bytes == (size_t)(strrchr(b, '/') - b) && strncmp(a, b, bytes) == 0;
}

/* Whether an answer allowed it. WISH_WRITE and WISH_REPLACE count as the same, because a file may
** have appeared or vanished since the question. */
static bool is_allowed(const Guard *guard, const Wish *wish) {
  if (guard->collects || guard->passes_over) return false;
  for (int i = 0; wish->is_free && i < guard->wish_count; i++)
    if (guard->wishes[i].is_free && is_same_folder(guard->wishes[i].path, wish->path)) return true;
  bool writes = wish->kind == WISH_WRITE || wish->kind == WISH_REPLACE;
  if (!writes) return find_wish(guard, wish->kind, wish->path) != NULL;
  return find_wish(guard, WISH_WRITE, wish->path) || find_wish(guard, WISH_REPLACE, wish->path);
}

static Permit count_passed(Guard *guard) {
  guard->passed_count++;
  return PERMIT_PASSED_OVER;
}

/* A collected wish lets the command continue: during a check it checks everything
** else and writes nothing. */
static Permit ask_permission(Guard *guard, const CommandContext *context, const Wish *wish) {
  assert(!guard->collects || context->session->dry);
  if (is_allowed(guard, wish)) return PERMIT_YES;
  if (guard->passes_over) return count_passed(guard);
  if (guard->collects) return note_wish(guard, wish, context->status);
  if (wish->kind == WISH_COPY)
    status_fail(context->status, STATUS_COULD_NOT,
                _("%s would replace what is on the clipboard; a script may do that only when it is "
                  "allowed to: headsup play --write SCRIPT"),
                context->info->name);
  else
    status_fail(context->status, STATUS_COULD_NOT,
                _("%s would write %s; a script writes files only when it is allowed to: headsup "
                  "play --write SCRIPT"),
                context->info->name, wish->path);
  return PERMIT_NO;
}

/* A permission given while no file was there does not allow replacing a file that this
** program did not write. */
Permit permit_write(const CommandContext *context, const char *path, bool is_free) {
  Guard *guard = guard_of(context, SCRIPT_WRITES);
  if (guard) {
    const char *whole = os_absolute_path(context->session->scratch, path);
    if (!whole) return status_no_memory(context->status), PERMIT_NO;
    const Wish wish = {is_of_others(whole) ? WISH_REPLACE : WISH_WRITE, is_free, whole};
    Permit permit = ask_permission(guard, context, &wish);
    if (permit != PERMIT_YES || guard->collects) return permit;
  }
  return session_may_replace(context->session, path, context->status) ? PERMIT_YES : PERMIT_NO;
}

Permit permit_copy(const CommandContext *context) {
  Guard *guard = guard_of(context, SCRIPT_WRITES);
  return guard ? ask_permission(guard, context, &(Wish){WISH_COPY, false, ""}) : PERMIT_YES;
}

/* ---- opening ---- */

/* Both are absolute, links resolved. */
static bool lies_in(const char *path, const char *folder) {
  assert(path[0] == '/' && folder[0] == '/');
  size_t bytes = strlen(folder);
  if (strncmp(path, folder, bytes) != 0) return false;
  return path[bytes] == '/';
}

static bool was_open(const Session *session, const Guard *guard, const char *model) {
  const Recent *recent = &session->opening.recent;
  if (strcmp(model, guard->model) == 0) return true;
  for (int i = 0; i < recent->count; i++)
    if (strcmp(recent->names[i], model) == 0) return true;
  return false;
}

/* A lesson names files in its own folder, wherever it is played from. */
static bool use_script_folder(const Guard *guard, Arena *arena, char model[INPUTS_MODEL_BYTES]) {
  if (model[0] == '/' || !guard->folder) return true;
  const char *beside = str_format(arena, "%s/%s", guard->folder, model);
  if (!beside) return false;
  if (os_kind(beside) != OS_MISSING && strlen(beside) < INPUTS_MODEL_BYTES)
    snprintf(model, INPUTS_MODEL_BYTES, "%s", beside);
  return true;
}

static Permit ask_to_open(Guard *guard, const CommandContext *context, const char *path) {
  Session *session = context->session;
  const Wish wish = {WISH_OPEN, false, path};
  if (is_allowed(guard, &wish)) return PERMIT_YES;
  if (!guard->collects) {
    status_fail(
        context->status, STATUS_COULD_NOT,
        _("%s would open %s, which lies outside the folder of the script; that is done only "
          "when it is allowed: headsup play --write SCRIPT"),
        context->info->name, path);
    return PERMIT_NO;
  }
  if (note_wish(guard, &wish, context->status) == PERMIT_NO) return PERMIT_NO;
  /* the model is not opened before the answer, so from here on only names are checked */
  session->is_blind = true;
  return PERMIT_PASSED_OVER;
}

/* A path that does not exist is allowed: the function that opens it looks in the cache or fails. */
Permit permit_open(const CommandContext *context, char model[INPUTS_MODEL_BYTES]) {
  const Session *session = context->session;
  Guard *guard = guard_of(context, SCRIPT_OPENS);
  if (!guard || !compute_is_outside(model)) return PERMIT_YES;
  if (was_open(session, guard, model)) return PERMIT_YES;
  if (!use_script_folder(guard, session->scratch, model))
    return status_no_memory(context->status), PERMIT_NO;
  if (os_kind(model) == OS_MISSING) return PERMIT_YES;
  const char *path = os_real_path(session->scratch, model);
  if (!path) return status_no_memory(context->status), PERMIT_NO;
  if (guard->folder && lies_in(path, guard->folder)) return PERMIT_YES;
  return ask_to_open(guard, context, path);
}

bool permit_person(const CommandContext *context) {
  return !guard_of(context, SCRIPT_WRITES) ||
         status_fail(context->status, STATUS_COULD_NOT,
                     _("%s is a command for a person; a script cannot give it"),
                     context->info->name);
}
