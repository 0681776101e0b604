/* app/display_scale.h -- how many pixels a point has on this display.
**
** X11 gives it as Xft.dpi in the resources of the display (96 means 1), some desktops as GDK_SCALE.
** Displays whose windows have more pixels than units (Wayland, macOS) need none of this.
**
** libX11 is found at run time, since SDL has loaded it where it is in use; the program does not
** link it. Each function opens a connection of its own and closes it.
**
** Source  Extended Window Manager Hints 1.5, section "Root window properties".
*/
#ifndef APP_DISPLAY_SCALE_H
#define APP_DISPLAY_SCALE_H

#include <stdbool.h>

float display_scale_x11(void); /* 1 when the display does not say; between 0.5 and 4 */

/* "…Xft.dpi:\t144\n…" gives 1.5; 0 when there is no such line. */
float display_scale_of_resources(const char *resources);

/* Whether a window manager runs on this X11 display; true where there is no X11. */
bool display_is_managed(void);

#endif
