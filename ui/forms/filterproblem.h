// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is wrong with the text of a filter, in the line above the list that it filters. GUI thread.

#include <QWidget>

class QLabel;

namespace lockscope
{

class FilterProblem final : public QWidget
{
    Q_OBJECT
public:
    enum class Lines { One, AsNeeded }; // One: what does not fit is in the tool tip only
    explicit FilterProblem(QWidget *parent = nullptr, Lines lines = Lines::One);

    void say(const QString &problem); // Empty: nothing, and hidden
    QString problem() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void applyTheme();

    QLabel *m_icon;
    QLabel *m_words;
};

} // namespace lockscope
