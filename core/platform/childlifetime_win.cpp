// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/childlifetime.h"

#include <windows.h>

#include <QProcess>

namespace lockscope
{

namespace
{

// Windows closes the handle when this process ends, and then ends all processes in the job.
HANDLE job()
{
    static const HANDLE ours = [] {
        const HANDLE made = ::CreateJobObjectW(nullptr, nullptr);
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        ::SetInformationJobObject(made, JobObjectExtendedLimitInformation, &limits, sizeof limits);
        return made;
    }();
    return ours;
}

void addToJob(qint64 pid)
{
    const HANDLE process = ::OpenProcess(PROCESS_SET_QUOTA | PROCESS_TERMINATE, FALSE, DWORD(pid));
    if (!process)
        return;
    ::AssignProcessToJobObject(job(), process);
    ::CloseHandle(process);
}

} // namespace

void tieToParent(QProcess &process)
{
    // Ctrl+C in the terminal must reach only this program, which then ends the child.
    process.setCreateProcessArgumentsModifier(
        [](QProcess::CreateProcessArguments *arguments) { arguments->flags |= CREATE_NEW_PROCESS_GROUP; });
    QObject::connect(&process, &QProcess::started, &process, [&process] { addToJob(process.processId()); });
}

} // namespace lockscope
