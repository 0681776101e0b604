/* files/file_magic.c -- see file_magic.h. */
#include "files/file_magic.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/i18n.h"

enum { PREFIX_BYTES = 8, COMMAND_PATH_BYTES = 100 };

static const char gguf[] =
    N_("this is a GGUF file, as a rule of quantised weights: take the model's safetensors file, or "
       "make one with transformers in its folder: python3 -c \"from transformers import "
       "AutoModelForCausalLM as M; M.from_pretrained('.', "
       "gguf_file='FILE').save_pretrained('.', safe_serialization=True)\"");
static const char hdf5[] =
    N_("this is an HDF5 file, as Keras and TensorFlow write it: take the model's safetensors file, "
       "or make one with transformers in its folder: python3 -c \"from transformers import "
       "AutoModelForPreTraining as M; M.from_pretrained('.', "
       "from_tf=True).save_pretrained('.', safe_serialization=True)\"");
static const char onnx[] = N_("this is an ONNX graph: save the model it was made from as "
                              "safetensors");

typedef struct Beginning {
  const char *bytes; /* capitals or not */
  const char *advice;
} Beginning;

static const Beginning beginnings[] = {
    {"version https://git-lfs",
     N_("this is a Git LFS pointer, not the weights: run git lfs pull in its folder")},
    {"<!doctype",
     N_("this is a web page, saved in place of the weights: download the file itself")},
    {"<html", N_("this is a web page, saved in place of the weights: download the file itself")},
    {"GGUF", gguf},
    {"\x89HDF\r\n", hdf5},
    {"\x1F\x8B", N_("this is packed with gzip: unpack it first")},
    {"PAR1", N_("this is a Parquet file, a table and no model")},
};

/* A safetensors header of 640 bytes also begins with 80 02, like a pickle; but then JSON follows,
** perhaps after white space. */
bool looks_like_safetensors(Str bytes, uint64_t file_bytes) {
  uint64_t header = 0;
  if (bytes.bytes <= PREFIX_BYTES) return false;
  for (int i = PREFIX_BYTES - 1; i >= 0; i--) header = header << 8 | (unsigned char)bytes.at[i];
  return header <= file_bytes - PREFIX_BYTES && strchr("{ \t\r\n", bytes.at[PREFIX_BYTES]) &&
         bytes.at[PREFIX_BYTES];
}

/* Protocols 2 to 5; PyTorch writes 2. Protocols 0 and 1 have no mark of their own. */
static bool is_pickle(Str bytes) {
  const unsigned char *byte = (const unsigned char *)bytes.at;
  return bytes.bytes > 1 && byte[0] == 0x80 && byte[1] >= 2 && byte[1] <= 5;
}

/* PK 3 4 is a local header, which every archive with a member begins with. */
static bool is_zip(Str bytes) { return str_starts(bytes, "PK\x03\x04"); }

/* torch.save writes a zip whose first member is NAME/data.pkl. */
bool file_magic_is_packed_pickle(Str bytes) {
  static const char name[] = "/data.pkl";
  if (!is_zip(bytes)) return false;
  for (size_t i = 0; i + sizeof name - 1 <= bytes.bytes; i++)
    if (memcmp(bytes.at + i, name, sizeof name - 1) == 0) return true;
  return false;
}

/* ---- pickles ---- */

/* Usual names of attention weights in outputs of models. */
static const char *const attention_keys[] = {
    "attentions",         "attention", "attns",        "attn",
    "encoder_attentions", "weights",   "attn_weights", "attention_weights",
    "decoder_attentions", "probs",     "attn_probs",   "cross_attentions"};

/* Searches a string of a pickle of protocol 2: X, its length in four bytes, its letters. The pickle
** is not executed. */
static bool holds_text(Str bytes, const char *text) {
  size_t count = strlen(text);
  for (size_t i = 0; i + 5 + count <= bytes.bytes; i++)
    if (bytes.at[i] == 'X' && (unsigned char)bytes.at[i + 1] == count && bytes.at[i + 2] == 0 &&
        bytes.at[i + 3] == 0 && bytes.at[i + 4] == 0 && memcmp(bytes.at + i + 5, text, count) == 0)
      return true;
  return false;
}

static bool holds_attentions(Str bytes) {
  for (size_t i = 0; i < sizeof attention_keys / sizeof attention_keys[0]; i++)
    if (holds_text(bytes, attention_keys[i])) return true;
  return false;
}

/* Can the path be put between quotes in a command to copy? Not if a shell would interpret its
** characters. */
static bool may_stand_in_command(const char *path) {
  static const char plain[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ._-+=/,:@%~";
  size_t bytes = strlen(path);
  /* A path with an ellipsis was shortened. */
  if (bytes == 0 || bytes > COMMAND_PATH_BYTES || path[0] == '-' || strstr(path, "…")) return false;
  for (size_t i = 0; i < bytes; i++)
    if ((unsigned char)path[i] < 0x80 && !strchr(plain, path[i])) return false;
  return true;
}

/* The same path with another ending, and another name if the ending is right already. */
static void name_of_result(const char *path, char result[COMMAND_PATH_BYTES + 32]) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  bool has_ending = dot && dot > name, is_taken = has_ending && !strcasecmp(dot, ".safetensors");
  snprintf(result, COMMAND_PATH_BYTES + 32, "%.*s%s.safetensors",
           (int)(has_ending ? (size_t)(dot - path) : strlen(path)), path,
           is_taken ? "-converted" : "");
}

