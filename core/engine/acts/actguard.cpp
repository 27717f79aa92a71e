// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/actguard.h"

#include "core/base/tr.h"
#include "core/values/sameowner.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

Failure refusal(const ActRequest &request, ErrorKind kind, const QString &text, const QString &remedy)
{
    return {.kind = kind, .text = text, .remedy = remedy, .key = request.key.bytes};
}

// A short lease would end another client's hold. An owner made for the acquire holds nothing yet.
bool setsExpiryOfOthers(const ActRequest &request, bool isOwn)
{
    if (isOwn || request.owner.isEmpty())
        return false;
    return request.act == ActKind::Renew || (request.act == ActKind::Acquire && !request.ownerIsNew);
}

// Releasing a hold that this program did not take removes it from its holder.
bool isSevere(const ActRequest &request, bool isOwn)
{
    return takesAway(request.act) || (request.act == ActKind::Release && !isOwn) ||
           setsExpiryOfOthers(request, isOwn);
}

// The kind by which the profile denies the act; nullopt: not denied. Acquire can be denied even on own locks.
std::optional<ActKind> deniedAct(const ConnectionSpec &spec, const ActRequest &request, bool isOwn)
{
    const auto isDenied = [&spec](ActKind act) { return spec.limits.denied.contains(act); };
    if ((!isOwn || request.act == ActKind::Acquire) && isDenied(request.act))
        return request.act;
    if (setsExpiryOfOthers(request, isOwn) && isDenied(ActKind::SetExpiry))
        return ActKind::SetExpiry;
    return {};
}

std::optional<Failure> unconfirmed(const ActRequest &request, const QString &wanted)
{
    if (request.reason.trimmed().isEmpty())
        return refusal(request, ErrorKind::Forbidden,
                       Tr::tr("production requires a reason, which is recorded"), Tr::tr("give a reason"));
    if (request.confirmedName == wanted)
        return {};
    const QString text = request.confirmedName.isEmpty()
                             ? Tr::tr("production requires the name to be typed")
                             : Tr::tr("the name typed, %1, does not match").arg(request.confirmedName);
    return refusal(request, ErrorKind::Forbidden, text, Tr::tr("type %1").arg(wanted));
}

// Whether the act is about this hold. Unspecified fields match any hold of the owner.
bool isMeant(const OwnHolding &held, const ActRequest &request, const OwnerId &owner)
{
    return held.key == request.key && isSameOwner(held.owner, owner) &&
           (request.mode == HoldMode::Exclusive || held.mode == HoldMode::Exclusive ||
            request.mode == held.mode) &&
           (request.part.isEmpty() || request.part == held.part);
}

constexpr milliseconds LongestWait = 1min;

} // namespace

bool ActPermit::covers(const ActRequest &request) const
{
    if (request.key != m_key)
        return false;
    // A waiter that gives up leaves the queue, and releases what was granted too late.
    const bool takesBack = request.act == ActKind::Release || request.act == ActKind::RemoveShare;
    if (isRevoked())
        return m_act == ActKind::Acquire && takesBack;
    const bool belongs = request.act == ActKind::Renew || takesBack;
    return request.act == m_act || (m_act == ActKind::Acquire && belongs);
}

bool ActPermit::isToBeWritten(const NodeId &node, ActKind act) const
{
    const bool isBeat = m_act == ActKind::Acquire && act == ActKind::Renew;
    return m_journal && m_number > 0 && !isBeat &&
           std::ranges::find(m_written, std::pair(node, act)) == m_written.end();
}

bool ActPermit::mayTakeAway(ActKind act) const
{
    return takesAway(act) || act == ActKind::Release || (m_isSevere && act == m_act);
}

// A wake-up changes nothing. In a group, each node has only a small part of the lease to answer an acquire or
// a renewal, so these do not read the old state first, unless they renew a hold of another client.
bool ActPermit::readsBefore(ActKind act) const
{
    if (m_ofGroup && act == ActKind::Acquire)
        return false;
    return mayTakeAway(act) || (act != ActKind::Wake && !m_ofGroup);
}

QString confirmationFor(const ConnectionSpec &spec, const ActRequest &request, bool isOwn)
{
    if (spec.environment != Environment::Production || !isSevere(request, isOwn))
        return {};
    if (request.series > 1)
        return QStringLiteral("%1 %2").arg(spec.name).arg(request.series);
    return escapedText(request.key.bytes);
}

