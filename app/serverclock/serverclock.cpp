// SPDX-License-Identifier: GPL-3.0-or-later
// A wall clock for a single sandbox server, so that the lab can show how a clock jump affects leases.
// redis-server loads it through LD_PRELOAD. The file named by LOCKSCOPE_CLOCK holds the offset in
// microseconds, in native byte order. The monotonic clock is unchanged. It calls the kernel directly, because
// looking up the replaced function would allocate memory inside an allocator that asks for the time.
// allocator that asks for the time.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <ctime>

namespace
{

std::atomic<const volatile int64_t *> ahead{nullptr};

__attribute__((constructor)) void openFile()
{
    const char *name = std::getenv("LOCKSCOPE_CLOCK");
    const int file = name ? ::open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *memory = ::mmap(nullptr, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED)
        ahead = static_cast<const volatile int64_t *>(memory);
    ::close(file);
}

int64_t microsecondsNow()
{
    timespec time{};
    ::syscall(SYS_clock_gettime, CLOCK_REALTIME, &time);
    const auto *offset = ahead.load();
    return int64_t(time.tv_sec) * 1'000'000 + time.tv_nsec / 1000 + (offset ? *offset : 0);
}

} // namespace

extern "C" {

__attribute__((visibility("default"))) int gettimeofday(timeval *__restrict time, void *__restrict)
{
    const int64_t now = microsecondsNow();
    time->tv_sec = time_t(now / 1'000'000);
    time->tv_usec = suseconds_t(now % 1'000'000);
    return 0;
}

__attribute__((visibility("default"))) time_t time(time_t *into)
{
    const auto seconds = time_t(microsecondsNow() / 1'000'000);
    if (into)
        *into = seconds;
    return seconds;
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, timespec *time)
{
    if (clock != CLOCK_REALTIME)
        return int(::syscall(SYS_clock_gettime, clock, time));
    const int64_t now = microsecondsNow();
    time->tv_sec = time_t(now / 1'000'000);
    time->tv_nsec = long(now % 1'000'000) * 1000;
    return 0;
}
}
