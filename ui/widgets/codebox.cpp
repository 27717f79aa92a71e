// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/codebox.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QAbstractTextDocumentLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QToolButton>

namespace lockscope
{

CodeBox::CodeBox(QWidget *parent)
    : QWidget(parent), m_edit(new QPlainTextEdit(this)), m_copy(new QToolButton(this))
{
    m_edit->setReadOnly(true);
    m_edit->setTabChangesFocus(true);
    m_edit->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_edit->setFont(codeFont());
    m_copy->setText(tr("Copy"));
    m_copy->setIcon(glyphIcon(Glyph::Copy));
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_copy->setAutoRaise(true);
    connect(m_copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_edit->toPlainText()); });
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(Spacing::Tight));
    layout->addWidget(m_edit, 1, Qt::AlignTop);
    layout->addWidget(m_copy, 0, Qt::AlignTop);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_edit->viewport()->installEventFilter(this);
    m_refit.setSingleShot(true);
    connect(&m_refit, &QTimer::timeout, this, &CodeBox::fit);
    fit();
}

void CodeBox::setName(const QString &name)
{
    m_edit->setAccessibleName(name);
    m_copy->setAccessibleDescription(name);
}

void CodeBox::setText(const QString &text)
{
    if (text == m_edit->toPlainText())
        return;
    m_edit->setPlainText(text);
    m_copy->setEnabled(!text.isEmpty());
    fit();
}

QString CodeBox::text() const
{
    return m_edit->toPlainText();
}

void CodeBox::setMaximumLines(int lines)
{
    m_maximumLines = lines;
    fit();
}

bool CodeBox::eventFilter(QObject *watched, QEvent *event)
{
    // The text is wrapped to the new width only after this event.
    if (event->type() == QEvent::Resize)
        m_refit.start(0);
    return QWidget::eventFilter(watched, event);
}

void CodeBox::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

void CodeBox::fit()
{
    int lines = 0;
    for (QTextBlock block = m_edit->document()->begin(); block.isValid() && lines <= m_maximumLines;
         block = block.next()) {
        m_edit->document()->documentLayout()->blockBoundingRect(block); // Lays it out at the current width
        lines += std::max(1, block.lineCount());
    }
    // Set here, because a bar that appears by itself would change the width and so the number of lines.
    m_edit->setVerticalScrollBarPolicy(lines > m_maximumLines ? Qt::ScrollBarAlwaysOn
                                                              : Qt::ScrollBarAlwaysOff);
    lines = std::clamp(lines, 1, m_maximumLines);
    const int margins = 2 * (m_edit->frameWidth() + int(m_edit->document()->documentMargin())) + 1;
    m_edit->setFixedHeight(lines * m_edit->fontMetrics().lineSpacing() + margins);
}

} // namespace lockscope
