// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The server for the scripts of locks with several holders: replies as words, and one word for what an act
// came to.

#include "tests/support/familyserver.h"
#include "tests/support/finished.h"

#include <QTest>

#include <algorithm>

namespace lockscope::test
{

class SharesServer : public FamilyServer
{
public:
    qint64 number(Command command) { return call(std::move(command)).number().value_or(-99); }
    // Lists in the server's order; sets and the names of keys sorted.
    QByteArrayList words(Command command, bool sorted = false)
    {
        QByteArrayList found;
        for (const Reply &item : call(std::move(command)).items)
            found.append(item.bytes);
        if (sorted)
            std::sort(found.begin(), found.end());
        return found;
    }
    // "done", or "owner-changed by <owner>"; what the server said where it refused.
    QByteArray outcome(const QByteArray &kind, const ActRequest &request, const Lock *seen = nullptr)
    {
        const Outcome<Receipt> receipt = attempt(kind, request, seen);
        if (!receipt)
            return receipt.failure().serverText.isEmpty() ? receipt.failure().text.toUtf8()
                                                          : receipt.failure().serverText;
        QByteArray text = name(receipt->result);
        if (receipt->result != ActResult::Done && receipt->foundOwner)
            text += " by " + receipt->foundOwner->bytes;
        return text;
    }
};

} // namespace lockscope::test
