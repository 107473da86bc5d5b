/* A layer between a program and its disk and clock, loaded with LD_PRELOAD.
 *
 * It watches the files whose paths begin with FAULTS_WATCH. A control block, shared with the
 * harness through the file FAULTS_CONTROL, lets writes fail, kills the process at a given write,
 * and shifts the clock. With FAULTS_JOURNAL every write, truncation and sync of a watched file is
 * recorded, so that the harness can work out what a disk holds after a power loss.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* The layout is that of `Control` in shim.py. */
struct control {
    int64_t clock_shift;   /* nanoseconds that are added to the clock */
    int32_t write_error;   /* the errno with which writes fail; 0: they don't */
    int32_t sync_error;    /* the errno with which syncs fail; 0: they don't */
    int32_t countdown;     /* the process is killed at this write or sync from now; 0: never */
    int32_t half;          /* whether the write at which it is killed is done in half */
    int32_t failures;      /* how many watched calls failed, for whatever reason */
    int32_t calls;         /* how many watched calls were made */
};

/* A record of the journal; the layout is that of `power_loss.py`. The bytes of the path and the data follow. */
struct record {
    uint32_t operation;
    uint32_t path_length;
    int64_t offset;
    int64_t length;
};
enum { WRITE = 1, TRUNCATE = 2, SYNC = 3, UNLINK = 4, CREATE = 5, SYNC_FOLDER = 6 };

static struct control *control;
static struct control nothing;
static int journal = -1;
static const char *watch = "";
static size_t watch_length;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name, type, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static ssize_t real_write(int fd, const void *data, size_t count) {
    REAL("write", ssize_t, int, const void *, size_t);
    return real(fd, data, count);
}

static ssize_t real_pwrite(int fd, const void *data, size_t count, off_t offset) {
    REAL("pwrite", ssize_t, int, const void *, size_t, off_t);
    return real(fd, data, count, offset);
}

