// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/lockeventsdialog.h"

#include "ui/bridges/historybridge.h"
#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/holders/eventtimeline.h"
#include "ui/holders/eventtimelinemodel.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"

#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

LockEventsDialog::LockEventsDialog(HistoryBridge &bridge, const LockName &key, QWidget *parent)
    : QDialog(parent), m_bridge(bridge), m_key(key), m_asked(0), m_summary(new QLabel(this)),
      m_events(new EventTimeline(this))
{
    setWindowTitle(tr("History of %1").arg(text::key(key)));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_summary->setText(tr("Loading the history…"));
    auto *buttons = new ButtonBox(QDialogButtonBox::Close, this);
    // Qt's own translations may not be installed.
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    auto *again = buttons->addButton(tr("Refresh"), QDialogButtonBox::ActionRole);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_summary);
    column->addWidget(m_events, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(again, &QPushButton::clicked, this, [this] { m_asked = m_bridge.lockEvents(m_key); });
    connect(&m_bridge, &HistoryBridge::lockEventsReady, this,
            [this](quint64 id, const LockEvents &lockEvents) {
                if (id == m_asked)
                    take(lockEvents);
            });
    m_asked = m_bridge.lockEvents(key);
    openWith(*this, {characters(*this, 110), fontMetrics().height() * 32});
}

void LockEventsDialog::take(const LockEvents &lockEvents)
{
    const std::vector<LockEvent> &events = lockEvents.events;
    const QString known = lockEvents.since
                              ? tr("No events known before %1.").arg(text::dateAndTime(*lockEvents.since))
                              : QString();
    m_events->events()->setMost(events.size());
    m_events->setEvents(events);
    if (events.empty()) {
        const QString nothing = tr("No events known of %1.").arg(text::key(m_key));
        m_summary->setText(known.isEmpty() ? nothing : nothing + u'\n' + known);
        return;
    }
    int holds = 0;
    milliseconds longest{0};
    QSet<OwnerId> owners;
    for (const LockEvent &event : events) {
        holds += event.kind == EventKind::Acquired && !isFirstSight(event) ? 1 : 0;
        longest = std::max(longest, isEnd(event) ? *event.held : milliseconds(0));
        if (!event.owner.isEmpty())
            owners.insert(event.owner);
    }
    QStringList lines{tr("%1: %2 since %3, %4, %5", "lock, events, time, acquisitions, owners")
                          .arg(text::key(m_key), tr("%Ln events", nullptr, int(events.size())),
                               text::dateAndTime(events.front().wallAt),
                               tr("acquired %Ln times", nullptr, holds),
                               tr("by %Ln owners", nullptr, int(owners.size())))};
    if (longest.count() > 0)
        lines << tr("Longest completed hold: %1").arg(text::duration(longest));
    const auto seen = std::ranges::find(events, EventKind::Acquired, &LockEvent::kind);
    if (seen != events.end() && isFirstSight(*seen)) // a later one is a hold in doubt
        lines << tr("Already held when first seen, at %1.").arg(text::dateAndTime(seen->wallAt));
    lines << (lockEvents.truncated ? tr("Only the newest %1 are shown; older events are remembered.")
                                         .arg(text::number(qint64(events.size())))
                                   : known);
    lines.removeAll(QString());
    m_summary->setText(lines.join(u'\n'));
}

QString LockEventsDialog::summary() const
{
    return m_summary->text();
}

} // namespace lockscope
