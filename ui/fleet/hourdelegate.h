// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Paints the last hour of a connection as a curve of held locks, with a gap where they are not known; its
// axis is from 0 to the most, and from an hour ago to now. Owner: FleetPage; GUI thread.

#include "ui/theme/theme.h"

#include <QStyledItemDelegate>

#include <functional>

namespace lockscope
{

class HourDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit HourDelegate(std::function<WallTime()> clock, QObject *parent = nullptr);

    void setTheme(const Theme &theme) { m_theme = theme; }
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    std::function<WallTime()> m_clock;
    Theme m_theme{};
};

} // namespace lockscope
