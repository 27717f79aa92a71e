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

// An owner's ampersand is no access key.
QString plain(QString text)
{
    return text.replace(u'&', QStringLiteral("&&"));
}

} // namespace

ChangeNotice::ChangeNotice(ShownLock &watch, bool heedCount, QWidget *parent)
    : Notice(parent), m_watch(watch), m_heedCount(heedCount), m_confirm(new QPushButton(this))
{
    m_confirm->setAutoDefault(false);
    addWidget(m_confirm, Qt::AlignLeft);
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
        tell(VerdictLevel::Info, m_watch.goneText());
    } else if (m_watch.freed()) {
        tell(VerdictLevel::Info, tr("The lock is no longer held."));
    } else if (m_watch.ownerChanged() && several()) {
        m_confirm->setText(tr("Con&firm: %1 now").arg(plain(text::holding(*m_watch.lock()))));
        tell(VerdictLevel::Warning, tr("The holders changed while this dialog was open."),
             {tr("Before: %1").arg(owners(m_watch.confirmedHolders())),
              tr("Now: %1").arg(owners(m_watch.lock()->holders))});
    } else if (m_watch.ownerChanged()) {
        m_confirm->setText(
            tr("Con&firm: the holder is now %1").arg(plain(text::owner(m_watch.lock()->owner()))));
        tell(VerdictLevel::Warning, tr("The owner changed while this dialog was open."),
             {tr("Before: %1").arg(text::ownerFull(m_watch.confirmedOwner())),
              tr("Now: %1").arg(text::ownerFull(m_watch.lock()->owner()))});
    } else if (m_watch.retaken()) {
        m_confirm->setText(tr("Con&firm: acquired again"));
        tell(VerdictLevel::Warning,
             tr("The lock was released and acquired again while this dialog was open."),
             {tr("Same owner, but another hold: the holder is active.")});
    } else if (m_watch.deadlineMoved()) {
        m_confirm->setText(tr("Con&firm the new expiry"));
        tell(VerdictLevel::Warning, tr("The expiry changed while this dialog was open."),
             {tr("Another client set it, or the same owner renewed the lock for the first time or acquired "
                 "it again. The holder may be active."),
              tr("TTL now: %1").arg(text::ttl(text::ttlLeft(*m_watch.lock(), now())))});
    } else if (mustConfirm() && m_watch.numberChanged()) {
        m_confirm->setText(tr("Con&firm: %1 now").arg(plain(text::holding(*m_watch.lock()))));
        tell(VerdictLevel::Warning, tr("The lock changed while this dialog was open: a client is using it."));
    } else if (mustConfirm() && several()) {
        m_confirm->setText(tr("Con&firm the hold counts"));
        tell(VerdictLevel::Warning, tr("The hold counts changed while this dialog was open."));
    } else if (mustConfirm()) {
        m_confirm->setText(
            tr("Con&firm: the hold count is now %1").arg(text::number(m_watch.lock()->count())));
        tell(VerdictLevel::Warning, tr("The hold count changed while this dialog was open."),
             {tr("The holder is active: the count went from %1 to %2.")
                  .arg(text::number(m_watch.confirmedCount()), text::number(m_watch.lock()->count()))});
    } else {
        hide();
    }
}

} // namespace lockscope
