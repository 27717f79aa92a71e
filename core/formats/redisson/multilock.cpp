// SPDX-License-Identifier: GPL-3.0-or-later
// "multi-lock": Redisson's multi-lock on the values of a group. One hash has three fields for each value,
// named by its 22-letter hash h: h = owner, h:owner:expire_time = ms since 1970, h:owner:lock_count = holds.
// A value whose time has passed is free although its fields exist. Facts: redisson/redisson:
// RedissonFasterMultiLock.java, renewal/FastMultilockTask.java, misc/Hash.java, 3.38.0 to 4.7.0. The hash of
// a value depends on the application's codec, so it cannot be computed here.
#include "core/formats/family.h"
#include "core/formats/lockwords.h"
#include "core/formats/ownerparts.h"
#include "core/formats/planning.h"
#include "core/formats/redisson/redissonlock.h"
#include "core/formats/shapes.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <array>
#include <climits>

namespace lockscope
{

namespace
{

constexpr qsizetype HashLetters = 22;
constexpr size_t MaxValues = 500; // per act, as in group-values.lua

bool isBase64Letter(char c)
{
    return isAlphanumeric(c) || c == '+' || c == '/';
}

// 128 bits in unpadded base64: only two bits of the last letter are used.
bool isValueHash(QByteArrayView text)
{
    return text.size() == HashLetters && all(text, isBase64Letter) &&
           QByteArrayView("AQgw").contains(text.back());
}

struct SideField {
    QByteArrayView value{};
    QByteArrayView owner{};
    bool isTime = false;
};

std::optional<SideField> sideField(QByteArrayView field)
{
    const QByteArrayView time = ":expire_time";
    const QByteArrayView count = ":lock_count";
    const bool isTime = field.endsWith(time);
    if (!isTime && !field.endsWith(count))
        return {};
    const QByteArrayView rest = field.chopped(isTime ? time.size() : count.size());
    if (rest.size() <= HashLetters || rest[HashLetters] != ':' || !isValueHash(rest.first(HashLetters)))
        return {};
    const QByteArrayView owner = rest.sliced(HashLetters + 1);
    if (!redissonOwner(owner))
        return {};
    return SideField{rest.first(HashLetters), owner, isTime};
}

struct HeldValue {
    QByteArray value{};
    QByteArray owner{};
    qint64 until = 0; // ms since 1970
    qint64 count = 0;
};

using Fields = std::vector<std::pair<QByteArray, QByteArray>>;

std::optional<qint64> numberIn(const Fields &fields, const QByteArray &name)
{
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&name](const auto &field) { return field.first == name; });
    return found == fields.end() ? std::nullopt : decimal(found->second);
}

// All values in the hash, expired or not. None if the hash has any other field.
std::optional<std::vector<HeldValue>> valuesOf(const KeyReading &reading)
{
    if (reading.type != ValueType::Hash || reading.fields.size() < 2 ||
        reading.size != qint64(reading.fields.size()))
        return {};
    std::vector<HeldValue> values;
    for (const auto &[field, content] : reading.fields) {
        if (!isValueHash(field)) {
            if (!sideField(field) || !decimal(content))
                return {};
            continue;
        }
        const std::optional<qint64> until = numberIn(reading.fields, field + ':' + content + ":expire_time");
        const std::optional<qint64> count = numberIn(reading.fields, field + ':' + content + ":lock_count");
        if (!redissonOwner(content) || !until || !count)
            return {};
        values.push_back({field, content, *until, *count});
    }
    return values;
}

bool isPast(const HeldValue &value, const KeyReading &reading)
{
    return value.until <= reading.wallMilliseconds().count();
}

std::vector<QByteArray> with(const std::vector<QByteArray> &values, std::vector<QByteArray> arguments)
{
    arguments.insert(arguments.end(), values.begin(), values.end());
    return arguments;
}

std::vector<QByteArray> wantedValues(const ActRequest &request)
{
    std::vector<QByteArray> values;
    if (request.part.isEmpty())
        return values;
    for (const QByteArray &value : request.part.split(','))
        values.push_back(value);
    return values;
}

