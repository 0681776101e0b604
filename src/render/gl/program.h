/* render/gl/program.h -- a shader program from shaders/ and the layout of its vertex data.
**
** The sources are compiled into the executable, so that it starts from any folder. Every program
** has the uniform u_view: 2 / width, -2 / height.
**   program_make → in each frame: program_upload, once → program_use → program_draw, for each batch
**
** Memory  None: a Program holds names of GL objects in the current context.
** Errors  A shader that does not compile or link: its name and the driver's log.
*/
#ifndef RENDER_GL_PROGRAM_H
#define RENDER_GL_PROGRAM_H

#include <epoxy/gl.h>

#include "base/status.h"

enum { PROGRAM_ATTRIBUTES_MOST = 6 };

/* One input of the vertex shader, at layout location = its place in the list. */
typedef struct ProgramAttribute {
  int components; /* 0 ends the list */
  GLenum type;
  GLboolean normalised;
  size_t offset_bytes;
} ProgramAttribute;

/* The constant description of a program. */
typedef struct ProgramLayout {
  const char *name;      /* of the files: "box" */
  const char *before[2]; /* a file to prepend to .vert, and to .frag; or NULL */
  size_t element_bytes;  /* of a vertex, or of an instance */
  bool instanced;        /* four corners per element, as a strip */
  ProgramAttribute attributes[PROGRAM_ATTRIBUTES_MOST];
} ProgramLayout;

/* A linked program; 0 is no object. */
typedef struct Program {
  const ProgramLayout *layout;
  GLuint program, vertex_array, buffer;
  GLint view; /* the location of u_view */
} Program;

/* After false there is nothing to free. */
bool program_make(const ProgramLayout *layout, Program *program, Status *status);
void program_free(Program *program); /* an empty one too */

/* Replaces the elements in the buffer, once a frame. Then call program_use and program_draw. */
void program_upload(const Program *program, const void *elements, int element_count);
void program_use(const Program *program, int width_px, int height_px);
/* Draws uploaded elements first … first + count − 1; call program_use before. */
void program_draw(const Program *program, int first, int count);

/* The source of a file of shaders/, by its name ("box.vert"), or NULL. */
const char *shader_source(const char *name);

#endif
