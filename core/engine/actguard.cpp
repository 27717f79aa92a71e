// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/actguard.h"

#include "core/engine/sameowner.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

struct Say {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ActGuard)
};

Failure refusal(const ActRequest &request, ErrorKind kind, const QString &text, const QString &remedy)
{
    return {.kind = kind, .text = text, .remedy = remedy, .key = request.key.bytes};
}

// Who gives back a hold that this program did not take, takes it away from somebody.
bool isSevere(const ActRequest &request, bool isOwn)
{
    return takesAway(request.act) || (request.act == ActKind::Release && !isOwn);
}

std::optional<Failure> unconfirmed(const ActRequest &request, const QString &wanted)
{
    if (request.reason.trimmed().isEmpty())
        return refusal(request, ErrorKind::Forbidden, Say::tr("production asks for a reason, which is kept"),
                       Say::tr("say why"));
    if (request.confirmedName == wanted)
        return {};
    const QString text = request.confirmedName.isEmpty()
                             ? Say::tr("production asks for a name to be typed")
                             : Say::tr("the name typed, %1, is another").arg(request.confirmedName);
    return refusal(request, ErrorKind::Forbidden, text, Say::tr("type %1").arg(wanted));
}

constexpr milliseconds LongestWait = 1min;

// In whole seconds, up to the longest wait.
QString waitRemedy(milliseconds wait)
{
    return Say::tr("wait %1").arg(humanDuration(wait));
}

} // namespace

bool ActPermit::covers(const ActRequest &request) const
{
    if (request.key != m_key)
        return false;
    // Who gives up waiting leaves the queue, and gives back what was granted too late.
    const bool belongs = request.act == ActKind::Renew || request.act == ActKind::Release ||
                         request.act == ActKind::RemoveShare;
    return request.act == m_act || (m_act == ActKind::Acquire && belongs);
}

bool ActPermit::isToBeWritten(const NodeId &node, ActKind act) const
{
    const bool isBeat = m_act == ActKind::Acquire && act == ActKind::Renew;
    return m_journal && m_number > 0 && !isBeat &&
           std::ranges::find(m_written, std::pair(node, act)) == m_written.end();
}

// A wake-up changes nothing. Each node of a group has but a small part of the lease to answer an acquire or a
// renew, which take nothing away: neither waits there for what was before.
bool ActPermit::readsBefore(ActKind act) const
{
    const bool mayTakeAway = takesAway(act) || act == ActKind::Release;
    return mayTakeAway || (act != ActKind::Wake && !m_ofGroup);
}

QString confirmationFor(const ConnectionSpec &spec, const ActRequest &request, bool isOwn)
{
    if (spec.environment != Environment::Production || !isSevere(request, isOwn))
        return {};
    if (request.series > 1)
        return QStringLiteral("%1 %2").arg(spec.name).arg(request.series);
    return escapedText(request.key.bytes);
}

std::optional<milliseconds> waitTold(const Failure &refusal)
{
    if (refusal.kind != ErrorKind::Forbidden)
        return {};
    for (milliseconds wait = 1s; wait <= LongestWait; wait += 1s) {
        if (refusal.remedy == waitRemedy(wait))
            return wait;
    }
    return {};
}

std::optional<Failure> refusalOf(const ConnectionSpec &spec, const ActRequest &request, bool isOwn)
{
    if (spec.readOnly)
        return refusal(request, ErrorKind::ReadOnlySession, Say::tr("this connection is read-only"),
                       Say::tr("connect without read-only to change locks"));
    // Denied acts are those on others' locks: what this program took it must be able to give back.
    if (!isOwn && spec.limits.denied.contains(request.act))
        return refusal(request, ErrorKind::Forbidden,
                       Say::tr("the profile %1 denies %2").arg(spec.name, QLatin1String(name(request.act))),
                       Say::tr("choose a gentler act, or change what the profile denies"));
    const QString wanted = confirmationFor(spec, request, isOwn);
    return wanted.isEmpty() ? std::nullopt : unconfirmed(request, wanted);
}