constexpr std::array<Fingerprint, 2> MultiLockPrints{{
    {"eba4f75b2998ef1ead8e55019d89d93d85dadf60", "Redisson", "group multi-lock acquire", "3.38.0-4.7.0"},
    {"6f6c8d62862d8d76ea41fc769938285c3aca3005", "Redisson", "group multi-lock try", "3.38.0-4.7.0"},
}};

const FamilyFacts MultiLockFacts{
    .kind = {"multi-lock"},
    .nature = Nature::Group,
    .rank = 10,
    .libraries = {"Redisson"},
    .patterns = {"*[Ll][Oo][Cc][Kk]*"},
    .lease = std::chrono::seconds(30),
    .renewal = {1, 3},
    .renewer = Renewer::Library,
    .reentrant = true,
    .fingerprints = MultiLockPrints,
};

} // namespace

class MultiLock final : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::MultiLock)
public:
    MultiLock() : PlannedFamily(MultiLockFacts) {}

    QString title() const override { return tr("Multi-lock on values (Redisson)"); }
    QString legend() const override;
    OwnerId makeOwner() const override;
    OwnerParts ownerParts(const OwnerId &id) const override { return redissonParts(id.bytes); }

    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    std::optional<QByteArray> wakeChannel(const LockName &key) const override;

private:
    std::optional<Failure> problem(const ActDraft &draft) const override;
    void planAcquire(ActDraft &draft) const override;
    void planRenew(ActDraft &draft) const override;
    void planRelease(ActDraft &draft) const override;
    void planRemoveShare(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planWake(ActDraft &draft) const override;
    void planSetExpiry(ActDraft &draft) const override;
    void warnOfForce(ActPlan &plan) const;
};

QString MultiLock::legend() const
{
    return tr("Values of one group, each with its own owner, count and time in one hash; the owner's "
              "watchdog extends the time every 10 s. A value whose time has passed by the clients' clocks is "
              "free, although it still exists.");
}

OwnerId MultiLock::makeOwner() const
{
    return {ownUuid() + ":1"};
}

bool MultiLock::mayBe(const KeySight &sight) const
{
    const bool sized = !sight.size || *sight.size >= 3; // three fields per value
    return sight.type == ValueType::Hash && sized && (sight.ttl || hasLockWord(sight.key));
}

std::optional<Decoded> MultiLock::decode(const KeyReading &reading) const
{
    const auto values = valuesOf(reading);
    if (!values)
        return {};
    Decoded decoded{.kind = kind(), .libraries = &libraries(), .confidence = Confidence::Certain};
    for (const HeldValue &value : *values) {
        if (isPast(value, reading))
            continue;
        Holder holder{.id = {value.owner}, .count = std::max<qint64>(1, value.count), .part = value.value};
        holder.expiresAt = reading.instantOf(milliseconds(value.until));
        if (reading.ttl) // when the hash expires, all values end
            holder.expiresAt = std::min(*holder.expiresAt, reading.readAt + *reading.ttl);
        decoded.holders.append(holder);
    }
    return decoded;
}

QStringList MultiLock::explain(const KeyReading &reading) const
{
    const auto values = valuesOf(reading);
    if (!values)
        return {};
    const auto past = std::count_if(values->begin(), values->end(),
                                    [&reading](const HeldValue &value) { return isPast(value, reading); });
    QStringList lines;
    lines << tr(
        "A hash whose fields are hashes of values with owner, time and count: Redisson's multi-lock on "
        "values of a group");
    lines << tr("%n value(s) held", nullptr, int(qint64(values->size()) - past));
    if (past > 0)
        lines << tr("%n expired value(s): free for the next client", nullptr, int(past));
    lines << tr("The values themselves cannot be derived from their hashes");
    for (const HeldValue &value : *values) {
        if (isPast(value, reading))
            continue;
        const std::optional<RedissonOwner> owner = redissonOwner(value.owner);
        if (hasOwnUuid(value.owner)) {
            lines << tr("%1: acquired with Lockscope, as the owner id shows, until %2")
                         .arg(
                             QString::fromLatin1(value.value),
                             QDateTime::fromMSecsSinceEpoch(value.until).toUTC().toString(Qt::ISODateWithMs));
            continue;
        }
        lines << tr("%1: client %2, thread %3, until %4")
                     .arg(QString::fromLatin1(value.value), QString::fromLatin1(owner->client),
                          QString::fromLatin1(owner->thread),
                          QDateTime::fromMSecsSinceEpoch(value.until).toUTC().toString(Qt::ISODateWithMs));
    }
    return lines;
}