Failure readOnlyRefusal(const ActRequest &request)
{
    return refusal(request, ErrorKind::ReadOnlySession, Tr::tr("this connection is read-only"),
                   Tr::tr("omit --read-only, or allow changes on this connection"));
}

std::optional<Failure> refusalOf(const ConnectionSpec &spec, const ActRequest &request, bool isOwn)
{
    if (spec.readOnly)
        return readOnlyRefusal(request);
    // `deny` is about locks of others: what this program took, it must be able to release.
    if (const auto denied = deniedAct(spec, request, isOwn))
        return refusal(request, ErrorKind::Forbidden,
                       Tr::tr("profile %1 denies %2").arg(spec.name, QLatin1String(name(*denied))),
                       Tr::tr("choose a safer action, or change what the profile denies"));
    const QString wanted = confirmationFor(spec, request, isOwn);
    return wanted.isEmpty() ? std::nullopt : unconfirmed(request, wanted);
}

void ActGuard::guard(const ConnectionSpec &spec)
{
    m_spec = spec;
    m_own.clear();
    m_admitted.clear();
}

void ActGuard::makeReadOnly()
{
    m_spec.readOnly = true;
    *m_isRevoked = true;
    m_isRevoked = std::make_shared<bool>(false);
}

std::optional<Failure> ActGuard::tooMany(const ActRequest &request)
{
    const int most = m_spec.limits.actsAMinute;
    if (most <= 0)
        return {};
    const Instant moment = now(); // steady clock, which cannot be adjusted
    while (!m_admitted.empty() && m_admitted.front() + 1min <= moment)
        m_admitted.pop_front();
    int count = int(m_admitted.size());
    milliseconds left = m_admitted.empty() ? 0ms : millisecondsBetween(moment, m_admitted.front() + 1min);
    // Other programs with the same profile count too; the journal knows their acts.
    if (m_journal) {
        const WallTime today = wallNow();
        if (const RecentActs written = m_journal->sentSince(m_spec, today - 1min); written.count > count) {
            count = written.count;
            left = std::chrono::ceil<milliseconds>(written.first.value_or(today) + 1min - today);
        }
    }
    if (count < most)
        return {};
    const milliseconds wait =
        std::clamp<milliseconds>(std::chrono::ceil<std::chrono::seconds>(left), 1s, LongestWait);
    Failure why = refusal(
        request, ErrorKind::Forbidden,
        Tr::tr("profile %1 allows %2 actions per minute; %3 were made").arg(m_spec.name).arg(most).arg(count),
        Tr::tr("wait %1").arg(humanDuration(wait)));
    why.retryAfter = wait;
    return why;
}

Outcome<PermitPtr> ActGuard::admit(const ActRequest &request)
{
    const bool ours = isOwn(request);
    const bool own = ours && request.act != ActKind::Acquire;
    std::optional<Failure> refused = refusalOf(m_spec, request, ours);
    if (!refused && !own)
        refused = tooMany(request);
    std::shared_ptr<ActPermit> permit(new ActPermit);
    permit->m_act = request.act;
    permit->m_key = request.key;
    permit->m_journal = m_journal;
    permit->m_isRevoked = m_isRevoked;
    permit->m_ofGroup = m_spec.topology == Topology::RedLock;
    permit->m_isSevere = isSevere(request, ours);
    permit->m_mustBeWrittenDown = m_spec.environment == Environment::Production;
    if (m_journal) {
        const auto number = m_journal->asked(request, m_spec);
        permit->m_number = number ? *number : 0;
        if (!number && !refused && permit->m_mustBeWrittenDown)
            refused = number.failure();
    } else if (!refused && permit->m_mustBeWrittenDown) {
        refused =
            refusal(request, ErrorKind::Forbidden,
                    Tr::tr("there is no audit log here, and production allows no action without a record"),
                    Tr::tr("use a program that keeps an audit log"));
    }
    if (refused) {
        if (permit->m_number > 0) // a failure is reported by the journal
            static_cast<void>(m_journal->answered(permit->m_number, refusedReceipt(request, *refused)));
        return *refused;
    }
    if (m_spec.limits.actsAMinute > 0 && !own)
        m_admitted.push_back(now());
    return PermitPtr(std::move(permit));
}

