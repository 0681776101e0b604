/* model/demo_model.h -- the demonstration of kept keys and values: one head over nine tokens.
**
**   x = the row of the token [8]; no positions       Q, K, V = x W_Q, x W_K, x W_V [8,4]
**   W_O is 0: the demonstration ends with the output of its head
**
** Tokens  The nine of assets/models/cache-demo/numbers.json, wherever they stand in the sentence,
**         with spaces between them or not; a word that is none of them is <PAD>. <SOS> is typed.
** Mask    Causal: each token asks the keys that are there when it comes.
** Memory  On the model's arena.   Errors  Out of memory.
*/
#ifndef MODEL_DEMO_MODEL_H
#define MODEL_DEMO_MODEL_H

#include "model/model.h"
#include "text/vocab.h"

/* The file in assets. */
#define DEMO_MODEL_NUMBERS "models/cache-demo/numbers.json"

#define DEMO_MODEL_NAME "cache-demo"

/* Its tokens, folded, by their ids; NULL: memory is out. */
const Vocab *demo_model_tokens(Arena *arena);

/* False: memory is out. */
bool demo_model_open(const ModelInfo *info, Model **model, Status *status);

#endif
