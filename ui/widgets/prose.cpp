// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/prose.h"

#include "ui/text/accessibility.h"

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
    setPlainText(text);
    speakOf(*this, spoken.isEmpty() ? text : spoken);
    fit();
}

void Prose::resizeEvent(QResizeEvent *event)
{
    QTextEdit::resizeEvent(event);
    m_hasWidth = true;
    fit();
}

void Prose::changeEvent(QEvent *event)
{
    QTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

// Before a layout has given it a width, it would be as high as a narrow column, and so would its window stay.
void Prose::fit()
{
    const int needed = int(std::ceil(document()->size().height()));
    setFixedHeight(m_hasWidth ? needed : std::min(needed, fontMetrics().height()));
}

} // namespace lockscope
