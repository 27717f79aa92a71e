// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Permits of a semaphore: a bar of those held, overdue and free, and the same in words under it. Nothing is
// told by colour alone: the parts have patterns. Owner: the detail pane; GUI thread.

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
    void show(const std::optional<Permits> &permits); // nothing: empty
    using QWidget::show;
    QString words() const;

    // The parts as shares of one, in their order; all zero: not known.
    struct Parts {
        double held = 0;
        double overdue = 0;
        double free = 0;
    };
    static Parts partsOf(const Permits &permits);
    bool isDrawn() const; // how many there are is known

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QRect barRect() const;

    std::optional<Permits> m_permits;
    QLabel *m_words;
};

} // namespace lockscope
