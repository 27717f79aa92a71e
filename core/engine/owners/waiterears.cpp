// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/owners/waiterears.h"

#include "core/formats/shapes.h"
#include "core/values/sameowner.h"

#include <QSet>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope
{

namespace
{

bool isOneOf(const QByteArray &command, std::initializer_list<QByteArrayView> names)
{
    return std::ranges::any_of(names,
                               [&command](QByteArrayView name) { return equalsIgnoringCase(command, name); });
}

constexpr QByteArrayView StringLock = "lock:";

// Options and numbers of a script: its lease, limits and times.
bool isNumber(const QByteArray &argument)
{
    bool isNumeric = false;
    argument.toDouble(&isNumeric);
    return isNumeric || argument.isEmpty();
}

bool isReader(const Lock &lock, const OwnerId &writer)
{
    return std::ranges::any_of(lock.holders, [&writer](const Holder &holder) {
        return holder.mode == HoldMode::Read && isSameOwner(holder.id, writer);
    });
}

// The same for a reader and a writer of a read-write lock.
QByteArray threadOf(const QByteArray &id)
{
    return isWriter({id}) ? id.first(id.lastIndexOf(':')) : id;
}

ClientInfo clientAt(const QByteArray &address)
{
    return {.address = address, .learnt = QStringLiteral("MONITOR probe")};
}

HoldMode modeOf(const Lock &lock, const OwnerId &id)
{
    if (isWriter(id))
        return HoldMode::Write;
    const HoldMode held = lock.holders.front().mode;
    return held == HoldMode::Exclusive || held == HoldMode::Permit ? held : HoldMode::Read;
}

} // namespace

WaiterEars::WaiterEars(const Registry &registry, const std::vector<LockPtr> &locks)
{
    for (const LockPtr &lock : locks) {
        const Format *format = registry.find(lock->kind.name);
        if (!format || !lock->held())
            continue;
        m_keys.insert(lock->key.bytes, {.lock = lock, .format = format});
        // If ids name clients, a subscriber tries again at once, with its id.
        const bool namesClients = !format->ownerParts(lock->owner()).client.isEmpty();
        if (const auto channel = format->wakeChannel(lock->key)) {
            m_wakeUps.insert(*channel, lock->key.bytes);
            if (!namesClients)
                m_channels.insert(*channel, lock->key.bytes);
        }
        for (const Holder &holder : lock->holders) {
            if (const auto signal = format->signalKey(lock->key); signal && !holder.id.isEmpty())
                m_signals.insert(*signal, lock->key.bytes);
        }
        // Of python-redis-lock with an id of the application, which may look like any other string.
        if (lock->type == ValueType::String && lock->key.bytes.startsWith(StringLock))
            m_signals.insert("lock-signal:" + lock->key.bytes.sliced(StringLock.size()), lock->key.bytes);
    }
}

void WaiterEars::hear(QByteArrayView line, Instant at)
{
    const std::optional<MonitorLine> heard = readMonitorLine(line);
    if (heard && heard->client == "lua")
        return hearInside(*heard, at);
    ++m_lines;
    m_script.reset();
    if (!heard || heard->arguments.size() < 2)
        return;
    const QByteArray &command = heard->arguments.front();
    if (isOneOf(command, {"subscribe", "ssubscribe"}))
        hearSleep(*heard, m_channels, at);
    else if (isOneOf(command, {"blpop", "brpop", "blmove", "brpoplpush", "bzpopmin"}))
        hearSleep(*heard, m_signals, at);
    else if (isOneOf(command, {"set", "setnx"}))
        hearAttempt(*heard, at);
    else if (isOneOf(command, {"eval", "evalsha", "fcall"}))
        hearScript(*heard, at);
    else if (isOneOf(command, {"del", "unlink", "getdel"}))
        hearDeleting(*heard);
    else if (isOneOf(command, {"unsubscribe", "sunsubscribe"}))
        hearUnsubscribing(*heard, at);
}

void WaiterEars::hearSleep(const MonitorLine &line, const QHash<QByteArray, QByteArray> &keyOf, Instant at)
{
    for (auto argument = line.arguments.begin() + 1; argument != line.arguments.end(); ++argument) {
        const auto key = keyOf.constFind(*argument);
        const auto subject = key == keyOf.cend() ? m_keys.end() : m_keys.find(*key);
        const bool isList = &keyOf == &m_signals; // of a database; a channel is of the whole server
        if (subject == m_keys.end() || (isList && line.db != subject->lock->db))
            continue;
        if (Wait *wait = note(*subject, {}, line.client, at))
            wait->isAsleep = isList;
    }
}

void WaiterEars::hearAttempt(const MonitorLine &line, Instant at)
{
    const auto subject = m_keys.find(line.arguments[1]);
    if (subject == m_keys.end() || line.arguments.size() < 3 || line.db != subject->lock->db)
        return;
    const bool isConditional =
        isOneOf(line.arguments.front(), {"setnx"}) ||
        std::any_of(line.arguments.begin() + 3, line.arguments.end(),
                    [](const QByteArray &argument) { return isOneOf(argument, {"nx"}); });
    if (!isConditional)
        return;
    // Where all clients write the same, only the connection tells them apart.
    const bool namesNoOne = subject->format->nature() == Nature::Bare;
    for (const size_t place : subject->heard) { // it sleeps no longer
        Wait &wait = m_heard[place].wait;
        if (wait.isAsleep && wait.client.address == line.client)
            wait.attempts = 0;
    }
    note(*subject, namesNoOne ? OwnerId() : OwnerId{line.arguments[2]}, line.client, at);
}

// EVALSHA sha numkeys key… argument…
void WaiterEars::hearScript(const MonitorLine &line, Instant at)
{
    constexpr qsizetype Head = 3;
    const auto size = qsizetype(line.arguments.size());
    bool isCount = false;
    const qsizetype count = size < Head ? 0 : line.arguments[2].toLongLong(&isCount);
    if (!isCount || count < 1 || count > size - Head)
        return;
    const std::span<const QByteArray> all(line.arguments);
    const auto arguments = all.subspan(size_t(Head + count));
    hearOfThread(all[size_t(Head)], arguments);
    for (const QByteArray &key : all.subspan(size_t(Head), size_t(count))) {
        const auto subject = m_keys.find(key);
        if (subject == m_keys.end() || line.db != subject->lock->db)
            continue;
        const OwnerId id = idAmong(*subject, arguments);
        if (id.isEmpty()) {
            noteRenewals(*subject, arguments, line.client);
            continue;
        }
        note(*subject, id, line.client, at);
        m_script = {key, id.bytes};
    }
}

// One script may renew the locks of several holders.
void WaiterEars::noteRenewals(Subject &subject, std::span<const QByteArray> arguments,
                              const QByteArray &address)
{
    if (subject.format->nature() == Nature::Bare)
        return;
    for (const Holder &holder : subject.lock->holders) {
        if (std::ranges::find(arguments, holder.id.bytes) != arguments.end())
            subject.holdersAt.insert(holder.id, address);
    }
}

// A script of a thread that was heard to wait, about a lock that was free when the probe began. One with
// several threads renews their locks.
void WaiterEars::hearOfThread(const QByteArray &key, std::span<const QByteArray> arguments)
{
    if (m_keys.contains(key))
        return;
    QSet<QByteArray> threads;
    for (const QByteArray &argument : arguments) {
        const QByteArray thread = threadOf(argument);
        if (!m_ofThread.contains(thread))
            continue;
        if (threads.isEmpty())
            m_script = {key, argument};
        threads.insert(thread);
    }
    if (threads.size() > 1)
        m_script.reset();
}

// Renewals come from another thread of its client.
void WaiterEars::endOtherWaits(const Script &script)
{
    for (const size_t place : m_ofThread.value(threadOf(script.id))) {
        if (m_heard[place].key.bytes != script.key)
            m_heard[place].wait.attempts = 0;
    }
}

// A refused attempt changes nothing. A client whose script writes the lock has acquired it, renews it or
// releases it: it does not wait. What a SET NX does is not heard.
void WaiterEars::hearInside(const MonitorLine &line, Instant at)
{
    if (!m_script || line.arguments.size() < 2 || line.arguments[1] != m_script->key)
        return;
    const bool isConditional =
        isOneOf(line.arguments.front(), {"set"}) &&
        std::any_of(line.arguments.begin() + 2, line.arguments.end(),
                    [](const QByteArray &argument) { return isOneOf(argument, {"nx"}); });
    const bool writes = isOneOf(line.arguments.front(), {"set", "hset", "hincrby", "hdel", "del", "unlink",
                                                         "expire", "pexpire", "pexpireat", "zadd", "zrem"});
    if (!writes || isConditional)
        return;
    if (!isOneOf(line.arguments.front(), {"expire", "pexpire", "pexpireat"}))
        endOtherWaits(*m_script);
    const auto place = m_places.constFind(m_script->key + '\0' + "id" + m_script->id);
    if (place == m_places.cend())
        return;
    qint64 &attempts = m_heard[*place].wait.attempts;
    Subject &subject = m_keys[m_script->key];
    const bool wasFirst = attempts <= 2; // this script is one
    if (attempts > 1)
        subject.acquiredAt = at;
    attempts = 0;
    // Its earlier tries may have had other ids, each its own, and have come from other connections of a pool.
    const Wait &own = m_heard[*place].wait;
    if (!subject.format->ownerParts(own.id).thread.isEmpty())
        return;
    for (const size_t other : subject.heard) {
        Wait &wait = m_heard[other].wait;
        if (wait.client.address == own.client.address || (wasFirst && wait.attempts == 1))
            wait.attempts = 0;
    }
}

// A client that deletes a lock has acquired it: MONITOR shows its SET NX, but not the result.
void WaiterEars::hearDeleting(const MonitorLine &line)
{
    for (auto key = line.arguments.begin() + 1; key != line.arguments.end(); ++key) {
        const auto subject = m_keys.constFind(*key);
        if (subject == m_keys.cend() || line.db != subject->lock->db)
            continue;
        const auto isIts = [&](size_t place) {
            const Wait &wait = m_heard[place].wait;
            return wait.attempts > 0 && wait.client.address == line.client;
        };
        const bool isKnown = std::ranges::any_of(subject->heard, isIts);
        for (const size_t place : subject->heard) {
            if (!isKnown || isIts(place))
                m_heard[place].wait.attempts = 0;
        }
    }
}

// A client unsubscribes after it acquired the lock, or because it gave up. The connection shows which client
// it is only if clients are known by their connection. Otherwise it may be any of them, and those that still
// wait try again.
void WaiterEars::hearUnsubscribing(const MonitorLine &line, Instant at)
{
    constexpr milliseconds AfterAcquiring = std::chrono::seconds(1);
    for (auto channel = line.arguments.begin() + 1; channel != line.arguments.end(); ++channel) {
        for (const QByteArray &key : m_wakeUps.values(*channel)) {
            Subject &subject = m_keys[key];
            const auto acquiredAt = std::exchange(subject.acquiredAt, std::nullopt);
            if (acquiredAt && millisecondsBetween(*acquiredAt, at) < AfterAcquiring)
                continue;
            const auto isIts = [&](size_t place) {
                const Wait &wait = m_heard[place].wait;
                return wait.id.isEmpty() && wait.client.address == line.client;
            };
            const bool isKnown = std::ranges::any_of(subject.heard, isIts);
            for (const size_t place : subject.heard) {
                if (!isKnown || isIts(place))
                    m_heard[place].wait.attempts = 0;
            }
        }
    }
}

// By its shape, where the ids of the kind have one; else the only argument that may be one. A script with the
// ids of several clients renews many locks at once. With both names of one thread a reader asks; unless the
// script is told to write, as that of Lockscope is.
OwnerId WaiterEars::idAmong(const Subject &subject, std::span<const QByteArray> arguments) const
{
    const bool hasShape = !subject.format->ownerParts(subject.lock->owner()).client.isEmpty();
    const bool writes = std::ranges::find(arguments, QByteArrayView("write")) != arguments.end();
    OwnerId only;
    for (const QByteArray &argument : arguments) {
        const OwnerId id{argument};
        if (hasShape ? subject.format->ownerParts(id).client.isEmpty() : isNumber(argument))
            continue;
        if (!only.isEmpty() && !isSameOwner(only, id))
            return {};
        if (only.isEmpty() || (writes && isWriter(id)))
            only = id;
    }
    return subject.format->nature() == Nature::Bare ? OwnerId() : only;
}

Wait *WaiterEars::note(Subject &subject, const OwnerId &id, const QByteArray &address, Instant at)
{
    const auto isMeant = [&id](const Holder &holder) { return holder.id == id; };
    const bool isRenewal = !id.isEmpty() && std::ranges::any_of(subject.lock->holders, isMeant);
    if (isRenewal) {
        subject.holdersAt.insert(id, address);
        return nullptr;
    }
    ++m_named;
    const QByteArray name =
        subject.lock->key.bytes + '\0' + (id.isEmpty() ? "at" + address : "id" + id.bytes);
    auto place = m_places.constFind(name);
    if (place == m_places.cend()) {
        if (m_heard.size() >= MostWaits)
            return nullptr;
        place = m_places.insert(name, m_heard.size());
        subject.heard.push_back(m_heard.size());
        if (!subject.format->ownerParts(id).thread.isEmpty())
            m_ofThread[threadOf(id.bytes)].push_back(m_heard.size());
        const HoldMode mode = modeOf(*subject.lock, id);
        m_heard.push_back({.key = subject.lock->key,
                           .wait = {.id = id,
                                    .mode = mode,
                                    .source = WaitSource::Probe,
                                    .ofReader = mode == HoldMode::Write && isReader(*subject.lock, id)}});
    }
    Wait &wait = m_heard[*place].wait;
    if (wait.attempts++ == 0)
        wait.firstHeard = at;
    wait.client = clientAt(address);
    wait.lastHeard = at;
    return &wait;
}

QHash<LockName, HolderClients> WaiterEars::holders() const
{
    QHash<LockName, HolderClients> heard;
    for (const Subject &subject : m_keys) {
        for (auto one = subject.holdersAt.cbegin(); one != subject.holdersAt.cend(); ++one)
            heard[subject.lock->key].emplace_back(one.key(), clientAt(*one));
    }
    return heard;
}

// Some clients send another id with each try. What came from one connection, one after the other, is one
// client, at least: the tries of several clients overlap.
std::vector<HeardWait> WaiterEars::heard() const
{
    const Instant end = now();
    std::vector<HeardWait> waits;
    QHash<QByteArray, std::vector<size_t>> ofConnection; // key and address -> places
    for (const HeardWait &one : m_heard) {
        if (one.wait.attempts == 0)
            continue;
        const Format *format = m_keys.value(one.key.bytes).format;
        std::vector<size_t> &others = ofConnection[one.key.bytes + '\0' + one.wait.client.address];
        const auto before = std::ranges::find_if(
            others, [&](size_t place) { return *waits[place].wait.lastHeard < *one.wait.firstHeard; });
        if (!format->ownerParts(one.wait.id).thread.isEmpty() || before == others.end()) {
            others.push_back(waits.size());
            waits.push_back(one);
            waits.back().wait.heardUntil = end;
            continue;
        }
        Wait &merged = waits[*before].wait;
        if (!one.wait.id.isEmpty())
            merged.id = one.wait.id;
        merged.attempts += one.wait.attempts;
        merged.isAsleep = merged.isAsleep || one.wait.isAsleep;
        merged.lastHeard = one.wait.lastHeard;
    }
    return waits;
}

} // namespace lockscope
