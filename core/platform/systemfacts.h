// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Facts that only the operating system knows. Any thread.

#include <QString>

namespace lockscope
{

struct Account {
    QString name{};   // empty: unknown
    QString number{}; // empty: the system has no numbers for accounts
};

// The account of this process, independent of the environment.
Account ownAccount();

// Identifies a file independent of its name; 0: no such file.
quint64 fileNumber(const QString &fileName);

// Raises the number of files and connections that this process may have open, as far as the system lets it.
void allowOpenFiles(quint64 wanted);

} // namespace lockscope
