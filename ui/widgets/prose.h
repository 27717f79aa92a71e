// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sentences to read and to select, as high as they are at the width there is. Words that are longer than a
// line, such as a key's name, are broken: a label would make room for them and push the rest out of sight.
// GUI thread.

#include <QTextEdit>

namespace lockscope
{

class Prose final : public QTextEdit
{
    Q_OBJECT
public:
    explicit Prose(QWidget *parent = nullptr);
    void say(const QString &text, const QString &spoken = {}); // spoken: to a screen reader; empty: the text
    QString text() const { return m_text; }

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fit();

    QString m_text;
};

} // namespace lockscope
