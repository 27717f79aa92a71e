// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gallery/faults.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/prose.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedLayout>
#include <QStyleOptionButton>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTextDocument>
#include <QToolButton>

namespace lockscope::test
{

namespace
{

constexpr int Slack = 1; // a pixel that rounding takes

int lengthOf(const QWidget &widget, const QString &text)
{
    return widget.fontMetrics().size(Qt::TextShowMnemonic, text).width();
}

bool isToldElsewhere(const QWidget &widget, QString text)
{
    text.remove(u'&');
    for (const QWidget *at = &widget; at; at = at->parentWidget()) {
        if (at->toolTip().contains(text))
            return true;
    }
    return false;
}

QString cutOff(const QLabel &label)
{
    if (label.text().isEmpty() || isToldElsewhere(label, label.text()))
        return {};
    const QRect room = label.contentsRect();
    if (label.wordWrap())
        return label.heightForWidth(label.width()) > label.height() + Slack
                   ? QStringLiteral("needs a height of %1, has %2")
                         .arg(label.heightForWidth(label.width()))
                         .arg(label.height())
                   : QString();
    const bool rich = Qt::mightBeRichText(label.text()) && label.textFormat() != Qt::PlainText;
    const int needed = rich ? label.sizeHint().width() : lengthOf(label, label.text());
    return needed > room.width() + Slack ? QStringLiteral("needs %1, has %2").arg(needed).arg(room.width())
                                         : QString();
}

int roomIn(const QAbstractButton &button)
{
    QStyleOptionButton option;
    option.initFrom(&button);
    const auto element = qobject_cast<const QCheckBox *>(&button)      ? QStyle::SE_CheckBoxContents
                         : qobject_cast<const QRadioButton *>(&button) ? QStyle::SE_RadioButtonContents
                                                                       : QStyle::SE_PushButtonContents;
    return qobject_cast<const QToolButton *>(&button)
               ? button.width()
               : button.style()->subElementRect(element, &option, &button).width();
}

QString cutOff(const QAbstractButton &button)
{
    const auto *tool = qobject_cast<const QToolButton *>(&button);
    if (button.text().isEmpty() ||
        (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull()))
        return {};
    const int icon = button.icon().isNull() ? 0 : button.iconSize().width() + 4;
    const int needed = lengthOf(button, button.text()) + icon;
    const int room = roomIn(button);
    if (needed <= room + Slack || isToldElsewhere(button, button.text()))
        return {};
    return QStringLiteral("needs %1, has %2").arg(needed).arg(room);
}

QString cutOff(const QTabBar &tabs)
{
    for (int i = 0; i < tabs.count(); ++i) {
        if (!tabs.isTabVisible(i))
            continue;
        if (lengthOf(tabs, tabs.tabText(i)) > tabs.tabRect(i).width() - 8 && tabs.tabToolTip(i).isEmpty())
            return QStringLiteral("tab \"%1\"").arg(tabs.tabText(i));
        if (tabs.tabRect(i).right() > tabs.width() + Slack)
            return QStringLiteral("tab \"%1\" is out of sight").arg(tabs.tabText(i));
    }
    return {};
}

QString cutOff(const QHeaderView &header)
{
    for (int i = 0; i < header.count(); ++i) {
        const QString text = header.model()->headerData(i, header.orientation()).toString();
        const bool told =
            !header.model()->headerData(i, header.orientation(), Qt::ToolTipRole).toString().isEmpty();
        if (!header.isSectionHidden(i) && !told && lengthOf(header, text) > header.sectionSize(i) - 4)
            return QStringLiteral("column \"%1\" needs %2, has %3")
                .arg(text)
                .arg(lengthOf(header, text) + 4)
                .arg(header.sectionSize(i));
    }
    return {};
}

QString cutOff(const QComboBox &box)
{
    QStyleOptionComboBox option;
    option.initFrom(&box);
    option.editable = box.isEditable();
    const int room =
        box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box).width();
    const int needed = lengthOf(box, box.currentText());
    return needed > room + 4 && !box.isEditable() && !isToldElsewhere(box, box.currentText())
               ? QStringLiteral("\"%1\" needs %2, has %3").arg(box.currentText()).arg(needed).arg(room)
               : QString();
}

// A hint of what to type; the whole of it stands in the tool tip where it is long.
QString cutOff(const QLineEdit &edit)
{
    const int room = edit.width() - 8 - edit.textMargins().left() - edit.textMargins().right();
    const int needed = lengthOf(edit, edit.placeholderText());
    return edit.text().isEmpty() && needed > room && edit.toolTip().isEmpty()
               ? QStringLiteral("the hint \"%1\" needs %2, has %3")
                     .arg(edit.placeholderText())
                     .arg(needed)
                     .arg(room)
               : QString();
}

QString cutOff(const Prose &prose)
{
    const int needed = int(prose.document()->size().height());
    return needed > prose.height() + Slack
               ? QStringLiteral("needs a height of %1, has %2").arg(needed).arg(prose.height())
               : QString();
}

QString textFault(const QWidget &widget)
{
    if (const auto *label = qobject_cast<const QLabel *>(&widget))
        return cutOff(*label);
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget))
        return cutOff(*button);
    if (const auto *tabs = qobject_cast<const QTabBar *>(&widget))
        return cutOff(*tabs);
    if (const auto *header = qobject_cast<const QHeaderView *>(&widget))
        return cutOff(*header);
    if (const auto *box = qobject_cast<const QComboBox *>(&widget))
        return cutOff(*box);
    if (const auto *edit = qobject_cast<const QLineEdit *>(&widget))
        return cutOff(*edit);
    if (const auto *prose = qobject_cast<const Prose *>(&widget))
        return cutOff(*prose);
    if (const auto *group = qobject_cast<const QGroupBox *>(&widget))
        return lengthOf(*group, group->title()) > group->width() ? QStringLiteral("its title") : QString();
    if (const auto *badge = qobject_cast<const Badge *>(&widget))
        return badge->sizeHint().width() > badge->width() + Slack ? QStringLiteral("its word") : QString();
    return {};
}

