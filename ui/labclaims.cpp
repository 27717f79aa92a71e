// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labclaims.h"

#include "ui/labwords.h"
#include "ui/prose.h"
#include "ui/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>

namespace lockscope
{

LabClaims::LabClaims(QWidget *parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins({});
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnStretch(1, 1);
}

void LabClaims::show(const std::vector<LabClaim> &claims)
{
    m_claims = claims;
    fill();
}

QStringList LabClaims::lines() const
{
    QStringList lines;
    for (const LabClaim &claim : m_claims)
        lines << QStringLiteral("%1: %2: %3").arg(text::claimWord(claim), claim.text, claim.evidence);
    return lines;
}

void LabClaims::fill()
{
    while (QLayoutItem *item = m_grid->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    const Theme theme = Theme::of(palette());
    int row = 0;
    for (const LabClaim &claim : m_claims) {
        auto *word = new QLabel(text::claimWord(claim), this);
        QPalette colours = palette();
        colours.setColor(QPalette::WindowText, claim.met ? theme.ok : theme.critical);
        word->setPalette(colours);
        QFont strong = font();
        strong.setBold(true);
        word->setFont(strong);
        auto *what = new Prose(this);
        what->say(claim.evidence.isEmpty() ? claim.text
                                           : QStringLiteral("%1\n%2").arg(claim.text, claim.evidence));
        m_grid->addWidget(word, row, 0, Qt::AlignTop);
        m_grid->addWidget(what, row++, 1, Qt::AlignTop);
    }
}

void LabClaims::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        fill();
}

} // namespace lockscope
