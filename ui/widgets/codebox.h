// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Text to copy in a fixed font: commands, raw values. As high as its lines, up to a limit; then it scrolls.
// GUI thread.

#include <QTimer>
#include <QWidget>

class QPlainTextEdit;
class QToolButton;

namespace lockscope
{

class CodeBox final : public QWidget
{
    Q_OBJECT
public:
    explicit CodeBox(QWidget *parent = nullptr);
    void setName(const QString &name); // For screen readers
    void setText(const QString &text); // Keeps the scroll position if the text is the same
    QString text() const;
    void setMaximumLines(int lines);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fit();

    QPlainTextEdit *m_edit;
    QToolButton *m_copy;
    QTimer m_refit;
    int m_maximumLines = 8;
};

} // namespace lockscope
