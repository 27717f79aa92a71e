// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/elidedlabel.h"

#include "ui/theme/metrics.h"

#include <QAccessibleWidget>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lockscope
{

namespace
{

// Reports the text as name on demand: setting an accessible name would make screen readers read each change,
// and the texts run.
class TextFace final : public QAccessibleWidget
{
public:
    explicit TextFace(ElidedLabel *label) : QAccessibleWidget(label, QAccessible::StaticText) {}
    QString text(QAccessible::Text part) const override
    {
        const QString own = QAccessibleWidget::text(part);
        return part == QAccessible::Name && own.isEmpty() ? static_cast<ElidedLabel *>(object())->text()
                                                          : own;
    }
};

QAccessibleInterface *textFace(const QString &, QObject *object)
{
    auto *label = qobject_cast<ElidedLabel *>(object);
    return label ? new TextFace(label) : nullptr;
}

} // namespace

ElidedLabel::ElidedLabel(QWidget *parent) : QWidget(parent)
{
    QAccessible::installFactory(textFace); // Qt installs a factory only once
    // The text may change often: a size hint that depends on it would lay out the whole window each time.
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    // Only if the number of lines changes.
    if (m_wrapping && heightForWidth(width()) != height())
        updateGeometry();
    update();
}

void ElidedLabel::setWrapping(bool wrapping)
{
    m_wrapping = wrapping;
    // A layout gives a widget of fixed height no more than its size hint.
    QSizePolicy policy(QSizePolicy::Ignored, wrapping ? QSizePolicy::Preferred : QSizePolicy::Fixed);
    policy.setHeightForWidth(wrapping);
    setSizePolicy(policy);
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_elideMode = mode;
    update();
}

bool ElidedLabel::isElided() const
{
    return !m_wrapping && fontMetrics().horizontalAdvance(m_text) > contentsRect().width();
}

QSize ElidedLabel::sizeHint() const
{
    return {characters(*this, 8), fontMetrics().height() + 2};
}

int ElidedLabel::heightForWidth(int width) const
{
    if (!m_wrapping)
        return -1;
    const QRect endless(0, 0, width, QWIDGETSIZE_MAX);
    const int lines = fontMetrics().boundingRect(endless, wrapping(), m_text).height();
    return std::max(lines, fontMetrics().height()) + 2;
}

// A key or owner without spaces may break anywhere.
int ElidedLabel::wrapping() const
{
    return m_text.contains(u' ') ? Qt::TextWordWrap : Qt::TextWrapAnywhere;
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect area = contentsRect();
    if (m_wrapping)
        painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeading | wrapping(), m_text);
    else
        painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeading | Qt::TextSingleLine,
                         fontMetrics().elidedText(m_text, m_elideMode, area.width()));
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    if (isElided())
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), m_text, this);
    else
        event->ignore();
    return true;
}

void ElidedLabel::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    const QAction *copy = menu.addAction(tr("Copy"));
    if (menu.exec(event->globalPos()) == copy)
        QGuiApplication::clipboard()->setText(m_text);
}

} // namespace lockscope
