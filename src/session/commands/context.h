/* session/commands/context.h -- what the functions of the command table share. For session/ only.
**
**   commands.c   words of a line  →  CommandContext  →  the do_… of its row
**
** Each first takes all its arguments, then changes the session: one that fails has changed nothing.
**
** Memory  Words belong to the line; copies of them lie on the session's scratch arena.
** Errors  False with a sentence: the command, what it takes, and the word that does not fit.
*/
#ifndef SESSION_COMMANDS_CONTEXT_H
#define SESSION_COMMANDS_CONTEXT_H

#include "session/commands/commands.h"
#include "session/commands/line.h"
#include "session/session.h"
#include "trace/stages.h"

/* words->at[0] is the name it was called by. */
typedef struct CommandContext {
  Session *session;
  const CommandWords *words;
  const CommandInfo *info;
  Status *status;
} CommandContext;

/* False fills call->status and has changed nothing. */
typedef bool (*CommandRun)(const CommandContext *context);

/* context.c: fails with "NAME takes ARGUMENTS", the last word and the nearest one that would fit.
** */
bool command_wrong(const CommandContext *context);
bool command_has(const CommandContext *context, int argument_count); /* else command_wrong */
/* The argument as it was meant: a string decoded, its bytes as they are. From 1; "" when
** missing. */
Str command_text(const CommandContext *context, int argument);
bool command_is(const CommandContext *context, int argument, const char *word);

/* An argument as a path that ends in 0, on the scratch arena; a name cannot hold a 0 byte. NULL
** after a failure. */
const char *command_path(const CommandContext *context, int argument);
/* Always false, with the command, the range and the word. */
bool command_wrong_number(const CommandContext *context, int argument, double low, double high);
/* A number from low to high, both included; else that sentence. */
bool command_number(const CommandContext *context, int argument, double low, double high,
                    float *number);
/* A switch: on or off, and toggle where a key needs it. */
bool command_switch(const CommandContext *context, const char *off, const char *on, bool *value);
/* The stage an argument names; the sentence of a wrong one lists the right ones. */
bool command_stage(const CommandContext *context, int argument, StageId *stage);

/* One function for each row of the table, in the file named after what they touch. These change
** what a trace is made of: inputs.c. */
bool do_sentence(const CommandContext *context), do_example(const CommandContext *context),
    do_model(const CommandContext *context), do_mask(const CommandContext *context),
    do_kind(const CommandContext *context), do_reset(const CommandContext *context),
    do_undo(const CommandContext *context), do_redo(const CommandContext *context),
    do_cancel(const CommandContext *context), do_cache(const CommandContext *context);
/* Where one looks: navigation.c and steps.c. None of these makes a trace. */
bool do_stage(const CommandContext *context), do_layer(const CommandContext *context),
    do_head(const CommandContext *context), do_cell(const CommandContext *context),
    do_row(const CommandContext *context), do_hover(const CommandContext *context),
    do_cursor(const CommandContext *context), do_view(const CommandContext *context);
/* How it looks, and what is open: appearance.c, overlays.c and menu/menu.c. What the row of a
** setting says whole is done by do_setting of setting_table.h. */
bool do_range(const CommandContext *context), do_zoom(const CommandContext *context),
    do_scroll(const CommandContext *context), do_lens(const CommandContext *context),
    do_menu(const CommandContext *context), do_enter(const CommandContext *context),
    do_escape(const CommandContext *context);
/* Walking and playing: steps.c. */
bool do_step(const CommandContext *context), do_seek(const CommandContext *context),
    do_play(const CommandContext *context), do_pause(const CommandContext *context);
bool do_edit(const CommandContext *context);
/* Ends the editing of the sentence with the words from before it; undo brings those typed back. */
bool editing_cancel(Session *session, Status *status);
/* How words are drawn, and what is done with them: generation.c, mask_token.c. */
bool do_temperature(const CommandContext *context), do_top_k(const CommandContext *context),
    do_top_p(const CommandContext *context), do_continue(const CommandContext *context),
    do_hide(const CommandContext *context);
bool do_browse(const CommandContext *context);
/* Scripts, how they go on, and what they may do: script.c, script_cursor.c, asking.c. */
bool do_open(const CommandContext *context), do_script(const CommandContext *context),
    do_wait(const CommandContext *context), do_permit(const CommandContext *context);
/* The model in training, its timeline and what is watched: training/commands.c, training/keep.c. */
bool do_train(const CommandContext *context), do_train_keep(const CommandContext *context),
    do_timeline(const CommandContext *context), do_watch(const CommandContext *context);
/* What reaches outside: clipboard_files.c, exporting.c, persistence/autosave.c. A dry session
** checks and touches nothing. */
bool do_copy(const CommandContext *context), do_export(const CommandContext *context),
    do_save(const CommandContext *context), do_restore(const CommandContext *context),
    do_full_screen(const CommandContext *context), do_focus(const CommandContext *context),
    do_quit(const CommandContext *context);

#endif
