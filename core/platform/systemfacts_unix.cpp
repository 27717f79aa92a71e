// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/systemfacts.h"

#include <pwd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>

#include <algorithm>
#include <array>

namespace lockscope
{

Account ownAccount()
{
    passwd account{};
    passwd *found = nullptr;
    std::array<char, 16 * 1024> text{};
    ::getpwuid_r(::geteuid(), &account, text.data(), text.size(), &found);
    return {.name = found ? QString::fromLocal8Bit(found->pw_name) : QString(),
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
