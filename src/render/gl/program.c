/* render/gl/program.c -- compiles, feeds and runs a pair of shaders. */
#include "render/gl/program.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

enum { LOG_BYTES = 400 };

/* A shader may consist of two texts: code shared with others is in a file that comes first. */
static bool find_sources(const ProgramLayout *layout, const char *ending, const char *sources[2],
                         Status *status) {
  const char *before = layout->before[strcmp(ending, "frag") == 0];
  char file[64];
  snprintf(file, sizeof file, "%s.%s", layout->name, ending);
  sources[0] = before ? shader_source(before) : "";
  sources[1] = shader_source(file);
  if (sources[0] && sources[1]) return true;
  return status_fail(status, STATUS_COULD_NOT, _("The shader %s is missing."),
                     sources[0] ? file : before);
}

/* The driver's log counts the lines of both texts together. */
static GLuint compile(const ProgramLayout *layout, const char *ending, GLenum kind,
                      Status *status) {
  const char *sources[2];
  if (!find_sources(layout, ending, sources, status)) return 0;
  GLuint shader = glCreateShader(kind);
  GLint compiled = GL_FALSE;
  glShaderSource(shader, 2, sources, NULL);
  glCompileShader(shader);
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled) return shader;
  char log[LOG_BYTES] = "";
  glGetShaderInfoLog(shader, sizeof log, NULL, log);
  glDeleteShader(shader);
  status_fail(status, STATUS_COULD_NOT, _("The graphics driver refused the shader %s.%s: %s"),
              layout->name, ending, log);
  return 0;
}

/* Shaders may be deleted once linked: the program keeps what it needs. */
static bool link_pair(Program *program, Status *status) {
  const ProgramLayout *layout = program->layout;
  GLuint vertex = compile(layout, "vert", GL_VERTEX_SHADER, status);
  if (!vertex) return false;
  GLuint fragment = compile(layout, "frag", GL_FRAGMENT_SHADER, status);
  GLint linked = GL_FALSE;
  if (fragment) {
    program->program = glCreateProgram();
    glAttachShader(program->program, vertex);
    glAttachShader(program->program, fragment);
    glLinkProgram(program->program);
    glGetProgramiv(program->program, GL_LINK_STATUS, &linked);
    glDeleteShader(fragment);
  }
  glDeleteShader(vertex);
  if (!fragment || linked) return fragment != 0;
  char log[LOG_BYTES] = "";
  glGetProgramInfoLog(program->program, sizeof log, NULL, log);
  return status_fail(status, STATUS_COULD_NOT, _("The graphics driver could not link %s: %s"),
                     layout->name, log);
}

/* A program without elements (a heatmap) makes its corners from gl_VertexID; core GL still
** requires a vertex array. */
bool program_make(const ProgramLayout *layout, Program *program, Status *status) {
  *program = (Program){.layout = layout};
  if (!link_pair(program, status)) {
    program_free(program);
    return false;
  }
  program->view = glGetUniformLocation(program->program, "u_view");
  glGenVertexArrays(1, &program->vertex_array);
  if (layout->element_bytes == 0) return true;
  glGenBuffers(1, &program->buffer);
  glBindVertexArray(program->vertex_array);
  for (GLuint i = 0; i < PROGRAM_ATTRIBUTES_MOST && layout->attributes[i].components > 0; i++) {
    glEnableVertexAttribArray(i);
    if (layout->instanced) glVertexAttribDivisor(i, 1);
  }
  return true;
}

void program_free(Program *program) {
  if (program->program) glDeleteProgram(program->program);
  if (program->vertex_array) glDeleteVertexArrays(1, &program->vertex_array);
  if (program->buffer) glDeleteBuffers(1, &program->buffer);
  *program = (Program){0};
}

/* New storage each frame, because the driver may still be drawing from the
** old one and would wait. */
void program_upload(const Program *program, const void *elements, int element_count) {
  assert(program->buffer && element_count > 0);
  glBindBuffer(GL_ARRAY_BUFFER, program->buffer);
  size_t bytes = (size_t)element_count * program->layout->element_bytes;
  glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes, elements, GL_STREAM_DRAW);
}

/* Maps pixels with y down to clip space with y up; the shaders add −1 and 1. */
void program_use(const Program *program, int width_px, int height_px) {
  assert(program->program && width_px > 0 && height_px > 0);
  glUseProgram(program->program);
  glBindVertexArray(program->vertex_array);
  glUniform2f(program->view, 2.0f / (float)width_px, -2.0f / (float)height_px);
}

/* GL 3.3 has no base instance, so the attribute pointers start at the first element. */
static void point_attributes(const Program *program, int first) {
  const ProgramLayout *layout = program->layout;
  size_t start = (size_t)first * layout->element_bytes;
  glBindBuffer(GL_ARRAY_BUFFER, program->buffer);
  for (GLuint i = 0; i < PROGRAM_ATTRIBUTES_MOST && layout->attributes[i].components > 0; i++) {
    const ProgramAttribute *attribute = &layout->attributes[i];
    glVertexAttribPointer(i, attribute->components, attribute->type, attribute->normalised,
                          (GLsizei)layout->element_bytes,
                          (const void *)(uintptr_t)(start + attribute->offset_bytes));
  }
}

void program_draw(const Program *program, int first, int count) {
  assert(first >= 0 && count > 0);
  point_attributes(program, first);
  if (program->layout->instanced) glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
  else glDrawArrays(GL_TRIANGLES, 0, count);
}
