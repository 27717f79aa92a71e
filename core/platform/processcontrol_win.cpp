// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/processcontrol.h"

// clang-format off
#include <windows.h> // first: tlhelp32.h needs it
#include <tlhelp32.h>
// clang-format on

namespace lockscope
{

namespace
{

// Windows cannot suspend a process, only each of its threads.
void toEachThreadOf(qint64 pid, DWORD (*act)(HANDLE))
{
    const HANDLE list = ::CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    THREADENTRY32 thread{};
    thread.dwSize = sizeof thread;
    for (BOOL more = ::Thread32First(list, &thread); more; more = ::Thread32Next(list, &thread)) {
        if (qint64(thread.th32OwnerProcessID) != pid)
            continue;
        if (const HANDLE handle = ::OpenThread(THREAD_SUSPEND_RESUME, FALSE, thread.th32ThreadID)) {
            act(handle);
            ::CloseHandle(handle);
        }
    }
    ::CloseHandle(list);
}

} // namespace

void pauseProcess(qint64 pid)
{
    toEachThreadOf(pid, [](HANDLE thread) { return ::SuspendThread(thread); });
}

void waitUntilPaused(qint64) {} // it is paused already

void resumeProcess(qint64 pid)
{
    toEachThreadOf(pid, [](HANDLE thread) { return ::ResumeThread(thread); });
}

// Windows has no process groups. Only the servers of a sandbox need this, and Windows has no sandbox.
void killProcessGroup(qint64) {}

} // namespace lockscope
