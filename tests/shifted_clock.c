/* The computer's clock, shifted by as many nanoseconds as the file SHIFTED_CLOCK holds. Clocks that nobody can set
   (CLOCK_MONOTONIC, CLOCK_BOOTTIME) stay as they are. A program gets it by LD_PRELOAD; tests/shifted_clock.py says how. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const int64_t SECOND = 1000000000;
static volatile const int64_t *shift;
static int (*system_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_shift(void) {
  const char *name = getenv("SHIFTED_CLOCK");
  int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *seen = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  if (seen != MAP_FAILED) shift = seen;
  close(file);
}

int clock_gettime(clockid_t which, struct timespec *at) {
  if (!system_clock) system_clock = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int failed = system_clock(which, at);
  if (failed || !shift || (which != CLOCK_REALTIME && which != CLOCK_REALTIME_COARSE)) return failed;
  int64_t shifted = at->tv_sec * SECOND + at->tv_nsec + *shift;
  at->tv_sec = shifted / SECOND;
  at->tv_nsec = shifted % SECOND;
  return 0;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  (void)zone;
  struct timespec exact;
  int failed = clock_gettime(CLOCK_REALTIME, &exact);
  at->tv_sec = exact.tv_sec;
  at->tv_usec = exact.tv_nsec / 1000;
  return failed;
}

time_t time(time_t *at) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (at) *at = exact.tv_sec;
  return exact.tv_sec;
}
