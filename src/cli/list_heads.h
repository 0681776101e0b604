/* cli/list_heads.h -- headsup list heads: the role and scores of each head of a model, or which
** parts a recording holds of each head.
**
**   layer  head  role  previous token  same word  …        separated by tabs, one head a line
**   layer  head  head of K and V  can be shown             of a recording
**
** Layers and heads count from 1. The role is empty where no score is high enough; a score is a dash
** where there was nothing to measure it on. The last line, after a #, names the sentences that the
** scores are measured on. A recording cannot be run on those sentences, which its last line says.
**
** Memory  Frees all that it allocates before it returns.
** Errors  Those of the model or of the recording; a question that the file leaves open is
**         STATUS_ASK.
** Time    Seconds for a model of the size of GPT-2, with a progress line.
*/
#ifndef CLI_LIST_HEADS_H
#define CLI_LIST_HEADS_H

#include "cli/args.h"

bool list_heads(const Args *args, Status *status);

#endif