static int real_open(const char *path, int flags, mode_t mode) {
    REAL("open", int, const char *, int, ...);
    return real(path, flags, mode);
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FAULTS_CONTROL");
    control = &nothing;
    if (path) {
        int fd = real_open(path, O_RDWR, 0);
        void *shared = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (shared != MAP_FAILED) control = shared;
        close(fd);
    }
    /* A copy: PostgreSQL writes its titles over the environment. */
    if (getenv("FAULTS_WATCH")) watch = strdup(getenv("FAULTS_WATCH"));
    watch_length = strlen(watch);
    path = getenv("FAULTS_JOURNAL");
    if (path) journal = real_open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static int is_watched(const char *path) {
    size_t length = strlen(path);
    if (!watch_length || strncmp(path, watch, watch_length)) return 0;
    /* What is shared in memory and the lock are not on the disk. */
    if (length > 4 && !strcmp(path + length - 4, "-shm")) return 0;
    return !(length > 5 && !strcmp(path + length - 5, ".lock"));
}

static int path_of(int fd, char *path, size_t size) {
    char link[64];
    char digits[16];
    int n = 0;
    if (fd < 0) return 0;
    strcpy(link, "/proc/self/fd/");
    do { digits[n++] = (char)('0' + fd % 10); fd /= 10; } while (fd);
    size_t end = strlen(link);
    while (n) link[end++] = digits[--n];
    link[end] = 0;
    ssize_t length = readlink(link, path, size - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return 1;
}

static int watched_file(int fd, char *path, size_t size) {
    return watch_length && path_of(fd, path, size) && is_watched(path);
}

static void note(uint32_t operation, const char *path, int64_t offset, int64_t length,
                 const void *data) {
    if (journal < 0) return;
    struct record head = {operation, (uint32_t)strlen(path), offset, length};
    struct iovec parts[3] = {{&head, sizeof head}, {(void *)path, head.path_length},
                             {(void *)data, data ? (size_t)length : 0}};
    REAL("writev", ssize_t, int, const struct iovec *, int);
    (void)!real(journal, parts, 3);
}

/* Whether the process dies at this call; counts the calls. */
static int dies_now(void) {
    __atomic_add_fetch(&control->calls, 1, __ATOMIC_RELAXED);
    if (control->countdown <= 0) return 0;
    return __atomic_sub_fetch(&control->countdown, 1, __ATOMIC_RELAXED) == 0;
}

static void die(void) { kill(getpid(), SIGKILL); for (;;) pause(); }

static int failed(int error) {
    __atomic_add_fetch(&control->failures, 1, __ATOMIC_RELAXED);
    errno = error;
    return -1;
}

/* A write to a watched file, at an offset. */
static ssize_t write_watched(int fd, const char *path, const void *data, size_t count, off_t offset) {
    pthread_mutex_lock(&lock);
    ssize_t done;
    if (control->write_error) {
        done = failed(control->write_error);
    } else {
        int dies = dies_now();
        size_t wanted = dies ? (control->half ? count / 2 : 0) : count;
        done = wanted ? real_pwrite(fd, data, wanted, offset) : 0;
        if (done > 0) note(WRITE, path, offset, done, data);
        if (dies) die();
        if (done < 0) failed(errno);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t count, off_t offset) {
    char path[4096];
    if (!watched_file(fd, path, sizeof path)) return real_pwrite(fd, data, count, offset);
    return write_watched(fd, path, data, count, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t count, off64_t offset) {
    return pwrite(fd, data, count, offset);
}

ssize_t pwritev(int fd, const struct iovec *parts, int number, off_t offset) {
    char path[4096];
    if (!watched_file(fd, path, sizeof path)) {
        REAL("pwritev", ssize_t, int, const struct iovec *, int, off_t);
        return real(fd, parts, number, offset);
    }
    ssize_t all = 0;
    for (int i = 0; i < number; i++) {
        ssize_t done = write_watched(fd, path, parts[i].iov_base, parts[i].iov_len, offset + all);
        if (done < 0) return all ? all : done;
        all += done;
        if ((size_t)done < parts[i].iov_len) break;
    }
    return all;
}

ssize_t pwritev64(int fd, const struct iovec *parts, int number, off64_t offset) {
    return pwritev(fd, parts, number, offset);
}

ssize_t write(int fd, const void *data, size_t count) {
    char path[4096];
    if (!watched_file(fd, path, sizeof path)) return real_write(fd, data, count);
    off_t offset = lseek(fd, 0, SEEK_CUR);
    ssize_t done = write_watched(fd, path, data, count, offset);
    if (done > 0) lseek(fd, offset + done, SEEK_SET);
    return done;
}

int posix_fallocate(int fd, off_t offset, off_t length) {
    char path[4096];
    REAL("posix_fallocate", int, int, off_t, off_t);
    if (control->write_error && watched_file(fd, path, sizeof path)) {
        failed(control->write_error);
        return control->write_error;
    }
    int error = real(fd, offset, length);
    if (error && watched_file(fd, path, sizeof path)) failed(error);
    return error;
}

int posix_fallocate64(int fd, off64_t offset, off64_t length) {
    return posix_fallocate(fd, offset, length);
}

int ftruncate(int fd, off_t length) {
    char path[4096];
    REAL("ftruncate", int, int, off_t);
    if (!watched_file(fd, path, sizeof path)) return real(fd, length);
    pthread_mutex_lock(&lock);
    int done;
    if (control->write_error) {
        done = failed(control->write_error);
    } else {
        if (dies_now()) die();
        done = real(fd, length);
        if (done == 0) note(TRUNCATE, path, 0, length, NULL);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int ftruncate64(int fd, off64_t length) { return ftruncate(fd, length); }

static int sync_file(int fd, int (*real)(int)) {
    char path[4096];
    if (!watch_length || !path_of(fd, path, sizeof path)) return real(fd);
    if (!is_watched(path)) {
        int done = real(fd);
        /* A synced folder keeps the names of the files in it. */
        if (done == 0 && !strncmp(path, watch, strlen(path))) {
            pthread_mutex_lock(&lock);
            note(SYNC_FOLDER, path, 0, 0, NULL);
            pthread_mutex_unlock(&lock);
        }
        return done;
    }
    pthread_mutex_lock(&lock);
    int done;
    if (control->sync_error) {
        done = failed(control->sync_error);
    } else {
        if (dies_now()) die();
        done = real(fd);
        if (done == 0) note(SYNC, path, 0, 0, NULL);
        else failed(errno);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int fsync(int fd) {
    REAL("fsync", int, int);
    return sync_file(fd, real);
}

int fdatasync(int fd) {
    REAL("fdatasync", int, int);
    return sync_file(fd, real);
}

int unlink(const char *path) {
    REAL("unlink", int, const char *);
    if (!is_watched(path)) return real(path);
    pthread_mutex_lock(&lock);
    int done = real(path);
    if (done == 0) note(UNLINK, path, 0, 0, NULL);
    pthread_mutex_unlock(&lock);
    return done;
}

static int open_file(const char *path, int flags, mode_t mode) {
    int is_new = (flags & O_CREAT) && is_watched(path) && access(path, F_OK) != 0;
    int fd = real_open(path, flags, mode);
    if (fd >= 0 && is_new) {
        pthread_mutex_lock(&lock);
        note(CREATE, path, 0, 0, NULL);
        pthread_mutex_unlock(&lock);
    }
    return fd;
}

#define MODE_OF(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | __O_TMPFILE)) { \
        __builtin_va_list more; \
        __builtin_va_start(more, flags); \
        mode = __builtin_va_arg(more, mode_t); \
        __builtin_va_end(more); \
    }

int open(const char *path, int flags, ...) {
    MODE_OF(flags)
    return open_file(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE_OF(flags)
    return open_file(path, flags | O_LARGEFILE, mode);
}

/* --- the clock ----------------------------------------------------------------------------- */

int clock_gettime(clockid_t clock, struct timespec *now) {
    REAL("clock_gettime", int, clockid_t, struct timespec *);
    int done = real(clock, now);
    if (done == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) && control) {
        int64_t shift = __atomic_load_n(&control->clock_shift, __ATOMIC_RELAXED);
        int64_t nanoseconds = now->tv_nsec + shift % 1000000000;
        now->tv_sec += shift / 1000000000;
        if (nanoseconds >= 1000000000) { now->tv_sec++; nanoseconds -= 1000000000; }
        if (nanoseconds < 0) { now->tv_sec--; nanoseconds += 1000000000; }
        now->tv_nsec = nanoseconds;
    }
    return done;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec precise;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &precise)) return -1;
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *where) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where) *where = now.tv_sec;
    return now.tv_sec;
}
