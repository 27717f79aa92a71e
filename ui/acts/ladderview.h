// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The rungs of the ladder to choose from, each with what it would do now or why it cannot be taken. GUI
// thread.

#include "ui/acts/ladder.h"

#include <QWidget>

class QLabel;
class QRadioButton;

namespace lockscope
{

class LadderView final : public QWidget
{
    Q_OBJECT
public:
    explicit LadderView(QWidget *parent = nullptr);
    void showLadder(const Ladder &ladder);
    void choose(Rung rung); // also one that cannot be taken: then it says why
    std::optional<Rung> selected() const { return m_selected; }
    void focusFirst(); // of those that can be taken
    QRadioButton *button(Rung rung) const { return m_rows[size_t(rung)].button; }
    QString line(Rung rung) const;
    QString whyNot(Rung rung) const
    {
        return m_rows[size_t(rung)].whyNot;
    } // it cannot be taken; empty: it can

signals:
    void wanted(lockscope::Rung rung); // by a person

private:
    struct Row {
        QRadioButton *button = nullptr;
        QLabel *line = nullptr;
        QString whyNot{};
    };
    std::array<Row, AllRungs.size()> m_rows{};
    std::optional<Rung> m_selected{};
};

} // namespace lockscope
