// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shown in place of rows: why there are none, and what to do next. Scrolls if space is short. GUI thread.

#include "ui/widgets/scrolled.h"

class QAction;
class QHBoxLayout;
class QLabel;
class QPainter;
class QProgressBar;

namespace lockscope
{

// The same for views that paint themselves: the text in the middle.
void paintEmpty(QPainter &painter, const QRect &rect, const QPalette &palette, const QString &text);

class EmptyState final : public UpDownScroll
{
    Q_OBJECT
public:
    explicit EmptyState(QWidget *parent = nullptr);
    void say(const QString &title, const QString &text, const QList<QAction *> &next, bool busy = false);
    QString title() const;
    QString text() const;

private:
    QLabel *m_title;
    QLabel *m_text;
    QProgressBar *m_busy;
    QHBoxLayout *m_buttons;
    QList<QAction *> m_next;
};

} // namespace lockscope