// Those that a layout puts beside each other; a stack has one on top of the other.
void collectItems(const QLayout &layout, QList<const QWidget *> &items)
{
    if (qobject_cast<const QStackedLayout *>(&layout))
        return;
    for (int i = 0; i < layout.count(); ++i) {
        const QLayoutItem *item = const_cast<QLayout &>(layout).itemAt(i);
        if (const QWidget *widget = const_cast<QLayoutItem *>(item)->widget()) {
            if (widget->isVisible())
                items << widget;
        } else if (const QLayout *inner = const_cast<QLayoutItem *>(item)->layout()) {
            collectItems(*inner, items);
        }
    }
}

QStringList placeFaults(const QWidget &parent)
{
    QStringList faults;
    if (!parent.layout() || parent.inherits("QMainWindow"))
        return faults;
    QList<const QWidget *> items;
    collectItems(*parent.layout(), items);
    for (qsizetype i = 0; i < items.size(); ++i) {
        const QRect place = items[i]->geometry().adjusted(Slack, Slack, -Slack, -Slack);
        if (!parent.rect().contains(place))
            faults << QStringLiteral("%1 sticks out of %2").arg(describe(*items[i]), describe(parent));
        for (qsizetype j = 0; j < i; ++j) {
            if (items[j]->geometry().intersects(place) && items[i]->parent() == items[j]->parent())
                faults << QStringLiteral("%1 overlaps %2").arg(describe(*items[i]), describe(*items[j]));
        }
    }
    return faults;
}

// Where it cannot be scrolled to the right, the rest is out of reach.
bool isTooWide(const QScrollArea &area)
{
    return area.horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff && area.widget() &&
           area.widget()->isVisible() && area.widget()->width() > area.viewport()->width() + Slack;
}

// The part that the page cannot be narrower for.
const QWidget *widest(const QWidget &page)
{
    const QWidget *found = &page;
    for (const QWidget *part : page.findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
        const bool wider =
            found == &page || part->minimumSizeHint().width() > found->minimumSizeHint().width();
        if (part->isVisible() && wider)
            found = part;
    }
    return found;
}

} // namespace

QString describe(const QWidget &widget)
{
    QString text = widget.property("text").toString().left(60);
    if (text.isEmpty())
        text = widget.accessibleName().left(60);
    if (const auto *head = widget.findChild<QToolButton *>(); head && text.isEmpty())
        text = head->text().left(60); // that of a section
    const QWidget *parent = widget.parentWidget();
    return QStringLiteral("%1 %2\"%3\" in %4")
        .arg(QLatin1String(widget.metaObject()->className()), widget.objectName(), text.replace(u'\n', u' '),
             parent ? QLatin1String(parent->metaObject()->className()) : QLatin1String("nothing"));
}

QList<QWidget *> shownIn(QWidget &window)
{
    QList<QWidget *> shown;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        if (widget->isVisible() && widget->window() == &window)
            shown << widget;
    }
    return shown << &window;
}

QStringList cutOffs(QWidget &window, QSize room)
{
    QStringList faults;
    for (const QWidget *widget : shownIn(window)) {
        if (const QString fault = textFault(*widget); !fault.isEmpty())
            faults << QStringLiteral("%1 is cut off: %2").arg(describe(*widget), fault);
        faults << placeFaults(*widget);
        // Tables have as many columns as they have, documents lines of code, and the graph is as wide as it
        // is; all else is read from top to bottom.
        const auto *area = qobject_cast<const QAbstractScrollArea *>(widget);
        if (area && !qobject_cast<const QAbstractItemView *>(area) && !area->inherits("QTextBrowser") &&
            !area->inherits("lockscope::GraphView") && area->horizontalScrollBar()->isVisible() &&
            area->horizontalScrollBar()->maximum() > 0)
            faults << QStringLiteral("%1 has to be scrolled to the right").arg(describe(*area));
        if (const auto *scrolled = qobject_cast<const QScrollArea *>(widget);
            scrolled && isTooWide(*scrolled))
            faults << QStringLiteral("%1 is too wide for %2")
                          .arg(describe(*widest(*scrolled->widget())), describe(*scrolled));
    }
    if (window.width() > room.width() || window.height() > room.height())
        faults << QStringLiteral("%1 takes %2x%3")
                      .arg(describe(window))
                      .arg(window.width())
                      .arg(window.height());
    return faults;
}

} // namespace lockscope::test
