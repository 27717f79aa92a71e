// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sentences to read and select, as high as they need at the current width. Words longer than a line, such as
// keys, are broken; a QLabel would grow and push the rest out of view. GUI thread.

#include <QTextEdit>

namespace lockscope
{

class Prose final : public QTextEdit
{
    Q_OBJECT
public:
    explicit Prose(QWidget *parent = nullptr);
    // spoken: the text for screen readers; empty: the text.
    void say(const QString &text, const QString &spoken = {});
    QString text() const { return m_text; }

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fit();

    QString m_text;
};

} // namespace lockscope
