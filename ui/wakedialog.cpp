// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wakedialog.h"

#include "ui/enginelink.h"
#include "ui/format.h"
#include "ui/lockfacts.h"

#include <QLabel>
#include <QVBoxLayout>

namespace lockscope
{

WakeDialog::WakeDialog(EngineLink &link, const LockPtr &lock, QWidget *parent)
    : ActDialog(link, tr("&Wake waiters"), parent), m_watch(lock)
{
    setWindowTitle(tr("Wake waiters: %1").arg(text::key(lock->key)));
    m_facts = new LockFacts({LockFact::Key, LockFact::Kind, LockFact::Owner, LockFact::TimeToLive,
                             LockFact::Waiters, LockFact::Node},
                            link.kinds(), this);
    auto *explanation = new QLabel(
        tr("This sends the message that a release sends, and changes no key. A waiter that wakes tries "
           "again and goes back to waiting if the lock is still held: harmless, and the remedy when a "
           "release message was lost."),
        this);
    explanation->setWordWrap(true);
    form()->addWidget(m_facts);
    form()->addWidget(explanation);
    m_facts->showLock(lock, now());
    resize(width(), fontMetrics().height() * 28);
}

ActRequest WakeDialog::request() const
{
    return {.act = ActKind::Wake, .key = m_watch.lock()->key};
}

void WakeDialog::tableChanged(const LockDelta &delta)
{
    if (m_watch.apply(delta))
        m_facts->showLock(m_watch.lock(), now());
}

void WakeDialog::tick()
{
    m_facts->tick(now());
}

} // namespace lockscope
