// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The result of comparing the rows of the audit with their hashes. Values; any thread.

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockscope
{

inline constexpr auto ChainBegin = "begin"; // the first row of a chain, instead of a table

struct AuditFault {
    enum class What { Changed, Removed, Inserted, HashMissing };
    What what = What::Changed;
    QByteArray table{}; // act, sent or answer; empty: unknown, because row and hash were removed
    qint64 row = 0;     // its id in the table; without a table, the number in the chain
    qint64 act = 0;     // 0: unknown
    std::optional<qint64> atMs{};
    friend bool operator==(const AuditFault &, const AuditFault &) = default;
};

struct AuditCheck {
    qint64 rows = 0;         // in the chain
    qint64 rowsBefore = 0;   // written by a release without a chain: not checked
    QByteArray newestHash{}; // hexadecimal
    bool hasExpected = true; // false: no row has the expected hash
    std::optional<AuditFault> fault{};
    bool isIntact() const { return !fault && hasExpected; }
};

const char *name(AuditFault::What what);
// One sentence without a full stop.
QString sentenceOf(const AuditFault &fault);

} // namespace lockscope
