// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One actor of a client, with one lock of a row: says the row's lines, and understands the answers. Blocks in
// the event loop while it waits. The client and the row outlive it.

#include "core/base/clock.h"
#include "tests/interop/harness/client.h"
#include "tests/interop/truth/truthrow.h"

#include <functional>
#include <optional>

namespace lockscope::test
{

// Runs the event loop until it is so, at most for so long; whether it is.
bool comesTrue(const std::function<bool()> &condition, milliseconds most = milliseconds(20'000));

// %k, %n, and %m, the MD5 of the name in hexadecimal digits.
QByteArray filled(QByteArray line, const TruthRow &row, const QByteArray &name);

class Speaker
{
public:
    Speaker(Client &client, const TruthRow &row, QByteArray actor, QByteArray name);

    // Begins something; understood by the function of the same name once it is answered.
    int begin(const QByteArray &line, const QByteArray &lease = {}, milliseconds wait = milliseconds(0));
    int beginAcquire(const QByteArray &lease = {});
    int beginToWait(milliseconds wait);
    bool isAnswered(int id) const { return m_client->isAnswered(id); }
    bool acquired(int id); // Waits for the answer

    bool acquire(const QByteArray &lease = {}) { return acquired(beginAcquire(lease)); }
    QByteArray say(const QByteArray &line);
    QByteArray release() { return say(m_row->release); }
    QByteArray owner();
    QByteArray awaiterOwner();
    std::optional<qint64> number(const QByteArray &line); // Nothing: no such line, or no number
    qint64 acquires() const { return m_acquires; }
    const QByteArray &answer() const { return m_answer; } // Of the last acquire

private:
    QByteArray decoded(const QByteArray &said) const;

    Client *m_client;
    const TruthRow *m_row;
    QByteArray m_actor, m_name, m_answer;
    qint64 m_acquires = 0;
};

} // namespace lockscope::test
