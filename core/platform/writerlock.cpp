// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/writerlock.h"

#include <QLockFile>
#include <QSysInfo>

namespace lockscope
{

// Whether a writer of another machine still runs, its lock does not show on every network file system.
bool takeLock(QLockFile &lock)
{
    if (lock.tryLock(0))
        return true;
    qint64 process = 0;
    QString machine;
    QString program;
    return lock.error() == QLockFile::LockFailedError && lock.getLockInfo(&process, &machine, &program) &&
           machine == QSysInfo::machineHostName() && lock.removeStaleLockFile() && lock.tryLock(0);
}

} // namespace lockscope
