// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A word in a coloured frame: environment, read-only, not verified. GUI thread.

#include <QColor>
#include <QIcon>
#include <QWidget>

namespace lockscope
{

class Badge final : public QWidget
{
    Q_OBJECT
public:
    explicit Badge(QWidget *parent = nullptr);
    void say(const QString &word, const QColor &color, const QString &help, const QIcon &icon = {});
    const QString &word() const { return m_word; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_word;
    QColor m_color;
    QIcon m_icon;
};

} // namespace lockscope