std::optional<QByteArray> MultiLock::wakeChannel(const LockName &key) const
{
    return redissonPrefixed("redisson_lock__channel", key.bytes);
}

std::optional<Failure> MultiLock::problem(const ActDraft &draft) const
{
    const ActRequest &request = draft.request;
    if (std::optional<Failure> found = requestProblem(request))
        return found;
    const std::vector<QByteArray> values = wantedValues(request);
    for (const QByteArray &value : values) {
        if (!isValueHash(value))
            return badInput(request.key, tr("%1 is not the hash of a value").arg(escapedText(value)),
                            tr("use the 22 letters that the lock shows; separate several with commas"));
    }
    if (values.size() > MaxValues)
        return badInput(request.key, tr("more than %1 values are too many for one step").arg(MaxValues));
    const bool ofOne =
        request.act == ActKind::RemoveShare || (request.act == ActKind::ForceRelease && !values.empty());
    if (ofOne && values.size() != 1)
        return badInput(request.key, tr("only one value can be removed at a time"),
                        tr("specify the value by its 22 letters"));
    if (request.act == ActKind::RemoveShare && request.owner.isEmpty())
        return badInput(request.key, tr("no owner was specified whose value to remove"),
                        tr("specify its owner"));
    if (request.act != ActKind::Acquire)
        return {};
    if (values.empty())
        return badInput(request.key, tr("the values of the group to acquire were not specified"),
                        tr("specify their hashes, 22 letters each, separated by commas"));
    return redisson::ownerProblem(request);
}

void MultiLock::planAcquire(ActDraft &draft) const
{
    const std::vector<QByteArray> values = wantedValues(draft.request);
    if (!draft.send("group-acquire", with(values, {draft.owner.bytes, millisecondsText(draft.lease)})))
        return;
    draft.steps << tr("If no other owner holds any of the %n value(s), acquires all of them for %1", nullptr,
                      int(values.size()))
                       .arg(draft.ownerText());
    draft.steps << tr("Sets their time to %1 from now").arg(draft.leaseText());
    draft.steps << tr(
        "If another owner holds one, changes nothing and reports the owner and the remaining time");
    if (draft.request.wait > milliseconds(0))
        draft.steps << tr("Retries at each message on %1, for at most %2")
                           .arg(escapedText(*wakeChannel(draft.request.key)),
                                humanDuration(draft.request.wait));
    if (draft.request.watchdog)
        draft.steps << tr("Then extends the time every %1 while this program runs")
                           .arg(humanDuration(*watchdogPeriod(draft.lease)));
}

void MultiLock::planRenew(ActDraft &draft) const
{
    const std::vector<QByteArray> values = wantedValues(draft.request);
    if (!draft.send("group-renew", with(values, {draft.owner.bytes, millisecondsText(draft.lease)})))
        return;
    draft.steps << (values.empty() ? tr("Sets the time of all values that %1 holds to %2 from now")
                                   : tr("If %1 holds the specified values, sets their time to %2 from now"))
                       .arg(draft.ownerText(), draft.leaseText());
    draft.steps << tr("Otherwise changes nothing; an expired value is not acquired again");
}

void MultiLock::planRelease(ActDraft &draft) const
{
    const milliseconds lease = redisson::leaseAfterRelease(draft);
    const std::vector<QByteArray> values = wantedValues(draft.request);
    const QByteArray channel = announce(draft);
    if (!draft.send("group-release",
                    with(values, {draft.owner.bytes, millisecondsText(lease), channel, wakeMessage()})))
        return;
    draft.steps << (values.empty() ? tr("Removes one hold from each value that %1 holds")
                                   : tr("If %1 holds the specified values, removes one hold from each"))
                       .arg(draft.ownerText());
    draft.steps << tr("If any value becomes free: first publishes %1 on %2, so that waiters retry")
                       .arg(QString::fromLatin1(wakeMessage()), escapedText(channel));
}

