// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Values as locks and other keys have them: tokens, ids of owners, times. The same seed yields the same ones,
// apart from times. Value; one thread.

#include <QByteArray>

#include <random>

namespace lockscope::test
{

class MadeValues
{
public:
    MadeValues(unsigned seed, qint64 now) : m_random(seed), m_now(now) {}

    qint64 now() const { return m_now; } // ms of the wall clock
    unsigned pick(unsigned below) { return unsigned(m_random() % below); }
    QByteArray bytes(int count)
    {
        QByteArray random;
        for (int i = 0; i < count; ++i)
            random += char(pick(256));
        return random;
    }
    QByteArray hex(int digits) { return bytes(digits / 2).toHex(); }
    QByteArray uuid()
    {
        QByteArray id = hex(32);
        id[12] = '4';
        id[16] = "89ab"[pick(4)];
        for (const int at : {20, 16, 12, 8})
            id.insert(at, '-');
        return id;
    }
    QByteArray alphanumerics(int count)
    {
        static const QByteArray letters("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        QByteArray text("aB3"); // Random tokens nearly always contain all three classes of characters
        while (text.size() < count)
            text += letters[pick(unsigned(letters.size()))];
        return text;
    }
    QByteArray redissonOwner() { return uuid() + ':' + QByteArray::number(20 + pick(200)); }
    // A version 1 UUID made a few seconds ago.
    QByteArray timedToken()
    {
        const qint64 ticks = (m_now - 5000) * 10'000 + 0x01b21dd213814000LL;
        const QByteArray time = QByteArray::number(ticks, 16).rightJustified(15, '0');
        return time.last(8) + time.sliced(3, 4) + '1' + time.first(3) + "9a3c" + "00163e" + hex(6);
    }
    // An owner of DistributedLock.
    QByteArray machine()
    {
        return "WEB" + QByteArray::number(pick(9)) + '_' + QByteArray::number(1000 + pick(9000)) + '_' +
               hex(32);
    }
    // That time from now, in ms.
    QByteArray at(qint64 ms) const { return QByteArray::number(m_now + ms); }

private:
    std::mt19937 m_random;
    qint64 m_now = 0;
};

} // namespace lockscope::test
