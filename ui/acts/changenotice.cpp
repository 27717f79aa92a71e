// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/acts/changenotice.h"

#include "ui/text/format.h"
#include "ui/text/holdertext.h"

#include <QPushButton>

namespace lockscope
{

namespace
{

QString owners(const QVarLengthArray<Holder, 1> &holders)
{
    constexpr qsizetype Most = 5;
    QStringList names;
    for (const Holder &holder : holders) {
        if (names.size() == Most)
            break;
        names << text::owner(holder.id);
    }
    const QString more = holders.size() > Most ? QStringLiteral(" …") : QString();
    return text::names(names) + more;
}

} // namespace

ChangeNotice::ChangeNotice(ShownLock &watch, bool heedCount, QWidget *parent)
    : Notice(parent), m_watch(watch), m_heedCount(heedCount), m_confirm(new QPushButton(this))
{
    m_confirm->setAutoDefault(false);
    addWidget(m_confirm);
    connect(m_confirm, &QPushButton::clicked, this, [this] {
        m_watch.confirm();
        refresh();
        emit confirmed();
    });
    hide();
}

bool ChangeNotice::mustConfirm() const
{
    if (m_watch.freed())
        return false;
    return m_watch.ownerChanged() || m_watch.retaken() || m_watch.deadlineMoved() ||
           (m_heedCount && (m_watch.countChanged() || m_watch.numberChanged()));
}

bool ChangeNotice::several() const
{
    return m_watch.lock()->holders.size() > 1 || m_watch.confirmedHolders().size() > 1;
}

void ChangeNotice::refresh()
{
    m_confirm->setVisible(mustConfirm());
    if (m_watch.gone()) {
        const QString since = text::timeOfDay(*m_watch.goneAt());
        tell(VerdictLevel::Info,
             m_watch.goneHow()
                 ? tr("The lock is gone since %1: %2.").arg(since, text::event(*m_watch.goneHow()))
                 : tr("The lock is gone since %1.").arg(since));
    } else if (m_watch.freed()) {
        tell(VerdictLevel::Info, tr("Nobody holds the lock any more."));
    } else if (m_watch.ownerChanged() && several()) {
        m_confirm->setText(tr("I have seen it: %1 now").arg(text::holding(*m_watch.lock())));
        tell(VerdictLevel::Warning, tr("The holders changed while this was open."),
             {tr("Before: %1").arg(owners(m_watch.confirmedHolders())),
              tr("Now: %1").arg(owners(m_watch.lock()->holders))});
    } else if (m_watch.ownerChanged()) {
        m_confirm->setText(
            tr("I have seen it: the holder is %1 now").arg(text::owner(m_watch.lock()->owner())));
        tell(VerdictLevel::Warning, tr("The owner changed while this was open."),
             {tr("Before: %1").arg(text::ownerFull(m_watch.confirmedOwner())),
              tr("Now: %1").arg(text::ownerFull(m_watch.lock()->owner()))});
    } else if (m_watch.retaken()) {
        m_confirm->setText(tr("I have seen it: it was taken anew"));
        tell(VerdictLevel::Warning, tr("It was given back and taken again while this was open."),
             {tr("The owner is the same, but this is another hold: its holder is at work.")});
    } else if (m_watch.deadlineMoved()) {
        m_confirm->setText(tr("I have seen the new expiry"));
        tell(VerdictLevel::Warning, tr("Its expiry changed while this was open."),
             {tr("Somebody set it, or the same owner renewed the lock for the first time or took it anew: he "
                 "may be at work."),
              tr("Time to live now: %1").arg(text::ttl(text::ttlLeft(*m_watch.lock(), now())))});
    } else if (mustConfirm() && m_watch.numberChanged()) {
        m_confirm->setText(tr("I have seen it: %1 now").arg(text::holding(*m_watch.lock())));
        tell(VerdictLevel::Warning, tr("It changed while this was open: somebody is at work."));
    } else if (mustConfirm() && several()) {
        m_confirm->setText(tr("I have seen the hold counts"));
        tell(VerdictLevel::Warning, tr("The hold counts changed while this was open."));
    } else if (mustConfirm()) {
        m_confirm->setText(
            tr("I have seen it: the hold count is %1 now").arg(text::number(m_watch.lock()->count())));
        tell(VerdictLevel::Warning, tr("The hold count changed while this was open."),
             {tr("Its holder is at work: it went from %1 to %2.")
                  .arg(text::number(m_watch.confirmedCount()), text::number(m_watch.lock()->count()))});
    } else {
        hide();
    }
}

} // namespace lockscope
