// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: lukas-krecan/ShedLock: providers/redis/shedlock-support-redis/.../InternalRedisLockProvider.java, to
// 7.9.0; shedlock-provider-redis-spring/.../RedisLockProvider.java, 5.16.0; KeepAliveLockProvider.java.
//   job-lock:<environment>:<name>  string: ADDED:<ISO time>@<host>, and since 6.7.0 :<uuid>. It expires after
//                                  lockAtMostFor. When the job ends it is deleted or, until lockAtLeastFor
//                                  is over, kept with a shorter expiry. Before 6.7.0 each of these writes
//                                  the time anew; without safeUpdate none compares the entry first.
#include "core/formats/family.h"
#include "core/formats/ownerparts.h"
#include "core/formats/shapes.h"
#include "core/formats/strings/stringplan.h"
#include "core/formats/strings/stringvalue.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QSysInfo>
#include <QUuid>

#include <array>

namespace lockscope
{

namespace
{

constexpr qint64 ShortestEntry = QByteArrayView("ADDED:2026-01-01T00:00:00Z@h").size();

bool isWorthReading(const KeySight &sight)
{
    const bool fits = !sight.size || (*sight.size >= ShortestEntry && *sight.size <= MaxLockStringBytes);
    return sight.type == ValueType::String && fits && (sight.ttl || isLockName(sight.key));
}

constexpr std::array<Fingerprint, 2> ShedLockPrints{{
    {"194f3902b2dd08557818d09fc2e7682d91480e53", "ShedLock", "delete with safeUpdate", "6.7.0+"},
    {"67256370c2d1c87e2250898075542b1a7fa5b917", "ShedLock", "extend with safeUpdate", "6.7.0+"},
}};

const FamilyFacts ShedLockFacts{
    .kind = {"shedlock"},
    .nature = Nature::Workload,
    .rank = 10,
    .libraries = {"ShedLock"},
    .patterns = {"job-lock:*"},
    .lease = std::chrono::minutes(1),
    // For KeepAliveLockProvider. The plain provider never extends.
    .renewal = {1, 2},
    .renewer = Renewer::Either,
    .waiting = WaitMode::Nobody,
    .fingerprints = ShedLockPrints,
};

class ShedLock final : public Family
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ShedLock)
public:
    ShedLock() : Family(ShedLockFacts) {}

    QString title() const override { return tr("Scheduled job (ShedLock)"); }
    QString legend() const override
    {
        return tr("A string that keeps a scheduled job from starting on a second machine; it contains the "
                  "host and the start time. It may stay after the job has ended; once it is gone, the job "
                  "may start again, even while the first run continues.");
    }
    OwnerId makeOwner() const override;
    OwnerParts ownerParts(const OwnerId &id) const override;

    bool mayBe(const KeySight &sight) const override { return isWorthReading(sight); }
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;
};

struct Entry {
    QByteArray time{};
    QByteArray host{};
    QByteArray uuid{}; // empty: before 6.7.0
};

std::optional<Entry> entryIn(const QByteArray &value)
{
    if (!isShedLockEntry(value))
        return {};
    const qsizetype at = value.indexOf('@');
    Entry entry{.time = value.sliced(6, at - 6), .host = value.sliced(at + 1)};
    if (entry.host.size() > 37 && entry.host[entry.host.size() - 37] == ':' && isUuid(entry.host.last(36))) {
        entry.uuid = entry.host.last(36);
        entry.host.chop(37);
    }
    return entry;
}

std::optional<Entry> entryOf(const KeyReading &reading)
{
    if (!(isWorthReading({reading.key.bytes, reading.type, reading.ttl}) || isRuled(reading, "shedlock")) ||
        reading.size != reading.string.size())
        return {};
    return entryIn(reading.string);
}

// The time is by the host's clock. The UUID identifies one run of a job, not a client.
OwnerParts ShedLock::ownerParts(const OwnerId &id) const
{
    OwnerParts parts;
    const std::optional<Entry> entry = entryIn(id.bytes);
    if (!entry)
        return parts;
    parts.host = entry->host;
    const QDateTime time = QDateTime::fromString(QString::fromLatin1(entry->time), Qt::ISODateWithMs);
    if (time.isValid())
        parts.madeAt = WallTime(milliseconds(time.toMSecsSinceEpoch()));
    return parts;
}

OwnerId ShedLock::makeOwner() const
{
    return {"ADDED:" + QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toLatin1() + '@' +
            QSysInfo::machineHostName().toUtf8() + ':' +
            QUuid::createUuid().toByteArray(QUuid::WithoutBraces)};
}

std::optional<Decoded> ShedLock::decode(const KeyReading &reading) const
{
    if (!entryOf(reading))
        return {};
    return decodedString(reading, kind(), libraries(), Confidence::Certain);
}

QStringList ShedLock::explain(const KeyReading &reading) const
{
    const std::optional<Entry> entry = entryOf(reading);
    if (!entry)
        return {};
    QStringList lines;
    lines << tr("The value is ShedLock's entry: when and on which host the job was started");
    lines << tr("Started on host %1").arg(escapedText(entry->host));
    const QDateTime started = QDateTime::fromString(QString::fromUtf8(entry->time), Qt::ISODateWithMs);
    const milliseconds age =
        reading.wallMilliseconds() - milliseconds(started.isValid() ? started.toMSecsSinceEpoch() : 0);
    const bool aged = started.isValid() && reading.wallAt != WallTime() && age >= milliseconds(0);
    const QString time =
        aged ? tr("%1, %2 ago").arg(escapedText(entry->time), humanDuration(age)) : escapedText(entry->time);
    lines << (entry->uuid.isEmpty() ? tr("Started or last extended at %1: ShedLock before 6.7.0 overwrites "
                                         "the time when it extends")
                                    : tr("Started at %1"))
                 .arg(time);
    lines << (reading.ttl
                  ? tr("It expires when lockAtMostFor is over, or lockAtLeastFor if the job has ended")
                  : tr("It has no expiry, which ShedLock never writes: the job will not start again"));
    lines << tr("The job may have ended already: ShedLock keeps the entry until lockAtLeastFor is over. The "
                "key does not show which");
    lines << tr("No client waits for it: other hosts skip this run");
    return lines;
}

Outcome<ActPlan> ShedLock::plan(const ActRequest &request, const Lock *seen) const
{
    Outcome<ActPlan> outcome = planString(*this, request, seen);
    if (!outcome || !request.withTexts)
        return outcome;
    switch (request.act) {
    case ActKind::Acquire:
        outcome->warnings.prepend(tr("While it exists, the job of this name starts nowhere"));
        break;
    case ActKind::Release:
        outcome->warnings.prepend(
            tr("The job may start again now: ShedLock itself would keep the entry until "
               "lockAtLeastFor is over"));
        break;
    case ActKind::ForceRelease:
        outcome->warnings.prepend(tr("The job may start again now, even while the first run continues. A "
                                     "shorter expiry is the gentler way"));
        outcome->warnings << tr("When the first run ends, it deletes the entry of the next one, or shortens "
                                "it to what is left of its own lockAtLeastFor, unless safeUpdate is set");
        break;
    case ActKind::SetExpiry:
        outcome->warnings.prepend(tr("A job that runs longer than that may be started a second time"));
        break;
    default:
        break;
    }
    return outcome;
}

} // namespace

std::unique_ptr<Format> family_shedlock()
{
    return std::make_unique<ShedLock>();
}

} // namespace lockscope
