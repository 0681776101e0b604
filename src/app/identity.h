/* app/identity.h -- the id and the icon by which a desktop knows the window.
**
** The id is the file name of the desktop entry in packaging/desktop. A desktop takes name and icon
** from there; where that entry is not installed it shows the icon that comes with the window.
** Memory  None that outlives a call.
** Threads identity_set_id before any other thread starts, since it sets the environment.
** Errors  None: without memory, or where the display shows no icons, the window has none.
*/
#ifndef APP_IDENTITY_H
#define APP_IDENTITY_H

#include <SDL2/SDL.h>

/* Before SDL starts: WM_CLASS of X11 and app_id of Wayland become the id, unless the environment
** names others in SDL's variables. */
void identity_set_id(void);
/* Gives the window the icon that is part of the program. */
void identity_show_icon(SDL_Window *window);

#endif