void ActGuard::settle(const ActRequest &request, const PermitPtr &leave, const Receipt &receipt,
                      std::optional<bool> renewed)
{
    if (leave && leave->number() > 0 && leave->journal())
        static_cast<void>(
            leave->journal()->answered(leave->number(), receipt)); // a failure is reported by the journal
    follow(request, receipt, renewed.value_or(request.watchdog));
}

void ActGuard::follow(const ActRequest &request, const Receipt &receipt, bool renewed)
{
    const bool done = receipt.isDone();
    const bool gone = receipt.result == ActResult::OwnerChanged || receipt.result == ActResult::AlreadyGone ||
                      receipt.isLostSince;
    switch (receipt.act) {
    case ActKind::Acquire:
        // The reply was lost, but the read-back shows that it was acquired.
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
            std::erase_if(m_own,
                          [&](const OwnHolding &held) { return isMeant(held, request, receipt.owner); });
        break;
    case ActKind::ForceRelease:
        if (done || (gone && !receipt.foundOwner))
            std::erase_if(m_own, [&](const OwnHolding &held) { return held.key == receipt.key; });
        return;
    }
    if (gone)
        std::erase_if(m_own, [&](const OwnHolding &held) { return isMeant(held, request, receipt.owner); });
}

// One name may have several holds: permits, readers, several owner ids.
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
    if (held == m_own.end()) {
        m_own.push_back(std::move(taken));
        return;
    }
    // Count only what was taken here: the same owner may hold the lock in another program too.
    taken.count = held->count + 1;
    const bool isFound = !taken.owner.isEmpty() && receipt.foundCount > 0 && receipt.foundOwner &&
                         isSameOwner(*receipt.foundOwner, taken.owner);
    if (isFound && !isOneOfSeveral(*held))
        taken.count = std::min(taken.count, receipt.foundCount);
    taken.since = held->since;
    taken.renewed = taken.renewed || held->renewed;
    *held = std::move(taken);
}

void ActGuard::giveBack(const ActRequest &request, const Receipt &receipt)
{
    const auto held = std::ranges::find_if(
        m_own, [&](const OwnHolding &one) { return isMeant(one, request, receipt.owner); });
    if (held == m_own.end())
        return;
    // If another owner has the lock by now, the count read back is not ours.
    const bool isOurs = receipt.foundOwner && isSameOwner(*receipt.foundOwner, held->owner);
    qint64 left = held->count - 1;
    if (!held->owner.isEmpty() && !isOneOfSeveral(*held))
        left = isOurs ? std::min(left, receipt.foundCount) : 0;
    if (left > 0)
        held->count = left;
    else
        m_own.erase(held);
}

// With several holds, e.g. one for reading and one for writing, the read-back may show the other one.
bool ActGuard::isOneOfSeveral(const OwnHolding &hold) const
{
    return std::ranges::count_if(m_own, [&](const OwnHolding &one) {
               return one.key == hold.key && isSameOwner(one.owner, hold.owner);
           }) > 1;
}

bool ActGuard::lose(const OwnHolding &hold)
{
    return std::erase_if(m_own, [&](const OwnHolding &one) {
               return one.key == hold.key && one.owner == hold.owner && one.mode == hold.mode &&
                      one.part == hold.part;
           }) > 0;
}

void ActGuard::stopRenewing(const LockName &key, const OwnerId &owner)
{
    for (OwnHolding &held : m_own) {
        if (held.key == key && isSameOwner(held.owner, owner))
            held.renewed = false;
    }
}

// Whether the act uses a hold of this program. Acts that remove or change the holds of others never do.
bool ActGuard::isOwn(const ActRequest &request) const
{
    if (request.act == ActKind::Acquire)
        return isOwn(request.key, request.owner);
    return (request.act == ActKind::Release || request.act == ActKind::Renew) &&
           std::ranges::any_of(m_own,
                               [&](const OwnHolding &one) { return isMeant(one, request, request.owner); });
}

bool ActGuard::isOwn(const LockName &key, const OwnerId &owner) const
{
    return std::ranges::any_of(
        m_own, [&](const OwnHolding &one) { return one.key == key && isSameOwner(one.owner, owner); });
}

} // namespace lockscope
