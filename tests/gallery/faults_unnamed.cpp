// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gallery/faults.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QHeaderView>
#include <QScrollBar>

namespace lockscope::test
{

namespace
{

bool isPicture(const QWidget &widget)
{
    return pictureClasses().contains(QLatin1String(widget.metaObject()->className()));
}

bool isUsed(const QWidget &widget)
{
    if (widget.focusProxy() || qobject_cast<const QScrollBar *>(&widget) ||
        qobject_cast<const QHeaderView *>(&widget)) // part of its table
        return false;
    return widget.focusPolicy() != Qt::NoFocus || qobject_cast<const QAbstractButton *>(&widget) ||
           qobject_cast<const QAbstractItemView *>(&widget);
}

// Of Qt's own making, inside of something that has a name.
bool isInner(const QWidget &widget)
{
    const QWidget *parent = widget.parentWidget();
    return widget.objectName().startsWith(QLatin1String("qt_")) || widget.inherits("QTableCornerButton") ||
           (parent && (parent->inherits("QComboBox") || parent->inherits("QAbstractSpinBox") ||
                       parent->inherits("QMenuBar") || parent->inherits("QLineEdit")));
}

} // namespace

const QStringList &pictureClasses()
{
    static const QStringList names = [] {
        QStringList all;
        for (const char *name : {"FigureCard", "HeartbeatStrip", "TtlPlot", "ContentionPlots", "GraphView",
                                 "HoldHistogram", "HoldLanes", "LabLanes", "LabPlots", "PermitsBar", "Badge"})
            all << QLatin1String("lockscope::") + QLatin1String(name);
        return all;
    }();
    return names;
}

QStringList unnamed(QWidget &window)
{
    QStringList faults;
    for (QWidget *widget : shownIn(window)) {
        if (widget == &window || isInner(*widget) || !(isUsed(*widget) || isPicture(*widget)))
            continue;
        QAccessibleInterface *told = QAccessible::queryAccessibleInterface(widget);
        if (!told || told->text(QAccessible::Name).trimmed().isEmpty())
            faults << QStringLiteral("%1 has no name").arg(describe(*widget));
        else if (isPicture(*widget) && told->text(QAccessible::Description).trimmed().isEmpty())
            faults << QStringLiteral("%1 does not say what it shows").arg(describe(*widget));
        if (told && (told->role() == QAccessible::NoRole || told->role() == QAccessible::Client) &&
            isUsed(*widget) && !isPicture(*widget))
            faults << QStringLiteral("%1 has no role").arg(describe(*widget));
    }
    return faults;
}

} // namespace lockscope::test
