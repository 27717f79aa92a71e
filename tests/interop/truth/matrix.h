// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The truth table: for each lock of each client, what Lockscope claimed in each state and whether the client
// itself agrees. Values; one thread.

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <array>
#include <map>
#include <vector>

namespace lockscope::test
{

enum class State {
    Held,
    Reentered,
    Shared,  // Two holders, in two processes
    Waited,  // Held, and two processes wait
    Leased,  // For a short time, without renewal
    Killed,  // The process of the holder
    Frozen,  // … stopped for longer than the lease
    Deleted, // By a plain DEL
    Expired,
    Forced,   // By force-release, nobody waits
    HandedOn, // … and a waiter gets it
    FailedOver,
    Lost,  // By a failover: the replica had not got it
    Split, // Of a RedLock group: two holders on different nodes
};
inline constexpr size_t StateCount = size_t(State::Split) + 1;

enum class Claim { Kind, Owner, Count, Mode, Waiters, Lease, Verdict, Notice, Act };
inline constexpr size_t ClaimCount = size_t(Claim::Act) + 1;

// In the order in which one replaces the other where a claim is judged twice.
enum class Cell { None, Right, Unknown, Wrong };

const char *name(State state);
const char *name(Claim claim);

struct Judgement {
    Cell cell = Cell::None;
    QString claimed{}; // By Lockscope
    QString is{};      // By the client
};

class Matrix
{
public:
    void add(const QByteArray &row, State state, Claim claim, const Judgement &judgement);

    QStringList wrong(const QByteArray &row) const; // A line each
    // The rows, a line each, and below them the claims that are wrong or unknown.
    QString text() const;
    // As part of the whole, in the build folder; the file is put together from all parts that are there.
    static QString write(const QString &part, const QString &text);

private:
    using Cells = std::array<std::array<Judgement, ClaimCount>, StateCount>;
    QStringList lines(const QByteArray &row, Cell cell) const;

    std::vector<QByteArray> m_order;
    std::map<QByteArray, Cells> m_rows;
};

} // namespace lockscope::test
