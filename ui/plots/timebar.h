// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The controls of the shared time window: how long a stretch, back and forth, follow what happens or stand
// still; and room for what the page offers besides. Everything the mouse does on the plots can be done here
// with the keyboard. Owner: a page; GUI thread.

#include "ui/plots/timewindow.h"
#include "ui/theme/icons.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace lockscope
{

class TimeBar final : public QWidget
{
    Q_OBJECT
public:
    explicit TimeBar(TimeWindow &window, QWidget *parent = nullptr);

    void add(QWidget *widget);
    void say(const QString &text);     // empty: which stretch is shown
    void setNote(const QString &text); // of the stretch that is shown; empty: none
    QString text() const;
    QComboBox *spans() const { return m_spans; }
    QToolButton *live() const { return m_live; }

private:
    QToolButton *makeButton(Glyph glyph, const QString &help);
    void fillSpans();
    void showWindow();

    TimeWindow &m_window;
    QHBoxLayout *m_row;
    QComboBox *m_spans;
    QToolButton *m_live;
    QLabel *m_text;
    QString m_said{};
    QString m_note{};
};

} // namespace lockscope
