// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ownholds/holdsview.h"

#include "ui/ownholds/ownholds.h"
#include "ui/text/format.h"
#include "ui/text/kinds.h"
#include "ui/theme/metrics.h"

#include <QHeaderView>

#include <algorithm>

namespace lockscope
{

HoldsView::HoldsView(OwnHolds &holds, const Kinds &kinds, Says says, QWidget *parent)
    : QTreeWidget(parent), m_holds(holds), m_kinds(kinds), m_says(says)
{
    setColumnCount(ColumnCount);
    setHeaderLabels({tr("Lock"), tr("Kind"), tr("Owner"), tr("Held for"), tr("Time left")});
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAlternatingRowColors(false);
    setAccessibleName(tr("Locks held by this Lockscope"));
    header()->setStretchLastSection(true);
    setColumnWidth(KeyColumn, characters(*this, 26));
    setColumnWidth(OwnerColumn, characters(*this, 22));
    setColumnWidth(SinceColumn, characters(*this, 12));
    connect(&holds, &OwnHolds::changed, this, &HoldsView::refresh);
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &HoldsView::showTimes);
    m_clock.start();
    refresh();
}

// Keeps the selection while its hold exists, and afterwards selects none: a second key press must not act on
// another lock.
void HoldsView::refresh()
{
    const std::optional<OwnHolding> before = selected();
    if (!std::ranges::equal(m_shown, m_holds.all(), isSameHold)) {
        const bool isFirst = m_shown.empty();
        clear();
        m_shown = m_holds.all();
        for (const OwnHolding &held : m_shown) {
            auto *item = new QTreeWidgetItem(this);
            item->setText(KeyColumn, text::key(held.key));
            item->setIcon(KindColumn, glyphIcon(m_kinds.glyph(held.kind)));
            item->setText(KindColumn, m_kinds.title(held.kind));
            item->setText(OwnerColumn, text::owner(held.owner));
            item->setToolTip(KindColumn, m_kinds.title(held.kind));
            item->setToolTip(KeyColumn, text::key(held.key));
            item->setToolTip(OwnerColumn, text::ownerFull(held.owner));
            if (before && isSameHold(*before, held))
                setCurrentItem(item);
        }
        resizeColumnToContents(KindColumn);
        if (isFirst && topLevelItemCount() > 0)
            setCurrentItem(topLevelItem(0));
    }
    m_shown = m_holds.all();
    showTimes();
}

void HoldsView::showTimes()
{
    const Instant at = now();
    for (size_t i = 0; i < m_shown.size(); ++i) {
        QTreeWidgetItem *item = topLevelItem(int(i));
        OwnHolding held = m_shown[i];
        QStringList since{text::duration(std::chrono::duration_cast<milliseconds>(
            std::max(WallTime::duration(0), wallNow() - held.since)))};
        if (const QString way = text::wayOfHold(held); !way.isEmpty())
            since << way;
        held.renewed = held.renewed && m_says == Says::AsItIs;
        item->setText(SinceColumn, since.join(QStringLiteral(", ")));
        item->setText(EndColumn, text::endOfHold(held, m_holds.endOf(held), at));
        item->setToolTip(EndColumn, item->text(EndColumn));
    }
}

// The selection, not the current row: receiving the focus makes a row current that the user did not choose.
std::optional<OwnHolding> HoldsView::selected() const
{
    const QList<QTreeWidgetItem *> selected = selectedItems();
    const int row = selected.isEmpty() ? -1 : indexOfTopLevelItem(selected.front());
    return row < 0 || size_t(row) >= m_shown.size() ? std::nullopt : std::optional(m_shown[size_t(row)]);
}

QTreeWidgetItem *HoldsView::itemOf(const OwnHolding &held) const
{
    for (size_t i = 0; i < m_shown.size(); ++i) {
        if (isSameHold(m_shown[i], held))
            return topLevelItem(int(i));
    }
    return nullptr;
}

} // namespace lockscope