bool file_magic_is_pickle(Str first_bytes, uint64_t file_bytes) {
  return !looks_like_safetensors(first_bytes, file_bytes) &&
         (is_pickle(first_bytes) || file_magic_is_packed_pickle(first_bytes));
}

bool file_magic_fail_pickle(const char *path, Str first_bytes, Status *status) {
  char result[COMMAND_PATH_BYTES + 32] = "OUT.safetensors";
  const char *file = may_stand_in_command(path) ? path : "FILE";
  if (file == path) name_of_result(path, result);
  if (is_pickle(first_bytes))
    return status_fail(
        status, STATUS_COULD_NOT,
        _("%s: this is a PyTorch pickle as torch.save wrote it before 1.6, which may "
          "run a program when it is opened. If you trust it, write it anew: python3 "
          "-c \"import torch; torch.save(torch.load('%s', map_location='cpu'), "
          "'new.pt')\" and then: python3 tools/record_trace.py convert new.pt '%s'"),
        path, file, result);
  if (holds_attentions(first_bytes))
    return status_fail(
        status, STATUS_COULD_NOT,
        _("%s: this is a PyTorch pickle of attentions, as torch.save writes it, which "
          "may run a program when it is opened. This makes a recording of them and "
          "runs nothing: python3 tools/record_trace.py convert '%s' '%s' (in Python: "
          "save_attentions(FILE, attentions, tokens=WORDS) of tools/record_trace.py)"),
        path, file, result);
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s: this is a PyTorch pickle, as torch.save writes it, which may run a "
                       "program when it is opened. This makes a safetensors file of its tensors, "
                       "runs nothing, and needs no PyTorch: python3 tools/record_trace.py convert "
                       "'%s' '%s'"),
                     path, file, result);
}

/* ---- by the first bytes ---- */

/* Version 1 to 31 of the format in its first field, then what wrote it, or the graph. */
static bool is_onnx(Str bytes) {
  const unsigned char *byte = (const unsigned char *)bytes.at;
  return bytes.bytes > 4 && byte[0] == 0x08 && byte[1] > 0 && byte[1] < 32 &&
         (byte[2] == 0x12 || byte[2] == 0x3A);
}

static bool begins_with(Str bytes, const char *beginning) {
  size_t count = strlen(beginning);
  return bytes.bytes >= count && strncasecmp(bytes.at, beginning, count) == 0;
}

/* Is it JSON text, which is no safetensors header: eight bytes of text are too large as its
** length? */
static bool is_json(Str bytes) {
  Str text = str_trim(str_without_mark(bytes));
  if (text.bytes < PREFIX_BYTES || (text.at[0] != '{' && text.at[0] != '[')) return false;
  for (size_t i = 0; i < PREFIX_BYTES; i++)
    if ((unsigned char)text.at[i] < ' ' && text.at[i] != '\t' && text.at[i] != '\n' &&
        text.at[i] != '\r')
      return false;
  return true;
}

const char *file_magic_name(Str first_bytes, uint64_t file_bytes) {
  if (looks_like_safetensors(first_bytes, file_bytes)) return NULL;
  for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
    if (begins_with(first_bytes, beginnings[i].bytes)) return _(beginnings[i].advice);
  if (is_onnx(first_bytes)) return _(onnx);
  if (is_zip(first_bytes)) return _("this is a zip archive and no safetensors file");
  if (is_json(first_bytes)) return _("this is a JSON text; the weights are in another file");
  return NULL;
}

/* ---- by name ---- */

typedef struct Ending {
  const char *ending, *advice;
} Ending;

static const char pickle[] =
    N_("its name is that of a PyTorch pickle, but it does not begin as one, so it is damaged or "
       "something else: download it again, the model's safetensors file if there is one");

static const Ending endings[] = {
    {".bin", pickle},
    {".pt", pickle},
    {".pth", pickle},
    {".ckpt", pickle},
    {".onnx", onnx},
    {".msgpack",
     N_("this is a file of Flax weights: take the model's safetensors file, or make one with "
        "transformers in its folder: python3 -c \"from transformers import "
        "AutoModelForPreTraining as M; M.from_pretrained('.', "
        "from_flax=True).save_pretrained('.', safe_serialization=True)\"")},
    {".gguf", N_("its name is that of a GGUF file, but it does not begin as one, so it is damaged: "
                 "take the model's safetensors file instead")},
    {".h5", N_("its name is that of an HDF5 file, but it does not begin as one, so it is damaged: "
               "take the model's safetensors file instead")},
};

/* Ignores case, as some file systems do. */
const char *file_magic_by_name(const char *path) {
  size_t bytes = strlen(path);
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
    size_t end = strlen(endings[i].ending);
    if (bytes > end && strcasecmp(path + bytes - end, endings[i].ending) == 0)
      return _(endings[i].advice);
  }
  return NULL;
}
