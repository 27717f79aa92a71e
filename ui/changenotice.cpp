// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/changenotice.h"

#include "ui/format.h"

#include <QPushButton>

namespace lockscope
{

ChangeNotice::ChangeNotice(LockWatch &watch, bool heedCount, QWidget *parent)
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
    return m_watch.ownerChanged() || (m_heedCount && m_watch.countChanged());
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
    } else if (m_watch.ownerChanged()) {
        m_confirm->setText(
            tr("I have seen it: the holder is %1 now").arg(text::owner(m_watch.lock()->owner())));
        tell(VerdictLevel::Warning, tr("The owner changed while this was open."),
             {tr("Before: %1").arg(text::ownerFull(m_watch.confirmedOwner())),
              tr("Now: %1").arg(text::ownerFull(m_watch.lock()->owner()))});
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
