// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: ionelmc/python-redis-lock: src/redis_lock/__init__.py, 1.0 to 4.0.1.
//   lock:N         string: the owner's id, 18 random bytes in base64 (16 raw bytes in 1.0 to 3.0), or the
//                  caller's own id; no expiry by default
//   lock-signal:N  list: one element for 1 s after a release; waiters sleep in BLPOP on it
#include "core/formats/family.h"
#include "core/formats/ownerparts.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"
#include "core/formats/strings/pythonsignals.h"
#include "core/formats/strings/stringplan.h"
#include "core/formats/strings/stringvalue.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <array>

namespace lockscope
{

namespace
{

constexpr QByteArrayView SignalPrefix("lock-signal:");
constexpr QByteArrayView SignalLife("1000"); // ms, the library's default

constexpr QByteArrayView LockPrefix("lock:");

constexpr std::array<Fingerprint, 5> PythonRedisLockPrints{{
    {"6b20b1ed22f1d9a3df1dc2616e9cdd32a13e7740", "python-redis-lock", "unlock", "3.0-3.1"},
    {"dc1e6ea4fc20d70a60aa3ab10780c696e74d541e", "python-redis-lock", "unlock", "3.2-3.3.1"},
    {"ae7cc25ea7f8e1bf59f60e7e4d68ebf4c24a97ad", "python-redis-lock", "unlock", "3.4-3.5"},
    {"90da91872223f85eb1376a17e3c4df21ace8c54b", "python-redis-lock", "unlock", "3.6-4.0.1"},
    {"fed16109024d968d9496e4140fe1355bac05ebff", "python-redis-lock", "extend", "3.6-4.0.1"},
}};

const FamilyFacts PythonRedisLockFacts{
    .kind = {"python-redis-lock"},
    .rank = 50,
    .libraries = {"python-redis-lock"},
    .patterns = {"lock:*"},
    .renewal = {2, 3},
    .renewer = Renewer::Either,
    .waiting = WaitMode::Sleep,
    .fingerprints = PythonRedisLockPrints,
};

class PythonRedisLock final : public Family
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::PythonRedisLock)
public:
    PythonRedisLock() : Family(PythonRedisLockFacts) {}

    QString title() const override { return tr("Lock with a wake-up list (python-redis-lock)"); }
    QString legend() const override
    {
        return tr("A string with a random id, and a list on which waiters block until a release pushes an "
                  "element. By default it has no expiry, so a dead owner keeps it forever; deleting only the "
                  "key leaves the waiters blocked.");
    }
    OwnerId makeOwner() const override;
    OwnerParts ownerParts(const OwnerId &id) const override { return opaqueParts(id.bytes); }

    NameRole roleOf(QByteArrayView key) const override;
    std::vector<QByteArray> companionPatterns(QByteArrayView pattern) const override;
    std::optional<QByteArray> signalKey(const LockName &key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::vector<CompanionKey> companions(const KeyReading &reading) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;

private:
    StringActs acts(const ActRequest &request) const;
    ActPlan planWake(const ActRequest &request) const;
};

const KeyReading *signalOf(const KeyReading &reading)
{
    if (reading.companions.empty())
        return nullptr;
    const KeyReading *signal = reading.companion(pythonSignalKey(reading.key.bytes));
    return signal && signal->type == ValueType::List ? signal : nullptr;
}

bool isId(const QByteArray &value)
{
    return (isBase64Of(value, 18) && isMixedCase(value)) || isRandomBytes(value, 16);
}

// The application may choose the id. Then only the signal list identifies the library.
std::optional<Confidence> listConfidence(const KeyReading &reading)
{
    if (reading.type != ValueType::String || !isPythonLockName(reading.key.bytes))
        return {};
    const bool isCertain = signalOf(reading) || isRuled(reading, "python-redis-lock");
    if ((!isCertain && !isId(reading.string)) || stringValue(reading).sort == ValueSort::Data)
        return {};
    return isCertain ? Confidence::Certain : Confidence::Likely;
}

OwnerId PythonRedisLock::makeOwner() const
{
    for (;;) {
        QByteArray id(18, Qt::Uninitialized);
        for (char &byte : id)
            byte = char(QRandomGenerator::system()->bounded(256));
        if (const QByteArray text = id.toBase64(); isMixedCase(text))
            return {text};
    }
}

NameRole PythonRedisLock::roleOf(QByteArrayView key) const
{
    if (!key.startsWith(SignalPrefix) || key.size() == SignalPrefix.size())
        return {};
    return {.kind = NameRole::Kind::Trace,
            .subject = {LockPrefix.toByteArray() + key.sliced(SignalPrefix.size()).toByteArray()}};
}

std::vector<QByteArray> PythonRedisLock::companionPatterns(QByteArrayView pattern) const
{
    if (!pattern.startsWith(LockPrefix))
        return {};
    return {SignalPrefix.toByteArray() + pattern.sliced(LockPrefix.size()).toByteArray()};
}

std::optional<QByteArray> PythonRedisLock::signalKey(const LockName &key) const
{
    return isPythonLockName(key.bytes) ? std::optional(pythonSignalKey(key.bytes)) : std::nullopt;
}

bool PythonRedisLock::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::String && isPythonLockName(sight.key);
}

