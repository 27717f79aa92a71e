// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/emptystate.h"

#include "ui/text/mnemonic.h"
#include "ui/theme/metrics.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope
{

void paintEmpty(QPainter &painter, const QRect &rect, const QPalette &palette, const QString &text)
{
    painter.setPen(palette.color(QPalette::PlaceholderText));
    painter.drawText(rect.marginsRemoved(margins(Spacing::Page)), Qt::AlignCenter | Qt::TextWordWrap, text);
}

EmptyState::EmptyState(QWidget *parent)
    : UpDownScroll(new QWidget, parent), m_title(new QLabel), m_text(new QLabel), m_busy(new QProgressBar),
      m_buttons(new QHBoxLayout)
{
    widget()->setBackgroundRole(QPalette::Base);
    m_title->setFont(titleFont(font()));
    for (QLabel *label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedSize(characters(*this, 30), barThickness());
    auto *column = new QVBoxLayout(widget());
    column->setContentsMargins(margins(Spacing::Wide, Spacing::Large));
    column->setSpacing(spacing(Spacing::Page));
    column->addStretch(2);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addWidget(m_busy, 0, Qt::AlignHCenter);
    column->addLayout(m_buttons);
    column->addStretch(3);
}

void EmptyState::say(const QString &title, const QString &text, const QList<QAction *> &next, bool busy)
{
    // What has the focus may be hidden or deleted now, and the focus would go elsewhere. Also in a window
    // that is not active now: it would come back with none.
    if (const QWidget *focus = window()->focusWidget(); focus && isAncestorOf(focus) && next != m_next)
        setFocus();
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_busy->setVisible(busy);
    if (next == m_next)
        return; // Do not recreate a button under the mouse
    m_next = next;
    while (QLayoutItem *item = m_buttons->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    m_buttons->addStretch();
    for (QAction *action : next) {
        auto *button = new QPushButton(action->icon(), withoutMnemonic(action->text()), widget());
        const auto follow = [button, action] {
            button->setEnabled(action->isEnabled());
            button->setToolTip(action->toolTip()); // Why not, if it is disabled
        };
        follow();
        connect(action, &QAction::changed, button, follow);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        m_buttons->addWidget(button);
    }
    m_buttons->addStretch();
}

QString EmptyState::title() const
{
    return m_title->text();
}

QString EmptyState::text() const
{
    return m_text->text();
}

} // namespace lockscope