void MultiLock::warnOfForce(ActPlan &plan) const
{
    plan.warnings << tr("The old holder's code keeps running and is not notified");
    plan.warnings << tr(
        "Redisson reuses owner ids: a value that the same thread released and acquired again looks the same");
}

void MultiLock::planRemoveShare(ActDraft &draft) const
{
    const bool share = draft.request.act == ActKind::RemoveShare;
    const std::optional<OwnerId> owner =
        share ? std::optional(draft.request.owner) : draft.request.expectedOwner;
    const QByteArray channel = announce(draft);
    if (!draft.send(
            "group-remove",
            {owner ? "owner" : "any", owner ? owner->bytes : QByteArray(),
             draft.request.expectedCount ? QByteArray::number(*draft.request.expectedCount) : QByteArray(),
             channel, wakeMessage(), draft.request.part}))
        return;
    if (owner)
        draft.steps << tr("Continues only if %1 still holds the value").arg(escapedText(owner->bytes));
    if (draft.request.expectedCount)
        draft.steps << tr("and only with %n hold(s), as shown", nullptr,
                          int(std::min<qint64>(*draft.request.expectedCount, INT_MAX)));
    draft.steps << tr("Publishes %1 on %2, so that waiters retry immediately")
                       .arg(QString::fromLatin1(wakeMessage()), escapedText(channel));
    draft.steps << tr("Removes the value with all its holds; the other values stay");
    warnOfForce(draft.plan);
    if (!owner)
        draft.warnings << tr("No owner is compared: any current holder loses it");
}

void MultiLock::planForceRelease(ActDraft &draft) const
{
    if (!draft.request.part.isEmpty())
        return planRemoveShare(draft);
    const QByteArray channel = announce(draft);
    const ActRequest &request = draft.request;
    const bool all = !request.expectedHolders.empty();
    std::vector<QByteArray> arguments{all                     ? "holders"
                                      : request.expectedOwner ? "owner"
                                                              : "any",
                                      channel, wakeMessage()};
    for (const Holder &holder : request.expectedHolders)
        arguments.insert(arguments.end(), {holder.part, holder.id.bytes, QByteArray::number(holder.count)});
    if (!all && request.expectedOwner)
        arguments.insert(arguments.end(),
                         {request.expectedOwner->bytes,
                          request.expectedCount ? QByteArray::number(*request.expectedCount) : QByteArray()});
    if (!draft.send("group-force-release", std::move(arguments)))
        return;
    if (all)
        draft.steps << tr("Continues only if exactly the values shown are held, by the same owners");
    else if (draft.request.expectedOwner)
        draft.steps << tr("Continues only if %1 holds all held values")
                           .arg(escapedText(draft.request.expectedOwner->bytes));
    draft.steps << tr("Publishes %1 on %2, so that waiters retry immediately")
                       .arg(QString::fromLatin1(wakeMessage()), escapedText(channel));
    draft.steps << tr("Deletes the whole group, with all values and holds");
    warnOfForce(draft.plan);
    if (!all && !draft.request.expectedOwner)
        draft.warnings << tr("No owner is compared: all current holders lose their values");
}

void MultiLock::planWake(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    if (!draft.send("redisson-wake", {channel, wakeMessage()}))
        return;
    draft.steps << tr("Publishes %1 on %2: one waiter of each client retries")
                       .arg(QString::fromLatin1(wakeMessage()), escapedText(channel));
    draft.steps << tr("Changes nothing: a waiter that still finds its values held waits again");
}

void MultiLock::planSetExpiry(ActDraft &draft) const
{
    const std::vector<QByteArray> values = wantedValues(draft.request);
    if (!draft.sendExpiry("group-set-expiry", values))
        return;
    if (draft.meant)
        draft.steps << tr("Only values that %1 still holds").arg(escapedText(draft.meant->bytes));
    draft.steps << tr("Makes the values end in %1, if they end later").arg(draft.leaseText());
    draft.steps << tr("An earlier end stays as it is");
    draft.warnings << tr("A holder that does not renew it loses the value while it works");
    draft.warnings << tr(
        "No client is notified of the end: waiters learn of it when the time they last read has passed");
}

std::unique_ptr<Format> family_multilock()
{
    return std::make_unique<MultiLock>();
}

} // namespace lockscope