std::vector<CompanionKey> PythonRedisLock::companions(const KeyReading &reading) const
{
    if (!isPythonLockName(reading.key.bytes) ||
        (reading.type != ValueType::None &&
         (reading.type != ValueType::String || stringValue(reading).sort == ValueSort::Data)))
        return {};
    return {{.key = {pythonSignalKey(reading.key.bytes)}}};
}

std::optional<Decoded> PythonRedisLock::decode(const KeyReading &reading) const
{
    const std::optional<Confidence> confidence = listConfidence(reading);
    if (!confidence)
        return {};
    Decoded decoded = decodedString(reading, kind(), libraries(), *confidence);
    if (const KeyReading *signal = signalOf(reading)) {
        auto extras = std::make_shared<LockExtras>();
        extras->companions.push_back(signal->key);
        decoded.extras = std::move(extras);
    }
    return decoded;
}

QStringList PythonRedisLock::explain(const KeyReading &reading) const
{
    if (!listConfidence(reading))
        return {};
    const QString signal = escapedText(pythonSignalKey(reading.key.bytes));
    QStringList lines;
    if (isRandomBytes(reading.string, 16))
        lines << tr("A name that begins with lock: and 16 random bytes: the ids of python-redis-lock 1.0 to "
                    "3.0");
    else if (isId(reading.string))
        lines << tr("A name that begins with lock: and 18 random bytes in base64: the ids of "
                    "python-redis-lock");
    else
        lines << tr("A name that begins with lock: and an id chosen by the application");
    if (signalOf(reading))
        lines << tr("The list %1 exists: this lock was released within the last second").arg(signal);
    lines << tr("Its waiters block in BLPOP on the list %1. Redis does not report for which key a client "
                "blocks: the number of waiters is unknown")
                 .arg(signal);
    lines << (reading.ttl
                  ? tr("It expires by itself unless the owner extends it")
                  : tr("It has no expiry, as by default: if its owner died, it stays until it is released"));
    lines << tr(
        "A plain DEL would leave the waiters blocked: each for its timeout or its own expiry, forever if it "
        "set neither");
    return lines;
}

StringActs PythonRedisLock::acts(const ActRequest &request) const
{
    const QByteArray signal = pythonSignalKey(request.key.bytes);
    StringAct end{.keys = {signal}, .arguments = {SignalLife.toByteArray()}};
    if (request.withTexts)
        end.steps << tr("Wakes one waiter: empties the list %1, pushes one element and lets it expire in 1 s")
                         .arg(escapedText(signal));
    StringActs acts;
    acts.release = end;
    acts.release.script = "pythonredislock-release";
    acts.forceRelease = end;
    acts.forceRelease.script = "pythonredislock-force-release";
    return acts;
}

ActPlan PythonRedisLock::planWake(const ActRequest &request) const
{
    const QByteArray signal = pythonSignalKey(request.key.bytes);
    ActPlan plan{.act = request.act, .key = request.key, .kind = kind()};
    plan.script = "pythonredislock-wake";
    plan.keys = {request.key.bytes, signal};
    plan.args = {SignalLife.toByteArray()};
    if (!request.withTexts)
        return plan;
    plan.steps << tr("Empties the list %1, pushes one element and lets it expire in 1 s: one waiter wakes "
                     "and retries")
                      .arg(escapedText(signal));
    plan.steps << tr("Leaves the lock as it is");
    plan.commands << redisCliEval(plan);
    plan.steps << tr("Then checks whether a waiter took the element");
    return plan;
}

Outcome<ActPlan> PythonRedisLock::plan(const ActRequest &request, const Lock *seen) const
{
    if (const std::optional<Failure> problem = requestProblem(request))
        return *problem;
    if (!isPythonLockName(request.key.bytes))
        return badInput(request.key, tr("python-redis-lock puts lock: before each name"),
                        tr("name it lock:%1").arg(escapedText(request.key.bytes)));
    if (request.act == ActKind::Wake)
        return planWake(request);
    return planString(*this, request, seen, acts(request));
}

} // namespace

std::unique_ptr<Format> family_pythonredislock()
{
    return std::make_unique<PythonRedisLock>();
}

} // namespace lockscope
