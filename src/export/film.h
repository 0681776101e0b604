/* export/film.h -- pictures of a session, taken one after the other, become a moving picture.
**
**   take    lays out what is on show, by the caller; with motion also the moments that lead to it
**   draw    several pictures at a time on the pool, each worker with its own Fonts
**   encode  the same (render/moving/moving.h)
**   add     in their order; a picture equal to the one before prolongs that one
**
** Size    That of the request, else 800 × 600 points, a screen's 1440 × 900.
** Results The bytes depend on neither the number of threads nor the time that drawing takes.
** Memory  The pixels of 2 × threads + 1 pictures, and the file.
** Threads Called from one; the trace frees no numbers between a take and the end of its drawing.
** Errors  Those of a picture, of the disk and of ffmpeg; more than FILM_PICTURES_MOST; stopped by
**         the request. Then nothing is left on the disk.
*/
#ifndef EXPORT_FILM_H
#define EXPORT_FILM_H

#include "export/export.h"
#include "render/moving/moving.h"

enum { FILM_PICTURES_MOST = 20000, FILM_LAST_STAYS = 3 /* times as long as a step */ };

typedef struct Film Film;

/* Whether a film of the request can be begun: where it is written, and by what. */
bool film_check(const Session *session, const ExportRequest *request, Status *status);

/* The request is copied; what it points at must outlive the film. */
bool film_begin(const ExportRequest *request, Fonts *fonts, Film **made, Status *status);
/* What the session shows now, for so long; the last picture, where that is 0, for the pace of the
** request. keeps: no command changes the trace before film_end, so
** that several pictures are drawn at a time; else the picture is drawn before this returns. */
bool film_take(Film *film, Session *session, double stays_ms, bool keeps, Status *status);
int film_count(const Film *film); /* takes so far, moments not counted */
/* Writes the file. The film is freed in either case. */
bool film_end(Film *film, MovingSummary *summary, Status *status);
void film_drop(Film *film); /* NULL is allowed */

/* The size of the film of the session, its pictures and its length, without drawing. */
bool film_measure(const Session *session, Fonts *fonts, const ExportRequest *request,
                  ExportSize *size, Status *status);

/* The steps of request->moving.by, from the session's place, on a copy of it; of a number that is
** shaken one period, which begins where it ends. */
bool film_steps(const Session *session, Fonts *fonts, const ExportRequest *request, Status *status);
/* How many pictures those are. False: the view on show has no steps, or too many. */
bool film_count_steps(const Session *session, const ExportRequest *request, int *count,
                      Status *status);
/* How long each picture stays; the last three times as long. */
double film_pace_ms(const ExportRequest *request);
/* The same of the steps of a session, and how long they all take. */
double film_step_ms(const Session *session, const ExportRequest *request);
double film_length_ms(const Session *session, const ExportRequest *request, int count);

#endif
