// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One line of text, elided in the middle if too long, with the full text as tool tip: keys and owners differ
// at both ends. Can wrap instead where all of it must be readable. GUI thread.

#include <QWidget>

namespace lockscope
{

class ElidedLabel final : public QWidget
{
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget *parent = nullptr);
    void setText(const QString &text);
    const QString &text() const { return m_text; }
    bool isElided() const;
    void setWrapping(bool wrapping);           // Wraps instead of eliding
    void setElideMode(Qt::TextElideMode mode); // Of a sentence: at its end

    QSize sizeHint() const override;
    int heightForWidth(int width) const override; // Of all its lines, if it wraps

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    int wrapping() const;

    QString m_text;
    bool m_wrapping = false;
    Qt::TextElideMode m_elideMode = Qt::ElideMiddle;
};

} // namespace lockscope
