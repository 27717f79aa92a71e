// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gallery/keyboardwalk.h"

#include "tests/gallery/faults.h"

#include <QAbstractButton>
#include <QApplication>
#include <QRadioButton>
#include <QSet>
#include <QTest>

namespace lockscope::test
{

namespace
{

constexpr int TooFar = 400;     // steps: no window has so many parts
constexpr int MostInside = 200; // links of one text

bool takesTab(const QWidget &widget)
{
    return widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus) && !widget.focusProxy();
}

// Arrows lead from one to the next.
bool isBesideOneOf(const QWidget &widget, const QSet<QWidget *> &reached)
{
    const auto *radio = qobject_cast<const QRadioButton *>(&widget);
    return radio && std::ranges::any_of(reached, [&](const QWidget *other) {
               return qobject_cast<const QRadioButton *>(other) && other->parent() == radio->parent();
           });
}

QImage around(QWidget &window, const QWidget &part)
{
    const QRect place(part.mapTo(&window, QPoint()), part.size());
    return window.grab(place.adjusted(-3, -3, 3, 3)).toImage();
}

// Links have no look of their own for it.
bool isSeenWithFocus(const QWidget &part)
{
    return !QByteArrayView(part.metaObject()->className()).endsWith("LinkList");
}

struct Way {
    QList<QWidget *> parts{};
    QWidget *stuckAt = nullptr;
};

// In the order of the keys, until it comes to where it has been. Pictures are taken of parts not yet in
// `pictured`.
Way walk(QWidget &window, Qt::Key key, QSet<const QWidget *> &pictured, QStringList *faults)
{
    Way way;
    QWidget *at = window.focusWidget();
    while (at && !way.parts.contains(at) && way.parts.size() < TooFar) {
        way.parts << at;
        const bool isNew = !pictured.contains(at);
        const QImage focused = isNew ? around(window, *at) : QImage();
        QTest::keyClick(at, key); // to it, as from a keyboard: it may keep it for itself
        QWidget *next = window.focusWidget();
        for (int link = 0; next == at && link < MostInside; ++link) { // from one link of a text to the next
            QTest::keyClick(at, key);
            next = window.focusWidget();
        }
        if (next == at) {
            way.stuckAt = at;
            break;
        }
        if (isNew && at->isVisible() && isSeenWithFocus(*at) && focused == around(window, *at))
            *faults << QStringLiteral("%1 looks the same with the focus").arg(describe(*at));
        pictured << at;
        at = next;
    }
    return way;
}

} // namespace

QStringList walkFaults(QWidget &window)
{
    QStringList faults;
    QApplication::setActiveWindow(&window);
    QList<QWidget *> wanted;
    for (QWidget *part : shownIn(window)) {
        if (part != &window && takesTab(*part))
            wanted << part;
    }
    if (wanted.size() < 2)
        return faults;
    if (!window.focusWidget())
        wanted.front()->setFocus(Qt::TabFocusReason);
    QTest::keyClick(window.focusWidget(), Qt::Key_Tab); // from now on the focus is shown
    QSet<const QWidget *> pictured;
    const Way there = walk(window, Qt::Key_Tab, pictured, &faults);
    const Way back = walk(window, Qt::Key_Backtab, pictured, &faults);
    if (there.stuckAt && there.stuckAt == back.stuckAt)
        faults << QStringLiteral("%1 holds the focus").arg(describe(*there.stuckAt));
    const std::pair<const char *, const Way &> ways[] = {{"Tab", there}, {"Shift+Tab", back}};
    for (const auto &[key, way] : ways) {
        const QSet<QWidget *> reached(way.parts.begin(), way.parts.end());
        for (QWidget *part : std::as_const(wanted)) {
            if (!reached.contains(part) && !isBesideOneOf(*part, reached))
                faults << QStringLiteral("%1 is not reached by %2").arg(describe(*part), QLatin1String(key));
        }
    }
    faults.removeDuplicates();
    return faults;
}

} // namespace lockscope::test
