// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/causes/changelist.h"

#include "core/history/causes/causestext.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"

#include <QPainter>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int KeyRole = Qt::UserRole;

VerdictLevel levelOf(const Change &change)
{
    switch (change.kind) {
    case Change::Kind::Verdict:
        return change.level;
    case Change::Kind::Failover:
    case Change::Kind::Unreachable:
    case Change::Kind::Gap:
        return VerdictLevel::Warning;
    case Change::Kind::NewClient:
    case Change::Kind::HoldsGrew:
    case Change::Kind::RateRose:
        break;
    }
    return VerdictLevel::Info;
}

} // namespace

ChangeList::ChangeList(HistoryBridge &link, TimeWindow &window, QWidget *parent)
    : QListWidget(parent), m_link(link), m_window(window)
{
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    setTextElideMode(Qt::ElideNone);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setResizeMode(QListView::Adjust);
    setAlternatingRowColors(true);
    setAccessibleName(tr("What changed"));
    m_clock.setInterval(AskEvery);
    m_patience.setSingleShot(true);
    m_patience.setInterval(Patience);
    connect(&m_patience, &QTimer::timeout, this, &ChangeList::ask);
    connect(&m_clock, &QTimer::timeout, this, [this] {
        if (m_window.isLive())
            ask();
    });
    connect(&window, &TimeWindow::changed, this, [this] {
        if (isVisible())
            m_patience.start();
    });
    connect(&link, &HistoryBridge::opened, this, [this] {
        m_asked = 0;
        m_known = false;
        clear();
        if (isVisible())
            m_patience.start();
    });
    connect(&link, &HistoryBridge::changesReady, this, [this](quint64 id, const Changes &changes) {
        if (id == m_asked)
            take(changes);
    });
    const auto wanted = [this](const QListWidgetItem *item) {
        if (const QByteArray key = item->data(KeyRole).toByteArray(); !key.isEmpty())
            emit lockWanted(LockName{key});
    };
    connect(this, &QListWidget::itemClicked, this, wanted);
    connect(this, &QListWidget::itemActivated, this, wanted);
}

// One query at a time.
void ChangeList::ask()
{
    m_again = m_asked != 0;
    if (!isVisible() || m_again)
        return;
    const HistoryRange range = m_window.range();
    const milliseconds half = std::chrono::duration_cast<milliseconds>(range.to - range.from) / 2;
    m_asked = m_link.changes({.at = range.from + half, .width = half});
}

void ChangeList::take(const Changes &changes)
{
    m_asked = 0;
    m_known = true;
    m_changes = changes;
    const int current = currentRow();
    const Theme theme = Theme::of(palette());
    clear();
    for (const Change &change : changes.changes) {
        auto *item = new QListWidgetItem(theme.verdictIcon(levelOf(change)), changeText(change), this);
        item->setData(KeyRole, change.key.bytes);
    }
    setCurrentRow(std::min(current, count() - 1));
    viewport()->update();
    emit changed();
    if (m_again)
        ask();
}

QSize ChangeList::sizeHint() const
{
    return {characters(*this, 60), fontMetrics().height() * 7};
}

void ChangeList::showEvent(QShowEvent *event)
{
    QListWidget::showEvent(event);
    m_asked = 0;
    m_clock.start();
    ask();
}

void ChangeList::hideEvent(QHideEvent *event)
{
    QListWidget::hideEvent(event);
    m_clock.stop();
    m_patience.stop();
}

void ChangeList::paintEvent(QPaintEvent *event)
{
    QListWidget::paintEvent(event);
    if (count() > 0 || !m_known)
        return;
    QPainter painter(viewport());
    paintEmpty(painter, viewport()->rect(), palette(),
               m_changes.isCompared() ? tr("No change found") : tr("Nothing could be compared"));
}

} // namespace lockscope
