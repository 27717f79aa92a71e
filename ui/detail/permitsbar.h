// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The permits of a semaphore: a bar of held, overdue and free permits, with the numbers below. The parts have
// patterns, so colour is not needed to read them. Owner: the detail pane; GUI thread.

#include "core/values/lock.h"

#include <QWidget>

class QLabel;

namespace lockscope
{

class PermitsBar final : public QWidget
{
    Q_OBJECT
public:
    explicit PermitsBar(QWidget *parent = nullptr);
    void show(const std::optional<Permits> &permits); // Empty: nothing to show
    using QWidget::show;
    QString words() const;

    // Fractions of one, in drawing order; all zero: not known.
    struct Parts {
        double held = 0;
        double overdue = 0;
        double free = 0;
    };
    static Parts partsOf(const Permits &permits);
    bool isDrawn() const; // The numbers needed are known

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QRect barRect() const;

    std::optional<Permits> m_permits;
    QLabel *m_words;
};

} // namespace lockscope
