/* cli/list_heads.h -- headsup list heads: what each head of a model does, by its scores, or what is
** there of each head of a recording.
**
**   layer  head  role  previous token  same word  …        parted by tabs, one head a line
**   layer  head  head of K and V  can be shown             of a recording
**
** Layers and heads count from 1. The role is empty where no score passes, and a score is a dash
** where there was nothing to measure it over. What it was measured over is the last line, behind
** a #. A recording cannot be run on the sentences that roles are measured over, which its last
** line says.
** Errors  The model's own, or the recording's; a question of the file is STATUS_ASK.
** Time    Seconds of a model of the size of GPT-2; how far it is, is said.
*/
#ifndef CLI_LIST_HEADS_H
#define CLI_LIST_HEADS_H

#include "cli/args.h"

bool list_heads(const Args *args, Status *status);

#endif