void ActGuard::guard(const ConnectionSpec &spec)
{
    m_spec = spec;
    m_own.clear();
    m_admitted.clear();
}

std::optional<Failure> ActGuard::tooMany(const ActRequest &request)
{
    const int most = m_spec.limits.actsAMinute;
    if (most <= 0)
        return {};
    const WallTime from = wallNow() - 1min;
    while (!m_admitted.empty() && m_admitted.front() <= from)
        m_admitted.pop_front();
    // Other programs on the same profile count, too: the journal knows them.
    RecentActs recent{.count = int(m_admitted.size())};
    if (!m_admitted.empty())
        recent.first = m_admitted.front();
    if (m_journal) {
        if (const RecentActs written = m_journal->sentSince(m_spec, from); written.count > recent.count)
            recent = written;
    }
    if (recent.count < most)
        return {};
    const auto left = recent.first.value_or(wallNow()) + 1min - wallNow();
    const milliseconds wait = std::max<milliseconds>(std::chrono::ceil<std::chrono::seconds>(left), 1s);
    return refusal(request, ErrorKind::Forbidden,
                   Say::tr("the profile %1 allows %2 acts a minute, and %3 were made")
                       .arg(m_spec.name)
                       .arg(most)
                       .arg(recent.count),
                   waitRemedy(std::min<milliseconds>(wait, LongestWait)));
}

Outcome<Leave> ActGuard::admit(const ActRequest &request)
{
    const bool own = isOwn(request.key, request.owner) &&
                     (request.act == ActKind::Release || request.act == ActKind::Renew);
    std::optional<Failure> refused = refusalOf(m_spec, request, own);
    if (!refused && !own)
        refused = tooMany(request);
    std::shared_ptr<ActPermit> permit(new ActPermit);
    permit->m_act = request.act;
    permit->m_key = request.key;
    permit->m_journal = m_journal;
    permit->m_ofGroup = m_spec.topology == Topology::RedLock;
    permit->m_mustBeWrittenDown = m_spec.environment == Environment::Production;
    if (m_journal) {
        const auto number = m_journal->asked(request, m_spec);
        permit->m_number = number ? *number : 0;
        if (!number && !refused && permit->m_mustBeWrittenDown)
            refused = number.failure();
    }
    if (refused) {
        Receipt receipt{.act = request.act,
                        .result = ActResult::Refused,
                        .key = request.key,
                        .owner = request.owner,
                        .at = wallNow()};
        receipt.failure = *refused;
        if (permit->m_number > 0)
            static_cast<void>(m_journal->answered(permit->m_number, receipt)); // it tells itself
        return *refused;
    }
    m_admitted.push_back(wallNow());
    return Leave(std::move(permit));
}

void ActGuard::settle(const ActRequest &request, const Leave &leave, const Receipt &receipt,
                      std::optional<bool> renewed)
{
    if (leave && leave->number() > 0 && leave->journal())
        static_cast<void>(leave->journal()->answered(leave->number(), receipt)); // it tells itself
    follow(request, receipt, renewed.value_or(request.watchdog));
}

namespace
{

// Whether an act on the owner named means this hold of his; what was not said means any.
bool isMeant(const OwnHolding &held, const ActRequest &request, const Receipt &receipt)
{
    return held.key == receipt.key && isSameOwner(held.owner, receipt.owner) &&
           (request.mode == HoldMode::Exclusive || held.mode == HoldMode::Exclusive ||
            request.mode == held.mode) &&
           (request.part.isEmpty() || request.part == held.part);
}

} // namespace

