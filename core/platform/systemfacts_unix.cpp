// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/systemfacts.h"

#include <pwd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>

#include <algorithm>

namespace lockscope
{

Account ownAccount()
{
    const passwd *account = ::getpwuid(::geteuid());
    return {.name = account ? QString::fromLocal8Bit(account->pw_name) : QString(),
            .number = QString::number(::geteuid())};
}

quint64 fileNumber(const QString &fileName)
{
    struct stat file {
    };
    return ::stat(QFile::encodeName(fileName).constData(), &file) == 0 ? quint64(file.st_ino) : 0;
}

void allowOpenFiles(quint64 wanted)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = std::min(limit.rlim_max, rlim_t(wanted));
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

} // namespace lockscope
