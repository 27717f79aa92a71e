// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Saved connections: profiles.json in the configuration folder, shared by the desktop and the cli. Never a
// secret: passwords are left out when saving, and a file with one is refused. Written as a whole or not at
// all, readable by its owner only. Any thread; not two at once. A bad file is refused with the line and left
// as it is; a missing file is an empty list.

#include "core/values/connection/profilefault.h"

namespace lockscope
{

class ProfileStore
{
public:
    explicit ProfileStore(QString dir); // empty: defaultDir()

    Outcome<QList<ConnectionSpec>> load() const;
    Done save(const QList<ConnectionSpec> &profiles) const;
    Outcome<ConnectionSpec> find(const QString &name) const; // exact name; else says which there are

    QString fileName() const;
    static QString defaultDir(); // "lockscope" in the user's configuration folder

private:
    QString m_dir;
};

} // namespace lockscope
