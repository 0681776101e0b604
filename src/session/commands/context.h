/* session/commands/context.h -- what the functions of the command table share. For session/ only.
**
**   commands.c   words of a line  →  CommandContext  →  the do_… function of its row
**
** Each function first reads all its arguments, then changes the session: one that fails has changed
** nothing.
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

/* words->at[0] is the name of the command. */
typedef struct CommandContext {
  Session *session;
  const CommandWords *words;
  const CommandInfo *info;
  Status *status;
} CommandContext;

/* On false it has filled context->status and changed nothing. */
typedef bool (*CommandRun)(const CommandContext *context);

/* context.c: fails with "NAME takes ARGUMENTS", the last word and the most similar valid one. */
bool command_wrong(const CommandContext *context);
bool command_has(const CommandContext *context, int argument_count); /* else command_wrong */
/* The argument's text, a string decoded. argument counts from 1; "" when missing. */
Str command_text(const CommandContext *context, int argument);
bool command_is(const CommandContext *context, int argument, const char *word);

/* An argument as a path that ends in a 0 byte, on the scratch arena, with the home folder in place
** of "~/"; one that contains a 0 byte is refused. NULL after a failure. */
const char *command_path(const CommandContext *context, int argument);
/* Always false; the sentence names the command, the range and the word. */
bool command_wrong_number(const CommandContext *context, int argument, double low, double high);
/* Reads a number from low to high, both included; otherwise fails with command_wrong_number. */
bool command_number(const CommandContext *context, int argument, double low, double high,
                    float *number);
/* Reads a switch: off, on, or toggle (for keys). */
bool command_switch(const CommandContext *context, const char *off, const char *on, bool *value);
/* Reads the name of a stage; the sentence about a wrong one lists the right ones. */
bool command_stage(const CommandContext *context, int argument, StageId *stage);

/* One function for each row of the table, in the file named after its subject. inputs.c, mask.c:
** these change what a trace is made from. */
bool do_sentence(const CommandContext *context), do_cross(const CommandContext *context),
    do_example(const CommandContext *context), do_model(const CommandContext *context),
    do_mask(const CommandContext *context), do_kind(const CommandContext *context),
    do_quiz(const CommandContext *context), do_shuffle(const CommandContext *context),
    do_freeze(const CommandContext *context), do_reset(const CommandContext *context),
    do_plain(const CommandContext *context), do_undo(const CommandContext *context),
    do_redo(const CommandContext *context), do_cancel(const CommandContext *context),
    do_cache(const CommandContext *context);
/* navigation.c and steps.c: what is on show. None of these makes a trace. */
bool do_stage(const CommandContext *context), do_layer(const CommandContext *context),
    do_head(const CommandContext *context), do_cell(const CommandContext *context),
    do_row(const CommandContext *context), do_hover(const CommandContext *context),
    do_cursor(const CommandContext *context), do_view(const CommandContext *context);
/* appearance.c, overlays.c and menu/menu.c: appearance and open menus. Settings that are a row of
** setting_table.h are done by do_setting. */
bool do_language(const CommandContext *context);
bool do_range(const CommandContext *context), do_zoom(const CommandContext *context),
    do_scroll(const CommandContext *context), do_lens(const CommandContext *context),
    do_compare(const CommandContext *context), do_sort(const CommandContext *context),
    do_menu(const CommandContext *context), do_help(const CommandContext *context),
    do_enter(const CommandContext *context), do_escape(const CommandContext *context);
/* arcs.c: the command arcs. */
bool do_arcs(const CommandContext *context);
bool do_contrast(const CommandContext *context);
/* overlays.c: the stage weights of one head, where arcs, tint and threshold are seen. */
void overlays_show_weights(Session *session);
/* steps.c: steps and playing. */
bool do_step(const CommandContext *context), do_seek(const CommandContext *context),
    do_moment(const CommandContext *context), do_play(const CommandContext *context),
    do_pause(const CommandContext *context);
/* presenter.c: the presenter view. */
bool do_presenter(const CommandContext *context), do_blank(const CommandContext *context),
    do_advance(const CommandContext *context), do_note(const CommandContext *context);
/* what_if.c: what a person changes of a run. */
bool do_set(const CommandContext *context), do_without(const CommandContext *context),
    do_shake(const CommandContext *context), do_swap(const CommandContext *context),
    do_whatif(const CommandContext *context);
bool do_board(const CommandContext *context); /* board.c: a model typed in */
bool do_edit(const CommandContext *context);
/* Ends the editing of the sentence and restores the text from before it; undo brings
** back what was typed. */
bool editing_cancel(Session *session, Status *status);
/* generation.c, mask_token.c: sampling of words, and continuing with them. */
bool do_temperature(const CommandContext *context), do_top_k(const CommandContext *context),
    do_top_p(const CommandContext *context), do_continue(const CommandContext *context),
    do_hide(const CommandContext *context);
bool do_browse(const CommandContext *context);
bool do_lesson(const CommandContext *context); /* lesson/lesson_command.c */
/* experiments.c: what the experiments beside attention are asked, and what they show. */
bool do_experiment(const CommandContext *context);
/* The next draw, book or operation of the view on show, or the one before. */
bool experiments_step(Session *session, int by);
/* script.c, script_control.c, asking.c: scripts, how they are continued, and their rights. */
bool do_open(const CommandContext *context), do_script(const CommandContext *context),
    do_wait(const CommandContext *context), do_permit(const CommandContext *context);
/* training/commands.c, training/keep.c: the training, its timeline and the watched matrix. */
bool do_train(const CommandContext *context), do_train_keep(const CommandContext *context),
    do_timeline(const CommandContext *context), do_watch(const CommandContext *context);
/* clipboard_files.c, exporting.c, persistence/autosave.c: effects outside the session. A dry
** session only checks. */
bool do_copy(const CommandContext *context), do_say(const CommandContext *context),
    do_export(const CommandContext *context), do_save(const CommandContext *context),
    do_restore(const CommandContext *context), do_full_screen(const CommandContext *context),
    do_focus(const CommandContext *context), do_quit(const CommandContext *context);

#endif
