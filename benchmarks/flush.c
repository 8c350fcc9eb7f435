/* A disk that takes so many microseconds more to say that something is kept: for disks that say so
 * before it is, as those of virtual machines do. Loaded before libc (see ledger.py). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int flushed(const char *name, int file) {
    const char *given = getenv("FLUSH_MICROSECONDS");
    long more = given ? atol(given) : 0;
    struct timespec time = {more / 1000000, more % 1000000 * 1000};
    int (*flush)(int) = dlsym(RTLD_NEXT, name);
    nanosleep(&time, 0);
    return flush(file);
}

int fsync(int file) { return flushed("fsync", file); }
int fdatasync(int file) { return flushed("fdatasync", file); }
