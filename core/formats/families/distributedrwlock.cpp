// SPDX-License-Identifier: GPL-3.0-or-later
// "distributed-rw-lock": the read-write lock of DistributedLock.Redis. String name.writer: the id of the
// writer, or that id with _WRITERWAITING for a waiting writer, which keeps new readers out. Set name.readers:
// the ids of the readers. The set has one expiry, which each reader extends every 3/10 of it. The lock is
// listed as name.writer, even if only the readers exist. Facts: madelson/DistributedLock:
// src/DistributedLock.Redis/Primitives/RedisReaderWriterLockPrimitives.cs,
// RedisDistributedReaderWriterLock.cs, 2.8.1.
#include "core/formats/distributedid.h"
#include "core/formats/family.h"
#include "core/formats/ownerparts.h"
#include "core/formats/planning.h"
#include "core/formats/shareplan.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr QByteArrayView WriterEnding(".writer");
constexpr QByteArrayView ReadersEnding(".readers");

QByteArray readersOf(const LockName &writer)
{
    return writer.bytes.chopped(WriterEnding.size()) + ReadersEnding.toByteArray();
}

bool isWriterName(QByteArrayView key)
{
    return key.endsWith(WriterEnding) && key.size() > WriterEnding.size();
}

// The id in name.writer; none: the key is missing or has another value.
std::optional<DistributedId> writerIn(const KeyReading &reading)
{
    if (reading.type != ValueType::String || reading.size != reading.string.size())
        return {};
    return distributedId(reading.string);
}

// Null: no readers, or an unrelated set.
const KeyReading *readersIn(const KeyReading &reading)
{
    const KeyReading *readers = reading.companion(readersOf(reading.key));
    const auto isReader = [](const Member &member) { return isDistributedHolder(member.bytes); };
    const bool ours = readers && readers->type == ValueType::Set && !readers->members.empty() &&
                      std::all_of(readers->members.begin(), readers->members.end(), isReader);
    return ours ? readers : nullptr;
}

std::optional<Instant> expiryOf(const KeyReading &reading)
{
    if (!reading.ttl)
        return {};
    return reading.readAt + *reading.ttl;
}

const FamilyFacts DistributedReadWriteFacts{
    .kind = {"distributed-rw-lock"},
    .nature = Nature::ReadWrite,
    .rank = 10,
    .libraries = {"DistributedLock"},
    .patterns = {"*.writer", "*.readers"},
    .lease = std::chrono::seconds(30),
    .renewal = {3, 10},
    .renewer = Renewer::Library,
};

class DistributedReadWrite final : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::DistributedReadWrite)
public:
    DistributedReadWrite() : PlannedFamily(DistributedReadWriteFacts) {}

    QString title() const override { return tr("Read-write lock (DistributedLock)"); }
    QString legend() const override;
    OwnerId makeOwner() const override { return makeDistributedId(); }
    OwnerParts ownerParts(const OwnerId &id) const override { return distributedParts(id.bytes); }

    NameRole roleOf(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::vector<CompanionKey> companions(const KeyReading &reading) const override;
    bool hasEssentialCompanions() const override { return true; }
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;

private:
    std::optional<Failure> problem(const ActDraft &draft) const override;
    std::vector<QByteArray> keysOf(const LockName &key) const override { return {key.bytes, readersOf(key)}; }
    void planAcquire(ActDraft &draft) const override;
    void planRenew(ActDraft &draft) const override;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planSetExpiry(ActDraft &draft) const override;
};

QString DistributedReadWrite::legend() const
{
    return tr(
        "Either one writer, a string under name.writer, or any number of readers, the set name.readers; a "
        "waiting writer leaves a mark that keeps new readers out. The set has one expiry for all its "
        "readers: a dead reader stays in it, and keeps writers out, as long as any other reader continues.");
}

NameRole DistributedReadWrite::roleOf(QByteArrayView key) const
{
    if (!key.endsWith(ReadersEnding) || key.size() == ReadersEnding.size())
        return {};
    return {.kind = NameRole::Kind::Companion,
            .subject = {key.chopped(ReadersEnding.size()).toByteArray() + WriterEnding.toByteArray()}};
}

bool DistributedReadWrite::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::String && isWriterName(sight.key);
}

std::vector<CompanionKey> DistributedReadWrite::companions(const KeyReading &reading) const
{
    const bool may = reading.type == ValueType::None || writerIn(reading);
    if (!may || !isWriterName(reading.key.bytes))
        return {};
    return {{.key = {readersOf(reading.key)}, .essential = true}};
}

