// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/causes/changelist.h"

#include "core/history/causes/causestext.h"
#include "ui/theme/theme.h"

namespace lockscope
{

namespace
{

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

ChangeList::ChangeList(HistoryBridge &bridge, TimeWindow &window, QWidget *parent)
    : SentenceList(bridge, parent), m_window(window)
{
    setAccessibleName(tr("What changed"));
    m_patience.setSingleShot(true);
    m_patience.setInterval(Patience);
    connect(&m_patience, &QTimer::timeout, this, &ChangeList::ask);
    connect(&m_clock, &QTimer::timeout, this, [this] {
        if (m_window.isLive())
            ask();
    });
    const auto askSoon = [this] {
        if (isVisible())
            m_patience.start();
    };
    connect(&window, &TimeWindow::changed, this, askSoon);
    connect(&bridge, &HistoryBridge::opened, this, askSoon);
    connect(&bridge, &HistoryBridge::changesReady, this, [this](quint64 id, const Changes &changes) {
        if (id == m_asked)
            take(changes);
    });
}

void ChangeList::ask()
{
    m_again = m_asked != 0;
    if (!isVisible() || m_again)
        return;
    const HistoryRange range = m_window.range();
    const milliseconds half = std::chrono::duration_cast<milliseconds>(range.to - range.from) / 2;
    m_asked = m_bridge.changes({.at = range.from + half, .width = half});
}

void ChangeList::take(const Changes &changes)
{
    m_changes = changes;
    const Theme theme = Theme::of(palette());
    std::vector<Sentence> sentences;
    for (const Change &change : changes.changes)
        sentences.push_back({.icon = theme.verdictIcon(levelOf(change)),
                             .text = changeText(change),
                             .key = change.key.bytes});
    fill(sentences);
    if (m_again)
        ask();
}

QString ChangeList::emptyText() const
{
    if (!m_changes.isCompared())
        return tr("Nothing could be compared");
    return m_changes.isWhole() ? tr("No change found") : tr("No change found in what was recorded");
}

void ChangeList::hideEvent(QHideEvent *event)
{
    SentenceList::hideEvent(event);
    m_patience.stop();
}

} // namespace lockscope
