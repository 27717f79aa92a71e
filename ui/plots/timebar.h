// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The controls of the shared time window: length, back and forth, live or paused; plus widgets of the page.
// Offers by keyboard everything that the mouse does on the plots. Owner: a page; GUI thread.

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
    void say(const QString &text); // Empty: show the current range
    // About the current range; empty: none. elide: how it is shortened.
    void setNote(const QString &text, Qt::TextElideMode elide = Qt::ElideRight);
    QString text() const;
    QComboBox *spans() const { return m_spans; }
    QToolButton *live() const { return m_live; }

private:
    QToolButton *makeButton(Glyph glyph, const QString &help);
    void fillSpans();
    void showWindow();
    void fitText();
    QString shortened(int room) const;
    void makeRoom();
    bool eventFilter(QObject *watched, QEvent *event) override;
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

    TimeWindow &m_window;
    QHBoxLayout *m_row;
    QComboBox *m_spans;
    QToolButton *m_live;
    QToolButton *m_closer = nullptr;
    QToolButton *m_farther = nullptr;
    QLabel *m_text;
    QString m_said{};
    QString m_note{};
    QString m_full{};
    QString m_brief{}; // The range, where there is no room for all of it
    Qt::TextElideMode m_noteElide = Qt::ElideRight;
};

} // namespace lockscope
