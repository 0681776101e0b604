/* model/random_family.c -- the table of families that random models may be like. */
#include <assert.h>

#include "base/i18n.h"
#include "model/random_shape.h"

static const RandomFamily families[] = {
    {"transformer", "Transformer",
     N_("like the first Transformer · untrained numbers that mean nothing"),
     N_("Built like the encoder of the first Transformer (Vaswani et al. 2017): every token sees "
        "every token, waves are added for the places, and a norm stands after each sum. Its "
        "numbers are drawn at random."),
     "d_ff 256 vocabulary 1000 norm after embedding_scale on"},
    {"bert", "BERT", N_("like BERT · untrained numbers that mean nothing"),
     N_("Built like BERT (Devlin et al. 2019), an encoder: every token sees every token, places "
        "have "
        "vectors of their own, so have a first and a second sentence, which [SEP] parts, and a "
        "norm "
        "stands after each sum. Its numbers are drawn at random."),
     "d_ff 256 vocabulary 1000 context 128 bias on norm after last_norm off embedding_norm on "
     "activation gelu positions learned segments 2"},
    {"gpt2", "GPT-2", N_("like GPT-2 · untrained numbers that mean nothing"),
     N_("Built like GPT-2 (Radford et al. 2019), a decoder: a token sees itself and those before, "
        "places have vectors of their own, and a norm stands before the heads and before the MLP. "
        "Its numbers are drawn at random."),
     "d_ff 256 vocabulary 1000 context 128 bias on norm before activation gelu_tanh positions "
     "learned mask causal"},
    {"t5", "T5", N_("like T5 · untrained numbers that mean nothing"),
     N_("Built like the encoder of T5 (Raffel et al. 2020): a number for each bucket of distances "
        "is added to the scores, which are not divided; norms divide by the root mean square, and "
        "nothing has a bias. Its numbers are drawn at random."),
     "d_ff 256 vocabulary 1000 mlp_bias off norm rms positions t5"},
    {"llama", "Llama", N_("like Llama · untrained numbers that mean nothing"),
     N_("Built like Llama (Touvron et al. 2023), a decoder: queries and keys are turned by their "
        "place, norms divide by the root mean square, the MLP has a gate, heads share keys and "
        "values, and nothing has a bias. Its numbers are drawn at random."),
     "kv_heads 2 d_ff 172 vocabulary 1000 norm rms activation silu_gated positions rope mask "
     "causal words untied"},
    {"mistral", "Mistral", N_("like Mistral · untrained numbers that mean nothing"),
     N_("Built like Mistral 7B (Jiang et al. 2023): as Llama, and a token sees only itself and "
        "the three before. Its numbers are drawn at random."),
     "kv_heads 2 d_ff 172 vocabulary 1000 norm rms activation silu_gated positions rope mask "
     "causal window:3 words untied"},
    {"bloom", "BLOOM", N_("like BLOOM · untrained numbers that mean nothing"),
     N_("Built like BLOOM (Le Scao et al. 2022), a decoder: nothing is added for places, scores "
        "fall with the distance of the key instead, and the rows of the words are normed before "
        "the first layer. Its numbers are drawn at random."),
     "d_ff 256 vocabulary 1000 bias on norm before embedding_norm on activation gelu_tanh "
     "positions alibi mask causal"},
    {"longformer", "Longformer", N_("like Longformer · untrained numbers that mean nothing"),
     N_("Built like Longformer (Beltagy et al. 2020): as BERT, but a token sees only two tokens "
        "to each side and the first token, which sees all. The first token's queries, keys and "
        "values have no maps of their own here, as they have there, and its numbers are drawn at "
        "random."),
     "d_ff 256 vocabulary 1000 context 128 bias on norm after last_norm off embedding_norm on "
     "activation gelu positions learned mask window:2 global:1"},
};
_Static_assert(sizeof families / sizeof families[0] == RANDOM_FAMILY_COUNT, "a family is missing");

const RandomFamily *random_family(int index) {
  assert(index >= 0 && index < RANDOM_FAMILY_COUNT);
  return &families[index];
}
