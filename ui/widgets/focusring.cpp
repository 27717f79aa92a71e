// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/focusring.h"

#include "ui/theme/metrics.h"

#include <QEvent>
#include <QPainter>

namespace lockscope
{

FocusRing::FocusRing(QWidget *view) : QWidget(view)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    view->installEventFilter(this);
}

bool FocusRing::eventFilter(QObject *watched, QEvent *event)
{
    QWidget *view = parentWidget();
    if (watched == view && event->type() == QEvent::Resize)
        resize(view->size());
    if (watched == view && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)) {
        setGeometry(view->rect());
        raise();
        setVisible(event->type() == QEvent::FocusIn);
    }
    return QWidget::eventFilter(watched, event);
}

void FocusRing::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), cornerRadius(), cornerRadius());
}

} // namespace lockscope