// What came of an act for the holds of ours.
void ActGuard::follow(const ActRequest &request, const Receipt &receipt, bool renewed)
{
    const bool done = receipt.result == ActResult::Done;
    const bool gone = receipt.result == ActResult::OwnerChanged || receipt.result == ActResult::AlreadyGone;
    switch (receipt.act) {
    case ActKind::Acquire:
        // The answer was lost, but reading back showed who has it.
        if (done || (receipt.result == ActResult::Unknown && !receipt.owner.isEmpty() && receipt.foundOwner &&
                     isSameOwner(*receipt.foundOwner, receipt.owner)))
            take(request, receipt, renewed);
        return;
    case ActKind::Renew:
        break;
    case ActKind::SetExpiry:
    case ActKind::Wake:
        return;
    case ActKind::Release:
        if (done)
            giveBack(request, receipt);
        break;
    case ActKind::RemoveShare:
        if (done)
            std::erase_if(m_own, [&](const OwnHolding &held) { return isMeant(held, request, receipt); });
        break;
    case ActKind::ForceRelease:
        if (done || (gone && !receipt.foundOwner))
            std::erase_if(m_own, [&](const OwnHolding &held) { return held.key == receipt.key; });
        return;
    }
    if (gone)
        std::erase_if(m_own, [&](const OwnHolding &held) { return isMeant(held, request, receipt); });
}

// Several may be held under one name: permits, for reading, by several owner ids.
void ActGuard::take(const ActRequest &request, const Receipt &receipt, bool renewed)
{
    OwnHolding taken{.key = receipt.key,
                     .kind = receipt.kind,
                     .owner = receipt.owner,
                     .mode = request.mode,
                     .part = request.part,
                     .renewed = renewed,
                     .since = receipt.at};
    const auto held = std::ranges::find_if(m_own, [&](const OwnHolding &one) {
        return one.key == taken.key && one.owner == taken.owner && one.mode == taken.mode &&
               one.part == taken.part;
    });
    // Where nobody is recorded, each time is one more.
    if (!taken.owner.isEmpty())
        taken.count = receipt.foundOwner && isSameOwner(*receipt.foundOwner, receipt.owner)
                          ? std::max<qint64>(1, receipt.foundCount)
                          : 1;
    else if (held != m_own.end())
        taken.count = held->count + 1;
    if (held == m_own.end()) {
        m_own.push_back(std::move(taken));
        return;
    }
    taken.since = held->since;
    taken.renewed = taken.renewed || held->renewed;
    *held = std::move(taken);
}

void ActGuard::giveBack(const ActRequest &request, const Receipt &receipt)
{
    const auto held =
        std::ranges::find_if(m_own, [&](const OwnHolding &one) { return isMeant(one, request, receipt); });
    if (held == m_own.end())
        return;
    // Somebody else may have it already, or its owner in the other way: that count is not of this hold.
    const bool isOurs = receipt.foundOwner && isSameOwner(*receipt.foundOwner, held->owner) &&
                        (held->mode == HoldMode::Exclusive ||
                         (held->mode == HoldMode::Write) == isWriter(*receipt.foundOwner));
    const qint64 left = held->owner.isEmpty() ? held->count - 1 : isOurs ? receipt.foundCount : 0;
    if (left > 0 && left < held->count)
        held->count = left;
    else if (left <= 0)
        m_own.erase(held);
}

bool ActGuard::lose(const LockName &key, const OwnerId &owner)
{
    return std::erase_if(m_own, [&](const OwnHolding &one) {
               return one.key == key && isSameOwner(one.owner, owner);
           }) > 0;
}

void ActGuard::stopRenewing(const LockName &key, const OwnerId &owner)
{
    for (OwnHolding &held : m_own) {
        if (held.key == key && isSameOwner(held.owner, owner))
            held.renewed = false;
    }
}

bool ActGuard::isOwn(const LockName &key, const OwnerId &owner) const
{
    return std::ranges::any_of(
        m_own, [&](const OwnHolding &one) { return one.key == key && isSameOwner(one.owner, owner); });
}

} // namespace lockscope
