/* model/checkpoint/unsupported.c -- errors for models that this program does not run.
**
** Each error has a command to copy as the next step: one that makes a recording with the program's
** recorder, or one that converts the weights to safetensors. File names are put into a command only
** where a shell reads them unchanged. */
#include "model/checkpoint/unsupported.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/os.h"
#include "base/str.h"
#include "base/i18n.h"

enum { SHOWN_TYPE = 60, COMMAND_FOLDER_MOST = 120, COMMAND_NAME_MOST = 60 };

typedef struct Family {
  const char *type, *name;
} Family;

static const Family families[] = {
    {"albert", "ALBERT"},
    {"bart", "BART"},
    {"bert-generation", "BERT for generation"},
    {"big_bird", "BigBird"},
    {"biogpt", "BioGPT"},
    {"bloom", "BLOOM"},
    {"camembert", "CamemBERT"},
    {"clip", "CLIP"},
    {"codegen", "CodeGen"},
    {"cohere", "Command R"},
    {"convbert", "ConvBERT"},
    {"ctrl", "CTRL"},
    {"deberta", "DeBERTa"},
    {"deberta-v2", "DeBERTa v2"},
    {"deepseek_v2", "DeepSeek V2"},
    {"deepseek_v3", "DeepSeek V3"},
    {"distilbert", "DistilBERT"},
    {"electra", "ELECTRA"},
    {"encoder-decoder", "encoder–decoder"},
    {"ernie", "ERNIE"},
    {"esm", "ESM"},
    {"falcon", "Falcon"},
    {"flaubert", "FlauBERT"},
    {"funnel", "Funnel"},
    {"gemma", "Gemma"},
    {"gemma2", "Gemma 2"},
    {"gemma3", "Gemma 3"},
    {"gemma3_text", "Gemma 3"},
    {"gpt_bigcode", "GPT BigCode"},
    {"gpt_neo", "GPT-Neo"},
    {"gpt_neox", "GPT-NeoX"},
    {"gpt_oss", "gpt-oss"},
    {"gptj", "GPT-J"},
    {"granite", "Granite"},
    {"ibert", "I-BERT"},
    {"imagegpt", "ImageGPT"},
    {"jais", "Jais"},
    {"layoutlm", "LayoutLM"},
    {"llama", "Llama"},
    {"longformer", "Longformer"},
    {"luke", "LUKE"},
    {"mamba", "Mamba"},
    {"marian", "Marian"},
    {"mbart", "mBART"},
    {"megatron-bert", "Megatron-BERT"},
    {"mistral", "Mistral"},
    {"mixtral", "Mixtral"},
    {"mobilebert", "MobileBERT"},
    {"modernbert", "ModernBERT"},
    {"mpnet", "MPNet"},
    {"mpt", "MPT"},
    {"mt5", "mT5"},
    {"nezha", "NEZHA"},
    {"nomic_bert", "Nomic BERT"},
    {"olmo", "OLMo"},
    {"olmo2", "OLMo 2"},
    {"openai-gpt", "GPT"},
    {"opt", "OPT"},
    {"pegasus", "Pegasus"},
    {"persimmon", "Persimmon"},
    {"phi", "Phi"},
    {"phi3", "Phi-3"},
    {"qwen2", "Qwen2"},
    {"qwen2_moe", "Qwen2 MoE"},
    {"qwen3", "Qwen3"},
    {"qwen3_moe", "Qwen3 MoE"},
    {"rembert", "RemBERT"},
    {"roberta", "RoBERTa"},
    {"roformer", "RoFormer"},
    {"smollm3", "SmolLM3"},
    {"squeezebert", "SqueezeBERT"},
    {"stablelm", "StableLM"},
    {"starcoder2", "StarCoder2"},
    {"t5", "T5"},
    {"umt5", "UMT5"},
    {"vit", "ViT"},
    {"wav2vec2", "wav2vec 2.0"},
    {"whisper", "Whisper"},
    {"xglm", "XGLM"},
    {"xlm", "XLM"},
    {"xlm-roberta", "XLM-RoBERTa"},
    {"xlm-roberta-xl", "XLM-RoBERTa XL"},
    {"xlnet", "XLNet"},
    {"xmod", "X-MOD"},
};

