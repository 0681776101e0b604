/* tests/model/test_config.c -- config.json of GPT-2 and BERT: aliases, defaults, ranges, and what
** is refused by name (docs/formats.md, "Checkpoint folders"). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/checkpoint/config.h"
#include "model/checkpoint/unsupported.h"
#include "support/folder.h"

static Config read_config(const char *text) {
  Config config;
  Status status = {0};
  if (!config_read("config.json", str_from(text), FAMILY_UNKNOWN, &config, &status))
    fail_msg("%s", status.sentence);
  return config;
}

static void check_refused(const char *text, const char *part) {
  Config config;
  Status status = {0};
  assert_false(config_read("D/config.json", str_from(text), FAMILY_UNKNOWN, &config, &status));
  check_sentence(&status, part);
  check_sentence(&status, "D/config.json");
}

static void missing_keys_have_the_familys_own_values(void **state) {
  (void)state;
  Config gpt2 = read_config("{\"model_type\": \"gpt2\"}");
  assert_int_equal(gpt2.family, FAMILY_GPT2);
  assert_int_equal(gpt2.layer_count, 12);
  assert_int_equal(gpt2.head_count, 12);
  assert_int_equal(gpt2.d_model, 768);
  assert_int_equal(gpt2.d_ff, 4 * 768);
  assert_int_equal(gpt2.word_count, 50257);
  assert_int_equal(gpt2.position_count, 1024);
  assert_int_equal(gpt2.segment_count, 0);
  assert_true(gpt2.epsilon == 1e-5f);
  assert_int_equal(gpt2.activation, ACTIVATION_GELU_TANH);
  assert_true(gpt2.causal && gpt2.is_tied && gpt2.divides_by_root && !gpt2.divides_by_number);

  Config bert = read_config("{\"model_type\": \"bert\"}");
  assert_int_equal(bert.family, FAMILY_BERT);
  assert_int_equal(bert.d_ff, 3072);
  assert_int_equal(bert.word_count, 30522);
  assert_int_equal(bert.position_count, 512);
  assert_int_equal(bert.segment_count, 2);
  assert_true(bert.epsilon == 1e-12f);
  assert_int_equal(bert.activation, ACTIVATION_GELU);
  assert_true(!bert.causal && bert.is_tied && bert.divides_by_root);
}

static void every_key_is_read(void **state) {
  (void)state;
  Config gpt2 =
      read_config("{\"model_type\":\"gpt2\",\"n_layer\":3,\"n_head\":2,\"n_embd\":8,\"n_inner\":24,"
                  "\"n_positions\":40,\"n_ctx\":7,\"vocab_size\":99,\"layer_norm_epsilon\":0.001,"
                  "\"activation_function\":\"relu\",\"scale_attn_weights\":false,"
                  "\"scale_attn_by_inverse_layer_idx\":true,\"tie_word_embeddings\":false}");
  assert_int_equal(gpt2.layer_count, 3);
  assert_int_equal(gpt2.head_count, 2);
  assert_int_equal(gpt2.d_model, 8);
  assert_int_equal(gpt2.d_ff, 24);
  assert_int_equal(gpt2.position_count, 40);
  assert_int_equal(gpt2.word_count, 99);
  assert_true(gpt2.epsilon == 0.001f);
  assert_int_equal(gpt2.activation, ACTIVATION_RELU);
  assert_true(!gpt2.is_tied && !gpt2.divides_by_root && gpt2.divides_by_number);

  Config bert = read_config(
      "{\"model_type\":\"bert\",\"num_hidden_layers\":3,\"num_attention_heads\":2,"
      "\"hidden_size\":8,\"intermediate_size\":5,\"max_position_embeddings\":40,"
      "\"type_vocab_size\":16,\"vocab_size\":99,\"layer_norm_eps\":1e-6,\"hidden_act\":\"silu\","
      "\"is_decoder\":true,\"position_embedding_type\":\"absolute\"}");
  assert_int_equal(bert.layer_count, 3);
  assert_int_equal(bert.head_count, 2);
  assert_int_equal(bert.d_model, 8);
  assert_int_equal(bert.d_ff, 5);
  assert_int_equal(bert.position_count, 40);
  assert_int_equal(bert.segment_count, 16);
  assert_int_equal(bert.word_count, 99);
  assert_true(bert.epsilon == 1e-6f);
  assert_int_equal(bert.activation, ACTIVATION_SILU);
  assert_true(bert.causal);
}

static void gpt2_takes_the_common_names_too(void **state) {
  (void)state;
  Config config = read_config("{\"model_type\":\"gpt2\",\"num_hidden_layers\":5,"
                              "\"num_attention_heads\":4,\"hidden_size\":32,"
                              "\"max_position_embeddings\":77,\"n_positions\":77}");
  assert_int_equal(config.layer_count, 5);
  assert_int_equal(config.head_count, 4);
  assert_int_equal(config.d_model, 32);
  assert_int_equal(config.d_ff, 128);
  assert_int_equal(config.position_count, 77);
  check_refused("{\"model_type\":\"gpt2\",\"n_layer\":5,\"num_hidden_layers\":6}",
                "n_layer is 5, but num_hidden_layers, another name of it, is 6");
}

static void every_activation_has_its_meaning(void **state) {
  (void)state;
  static const struct {
    const char *name;
    Activation activation;
  } all[] = {{"gelu", ACTIVATION_GELU},
             {"gelu_python", ACTIVATION_GELU},
             {"gelu_new", ACTIVATION_GELU_TANH},
             {"gelu_pytorch_tanh", ACTIVATION_GELU_TANH},
             {"gelu_fast", ACTIVATION_GELU_TANH},
             {"quick_gelu", ACTIVATION_QUICK_GELU},
             {"gelu_10", ACTIVATION_GELU_10},
             {"relu", ACTIVATION_RELU},
             {"silu", ACTIVATION_SILU},
             {"swish", ACTIVATION_SILU},
             {"tanh", ACTIVATION_TANH},
             {"sigmoid", ACTIVATION_SIGMOID},
             {"gelu_accurate", ACTIVATION_GELU_TANH},
             {"gelu_python_tanh", ACTIVATION_GELU_TANH},
             {"linear", ACTIVATION_LINEAR}};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    char text[120];
    snprintf(text, sizeof text, "{\"model_type\":\"bert\",\"hidden_act\":\"%s\"}", all[i].name);
    assert_int_equal(read_config(text).activation, all[i].activation);
  }
  check_refused("{\"model_type\":\"bert\",\"hidden_act\":\"mish\"}",
                "hidden_act is \"mish\"; allowed are gelu, gelu_new,");
  check_refused("{\"model_type\":\"gpt2\",\"activation_function\":3}",
                "activation_function is 3; allowed are");
}

static void what_other_programs_write_does_no_harm(void **state) {
  (void)state;
  Config config =
      read_config("\xEF\xBB\xBF{\"model_type\":\"gpt2\",\"n_inner\":null,\"x\":NaN,\"y\":-Infinity,"
                  "\"model_max_length\":1000000000000000019884624838656,\"n_layer\":3.0,"
                  "\"quantization_config\":null,\"task_specific_params\":{\"a\":[{}]}}\r\n");
  assert_int_equal(config.d_ff, 4 * 768);
  assert_int_equal(config.layer_count, 3);
}

static void a_file_that_is_no_json_object_is_refused(void **state) {
  (void)state;
  check_refused("", "config.json");
  check_refused("[]", "config.json holds no JSON object");
  check_refused("7", "config.json");
  check_refused("{\"model_type\": \"gpt2\"", "config.json");
  check_refused("<html>", "config.json");
}

/* Every value of a size: what it is, and what is allowed. */
static void impossible_values_are_named_with_what_is_allowed(void **state) {
  (void)state;
  static const struct {
    const char *key, *value, *part;
  } wrong[] = {
      {"n_head", "0", "n_head is 0; allowed are whole numbers from 1 to 1024"},
      {"n_head", "-12", "n_head is -12; allowed"},
      {"n_head", "\"12\"", "n_head is \"12\"; allowed"},
      {"n_head", "1e9", "n_head is 1000000000; allowed"},
      {"n_head", "12.5", "n_head is 12.5; allowed"},
      {"n_head", "1e400", "config.json"},
      {"n_head", "true", "n_head is true; allowed"},
      {"n_head", "[12]", "n_head is [12]; allowed"},
      {"n_head", "7", "n_head is 7; it must divide n_embd, which is 768"},
      {"n_layer", "1000000", "n_layer is 1000000; allowed are whole numbers from 1 to 512"},
      {"n_layer", "18446744073709551616", "n_layer is 1.84467441e19; allowed"},
      {"n_embd", "65537", "n_embd is 65537; allowed are whole numbers from 1 to 65536"},
      {"vocab_size", "4000001", "vocab_size is 4000001; allowed"},
      {"n_positions", "0", "n_positions is 0; allowed are whole numbers from 1 to 1048576"},
      {"n_inner", "0", "n_inner is 0; allowed"},
      {"layer_norm_epsilon", "0", "layer_norm_epsilon is 0; allowed are numbers above 0 and below"},
      {"layer_norm_epsilon", "1", "layer_norm_epsilon is 1; allowed"},
      {"layer_norm_epsilon", "\"1e-5\"", "layer_norm_epsilon is \"1e-5\"; allowed"},
      {"scale_attn_weights", "1", "scale_attn_weights is 1; allowed are true and false"},
      {"tie_word_embeddings", "\"no\"", "tie_word_embeddings is \"no\"; allowed are true"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    char text[160];
    snprintf(text, sizeof text, "{\"model_type\":\"gpt2\",\"%s\":%s}", wrong[i].key,
             wrong[i].value);
    check_refused(text, wrong[i].part);
  }
  check_refused("{\"model_type\":\"bert\",\"hidden_size\":769}",
                "num_attention_heads is 12; it must divide hidden_size, which is 769");
}

static void the_family_is_found_without_model_type(void **state) {
  (void)state;
  assert_int_equal(read_config("{\"architectures\":[\"GPT2LMHeadModel\"]}").family, FAMILY_GPT2);
  assert_int_equal(read_config("{\"architectures\":[\"BertForMaskedLM\"]}").family, FAMILY_BERT);
  assert_int_equal(read_config("{\"n_layer\":12}").family, FAMILY_UNKNOWN);
  assert_int_equal(read_config("{\"model_type\":\"heads-up\"}").family, FAMILY_OWN);
  check_refused("{\"architectures\":[\"LlamaForCausalLM\"]}",
                "architectures names LlamaForCausalLM");
  check_refused("{\"model_type\":7}", "model_type is 7; allowed are \"gpt2\" and \"bert\"");
  Config guessed;
  Status status = {0};
  assert_true(config_read("c", STR("{\"n_layer\":3}"), FAMILY_GPT2, &guessed, &status));
  assert_int_equal(guessed.layer_count, 3);
}

static void other_families_are_refused_by_their_names(void **state) {
  (void)state;
  static const char *const types[][2] = {
      {"roberta", "RoBERTa"},         {"distilbert", "DistilBERT"},
      {"albert", "ALBERT"},           {"electra", "ELECTRA"},
      {"deberta", "DeBERTa"},         {"deberta-v2", "DeBERTa v2"},
      {"xlm-roberta", "XLM-RoBERTa"}, {"llama", "Llama"},
      {"mistral", "Mistral"},         {"t5", "T5"}};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    char text[80], part[120];
    snprintf(text, sizeof text, "{\"model_type\":\"%s\",\"n_head\":0}", types[i][0]);
    snprintf(part, sizeof part, "the model is %s (model_type \"%s\")", types[i][1], types[i][0]);
    check_refused(text, part);
    check_refused(text, "python3 tools/record_trace.py model D \"TEXT\" trace.safetensors");
    assert_string_equal(unsupported_family_name(types[i][0]), types[i][1]);
  }
  check_refused("{\"model_type\":\"brand\\u001bnew\"}", "model_type is \"brand");
  check_refused("{\"model_type\":\"brand-new\"}", "tools/record_trace.py");
}

