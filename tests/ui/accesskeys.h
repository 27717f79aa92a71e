// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Checks the mnemonics of labels and buttons: no two visible widgets may share one.

#include <QAbstractButton>
#include <QGroupBox>
#include <QKeySequence>
#include <QLabel>
#include <QMap>
#include <QTabBar>

namespace lockscope::test
{

inline QStringList accessTexts(const QWidget &widget)
{
    QStringList texts;
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget))
        texts << button->text();
    else if (const auto *label = qobject_cast<const QLabel *>(&widget); label && label->buddy())
        texts << label->text();
    else if (const auto *box = qobject_cast<const QGroupBox *>(&widget))
        texts << box->title();
    else if (const auto *tabs = qobject_cast<const QTabBar *>(&widget)) {
        for (int i = 0; i < tabs->count(); ++i)
            texts << tabs->tabText(i);
    }
    return texts;
}

// The two texts of each mnemonic used twice in the visible window; empty: none.
inline QStringList doubledAccessKeys(const QWidget &window)
{
    QStringList doubled;
    QMap<QString, QString> taken;
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisible())
            continue;
        for (const QString &text : accessTexts(*widget)) {
            const QString key = QKeySequence::mnemonic(text).toString();
            if (!key.isEmpty() && taken.contains(key))
                doubled << taken.value(key) + QStringLiteral(" and ") + text;
            taken.insert(key, text);
        }
    }
    return doubled;
}

} // namespace lockscope::test
