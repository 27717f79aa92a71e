// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/ownparts.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace lockscope
{

namespace
{

class Text
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::OwnParts)
};

} // namespace

Outcome<QString> ownPart(const char *name)
{
    const QString here = QCoreApplication::applicationDirPath();
    // Installed; as built; of a test, whose folder is beside that of the programs.
    for (const char *place : {"/../libexec/lockscope/", "/", "/../bin/"}) {
        const QFileInfo file(here + QLatin1String(place) + QLatin1String(name));
        if (file.isFile())
            return file.canonicalFilePath();
    }
    return Failure{.kind = ErrorKind::Unsupported,
                   .text = Text::tr("%1 is not there").arg(QLatin1String(name)),
                   .remedy = Text::tr("install Lockscope whole: it is a part of it")};
}

} // namespace lockscope
