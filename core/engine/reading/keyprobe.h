// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One key on its way from a name to a reading: what to ask of it next, and what came. Decides only; Scanner
// and readKeys() carry the questions, many keys in one trip. What keeps it safe at any key:
//   - a type is asked, never tried out by an error;
//   - of a string at most 513 bytes are ever asked;
//   - a hash is weighed (MEMORY USAGE with 256 samples) before it is read. A table of up to 4096 bytes cannot
//     have more fields than that, and a list is weighed as a whole: the weight is exact, huge values
//     included. Up to 64 KiB its fields are counted first. Where MEMORY is not allowed, the count alone
//     decides;
//   - of a list, a set or a sorted set at most 256 members are asked, and only if they weigh 64 KiB at most;
//   - a hash that was a lock when last read is glanced at (HSCAN … COUNT 256) in the same trip: bounded in
//     fields should another hash have taken its place.
// A key that lies elsewhere (MOVED) is asked once more with ASKING: a node that is importing its slot shows
// it then. Others answer MOVED again. Value; owner's thread.

#include "core/formats/format.h"
#include "core/redis/reply.h"

namespace lockscope
{

class KeyProbe
{
public:
    enum class Purpose : quint8 { Scan, Read };
    enum class State : quint8 {
        Asking,  // ask() again
        Done,    // reading() is complete
        Dropped, // scan: no lock
        Refused, // refusal() tells why; only this key
        Failed,  // refusal() tells why; it will be the same for every key
    };

    // knownType: of the last reading, else None. weighable: MEMORY USAGE was not refused so far. sizeFirst: a
    // scan for shapes, where the size is asked before the value, for it alone rules most keys out.
    KeyProbe(Purpose purpose, LockName key, ValueType knownType, bool weighable, bool sizeFirst = false);

    void ask(Batch &batch) const;
    // Replies to what ask() added, in order; returns how many were taken. readAt: when the server said this.
    size_t take(const Reply *replies, Instant readAt, const Registry *registry);

    // What refused passes (LOADING): the same questions once more.
    void retry() { m_state = State::Asking; }

    State state() const { return m_state; }
    bool weighable() const { return m_weighable; }
    const QByteArray &refusal() const { return m_refusal; } // the server's words
    KeyReading &reading() { return m_reading; }

private:
    enum Question : quint8 { Type = 1, Ttl = 2, Weight = 4, Size = 8, Value = 16, Glance = 32 };

    void noteRead(Instant readAt);
    void takeOne(Question question, const Reply &reply, Instant readAt);
    void takeError(Question question, const Reply &reply);
    void takeValue(const Reply &reply);
    void takeMembers(const Reply &reply);
    void takeGlance(const Reply &reply);
    void askForValue(Batch &batch) const;
    void takeFields(const std::vector<Reply> &items);
    void decide(const Registry *registry);
    bool sight(const Registry &registry);
    void askForSize();
    void decideString();
    void decideHash();
    void decideCollection();
    void startAnew();
    void add(Batch &batch, std::initializer_list<QByteArrayView> command) const;
    void gone();

    KeyReading m_reading;
    QByteArray m_refusal;
    qint64 m_weight = -1;
    qint64 m_measured = -1; // HLEN, STRLEN, …
    Purpose m_purpose;
    State m_state = State::Asking;
    quint8 m_asks = 0;
    bool m_weighable;
    quint8 m_restarts = 0;
    bool m_sizeFirst;
    bool m_sighted = false; // scan: mayBeLock was asked; with the size too where m_sizeFirst
    bool m_retyped = false; // what else came in this trip was asked of another type
    bool m_asking = false;  // ASKING goes before each command
    bool m_again = false;   // what else came in this trip is asked again
    bool m_hasType = false;
    bool m_hasValue = false;
};

} // namespace lockscope
