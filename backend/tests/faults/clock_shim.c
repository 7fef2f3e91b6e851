/* A wrong clock for one process: preloaded, it adds CLOCK_OFFSET_SECONDS to the time of day.
 *
 * Clocks that only measure how long something took are left alone, as a wrong date leaves them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static int (*real_clock_gettime)(clockid_t, struct timespec *);
static long offset_seconds;

/* Before main(): looking up a symbol later could itself ask for the time. */
__attribute__((constructor)) static void set_up(void)
{
    const char *written = getenv("CLOCK_OFFSET_SECONDS");
    offset_seconds = written ? strtol(written, NULL, 10) : 0;
    real_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (!real_clock_gettime)
        set_up();
    int failed = real_clock_gettime(clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += offset_seconds;
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec exact;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &exact))
        return -1;
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *kept)
{
    struct timespec exact;
    if (clock_gettime(CLOCK_REALTIME, &exact))
        return (time_t)-1;
    if (kept)
        *kept = exact.tv_sec;
    return exact.tv_sec;
}
