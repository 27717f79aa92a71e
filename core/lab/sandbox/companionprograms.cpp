// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/companionprograms.h"

#include "core/base/tr.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <array>

namespace lockscope
{

namespace
{

// Where the parts are, relative to the program: installed; as built, which is also the layout on Windows; for
// a test, whose folder is next to that of the programs; on macOS, outside the bundle.
#ifdef Q_OS_WIN
constexpr std::array Places{"/"};
constexpr const char *Suffix = ".exe";
#elif defined(Q_OS_MACOS)
constexpr std::array Places{"/../libexec/lockscope/", "/", "/../bin/", "/../../../libexec/lockscope/",
                            "/../../../"};
constexpr const char *Suffix = "";
#else
constexpr std::array Places{"/../libexec/lockscope/", "/", "/../bin/"};
constexpr const char *Suffix = "";
#endif

} // namespace

Outcome<QString> companionProgram(const char *name)
{
    const QString here = QCoreApplication::applicationDirPath();
    for (const char *place : Places) {
        const QFileInfo file(here + QLatin1String(place) + QLatin1String(name) + QLatin1String(Suffix));
        if (file.isFile())
            return file.canonicalFilePath();
    }
    return Failure{.kind = ErrorKind::Unsupported,
                   .text = Tr::tr("%1 is missing").arg(QLatin1String(name)),
                   .remedy = Tr::tr("reinstall Lockscope: it is part of the installation")};
}

} // namespace lockscope
