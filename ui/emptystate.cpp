// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/emptystate.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope
{

EmptyState::EmptyState(QWidget *parent)
    : QWidget(parent), m_title(new QLabel(this)), m_text(new QLabel(this)), m_busy(new QProgressBar(this)),
      m_buttons(new QHBoxLayout)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    large.setBold(true);
    m_title->setFont(large);
    for (QLabel *label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedSize(220, 6);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(48, 8, 48, 8);
    column->setSpacing(14);
    column->addStretch(2);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addWidget(m_busy, 0, Qt::AlignHCenter);
    column->addLayout(m_buttons);
    column->addStretch(3);
}

void EmptyState::say(const QString &title, const QString &text, const QList<QAction *> &next, bool busy)
{
    m_title->setText(title);
    m_text->setText(text);
    m_busy->setVisible(busy);
    if (next == m_next)
        return; // a button under the mouse must not be made anew
    m_next = next;
    while (QLayoutItem *item = m_buttons->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    m_buttons->addStretch();
    for (QAction *action : next) {
        auto *button = new QPushButton(action->icon(), action->text(), this);
        button->setToolTip(action->toolTip());
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
