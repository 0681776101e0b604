/* session/commands/calls.h -- what the functions of the command table share. For session/ only.
**
**   commands.c   words of a line  →  CommandCall  →  the do_… of its row
**
** Each first takes all its arguments, then changes the session: one that fails has changed nothing.
**
** Memory  Words belong to the line; copies of them lie on the session's scratch arena.
** Errors  False with a sentence: the command, what it takes, and the word that does not fit.
*/
#ifndef SESSION_COMMANDS_CALLS_H
#define SESSION_COMMANDS_CALLS_H

#include "session/commands/commands.h"
#include "session/commands/line.h"
#include "session/session.h"
#include "trace/stages.h"

/* words->at[0] is the name it was called by. */
typedef struct CommandCall {
  Session *session;
  const LineWords *words;
  const CommandInfo *info;
  Status *status;
} CommandCall;

/* False fills call->status and has changed nothing. */
typedef bool (*CommandRun)(const CommandCall *call);

/* calls.c: fails with "NAME takes ARGUMENTS", the last word and the nearest one that would fit. */
bool call_wrong(const CommandCall *call);
bool call_has(const CommandCall *call, int argument_count); /* fails through call_wrong */
/* The argument as it was meant: a string decoded, its bytes as they are. From 1; "" when
** missing. */
Str call_text(const CommandCall *call, int argument); /* from 1; empty when missing */
bool call_is(const CommandCall *call, int argument, const char *word);

/* An argument as a path that ends in 0, on the scratch arena; a name cannot hold a 0 byte. NULL
** after a failure. */
const char *call_path(const CommandCall *call, int argument);
/* A number from low to high, both included; else a sentence with the command and the range. */
bool call_number(const CommandCall *call, int argument, double low, double high, float *number);
/* A switch: on or off, and toggle where a key needs it. */
bool call_switch(const CommandCall *call, const char *off, const char *on, bool *value);
/* The stage an argument names; the sentence of a wrong one lists the right ones. */
bool call_stage(const CommandCall *call, int argument, StageId *stage);

/* One function for each row of the table, in the file named after what they touch. These change
** what a trace is made of: change.c. */
bool do_sentence(const CommandCall *call), do_example(const CommandCall *call),
    do_model(const CommandCall *call), do_mask(const CommandCall *call),
    do_reset(const CommandCall *call), do_undo(const CommandCall *call),
    do_redo(const CommandCall *call), do_cancel(const CommandCall *call),
    do_cache(const CommandCall *call);
/* Where one looks: place.c and steps.c. None of these makes a trace. */
bool do_stage(const CommandCall *call), do_layer(const CommandCall *call),
    do_head(const CommandCall *call), do_cell(const CommandCall *call),
    do_row(const CommandCall *call), do_hover(const CommandCall *call),
    do_cursor(const CommandCall *call), do_view(const CommandCall *call);
/* How it looks, and what is open: look.c and menu/menu.c. */
bool do_theme(const CommandCall *call), do_palette(const CommandCall *call),
    do_range(const CommandCall *call), do_numbers(const CommandCall *call),
    do_textscale(const CommandCall *call), do_zoom(const CommandCall *call),
    do_scroll(const CommandCall *call), do_motion(const CommandCall *call),
    do_menu(const CommandCall *call), do_enter(const CommandCall *call),
    do_escape(const CommandCall *call);
/* What lies on the weights and beside them: marks.c. */
bool do_threshold(const CommandCall *call), do_arcs(const CommandCall *call),
    do_tint(const CommandCall *call), do_lens(const CommandCall *call),
    do_sort(const CommandCall *call), do_contrast(const CommandCall *call);
/* Walking and playing: steps.c. */
bool do_step(const CommandCall *call), do_seek(const CommandCall *call),
    do_play(const CommandCall *call), do_pause(const CommandCall *call),
    do_speed(const CommandCall *call);
bool do_edit(const CommandCall *call);
/* Ends the editing of the sentence with the words from before it; undo brings those typed back. */
bool typing_cancel(Session *session, Status *status);
/* How words are drawn, and what is done with them: answer.c, hide.c. */
bool do_temperature(const CommandCall *call), do_top_k(const CommandCall *call),
    do_top_p(const CommandCall *call), do_continue(const CommandCall *call),
    do_hide(const CommandCall *call);
bool do_browse(const CommandCall *call);
/* Scripts, and what they may do: script.c, asking.c. */
bool do_open(const CommandCall *call), do_permit(const CommandCall *call);
/* The model in training, its timeline and what is watched: training/commands.c, training/keep.c. */
bool do_train(const CommandCall *call), do_train_keep(const CommandCall *call),
    do_timeline(const CommandCall *call), do_watch(const CommandCall *call);
/* What reaches outside: outside.c, exporting.c, keeping/journal.c. A dry session checks and touches
** nothing. */
bool do_copy(const CommandCall *call), do_export(const CommandCall *call),
    do_save(const CommandCall *call), do_restore(const CommandCall *call),
    do_full_screen(const CommandCall *call), do_focus(const CommandCall *call),
    do_quit(const CommandCall *call);

#endif
