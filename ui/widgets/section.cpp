// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/section.h"

#include "ui/theme/metrics.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope
{

Section::Section(const QString &title, bool open, QWidget *parent)
    : QWidget(parent), m_head(new QToolButton(this)), m_body(new QWidget(this)),
      m_content(new QVBoxLayout(m_body))
{
    m_head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_head->setAutoRaise(true);
    m_head->setCheckable(true);
    m_head->setFocusPolicy(Qt::StrongFocus);
    m_content->setContentsMargins({});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(Spacing::Tight));
    layout->addWidget(m_head);
    layout->addWidget(m_body);
    connect(m_head, &QToolButton::toggled, this, [this](bool on) {
        m_head->setArrowType(on ? Qt::DownArrow : Qt::RightArrow);
        m_body->setVisible(on);
        emit toggled(on);
    });
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setTitle(title);
    m_head->setChecked(open);
    m_head->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_body->setVisible(open);
}

void Section::setTitle(const QString &title)
{
    m_head->setText(title);
    m_head->setAccessibleName(title);
}

void Section::addWidget(QWidget *widget, Qt::Alignment alignment)
{
    m_content->addWidget(widget, 0, alignment);
}

bool Section::isOpen() const
{
    return m_head->isChecked();
}

void Section::setOpen(bool open)
{
    m_head->setChecked(open);
}

} // namespace lockscope
