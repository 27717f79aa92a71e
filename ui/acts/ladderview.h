// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The options of the ladder, each with what it would do now or why it is not possible. GUI thread.

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
    void choose(Rung rung); // Also one that is not possible: it then shows why
    std::optional<Rung> selected() const { return m_selected; }
    void focusFirst();
    QRadioButton *button(Rung rung) const { return m_rows[size_t(rung)].button; }
    QString line(Rung rung) const;
    QString whyNot(Rung rung) const { return m_rows[size_t(rung)].whyNot; } // Empty: possible

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

signals:
    void wanted(lockscope::Rung rung); // By the keyboard, which may go on to another
    void picked(lockscope::Rung rung); // By a click

private:
    struct Row {
        QRadioButton *button = nullptr;
        QLabel *line = nullptr;
        QString whyNot{};
    };
    std::array<Row, AllRungs.size()> m_rows{};
    std::optional<Rung> m_selected{};
    bool m_isClick = false;
};

} // namespace lockscope
