// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An outline for a view that paints no focus itself, shown while focused. Owner: the view; GUI thread.

#include <QWidget>

namespace lockscope
{

class FocusRing final : public QWidget
{
public:
    explicit FocusRing(QWidget *view);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
};

} // namespace lockscope