/* The usual name of a family, or NULL: then the error shows the model_type itself. */
const char *unsupported_family_name(const char *model_type) {
  for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
    if (strcmp(families[i].type, model_type) == 0) return families[i].name;
  return NULL;
}

/* The name for a command, or `otherwise` (a word to replace) when a shell would interpret its
** characters. */
static const char *in_command(const char *name, const char *otherwise) {
  size_t plain =
      strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-+=/");
  return name[plain] ? otherwise : name;
}

typedef struct Recording {
  char command[360];
} Recording;

/* The command that records the model in the folder of this file (docs/recordings.md). */
static Recording recording_of(const char *path) {
  char folder[240] = ".";
  Recording recording;
  const char *slash = strrchr(path, '/');
  size_t bytes = slash ? (size_t)(slash - path) : 0;
  if (bytes >= sizeof folder) snprintf(folder, sizeof folder, "FOLDER");
  else if (bytes > 0) snprintf(folder, sizeof folder, "%.*s", (int)bytes, path);
  snprintf(recording.command, sizeof recording.command,
           "python3 tools/record_trace.py model %s \"TEXT\" trace.safetensors",
           in_command(folder, "FOLDER"));
  return recording;
}

bool refuse_family(const char *path, const char *model_type, Status *status) {
  const char *name = unsupported_family_name(model_type);
  if (name)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s: the model is %s (model_type \"%s\"), and only GPT-2 and BERT are "
                         "run here; record it and open the recording: %s"),
                       path, name, model_type, recording_of(path).command);
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s: model_type is \"%.*s\", and only gpt2 and bert are run here; record "
                       "the model and open the recording: %s"),
                     path, SHOWN_TYPE, model_type, recording_of(path).command);
}

bool refuse_architecture(const char *path, const char *name, Status *status) {
  return status_fail(
      status, STATUS_COULD_NOT,
      _("%s: architectures names %.60s, and only GPT2… and Bert… are run here; record "
        "the model and open the recording: %s"),
      path, name, recording_of(path).command);
}

bool refuse_quantised(const char *path, const char *how, Status *status) {
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s: the weights are quantised (%.60s), and F32, F16, BF16 and F64 are read "
                       "here; open the model it was made from, or record this one and open the "
                       "recording: %s"),
                     path, how, recording_of(path).command);
}

bool refuse_kind(const char *path, const char *what, Status *status) {
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s: %s, and such models are not run here; record it and open the "
                       "recording: %s"),
                     path, what, recording_of(path).command);
}

/* ---- weights of another kind ---- */

typedef struct OtherWeights {
  const char *ending, *what;
  /* Arguments of from_pretrained, %s is the file; NULL: use our converter; "": no conversion. */
  const char *how;
} OtherWeights;

static const char pickle[] = N_("a PyTorch pickle, which may run a program when opened");

static const char in_parts[] = N_("one of several files; the index that names them, "
                                  "model.safetensors.index.json, is missing too");
static const char adapter[] =
    N_("an adapter, a change to another model; merge it with that model and save the result");
static const char tensorflow[] = N_("a file of TensorFlow weights, which transformers 4 reads");

static const char dangling[] =
    N_("a link to a file that is not there: the download was not finished");

/* The first entry that matches a file of the folder counts. */
static const OtherWeights others[] = {
    {"/model.safetensors", dangling, ""}, /* listed, and yet missing */
    {"/model.safetensors.index.json", dangling, ""},
    {"adapter_model.safetensors", adapter, ""},
    {"adapter_model.bin", adapter, ""},
    {"-of-*.safetensors", in_parts, ""},
    {".safetensors", N_("there; if it holds the weights, call it model.safetensors"), ""},
    {".bin.index.json", N_("the index of PyTorch pickles"), "'.'"},
    {".bin", pickle, NULL},
    {".pt", pickle, NULL},
    {".pth", pickle, NULL},
    {".ckpt", pickle, NULL},
    {".ckpt.index", tensorflow,
     "'./%s', from_tf=True, config=__import__('transformers').AutoConfig.from_pretrained('.')"},
    {".h5", tensorflow, "'.', from_tf=True"},
    {".msgpack", N_("a file of Flax weights, which transformers 4 reads"), "'.', from_flax=True"},
    {".gguf", N_("a GGUF file, as a rule of quantised weights"), "'.', gguf_file='%s'"},
    {".onnx", N_("an ONNX graph; save the model it was made from as safetensors"), ""},
};