static void other_kinds_are_refused_with_what_makes_them_so(void **state) {
  (void)state;
  check_refused("{\"model_type\":\"gpt2\",\"quantization_config\":{\"quant_method\":\"gptq\"}}",
                "the weights are quantised (gptq)");
  check_refused("{\"model_type\":\"bert\",\"quantization_config\":{\"load_in_8bit\":true}}",
                "the weights are quantised (quantization_config)");
  check_refused("{\"model_type\":\"gpt2\",\"add_cross_attention\":true}",
                "cross-attention (add_cross_attention)");
  check_refused("{\"model_type\":\"bert\",\"is_encoder_decoder\":true}", "is_encoder_decoder");
  check_refused("{\"model_type\":\"bert\",\"position_embedding_type\":\"relative_key\"}",
                "positions are relative (position_embedding_type \"relative_key\")");
  check_refused("{\"model_type\":\"bert\",\"position_embedding_type\":\"relative_key_query\"}",
                "\"relative_key_query\"");
  check_refused(
      "{\"model_type\":\"bert\",\"position_embedding_type\":\"rotary\"}",
      "positions are of another kind (position_embedding_type \"rotary\"), and such models "
      "are not run here; record it");
  check_refused("{\"model_type\":\"bert\",\"position_embedding_type\":1}",
                "position_embedding_type is 1; allowed is \"absolute\"");
  check_refused("{\"architectures\":[\"LlamaForCausalLM\"]}",
                "python3 tools/record_trace.py model D \"TEXT\" trace.safetensors");
}

