// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/prose.h"

#include "ui/text/accessibility.h"
#include "ui/text/format.h"

#include <QEvent>

#include <algorithm>
#include <cmath>

namespace lockscope
{

Prose::Prose(QWidget *parent) : QTextEdit(parent)
{
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::ClickFocus);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    viewport()->setCursor(Qt::IBeamCursor);
    document()->setDocumentMargin(0);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    fit();
}

void Prose::say(const QString &text, const QString &spoken)
{
    if (text == m_text)
        return;
    m_text = text;
    setPlainText(text::unbroken(text));
    speakOf(*this, spoken.isEmpty() ? text : spoken);
    fit();
}

void Prose::resizeEvent(QResizeEvent *event)
{
    QTextEdit::resizeEvent(event);
    fit();
}

void Prose::changeEvent(QEvent *event)
{
    QTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

void Prose::showEvent(QShowEvent *event)
{
    QTextEdit::showEvent(event);
    fit();
}

// While hidden it may be as narrow as a word: it would be high, and enlarge its window for good.
void Prose::fit()
{
    const int needed = int(std::ceil(document()->size().height()));
    setFixedHeight(isVisible() ? needed : std::min(needed, fontMetrics().height()));
}

} // namespace lockscope
