// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Documents inside a recording, such as those of an incident, in a table that older versions ignore. Names
// and sizes are checked, because a recording may come from an untrusted source. Any thread.

#include "core/base/outcome.h"

#include <vector>

namespace lockscope
{

struct AttachedFile {
    static constexpr size_t Most = 100;
    static constexpr qint64 MostBytes = 32 << 20; // of all files
    QString name{};                               // without a folder
    QByteArray bytes{};
};

namespace attachedfiles
{
extern const char *const Table;
extern const char *const Add; // name, bytes
} // namespace attachedfiles

// A name that can be written into any folder: letters, digits, ". - _", and no dot at the beginning.
bool isAttachedName(const QString &name);
// The documents of a recording, by name, without those with invalid names. Empty: there are none.
Outcome<std::vector<AttachedFile>> attachedFiles(const QString &recording);
// Writes a new folder in parent, for its owner only: name, or name-2 if it exists. Returns its path.
Outcome<QString> saveAttached(const std::vector<AttachedFile> &files, const QString &parent,
                              const QString &name);

} // namespace lockscope