/* Pickles beside weights that hold no weights. */
static const char *const no_weights[] = {"training_args.bin", "optimizer.pt", "optimizer.bin",
                                         "scheduler.pt", "rng_state.pth"};

/* pattern is "/a whole name", an ending, or "middle*ending". */
static bool matches_pattern(const char *name, const char *ending) {
  if (ending[0] == '/') return strcmp(name, ending + 1) == 0;
  const char *star = strchr(ending, '*'), *last = star ? star + 1 : ending;
  size_t bytes = strlen(name), end = strlen(last);
  char middle[16];
  snprintf(middle, sizeof middle, "%.*s", star ? (int)(star - ending) : 0, ending);
  return bytes >= end && strcasecmp(name + bytes - end, last) == 0 && strstr(name, middle);
}

typedef struct Search {
  Arena *arena;
  const char *name; /* of the best entry of the folder so far */
  const OtherWeights *found;
} Search;

/* Keeps the file whose entry comes first in the table, whatever the order of the folder. */
static void note_best_match(void *self, const char *name) {
  Search *search = self;
  for (size_t i = 0; i < sizeof no_weights / sizeof no_weights[0]; i++)
    if (strcmp(name, no_weights[i]) == 0) return;
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    if (!matches_pattern(name, others[i].ending) || (search->found && search->found <= &others[i]))
      continue;
    search->found = &others[i];
    search->name = str_copy(search->arena, str_from(name));
  }
}

bool refuse_pickle(const char *folder, const char *name, Status *status) {
  const char *in = strlen(folder) <= COMMAND_FOLDER_MOST ? in_command(folder, "FOLDER") : "FOLDER";
  const char *file = strlen(name) <= COMMAND_NAME_MOST ? in_command(name, "FILE") : "FILE";
  return status_fail(
      status, STATUS_COULD_NOT,
      _("%s/model.safetensors is missing, and %.60s is %s; this writes it, runs nothing of the "
        "pickle, and needs no PyTorch: python3 tools/record_trace.py convert %s/%s "
        "%s/model.safetensors"),
      folder, name, _(pickle), in, file, in);
}

static bool fail_other(const Search *search, const char *path, Status *status) {
  char how[200] = "";
  const char *place = strstr(search->found->how, "%s");
  if (!*search->found->how)
    return status_fail(status, STATUS_COULD_NOT, _("%s is missing, and %.60s is %s"), path,
                       search->name, _(search->found->what));
  /* Replaces the only %s by hand, because the format is not a literal. */
  int before = place ? (int)(place - search->found->how) : -1;
  snprintf(how, sizeof how, "%.*s%.60s%s", before, search->found->how,
           place ? in_command(search->name, "FILE") : "", place ? place + 2 : "");
  return status_fail(
      status, STATUS_COULD_NOT,
      _("%s is missing, and %.60s is %s; convert it in its folder: python -c \"from transformers "
        "import AutoModelForPreTraining as M; M.from_pretrained(%s).save_pretrained('.', "
        "safe_serialization=True)\""),
      path, search->name, _(search->found->what), how);
}

bool refuse_weights(Arena *arena, const char *folder, Status *status) {
  Search search = {.arena = arena};
  const char *path = str_format(arena, "%s/model.safetensors", folder);
  os_list_folder(arena, folder, note_best_match, &search);
  if (!path || (search.found && !search.name)) return status_no_memory(status);
  if (!search.found) return status_fail(status, STATUS_COULD_NOT, _("%s is missing"), path);
  if (!search.found->how) return refuse_pickle(folder, search.name, status);
  return fail_other(&search, path, status);
}

bool refuse_folder(Arena *arena, const char *folder, Status *status) {
  const char *path = str_format(arena, "%s/config.json", folder);
  const char *change = str_format(arena, "%s/adapter_config.json", folder);
  if (!path || !change) return status_no_memory(status);
  if (os_kind(change) == OS_MISSING)
    return status_fail(status, STATUS_COULD_NOT, _("%s is missing"), path);
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s is missing, and adapter_config.json says that this is %s"), path,
                     _(adapter));
}
