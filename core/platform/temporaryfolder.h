// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A folder that only this user can enter, for sockets and for the servers of a sandbox; removed with this
// object. Creating one also removes folders of killed programs: a folder belongs to a living process while
// the lock on its owner file is held. Any thread.

#include <QFile>
#include <QTemporaryDir>

#include <memory>

namespace lockscope
{

class TemporaryFolder final
{
public:
    static std::unique_ptr<TemporaryFolder> make(); // null: neither in the temporary folder nor in /tmp
    ~TemporaryFolder(); // waits up to a second for killed processes that still write into it

    QString path() const { return m_folder.path(); }
    QString file(const char *name) const { return m_folder.filePath(QLatin1String(name)); }

private:
    explicit TemporaryFolder(const QString &place);
    bool claim();

    QTemporaryDir m_folder;
    QFile m_owner;
};

} // namespace lockscope
