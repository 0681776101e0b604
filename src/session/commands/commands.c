/* session/commands/commands.c -- the table of commands. */
#include "session/commands/commands.h"

#include <assert.h>

#include "base/i18n.h"
#include "session/commands/command_table.h"
#include "session/commands/setting_table.h"

/* The order is that of the help. */
static const Command commands[] = {
    {{"sentence", "\"…\"", N_("the sentence to attend over"), "", true}, do_sentence},
    {{"example", "N|swap",
      N_("one of the example sentences of the model; swap puts the partner in the place of a word: "
         "wide for tired"),
      "u", true},
     do_example},
    {{"model", "NAME|FOLDER|RECORDING [READING]|random [like FAMILY] [KEY VALUE …]",
      N_("the model that turns the sentence into numbers, or a recording of one and how to read "
         "it"),
      "", true},
     do_model},
    {{"board",
      "[new|save [FILE]] | E|P|W_Q|W_K|W_V|W_O ROW COL NUMBER …|\"ROWS\" | tokens ROW WORD | "
      "add|remove token|d_model|d_head | at MATRIX ROW COL|at tokens ROW|at none | move "
      "up|down|left|right|next|prev | type \"…\"|erase|enter|leave|paste | text NAME \"…\"",
      N_("a model typed in, as tables: shows it, or begins one; sets numbers of the head on show; "
         "save writes its text file"),
      "Ctrl-B", true},
     do_board},
    {{"mask",
      "own|none|causal|prefix K|window W|dilated W STEP|blocks B|global N,N|random R [seed "
      "N]|padding "
      "K|causal window W padding K | Q K "
      "hide|show|toggle|stroke | row Q "
      "hide|show|toggle "
      "| "
      "editor on|off|toggle",
      N_("which query may see which key; Q K and row Q change single cells of the preset"), "m",
      true},
     do_mask},
    {{"positions",
      "own|none|sinusoidal|rope [base X] [half|interleaved]|alibi|t5 [buckets N] [far "
      "N]|shaw K",
      N_("what tells the model where a token stands: as it has it, or another way laid over it"),
      "", true},
     do_kind},
    {{"kv_heads", "own|G",
      N_("how many heads of K and V there are, shared by those of Q, laid over the model"), "",
      true},
     do_kind},
    {{"score", "dot|general|cosine [temperature X]|additive",
      N_("how a score is made of a query and a key: q · k, q W k, the cosine between them, or a "
         "small network"),
      "", true},
     do_kind},
    {{"dropout", "off|P [seed N]",
      N_("leaves out weights with that probability, 0 to 0.9, as in training"), "", true},
     do_kind},
    {{"schedule", "whole|flash ROWS COLS",
      N_("the order of work: all scores first, or tile by tile with a running maximum and sum; the "
         "output is the same"),
      "", true},
     do_kind},
    {{"scale", "on|off|X", N_("what scores are divided by: √d as the model does, nothing, or X"),
      "", true},
     do_kind},
    {{"softmax", "own|temperature X",
      N_("divides the masked scores by X before softmax: below 1 rows are sharper, above 1 more "
         "even"),
      "", true},
     do_kind},
    {{"mistake",
      "off|divide-by-d-model|no-scale|softmax-over-queries|mask-after-softmax|mask-with-zero|"
      "values-first|no-max|heads-in-wrong-order",
      N_("makes a classic mistake on purpose, and shows what breaks"), "", true},
     do_kind},
    {{"quiz", "[new] | seed N | answer NAME | tell | off",
      N_("makes one of the mistakes and asks which; the names of mistakes are the answers"),
      "Ctrl-W", true},
     do_quiz},
    {{"cross", "\"…\"|off",
      N_("a second sentence, whose tokens are the keys: K and V of each layer are made from its "
         "rows"),
      "", true},
     do_cross},
    {{"approximate", "exact|linformer K|performer M|half|double",
      N_("how the output is made: exactly, of keys and values mixed into K, or of M random "
         "features, "
         "laid over the model; half and double change K or M"),
      "", true},
     do_kind},
    {{"shuffle", "[seed N]|off",
      N_("runs the tokens of the sentence in another order and shows the rows, put back, beside "
         "those of the sentence"),
      "Ctrl-P", true},
     do_shuffle},
    {{"plain", "",
      N_("takes away all that is laid over the model: mask, kind of attention, second sentence and "
         "another order of the tokens"),
      "", true},
     do_plain},
    {{"set",
      "TENSOR ROW COL NUMBER|off [layer L] [head H] | here NUMBER|off | here at FRACTION | off | "
      "field|leave|type \"…\"|erase|enter",
      N_("sets one number of X, W, Q, K, V, the scores or the weights by hand, and computes what "
         "depends on it; here: the number in focus; field opens a field over it"),
      "=", true},
     do_set},
    {{"shake", "on|off|toggle|at FRACTION",
      N_("moves the number in focus up and down in a slow sine, which shows what depends on it; at "
         "holds it at a place from 0 to 1 between both ends"),
      "Ctrl-J", true},
     do_shake},
    {{"without", "key N|query N [off] | key chosen|query chosen | off",
      N_("takes a key away, which no query then sees, or a query, which then sees no key"), "",
      true},
     do_without},
    {{"swap", "N [off]|chosen | off", N_("token N and the next one change places"), "", true},
     do_swap},
    {{"whatif", "off|broken",
      N_("off takes away every number that was set, and brings back keys, queries, heads and the "
         "order of the tokens; broken leads to where NaN or an infinity first appears"),
      "Ctrl-I", true},
     do_whatif},
    {{"stage", "NAME|first|last", N_("stands on a stage of the computation"), "Home", true},
     do_stage},
    {{"layer", "N|next|prev", N_("the layer on show"), ".", true}, do_layer},
    {{"head", "N|next|prev|solo N|solo off | off N|on N|off chosen [layer L] | on",
      N_("the head on show; solo folds the others away; off makes the output of a head 0"), "1",
      true},
     do_head},
    {{"cell",
      "Q K|Q row|key K|none|unlock | Q COLUMN q|k|v [TERM]|o TERM | Q K|Q row placed|beside "
      "[q|k|v]",
      N_("locks a cell or a row to work out; key K all who ask that key; at qkv, a number of Q, K "
         "or V and the column of X whose term is looked at; at joined o, the row of W_O; placed: "
         "of a shuffled sentence, by the places in its order; beside: by the lines of the "
         "comparison with a kept run"),
      "", true},
     do_cell},
    {{"row", "Q", N_("locks a whole row, as cell Q row"), "", true}, do_row},
    {{"cursor", "up|down|left|right | page NOTCHES ROWS ROW",
      N_("moves the cell cursor; page: by so many ROWS for a notch of the wheel, from ROW where "
         "none is chosen"),
      "↑", true},
     do_cursor},
    {{"step", "[back] [stage|row|cell|tile] | by stage|row|cell|tile|next",
      N_("the next or previous step; by sets what a step is"), "→", true},
     do_step},
    {{"seek", "STAGE FRACTION", N_("a stage filled up to a fraction from 0 to 1"), "", true},
     do_seek},
    {{"moment", "FRACTION [STAGE] [from overview|STAGE]",
      N_("holds the motion to a stage at a fraction from 0 to 1 of its way; from: where it begins, "
         "else at the stage before"),
      "", true},
     do_moment},
    {{"play", "[toggle]", N_("steps by itself"), "Space", true}, do_play},
    {{"pause", "", N_("stops stepping by itself"), "", true}, do_pause},
    {{"speed", "X", N_("steps a second, 0.25 to 16"), "", true}, do_setting},
    {{"view",
      "overview|stage|heads|grid|training|cache|cost|length|saturation|lookup|layout|board|"
      "average|rollout|answers "
      "[toggle] | "
      "toggle",
      N_("what the picture shows"), "o", true},
     do_view},
    {{"train",
      "TASK|layers N|heads N|width N|positions "
      "sinusoidal|none|rope|alibi|rate X|batch N|steps N|seed N … | go [N]|until "
      "STEP|pause|toggle|step|"
      "again | pace N|full | keep [FOLDER]",
      N_("what is trained here, and the training of it: go N makes N steps; keep writes the model "
         "on show as a folder"),
      "", true},
     do_train},
    {{"timeline", "STEP|first|last|next|prev", N_("the step of the training that is on show"), "",
      true},
     do_timeline},
    {{"watch", "embedding|w_q|w_k|w_v|w_o [ROW COL]",
      N_("the matrix whose change the training shows, and one number of it"), "", true},
     do_watch},
    {{"temperature", "X|+|-", N_("below 1 likely words get likelier, above 1 all more alike"), "",
      true},
     do_temperature},
    {{"topk", "N|off|+|-", N_("keeps the N likeliest words"), "", true}, do_top_k},
    {{"topp", "P|off|+|-", N_("keeps the fewest words whose shares reach P"), "", true}, do_top_p},
    {{"continue", "[N] [drawn [SEED]] [walk]",
      N_("the sentence goes on with the likeliest token, or one drawn from those kept; walk steps "
         "through the last"),
      "n", true},
     do_continue},
    {{"hide", "N|chosen", N_("a gap in place of a token: the model names what it would put there"),
      "x", true},
     do_hide},
    {{"theme", "light|dark|contrast|contrast-dark|toggle|next",
      N_("light or dark, and both in high contrast: black and white words, a thick frame at what "
         "is "
         "chosen, stripes below 0"),
      "t", true},
     do_setting},
    {{"language", "en|de|auto|next",
      N_("the language of words on the screen and in what is exported; auto: the environment's"),
      "l", true},
     do_language},
    {{"palette", "NAME|next", N_("the colours of heatmaps"), "c", true}, do_setting},
    {{"range", "head|own|shared|LO,HI", N_("the numbers at both ends of the colours"), "", true},
     do_range},
    {{"numbers", "auto|on|off", N_("numbers in the cells"), "", true}, do_setting},
    {{"textscale", "X|+|-", N_("the size of text, 1 to 3"), "+", true}, do_setting},
    {{"zoom", "X|+|-|by NOTCHES", N_("the size of the matrix, 1 fits its place"), "Ctrl-+", true},
     do_zoom},
    {{"scroll",
      "X Y|by X Y|grid Y|grid by NOTCHES SHARE|panel Y|panel by NOTCHES SHARE|panel page N|panel "
      "page next|panel page prev|panel page by NOTCHES PAGES",
      N_("moves the enlarged matrix, 0 to 1 both ways, layers × heads, or the opened table of the "
         "panel; turns the panel's pages"),
      "", true},
     do_scroll},
    {{"products", "all|few|toggle",
      N_("the tables of the panel list every product or row, or the most important ones"), "j",
      true},
     do_setting},
    {{"glossary", "on|off|toggle", N_("the panel tells what its terms mean"), "q", true},
     do_setting},
    {{"threshold", "N|off|+|-|next",
      N_("shows the keys that hold N percent of each row of the weights, 1 to 100, and covers the "
         "others"),
      "k", true},
     do_setting},
    {{"lens", "on|off|toggle|Q K",
      N_("cells shown large on a card, over the focus where cells have no digits, or at a cell"),
      "z", true},
     do_lens},
    {{"arcs",
      "on|off|toggle | all [toggle] | of one|all | heads all|N,N | without none|N,N | head "
      "N "
      "on|off|toggle|only",
      N_("queries joined to keys by their weights, beside the weights: of the head on show, or of "
         "all heads of the layer, one violet and the others grey, and which of them"),
      "a", true},
     do_arcs},
    {{"tint", "on|off|toggle", N_("the sentence in the colours of the chosen row"), "s", true},
     do_setting},
    {{"contrast", "on|off|auto|toggle",
      N_("the colours of weights end at sixteen even shares, which shows them in long rows; auto "
         "does so above 40 keys"),
      "Ctrl-H", true},
     do_contrast},
    {{"compare", "exact|order|kept|off|toggle",
      N_("exact attention over the same Q, K and V beside what is laid over the model, with the "
         "difference; order compares a shuffled sentence with itself in order, kept with the run "
         "that freeze kept"),
      "Ctrl-E", true},
     do_compare},
    {{"freeze", "[off|swap|toggle]",
      N_("keeps the run on show, to stand beside what is changed from then on, with the "
         "difference; swap changes places with it, off lets it go"),
      "d", true},
     do_freeze},
    {{"sort", "layer|role|difference|toggle",
      N_("the order of layers × heads; difference: from a kept run, the most different first"), "f",
      true},
     do_sort},
    {{"motion", "on|off", N_("movement between stages"), "", true}, do_setting},
    {{"presenter", "on|off|toggle",
      N_("the presenter view: sentence, formula and picture alone, for a class; leaving returns "
         "to how it was"),
      "F5", true},
     do_presenter},
    {{"blank", "black [toggle]|white [toggle]|off",
      N_("covers the presenter view with black or white until the next step"), "", true},
     do_blank},
    {{"advance", "[back]",
      N_("what the keys of a clicker do: ends a blank, lets a waiting script go on or back to the "
         "wait before, or steps"),
      "PageDown", true},
     do_advance},
    {{"spotlight", "on|off|toggle",
      N_("in the presenter view the focused row and column stand out"), "", true},
     do_setting},
    {{"note", "\"…\"",
      N_("in a script: words for the speaker, on a second display, never on the projected one"), "",
      true},
     do_note},
    {{"notes", "on|off|toggle", N_("the notes of a script in the line below the picture"), "v",
      true},
     do_setting},
    {{"export",
      "FILE|FORMAT|now | animate FILE|DIR | all FORMAT,FORMAT [FOLDER] | what "
      "shown|heatmap|heads|stage|overview|arcs|sentence|grid|cache|cost|length|saturation|lookup|"
      "layout|average|rollout|answers|block|compare|curve|poster|sheet|solution|page|screen|all | "
      "format "
      "auto|FORMAT,FORMAT | scale N|auto | "
      "caption none|below|file | transparent on|off | times on|off | width MM|natural|+|- | font "
      "PT|natural | "
      "theme "
      "light|dark|window | heads all|N,N|LAYER.HEAD,LAYER.HEAD | columns N|auto | letters on|off | "
      "title on|off | face sans|serif|math | axis plain|classroom | "
      "numbers all|N | round 0|1|2 | rows auto|N,N-N | dims auto|N | "
      "blanks all|scores,scaled,masked,weights,output | paper a4|letter | "
      "moves off|stages|rows|cells|all-rows|all-cells | movie gif|webp|mp4|png | "
      "pace MS|auto | loop N|forever | motion on|off",
      N_("writes the picture on show, or all of them: png, svg, pdf, csv, npy or json, or its "
         "steps as a moving picture: gif, webp, mp4 or a folder of png, or a page for browsers: "
         "html; the rest says how files look"),
      "", true},
     do_export},
    {{"lesson",
      "[NAME|\"FILE\" [page N]] | next|prev|page N|return|close [back] | answer "
      "NUMBER|CHOICE|cell | reveal | locks lock|unlock|toggle | ask N|type "
      "\"…\"|erase|up|down|enter|leave | scroll "
      "NOTCHES | point Q K|Q row|key K|part NAME | stands NAME PAGE",
      N_("a lesson beside the picture: opens one, or the list of them; turns its pages, answers, "
         "and comes back to the page; locks: what it hides, again or not"),
      "F2", true},
     do_lesson},
    {{"save", "[FILE|new]",
      N_("saves the state in a file (.headsup), a script that plays back to it: again in the file "
         "that was saved or opened, or in a new one"),
      "Ctrl-S", true},
     do_save},
    {{"open", "\"FILE\"", N_("opens a saved state or a script that begins with “# headsup 1”"), "",
      true},
     do_open},
    {{"script", "stop|go",
      N_("stops the script that plays, before its next command, and lets it go on; any command of "
         "yours stops it, too"),
      "", true},
     do_script},
    {{"wait", "[MS|Ns]",
      N_("in a script: lets so many milliseconds, or with 3s seconds, pass before the next "
         "command; "
         "alone it waits for Space"),
      "", true},
     do_wait},
    {{"copy", "", N_("copies the focused cell, row or matrix as text"), "Ctrl-C", true}, do_copy},
    {{"say", "[cell|why]",
      N_("speaks the line of the chosen cell, or what its number is and why, where Speech "
         "Dispatcher is there"),
      "Ctrl-T", true},
     do_say},
    {{"cancel", "", N_("stops opening a model or running it; what is on show stays"), "", true},
     do_cancel},
    {{"cache", "on|off | prompt N|half | step N|last | MB",
      N_("kept keys and values: whether continuing keeps rows, how long the prompt is, and the "
         "step "
         "on show in the view cache; MB: memory for matrices of long sentences and recordings, 16 "
         "to 65536, at once; 256 at the start; a saved state keeps it"),
      "", true},
     do_cache},
    {{"cost", "own|exact|window|linformer|performer|flash|next",
      N_("the way to attend that the view cost tells of"), "", true},
     do_setting},
    {{"length", "N|+|-", N_("the length of the sentence in the view length, in tokens, 1 to 48"),
      "", true},
     do_experiment},
    {{"saturation", "width N|+|- | keys N|+|- | draws N|+|- | seed N|+|- | draw N|+|-",
      N_("the view saturation: numbers of a query, keys, how many draws, where chance begins, and "
         "the draw on show"),
      "", true},
     do_experiment},
    {{"lookup", "cooking X|+|- | travel X|+|- | sharpness X|+|- | book N|all",
      N_("the view lookup: the two numbers of the query, what scores are multiplied by, and the "
         "book that is worked out"),
      "", true},
     do_experiment},
    {{"layout",
      "example matrix|heads|wrong | rows|columns N|+|- | batch|tokens|heads|headwidth N|+|- | "
      "step X | number N|none",
      N_("the view layout: the chain of operations, sizes of the tensor, the operation on show or "
         "a place between two, and a number to follow"),
      "", true},
     do_experiment},
    {{"undo", "", N_("takes back the last change of numbers"), "Ctrl-Z", true}, do_undo},
    {{"redo", "", N_("does it again"), "Ctrl-Y", true}, do_redo},
    {{"reset", "", N_("everything as at the first start"), "Ctrl-R", true}, do_reset},
    {{"quit", "", N_("closes the window or ends the script"), "", true}, do_quit},
    {{"help", "[search \"…\"|type \"…\"|erase]",
      N_("every key; search shows the keys and commands that have all of these words"), "", true},
     do_help},
    {{"hover",
      "Q K|Q row|key K|head N|none | Q COLUMN q|k|v [TERM]|o TERM | Q K|Q row placed|beside",
      N_("the cell under the pointer"), "", false},
     do_hover},
    {{"menu",
      "NAME|none|next|prev|up|down|left|right|more [2]|less [2]|wheel NOTCHES|choose|field "
      "width|font|heads|numbers|type \"…\"|erase",
      N_("opens a menu, moves in it, chooses; next and prev walk through its items, and from the "
         "last to the first; more and less change a number of the selected kind of attention; "
         "field, type and erase fill in a field of the export form"),
      "", false},
     do_menu},
    {{"browse", "[\"FOLDER\"|start|up|type \"…\"|paste|erase|open|wheel NOTCHES]",
      N_("models and recordings on the disk, to choose from; typing looks for names, or is a path; "
         "open takes what is typed as it is"),
      "Ctrl-O", true},
     do_browse},
    {{"enter", "", N_("chooses in a menu, hides or shows a cell or row, or edits the sentence"),
      "Enter", false},
     do_enter},
    {{"escape", "",
      N_("leaves what is open, takes back what was typed, unlocks, then leaves a lesson"), "Esc",
      false},
     do_escape},
    {{"edit",
      "begin|end|cancel|first|second|insert \"…\"|left|right|word-left|word-right|home|end-of-line "
      "[select] | "
      "backspace|delete|word-backspace|word-delete|select-all|copy|cut|paste [selected]|replace | "
      "place BYTE [select] "
      "| "
      "select-word BYTE | compose \"…\" CARET",
      N_("the caret in the sentence; first, second: in which of two"), "", false},
     do_edit},
    {{"restore", "yes|no", N_("takes back a state that was not closed in order"), "", false},
     do_restore},
    {{"permit", "yes|without|no",
      N_("answers what a script asks for: all it named, played without that, or not played"), "",
      false},
     do_permit},
    {{"focus", "next|prev|none", N_("the control the keyboard stands on, in a window"), "Tab",
      false},
     do_focus},
    {{"fullscreen", "", N_("the whole display"), "F11", false}, do_full_screen},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

int commands_count(void) { return COMMAND_COUNT; }

const CommandInfo *commands_get(int index) {
  assert(index >= 0 && index < COMMAND_COUNT);
  return &commands[index].info;
}

/* The table is short, so a linear search once per command is enough. */
const Command *commands_find(Str name) {
  for (int i = 0; i < COMMAND_COUNT; i++)
    if (str_is(name, commands[i].info.name)) return &commands[i];
  return NULL;
}

int commands_nearest(Str name) {
  const char *names[COMMAND_COUNT];
  for (int i = 0; i < COMMAND_COUNT; i++) names[i] = commands[i].info.name;
  return str_nearest(name, names, COMMAND_COUNT);
}
