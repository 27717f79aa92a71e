// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ownholds/ownholds.h"

#include "core/base/tr.h"
#include "core/values/sameowner.h"
#include "ui/bridges/enginebridge.h"
#include "ui/text/format.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>

namespace lockscope
{

bool isSameHold(const OwnHolding &a, const OwnHolding &b)
{
    return a.key == b.key && a.owner == b.owner && a.mode == b.mode && a.part == b.part;
}

struct OwnHolds::Batch {
    QSet<quint64> open{};
    std::vector<Receipt> kept{};
    QPointer<QObject> context{};
    Then then{}; // Empty: already called
};

OwnHolds::OwnHolds(EngineBridge &bridge, Look look, QObject *parent)
    : QObject(parent), m_bridge(bridge), m_look(std::move(look))
{
    connect(&bridge, &EngineBridge::ownHoldsChanged, this, &OwnHolds::take);
    connect(&bridge, &EngineBridge::holdLost, this, &OwnHolds::takeLoss);
    connect(&bridge, &EngineBridge::acted, this, &OwnHolds::takeReceipt);
}

OwnHolds::~OwnHolds() = default;

QSet<LockName> OwnHolds::keys() const
{
    QSet<LockName> keys;
    for (const OwnHolding &held : m_all)
        keys.insert(held.key);
    return keys;
}

const OwnHolding *OwnHolds::find(const LockName &key, const OwnerId &owner) const
{
    const auto found = std::ranges::find_if(
        m_all, [&](const OwnHolding &held) { return held.key == key && isSameOwner(held.owner, owner); });
    return found == m_all.end() ? nullptr : &*found;
}

const OwnHolding *OwnHolds::find(const OwnHolding &held) const
{
    const auto found =
        std::ranges::find_if(m_all, [&held](const OwnHolding &one) { return isSameHold(one, held); });
    return found == m_all.end() ? nullptr : &*found;
}

// The list is more recent than the last receipt: it sees each renewal.
std::optional<Instant> OwnHolds::endOf(const OwnHolding &held) const
{
    if (const LockPtr lock = m_look ? m_look(held.key) : LockPtr()) {
        const auto holder = std::ranges::find_if(
            lock->holders, [&held](const Holder &one) { return isSameOwner(one.id, held.owner); });
        if (holder != lock->holders.end())
            return lock->expiryOf(*holder);
    }
    const auto known = m_terms.find({held.key, held.owner});
    return known == m_terms.end() ? std::nullopt : std::optional(known->second.end);
}

quint64 OwnHolds::ask(ActKind act, const OwnHolding &held)
{
    const std::string_view kind = held.kind.name;
    const auto term = m_terms.find({held.key, held.owner});
    std::optional<milliseconds> lease; // Renew for the original lease
    if (act == ActKind::Renew && term != m_terms.end())
        lease = term->second.lease;
    return m_bridge.act({.act = act,
                         .key = held.key,
                         .kind = QByteArray(kind.data(), qsizetype(kind.size())),
                         .owner = held.owner,
                         .mode = held.mode,
                         .part = held.part,
                         .lease = lease,
                         .reason = tr("held by this Lockscope")});
}

void OwnHolds::release(const OwnHolding &held)
{
    if (isReleasing(held))
        return;
    m_asked.insert(askRelease(held));
    emit changed();
}

quint64 OwnHolds::askRelease(const OwnHolding &held)
{
    const quint64 id = ask(ActKind::Release, held);
    m_releases.emplace(id, Pending{.held = held});
    return id;
}

std::optional<quint64> OwnHolds::releaseOf(const OwnHolding &held) const
{
    for (const auto &[id, pending] : m_releases) {
        if (isSameHold(pending.held, held))
            return id;
    }
    return {};
}

bool OwnHolds::isReleasing(const OwnHolding &held) const
{
    return releaseOf(held).has_value();
}

std::vector<OwnHolding> OwnHolds::releasing() const
{
    std::vector<OwnHolding> all;
    for (const auto &[id, pending] : m_releases)
        all.push_back(pending.held);
    return all;
}

void OwnHolds::join(quint64 id, const std::shared_ptr<Batch> &batch)
{
    batch->open.insert(id);
    m_releases.at(id).batches.push_back(batch);
}

void OwnHolds::renew(const OwnHolding &held)
{
    m_asked.insert(ask(ActKind::Renew, held));
}

void OwnHolds::stopRenewing(const OwnHolding &held)
{
    m_bridge.stopRenewing(held.key, held.owner);
}

void OwnHolds::releaseAll(const std::vector<OwnHolding> &holds, milliseconds bound, QObject *context,
                          Then then)
{
    const auto batch = std::make_shared<Batch>();
    batch->context = context;
    batch->then = std::move(then);
    for (const OwnHolding &held : holds) {
        const std::optional<quint64> under = releaseOf(held);
        join(under ? *under : askRelease(held), batch);
    }
    if (batch->open.isEmpty())
        return finish(batch);
    QTimer::singleShot(bound, this, [this, batch] { finish(batch); });
    emit changed();
}

void OwnHolds::finish(const std::shared_ptr<Batch> &batch)
{
    for (const quint64 id : std::as_const(batch->open)) {
        if (const auto pending = m_releases.find(id); pending != m_releases.end())
            std::erase(pending->second.batches, batch);
    }
    const Then then = std::exchange(batch->then, {});
    if (then && batch->context)
        then(batch->kept);
}

void OwnHolds::take(const std::vector<OwnHolding> &holds)
{
    m_all = holds;
    std::erase_if(m_terms,
                  [this](const auto &entry) { return !find(entry.first.first, entry.first.second); });
    emit changed();
}

void OwnHolds::takeReceipt(quint64 id, const Receipt &receipt)
{
    const bool moves = receipt.act == ActKind::Acquire || receipt.act == ActKind::Renew;
    if (moves && receipt.result == ActResult::Done && find(receipt.key, receipt.owner)) {
        const auto left = receipt.validity ? receipt.validity : receipt.ttl;
        if (left) {
            Term &term = m_terms[{receipt.key, receipt.owner}];
            term.end = now() + *left;
            if (receipt.act == ActKind::Acquire) // The receipt's TTL is lower by the time of the reply
                term.lease = std::chrono::ceil<std::chrono::seconds>(*left);
        }
        emit changed();
    }
    const auto release = m_releases.extract(id);
    if (m_asked.remove(id))
        emit answered(receipt);
    if (release.empty())
        return;
    for (const std::shared_ptr<Batch> &batch : release.mapped().batches)
        batch->open.remove(id);
    advance(release.mapped(), receipt);
    emit changed();
}

// A lock held several times is released as often.
void OwnHolds::advance(const Pending &pending, const Receipt &receipt)
{
    if (pending.batches.empty())
        return;
    const OwnHolding *left = find(pending.held);
    if (receipt.result == ActResult::Done && left) {
        // A receiver of the receipt may have requested it already.
        const std::optional<quint64> under = releaseOf(*left);
        const quint64 next = under ? *under : askRelease(*left);
        for (const std::shared_ptr<Batch> &batch : pending.batches)
            join(next, batch);
        return;
    }
    const bool isKept = receipt.result == ActResult::Refused || receipt.result == ActResult::Unknown;
    for (const std::shared_ptr<Batch> &batch : pending.batches) {
        if (isKept)
            batch->kept.push_back(receipt);
        if (batch->open.isEmpty())
            finish(batch);
    }
}

void OwnHolds::takeLoss(const LockName &key, const Receipt &why)
{
    const OwnHolding *found = find(key, why.owner);
    OwnHolding held = found ? *found : OwnHolding{.key = key, .owner = why.owner};
    const std::optional<Instant> end = endOf(held);
    constexpr milliseconds Margin{1000}; // The receipt arrived after the lease had begun
    const bool over = end && *end <= now() + Margin;
    emit lost(held, why, found && !held.renewed && over && why.result == ActResult::AlreadyGone);
}

QString text::endOfHold(const OwnHolding &held, const std::optional<Instant> &end, Instant now)
{
    if (!end)
        return held.renewed ? Tr::tr("is renewed") : Tr::tr("no expiry");
    const milliseconds left = std::max(milliseconds(0), millisecondsBetween(now, *end));
    if (held.renewed)
        return Tr::tr("is renewed; otherwise %1 left").arg(duration(left));
    return Tr::tr("expires at %1, in %2").arg(timeOfDay(wallNow() + left), duration(left));
}

QString text::wayOfHold(const OwnHolding &held)
{
    QStringList parts;
    if (held.mode == HoldMode::Read)
        parts << Tr::tr("for reading");
    if (held.mode == HoldMode::Write)
        parts << Tr::tr("for writing");
    if (held.count > 1)
        parts << Tr::tr("%1 times", "held").arg(number(held.count));
    return parts.join(QStringLiteral(", "));
}

} // namespace lockscope
