// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A folder for a sandbox: readable by nobody else, removed with this object. What a program that was killed
// left behind is removed when the next one is made: a folder belongs to a living process as long as the lock
// on its owner file is held. Any thread.

#include "core/base/outcome.h"

#include <QFile>
#include <QTemporaryDir>

#include <memory>

namespace lockscope
{

class TemporaryFolder final
{
public:
    static Outcome<std::unique_ptr<TemporaryFolder>> make();
    ~TemporaryFolder(); // waits up to a second for processes that are killed and still write into it

    QString path() const { return m_folder.path(); }
    QString file(const char *name) const { return m_folder.filePath(QLatin1String(name)); }

private:
    explicit TemporaryFolder(const QString &place);
    bool claim();

    QTemporaryDir m_folder;
    QFile m_owner;
};

} // namespace lockscope
