/*
 * Makes each event as durable as the receiver does, with plain system calls: writes and fsyncs a hidden file, renames
 * it, fsyncs its folder, and writes a dedup marker. Uses no HTTP, and one thread for each connection of the receiver.
 *
 *   durable <folder> <threads> <seconds> <bytes of an event> <1: fsync the marker and its folder, too>
 *
 * Prints the number of events, then p50 and p99 in milliseconds.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MOST_SAMPLES 4000000

static const char *folder;
static char *content;
static size_t bytes;
static int sync_marker;
static double until;
static double samples[MOST_SAMPLES];
static long count, number;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void check(int result, const char *doing) {
  if (result >= 0) return;
  perror(doing);
  exit(1);
}

static void sync_path(const char *path, int flags) {
  int fd = open(path, flags);
  check(fd, path);
  check(fsync(fd), "fsync");
  close(fd);
}

static void store(long n) {
  char hidden[4096], name[4096], marker[4096], markers[4096], inbox[4096];
  snprintf(inbox, sizeof inbox, "%s/inbox", folder);
  snprintf(hidden, sizeof hidden, "%s/inbox/.%019ld-c0ffee00.json", folder, n);
  snprintf(name, sizeof name, "%s/inbox/%019ld-c0ffee00.json", folder, n);
  snprintf(markers, sizeof markers, "%s/dedup/%02lx", folder, n & 0xff);
  snprintf(marker, sizeof marker, "%s/dedup/%02lx/%064lx", folder, n & 0xff, n);
  int fd = open(hidden, O_CREAT | O_EXCL | O_WRONLY, 0600);
  check(fd, hidden);
  check(write(fd, content, bytes) == (ssize_t)bytes ? 0 : -1, "write");
  check(fsync(fd), "fsync");
  close(fd);
  check(rename(hidden, name), "rename");
  sync_path(inbox, O_RDONLY | O_DIRECTORY);
  fd = open(marker, O_CREAT | O_WRONLY, 0600);
  check(fd, marker);
  if (sync_marker) check(fsync(fd), "fsync");
  close(fd);
  if (sync_marker) sync_path(markers, O_RDONLY | O_DIRECTORY);
}

static void *work(void *unused) {
  (void)unused;
  for (double started; (started = now()) < until;) {
    store(__sync_fetch_and_add(&number, 1));
    long at = __sync_fetch_and_add(&count, 1);
    if (at < MOST_SAMPLES) samples[at] = now() - started;
  }
  return NULL;
}

static int by_value(const void *a, const void *b) {
  double d = *(const double *)a - *(const double *)b;
  return (d > 0) - (d < 0);
}

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  folder = argv[1];
  int threads = atoi(argv[2]);
  double seconds = atof(argv[3]);
  bytes = atol(argv[4]);
  sync_marker = atoi(argv[5]);
  content = malloc(bytes);
  memset(content, 'x', bytes);
  char path[4096];
  mkdir(folder, 0700);
  snprintf(path, sizeof path, "%s/inbox", folder);
  mkdir(path, 0700);
  snprintf(path, sizeof path, "%s/dedup", folder);
  mkdir(path, 0700);
  for (int i = 0; i < 256; i++) {
    snprintf(path, sizeof path, "%s/dedup/%02x", folder, i);
    mkdir(path, 0700);
  }
  pthread_t *ids = calloc(threads, sizeof *ids);
  until = now() + seconds * 1e3;
  for (int i = 0; i < threads; i++) pthread_create(&ids[i], NULL, work, NULL);
  for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
  long n = count < MOST_SAMPLES ? count : MOST_SAMPLES;
  qsort(samples, n, sizeof *samples, by_value);
  printf("%ld %.2f %.2f\n", count, samples[n / 2], samples[n * 99 / 100]);
}
