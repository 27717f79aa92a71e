// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Paints the cells of the lock list. The TTL cell is a bar that runs down by itself, its text, and a mark for
// each of the last renewals, which drift to the left until the next one: all of it follows from instants at
// the time of painting. Owner: LockView; GUI thread.

#include "ui/locks/model/lockcells.h"
#include "ui/text/holdertext.h"
#include "ui/theme/theme.h"

#include <QStyledItemDelegate>

namespace lockscope
{

class LockDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit LockDelegate(LockModel::Clock clock, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    static constexpr int TtlCharacters = 13; // Room for the bar and the marks beside the text of a TTL
    static int rowHeight(const QFont &font);
    // The text of the owner that fits best, in its column without margins.
    static QString ownerIn(int width, const QFontMetrics &metrics, const Lock &lock,
                           text::Owners most = text::Owners::Full);
    // In a narrower column, all owners are shortened, and not only those that do not fit.
    void setWholeOwner(int width) { m_wholeOwner = width; }
    // Of the cell of the owner, with the whole name.
    int ownerWidth(const QStyleOptionViewItem &option, const Lock &lock) const;

    // The row of a group: its title in bold with the painter's font and pen, and its sums.
    void paintGroup(QPainter *painter, QRect room, const GroupSummary &group) const;

    void setTheme(const Theme &theme) { m_theme = theme; }
    const Theme &theme() const { return m_theme; }

private:
    struct Cell;
    void shorten(Cell &cell) const;
    void paintText(QPainter *painter, const Cell &cell) const;
    void paintKey(QPainter *painter, const Cell &cell, bool pinned, bool own) const;
    void paintVerdict(QPainter *painter, const Cell &cell) const;
    void paintKind(QPainter *painter, const Cell &cell) const;
    void paintTtl(QPainter *painter, const Cell &cell, const RecentRenewals &recentRenewals) const;
    void paintBar(QPainter *painter, const Lock &lock, const QRectF &bar, Instant now) const;
    void paintRenewals(QPainter *painter, const Lock &lock, const RecentRenewals &recentRenewals,
                       const QRectF &strip, Instant now) const;

    LockModel::Clock m_clock;
    Theme m_theme{};
    int m_wholeOwner = 0;
};

} // namespace lockscope