/* Programs that build on a family keep its model_type and often its very tensors. */
static void settings_of_programs_that_compute_otherwise_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *part;
  } cases[] = {
      {"\"model_type\":\"bert\",\"pre_layer_norm\":true", "norms stand before"},
      {"\"model_type\":\"bert\",\"last_layer_norm\":true", "(last_layer_norm)"},
      {"\"model_type\":\"bert\",\"alibi_starting_size\":512", "ALiBi (alibi_starting_size)"},
      {"\"model_type\":\"bert\",\"rope_theta\":10000.0", "rotary (rope_theta)"},
      {"\"model_type\":\"gpt2\",\"rotary_emb_fraction\":1.0", "(rotary_emb_fraction)"},
      {"\"model_type\":\"gpt2\",\"use_rms_norm\":true", "(use_rms_norm)"},
      {"\"model_type\":\"gpt2\",\"attention_head_type\":\"multiquery\"", "share K and V"},
      {"\"model_type\":\"gpt2\",\"position_embedding_type\":\"rope\"", "\"rope\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[200];
    snprintf(text, sizeof text, "{%s}", cases[i].text);
    check_refused(text, cases[i].part);
  }
  Config config =
      read_config("{\"model_type\":\"bert\",\"pre_layer_norm\":false,\"last_layer_norm\":false,"
                  "\"rotary_emb_fraction\":0.0,\"rope_theta\":null,"
                  "\"attention_head_type\":\"multihead\"}");
  assert_true(!config.causal && !config.has_own_code);
  config = read_config("{\"model_type\":\"gpt2\",\"auto_map\":{\"AutoModel\":\"m.M\"}}");
  assert_true(config.has_own_code);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(missing_keys_have_the_familys_own_values),
      cmocka_unit_test(every_key_is_read),
      cmocka_unit_test(gpt2_takes_the_common_names_too),
      cmocka_unit_test(every_activation_has_its_meaning),
      cmocka_unit_test(what_other_programs_write_does_no_harm),
      cmocka_unit_test(a_file_that_is_no_json_object_is_refused),
      cmocka_unit_test(impossible_values_are_named_with_what_is_allowed),
      cmocka_unit_test(the_family_is_found_without_model_type),
      cmocka_unit_test(other_families_are_refused_by_their_names),
      cmocka_unit_test(other_kinds_are_refused_with_what_makes_them_so),
      cmocka_unit_test(settings_of_programs_that_compute_otherwise_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
