// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is wrong with the text of a filter, in the line above the list that it filters. GUI thread.

#include <QWidget>

class QLabel;

namespace lockscope
{

class ElidedLabel;

class FilterProblem final : public QWidget
{
    Q_OBJECT
public:
    enum class Lines { One, AsNeeded }; // One: elided at its end, with a tool tip
    explicit FilterProblem(QWidget *parent = nullptr, Lines lines = Lines::One);

    void say(const QString &problem); // Empty: nothing, and hidden
    QString problem() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void applyTheme();

    QLabel *m_icon;
    ElidedLabel *m_words;
};

} // namespace lockscope
