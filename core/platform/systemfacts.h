// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What only the operating system knows. Any thread.

#include <QString>

namespace lockscope
{

struct Account {
    QString name{};   // empty: it has none
    QString number{}; // empty: accounts have none here
};

// The account that this program runs under, not what the environment says of it.
Account ownAccount();

// Which file it is, whatever its name; 0: there is none.
quint64 fileNumber(const QString &fileName);

} // namespace lockscope
