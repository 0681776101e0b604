/* tests/support/driver_leaks.h -- memory of graphics drivers that is not ours to free.
**
** A driver keeps some until the process ends. The leak checker is told their libraries' names, and
** the libraries are held so that the names are still known when it looks.
*/
#ifndef TESTS_SUPPORT_DRIVER_LEAKS_H
#define TESTS_SUPPORT_DRIVER_LEAKS_H

void driver_leaks_ignore(void); /* before the first window */

#endif
