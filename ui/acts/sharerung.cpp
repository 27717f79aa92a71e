// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/acts/sharerung.h"

#include "ui/acts/ladder.h"
#include "ui/text/format.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"

#include <QComboBox>
#include <QFormLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

QString nameOf(const Lock &lock, const LockShare &share)
{
    const QString who = text::owner(share.owner);
    if (share.queued) {
        for (const QueuedWaiter &waiter : lock.waiters.queued) {
            if (waiter.id == share.owner && waiter.alive == false)
                return ShareRung::tr("Dead waiter: %1").arg(who);
        }
        return ShareRung::tr("Waiter: %1").arg(who);
    }
    if (share.mode == HoldMode::Permit)
        return ShareRung::tr("Permit: %1").arg(who);
    if (!share.part.isEmpty())
        return ShareRung::tr("%1 of %2", "a part of a lock, and who has it")
            .arg(text::bytes(share.part), who);
    return ShareRung::tr("%1: %2", "reads or writes, and who").arg(text::holdMode(share.mode), who);
}

bool isSame(const LockShare &a, const LockShare &b)
{
    return a.owner == b.owner && a.mode == b.mode && a.part == b.part && a.queued == b.queued;
}

} // namespace

ShareRung::ShareRung(Notice *change, QWidget *parent)
    : QWidget(parent), m_box(new QComboBox(this)), m_sentence(new Prose(this)), m_change(change),
      m_confirm(new QPushButton(tr("Con&firm"), change))
{
    m_confirm->setAutoDefault(false);
    m_change->addWidget(m_confirm);
    m_change->hide();
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(24);
    m_box->setAccessibleName(tr("Which one"));
    auto *row = new QFormLayout;
    row->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    row->addRow(tr("W&hich one"), m_box);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addLayout(row);
    layout->addWidget(m_sentence);
    connect(m_box, &QComboBox::activated, this, [this](int at) {
        if (at >= 0 && size_t(at) < m_shares.size())
            choose(LockShare(m_shares[size_t(at)]));
    });
    connect(m_confirm, &QPushButton::clicked, this, [this] {
        if (m_found)
            m_share = *m_found;
        m_retaken = false;
        showShare();
        emit changed();
    });
}

void ShareRung::setLock(const LockPtr &lock)
{
    m_lock = lock;
    m_share = likelyShare(*lock).value_or(LockShare{});
    m_found = findShare(*lock, m_share);
    fill();
    showShare();
}

void ShareRung::choose(const LockShare &share)
{
    m_share = share;
    m_retaken = false;
    m_found = findShare(*m_lock, share);
    fill();
    showShare();
    emit changed();
}

void ShareRung::fill()
{
    m_shares.clear();
    const auto add = [this](const LockShare &share) { m_shares.push_back(share); };
    if (hasHolderShares(*m_lock)) {
        for (const Holder &holder : m_lock->holders)
            add(shareOf(holder));
    }
    for (const QueuedWaiter &waiter : m_lock->waiters.queued)
        add(shareOf(waiter));
    const QSignalBlocker quiet(m_box);
    m_box->clear();
    for (const LockShare &share : m_shares) {
        m_box->addItem(nameOf(*m_lock, share));
        if (isSame(share, m_share))
            m_box->setCurrentIndex(m_box->count() - 1);
    }
    if (std::none_of(m_shares.begin(), m_shares.end(),
                     [this](const LockShare &share) { return isSame(share, m_share); }))
        m_box->setCurrentIndex(-1);
}

void ShareRung::apply(const LockDelta &delta)
{
    for (const LockEvent &event : delta.events) {
        const bool begins = event.kind == EventKind::Acquired;
        const bool ends =
            (event.kind == EventKind::Released || event.kind == EventKind::Expired) && event.count == 0;
        if (event.key == m_lock->key && event.owner == m_share.owner && !m_share.queued && (begins || ends))
            m_retaken = true;
    }
    const bool gone = delta.reset || std::find(delta.removed.begin(), delta.removed.end(), m_lock->key) !=
                                         delta.removed.end();
    const auto lock = std::find_if(delta.upserted.begin(), delta.upserted.end(),
                                   [this](const LockPtr &other) { return other->key == m_lock->key; });
    if (lock != delta.upserted.end()) {
        const bool wasThere = m_found.has_value() && !delta.reset;
        m_lock = *lock;
        m_found = findShare(*m_lock, m_share);
        // It vanished and came back between two reads, without an event.
        m_retaken = m_retaken || (m_found && !wasThere);
        fill();
    } else if (gone) {
        m_found.reset();
    }
}

QString ShareRung::sentence() const
{
    return m_sentence->text();
}

QString ShareRung::titleOn(const QString &lock) const
{
    return (m_share.queued                     ? tr("Remove a waiter of %1")
            : m_share.mode == HoldMode::Permit ? tr("Release a permit of %1")
                                               : tr("Remove a holder of %1"))
        .arg(lock);
}

QString ShareRung::actText() const
{
    return m_share.queued ? tr("Remove from &queue") : tr("&Remove holder");
}

void ShareRung::showShare()
{
    const QString who = text::owner(m_share.owner);
    if (m_share.owner.isEmpty())
        m_sentence->say({});
    else if (m_share.queued)
        m_sentence->say(
            tr("Removes %1 from the queue. The holder and the other waiters keep their places.").arg(who));
    else if (m_share.mode == HoldMode::Read)
        m_sentence->say(tr("Removes the read hold of %1. The other readers keep theirs.").arg(who));
    else if (m_share.mode == HoldMode::Permit)
        m_sentence->say(tr("Releases permit %1. The other permits stay held.").arg(who));
    else if (!m_share.part.isEmpty())
        m_sentence->say(
            tr("Removes %1 of %2. The other parts stay held.").arg(text::bytes(m_share.part), who));
    else
        m_sentence->say(tr("Removes the hold of %1. The other holders keep theirs.").arg(who));
}

bool ShareRung::countChanged() const
{
    return m_found && m_found->count != m_share.count;
}

void ShareRung::refreshNotice(bool shown)
{
    m_confirm->setVisible(mustConfirm());
    if (!shown || m_share.owner.isEmpty())
        m_change->hide();
    else if (!m_found)
        m_change->tell(VerdictLevel::Info, m_share.queued ? tr("It is no longer in the queue.")
                                                          : tr("It no longer holds the lock."));
    else if (countChanged())
        m_change->tell(
            VerdictLevel::Warning, tr("The hold count changed while this dialog was open."),
            {tr("The holder is active: the count went from %1 to %2.")
                 .arg(text::number(m_share.count.value_or(0)), text::number(m_found->count.value_or(0)))});
    else if (mustConfirm() && m_share.queued)
        m_change->tell(VerdictLevel::Warning,
                       tr("It left the queue and came back while this dialog was open."));
    else if (mustConfirm())
        m_change->tell(VerdictLevel::Warning,
                       tr("The lock was released and acquired again while this dialog was open."),
                       {tr("Same owner, but another hold: the holder is active.")});
    else
        m_change->hide();
}

ActRequest ShareRung::request() const
{
    return removalOf(*m_lock, m_share);
}

QString ShareRung::obstacle() const
{
    if (!m_found)
        return tr("Nothing to remove.");
    if (mustConfirm())
        return tr("Review and confirm the change first.");
    return {};
}

} // namespace lockscope
