// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/acts/ladderview.h"

#include "ui/text/accessibility.h"
#include "ui/theme/metrics.h"

#include <QEvent>
#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>

namespace lockscope
{

LadderView::LadderView(QWidget *parent) : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    auto *title = new QLabel(tr("Options, safest first"), this);
    const QFont strong = strongFont(title->font());
    title->setFont(strong);
    layout->addWidget(title);
    const int indent = characters(*this, 4);
    for (const Rung rung : AllRungs) {
        Row &row = m_rows[size_t(rung)];
        row.button = new QRadioButton(
            tr("%1. %2", "number of a step and the step").arg(int(rung) + 1).arg(titleOf(rung)), this);
        row.line = new QLabel(this);
        row.line->setWordWrap(true);
        row.line->setTextFormat(Qt::PlainText);
        row.line->setForegroundRole(QPalette::PlaceholderText);
        row.line->setContentsMargins(indent, 0, 0, 0);
        // Nearly all take one or two lines: the options stay where they are as the texts change.
        row.line->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        row.line->setMinimumHeight(2 * row.line->fontMetrics().lineSpacing());
        layout->addWidget(row.button);
        layout->addWidget(row.line);
        layout->addSpacing(fontMetrics().height() / 3);
        connect(row.button, &QRadioButton::clicked, this, [this, rung] {
            m_selected = rung;
            if (m_isClick)
                emit picked(rung);
            else
                emit wanted(rung);
        });
        row.button->installEventFilter(this);
    }
    layout->addStretch();
    int width = characters(*this, 48);
    for (const Row &row : m_rows)
        width = std::max(width, row.button->sizeHint().width());
    setFixedWidth(width);
}

// A button does not say what pressed it.
bool LadderView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease)
        m_isClick = event->type() == QEvent::MouseButtonRelease;
    else if (event->type() == QEvent::KeyPress)
        m_isClick = false;
    return QWidget::eventFilter(watched, event);
}

void LadderView::showLadder(const Ladder &ladder)
{
    for (const RungState &state : ladder) {
        Row &row = m_rows[size_t(state.rung)];
        row.whyNot = state.whyNot;
        const QString line = state.possible() ? state.line : tr("Not available: %1").arg(state.whyNot);
        row.button->setEnabled(state.possible() || state.rung == m_selected);
        explain(*row.button, line);
        if (row.line->text() != line)
            row.line->setText(line);
    }
}

void LadderView::choose(Rung rung)
{
    m_selected = rung;
    QRadioButton *button = m_rows[size_t(rung)].button;
    button->setEnabled(true);
    button->setChecked(true);
    // Tab stops at the selected one, as Qt does it once one of them has had the focus.
    for (const Row &row : m_rows)
        row.button->setFocusPolicy(row.button == button ? Qt::StrongFocus : Qt::ClickFocus);
}

void LadderView::focusFirst()
{
    for (const Row &row : m_rows) {
        if (row.button->isEnabled())
            return row.button->setFocus();
    }
}

QString LadderView::line(Rung rung) const
{
    return m_rows[size_t(rung)].line->text();
}

} // namespace lockscope
