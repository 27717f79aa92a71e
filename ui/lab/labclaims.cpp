// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/labclaims.h"

#include "ui/lab/labwords.h"
#include "ui/theme/theme.h"
#include "ui/widgets/prose.h"

#include <QEvent>
#include <QTextBlock>
#include <QTextCursor>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

void applyTheme(QTextDocument &text, qsizetype from, qsizetype to, const QTextCharFormat &format)
{
    QTextCursor cursor(&text);
    cursor.setPosition(int(from));
    cursor.setPosition(int(to), QTextCursor::KeepAnchor);
    cursor.mergeCharFormat(format);
}

} // namespace

LabClaims::LabClaims(QWidget *parent) : QWidget(parent), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins({});
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
    while (QLayoutItem *item = m_column->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    const Theme theme = Theme::of(palette());
    for (const LabClaim &claim : m_claims) {
        const QString word = text::claimWord(claim);
        auto *what = new Prose(this);
        what->say(QStringLiteral("%1  %2\n%3").arg(word, claim.text, claim.evidence).trimmed());
        QTextCharFormat strong;
        strong.setFontWeight(QFont::Bold);
        // Not the colour of what is well: a claim may be that a lock fails.
        strong.setForeground(claim.met ? palette().color(QPalette::Text) : theme.critical);
        applyTheme(*what->document(), 0, word.size(), strong);
        QTextCharFormat quiet;
        quiet.setForeground(theme.muted);
        const QTextBlock evidence = what->document()->lastBlock();
        if (!claim.evidence.isEmpty())
            applyTheme(*what->document(), evidence.position(), evidence.position() + evidence.length() - 1,
                       quiet);
        m_column->addWidget(what);
    }
}

void LabClaims::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        fill();
}

} // namespace lockscope
