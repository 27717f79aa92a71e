// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ladderview.h"

#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>

namespace lockscope
{

LadderView::LadderView(QWidget *parent) : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    auto *title = new QLabel(tr("From gentle to hard"), this);
    QFont strong = title->font();
    strong.setBold(true);
    title->setFont(strong);
    layout->addWidget(title);
    for (const Rung rung : AllRungs) {
        Row &row = m_rows[size_t(rung)];
        row.button = new QRadioButton(
            tr("%1. %2", "number of a step and the step").arg(int(rung) + 1).arg(titleOf(rung)), this);
        row.line = new QLabel(this);
        row.line->setWordWrap(true);
        row.line->setTextFormat(Qt::PlainText);
        row.line->setForegroundRole(QPalette::PlaceholderText);
        row.line->setIndent(fontMetrics().averageCharWidth() * 4);
        layout->addWidget(row.button);
        layout->addWidget(row.line);
        layout->addSpacing(fontMetrics().height() / 3);
        connect(row.button, &QRadioButton::clicked, this, [this, rung] {
            m_chosen = rung;
            emit wanted(rung);
        });
    }
    layout->addStretch();
    setFixedWidth(fontMetrics().averageCharWidth() * 42);
}

void LadderView::showLadder(const Ladder &ladder)
{
    for (const RungState &state : ladder) {
        Row &row = m_rows[size_t(state.rung)];
        row.whyNot = state.whyNot;
        const QString line = state.possible() ? state.line : tr("Not here: %1").arg(state.whyNot);
        row.button->setEnabled(state.possible() || state.rung == m_chosen);
        row.button->setAccessibleDescription(line);
        if (row.line->text() != line)
            row.line->setText(line);
    }
}

void LadderView::choose(Rung rung)
{
    m_chosen = rung;
    QRadioButton *button = m_rows[size_t(rung)].button;
    button->setEnabled(true);
    button->setChecked(true);
}

QString LadderView::line(Rung rung) const
{
    return m_rows[size_t(rung)].line->text();
}

} // namespace lockscope
