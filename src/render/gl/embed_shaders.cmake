# cmake -DFOLDER=shaders -DOUT=shader_source.c -P embed_shaders.cmake
# Turns every file of the folder into bytes of one C file, so that the program carries its shaders.
file(GLOB paths ${FOLDER}/*.vert ${FOLDER}/*.frag ${FOLDER}/*.glsl)
list(SORT paths)
set(arrays "")
set(rows "")
foreach(path ${paths})
  get_filename_component(name ${path} NAME)
  string(MAKE_C_IDENTIFIER ${name} identifier)
  file(READ ${path} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const unsigned char ${identifier}[] = {${bytes}0};\n")
  string(APPEND rows "    {\"${name}\", ${identifier}},\n")
endforeach()
file(WRITE ${OUT} "/* Made from shaders/ by embed_shaders.cmake. */
#include \"render/gl/program.h\"
#include <string.h>
${arrays}
static const struct { const char *name; const unsigned char *text; } SOURCES[] = {
${rows}};

const char *shader_source(const char *name) {
  for (size_t i = 0; i < sizeof SOURCES / sizeof *SOURCES; i++)
    if (strcmp(SOURCES[i].name, name) == 0) return (const char *)SOURCES[i].text;
  return NULL;
}
")
