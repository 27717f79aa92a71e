// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Saved connections: profiles.json in the configuration folder, shared by the desktop and the cli. Saving
// omits passwords, and a file with a password is rejected. Written atomically, readable by its owner only.
// Any thread, but not two at once. A bad file is rejected with its line and stays unchanged; a missing file
// is an empty list.

#include "core/values/connection/profilefault.h"

namespace lockscope
{

class ProfileStore
{
public:
    explicit ProfileStore(QString dir); // empty: defaultDir()

    Outcome<QList<ConnectionSpec>> load() const;
    Done save(const QList<ConnectionSpec> &profiles) const;
    // By exact name; the failure lists the existing names.
    Outcome<ConnectionSpec> find(const QString &name) const;

    QString fileName() const;
    static QString defaultDir(); // "lockscope" in the user's configuration folder

private:
    QString m_dir;
};

} // namespace lockscope
