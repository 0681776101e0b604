/* app/driver_guard.h -- a last sentence where the graphics driver ends the program.
**
** Where Mesa cannot load its driver, the X server refuses what the half-loaded library asks for,
** and Xlib's answer to that is to print the error and to call exit(1). The lines that stand there
** then name the driver; the sentence of the guard says what helps.
**
** Memory  The guard stays until the process ends, since what runs at its end looks at it and frees
**         it.
*/
#ifndef APP_DRIVER_GUARD_H
#define APP_DRIVER_GUARD_H

typedef struct DriverGuard DriverGuard;

/* From now on an end of the process is the driver's fault. NULL: no memory, so nothing is said. */
DriverGuard *driver_guard_begin(void);
/* From now on it is not. NULL is allowed. */
void driver_guard_end(DriverGuard *guard);

#endif
