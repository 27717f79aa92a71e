// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One line of text, cut in the middle when there is no room; then the tooltip has the whole. Keys and owners
// differ at both ends, so neither end may go. Where all of it must be read, it takes more lines. GUI thread.

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
    void setWrapping(bool wrapping); // is not cut: it takes another line

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();
    int wrapping() const;

    QString m_text;
    bool m_wrapping = false;
    int m_height = 0; // of the text, as wide as this is
};

} // namespace lockscope