std::optional<Decoded> DistributedReadWrite::decode(const KeyReading &reading) const
{
    if (!isWriterName(reading.key.bytes))
        return {};
    const std::optional<DistributedId> writer = writerIn(reading);
    const KeyReading *readers = readersIn(reading);
    const bool odd = !writer && reading.type != ValueType::None; // name.writer has an unrelated value
    if (odd || (!writer && !readers))
        return {};
    Decoded decoded{.kind = kind(), .libraries = &libraries(), .confidence = Confidence::Certain};
    if (writer && writer->waiting)
        decoded.queue.push_back(
            {.id = {writer->id.toByteArray()}, .deadline = expiryOf(reading), .mode = HoldMode::Write});
    else if (writer)
        decoded.holders.append(
            Holder{.id = {reading.string}, .mode = HoldMode::Write, .expiresAt = expiryOf(reading)});
    if (!readers)
        return decoded;
    for (const Member &reader : readers->members)
        decoded.holders.append(
            Holder{.id = {reader.bytes}, .mode = HoldMode::Read, .expiresAt = expiryOf(*readers)});
    if (!writer || writer->waiting) {
        decoded.ownDeadline = true;
        decoded.deadline = expiryOf(*readers);
    }
    decoded.extras = std::make_shared<LockExtras>(LockExtras{.companions = {readers->key}});
    return decoded;
}

QStringList DistributedReadWrite::explain(const KeyReading &reading) const
{
    if (!decode(reading))
        return {};
    QStringList lines;
    const std::optional<DistributedId> writer = writerIn(reading);
    if (writer && writer->waiting)
        lines << tr("The key holds the mark of a waiting writer, not of a holder: new readers stay out")
              << tr("Waiting writer: %1").arg(distributedIdText(*writer));
    else if (writer)
        lines << tr("The value is the writer's id as created by DistributedLock: machine, process and a "
                    "random part")
              << tr("Writer: %1").arg(distributedIdText(*writer));
    if (const KeyReading *readers = readersIn(reading)) {
        for (const Member &reader : readers->members)
            lines << tr("Reader: %1").arg(distributedIdText(*distributedId(reader.bytes)));
        lines << tr("The readers share one expiry: a dead one stays until the last live one stops");
        if (readers->size > qint64(readers->members.size()))
            lines << tr("There are more readers than are shown");
    }
    lines << tr("Other waiters retry after 10 to 800 ms and cannot be seen");
    return lines;
}

std::optional<Failure> DistributedReadWrite::problem(const ActDraft &draft) const
{
    const ActRequest &request = draft.request;
    if (std::optional<Failure> found = shareRequestProblem(request))
        return found;
    if (!isWriterName(request.key.bytes))
        return badInput(request.key, tr("a lock of this kind is identified by its key name.writer"),
                        tr("append .writer to the name"));
    if (request.act == ActKind::Wake)
        return nobodyToWake(request.key, tr("its waiters retry after 10 to 800 ms"));
    return distributedOwnerProblem(request);
}

void DistributedReadWrite::planAcquire(ActDraft &draft) const
{
    const bool read = draft.request.mode == HoldMode::Read;
    if (!draft.send("distributed-rw-acquire",
                    {draft.owner.bytes, read ? "read" : "write", millisecondsText(draft.lease)}))
        return;
    if (read) {
        draft.steps << tr("If no writer holds it or waits, adds %1 to the readers").arg(draft.ownerText());
        draft.steps << tr("Sets the readers' expiry to at least %1 from now, unless there are readers "
                          "without an expiry")
                           .arg(draft.leaseText());
    } else {
        draft.steps << tr("If there is no writer and no reader, writes %1 with an expiry of %2")
                           .arg(draft.ownerText(), draft.leaseText());
        draft.warnings << tr("It leaves no mark while it waits: new readers may enter before it");
    }
    draft.steps << tr("Otherwise changes nothing and reports the holder");
}

void DistributedReadWrite::planRenew(ActDraft &draft) const
{
    if (!draft.send("distributed-rw-renew", {draft.owner.bytes, millisecondsText(draft.lease)}))
        return;
    draft.steps
        << tr("If %1 writes, sets the expiry to %2 from now").arg(draft.ownerText(), draft.leaseText());
    draft.steps << tr("If it reads, sets the expiry of all readers to at least that, unless they have none");
    draft.steps << tr("Otherwise changes nothing");
}

void DistributedReadWrite::planRelease(ActDraft &draft) const
{
    if (!draft.send("distributed-rw-release",
                    {draft.owner.bytes, draft.request.mode == HoldMode::Read    ? "read"
                                        : draft.request.mode == HoldMode::Write ? "write"
                                                                                : "any"}))
        return;
    draft.steps
        << tr("If %1 writes or waits to write, deletes that key; if it reads, removes it from the readers")
               .arg(draft.ownerText());
    draft.steps << tr("Leaves all others as they are and notifies no client: waiters poll");
    warnOfRemoval(draft);
}

void DistributedReadWrite::planForceRelease(ActDraft &draft) const
{
    if (!sendComparison(draft, "distributed-rw-force-release"))
        return;
    draft.steps << tr("Deletes the writer and the readers");
    draft.steps << tr("Keeps the mark of a waiting writer: it acquires the lock next");
}

void DistributedReadWrite::planSetExpiry(ActDraft &draft) const
{
    if (!sendMeant(draft, "distributed-rw-set-expiry"))
        return;
    draft.steps << tr("Makes it expire in %1, if it has no expiry or a later one").arg(draft.leaseText());
    draft.warnings << tr("Readers share one expiry: it can be set only for a sole reader");
    draft.warnings << tr("A live holder extends it again within 9 s by default");
}

} // namespace

std::unique_ptr<Format> family_distributedrwlock()
{
    return std::make_unique<DistributedReadWrite>();
}

} // namespace lockscope
