// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The steps that turn one name into a read: what to ask next, and what the replies mean. Only decides;
// Scanner and readKeys() send the commands, many keys per round trip. Rules that make it safe for any key:
//  - the type is asked with TYPE, never found out by an error;
//  - of a string at most 513 bytes are read;
//  - a hash is weighed (MEMORY USAGE with 256 samples) before it is read. A hash table of up to 4096 bytes
//    cannot have more fields than that, and a listpack is weighed as a whole, so the weight is exact, even
//    with huge values. Up to 64 KiB the fields are counted first. Without permission for MEMORY the count
//    alone decides;
//  - of a list, set or sorted set at most 256 members are read, and only if they weigh at most 64 KiB;
//  - a hash that was a lock at the last read is read by HSCAN … COUNT 256 in the same round trip, which
//    limits the fields in case another hash has replaced it.
// A redirected key (MOVED) is asked once more with ASKING, as a node that imports its slot answers that.
// Other nodes answer MOVED again. If it is missing there, the node that hands the slot over may have it
// still: such a reading has type None and size RefusedSize. Value; owner's thread.

#include "core/formats/format.h"
#include "core/redis/reply.h"

namespace lockscope
{

class KeyProbe
{
public:
    enum class Purpose : quint8 { Scan, Read };
    enum class State : quint8 {
        Asking,  // call ask() again
        Done,    // reading() is complete
        Dropped, // scan: not a lock
        Refused, // see failure(); concerns this key only
        Failed,  // see failure(); every key would fail the same way
    };

    // knownType: from the last read, else None. weighable: MEMORY USAGE was not refused so far. sizeFirst:
    // for a scan of all keys, asks the size before the value, as it alone rules out most keys. A scan makes
    // probes only of names with an open role (Registry::roleOf).
    KeyProbe(Purpose purpose, LockName key, ValueType knownType, bool weighable, bool sizeFirst = false);

    void ask(Batch &batch) const;
    // Takes the replies to ask(), in order, and returns how many it used. readAt: the time of the replies,
    // exact to the uncertainty.
    size_t take(const Reply *replies, Instant readAt, const Registry *registry,
                milliseconds uncertainty = {});

    // After a temporary refusal (LOADING): asks the same again.
    void retry() { m_state = State::Asking; }

    State state() const { return m_state; }
    bool weighable() const { return m_weighable; }
    Failure failure(const NodeId &node) const; // why it is Refused or Failed
    KeyReading &reading() { return m_reading; }

private:
    enum Question : quint8 { Type = 1, Ttl = 2, Weight = 4, Size = 8, Value = 16, Glance = 32 };

    void noteRead(Instant readAt, milliseconds uncertainty);
    void takeOne(Question question, const Reply &reply, Instant readAt, milliseconds uncertainty);
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
    QByteArray m_refusal; // the server's text; empty: its replies do not answer the questions
    qint64 m_weight = -1;
    qint64 m_measured = -1; // HLEN, STRLEN, …
    Purpose m_purpose;
    State m_state = State::Asking;
    quint8 m_asks = 0;
    bool m_weighable;
    quint8 m_restarts = 0;
    quint8 m_rounds = 0;
    bool m_sizeFirst;
    bool m_sighted = false; // scan: mayBeLock was checked, with the size if m_sizeFirst
    bool m_retyped = false; // the other replies of this trip are for the old type
    bool m_again = false;   // the other replies of this trip are to be asked for again
    bool m_hasType = false;
    bool m_hasValue = false;
};

} // namespace lockscope
