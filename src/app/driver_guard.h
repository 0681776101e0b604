/* app/driver_guard.h -- prints what helps when the graphics driver ends the program.
**
** When Mesa cannot load its driver, the X server refuses the requests of the half-loaded library,
** and Xlib then prints the error and calls exit(1). Those lines name the driver; the guard adds a
** sentence that says what helps.
**
** Memory  The guard stays until the process ends: a function that runs at the exit reads it and
**         frees it.
*/
#ifndef APP_DRIVER_GUARD_H
#define APP_DRIVER_GUARD_H

typedef struct DriverGuard DriverGuard;

/* From here on an exit of the process is taken for the driver's fault. NULL: no memory, and
** nothing will be printed. */
DriverGuard *driver_guard_begin(void);
/* Ends that. NULL is allowed. */
void driver_guard_end(DriverGuard *guard);

#endif
