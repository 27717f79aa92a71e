// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bulk/bulkconsent.h"

#include "ui/text/format.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace lockscope
{

BulkConsent::BulkConsent(QWidget *parent) : QWidget(parent), m_sum(new QLabel(this))
{
    m_sum->setTextFormat(Qt::PlainText);
    auto *ticks = new QHBoxLayout;
    ticks->addWidget(m_sum, 1);
    for (const bool ticked : {true, false}) {
        auto *button = new QPushButton(ticked ? tr("Selec&t all") : tr("Select &none"), this);
        button->setAutoDefault(false);
        ticks->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, ticked] { emit tickAllWanted(ticked); });
    }
    m_reason = new QLineEdit(this);
    m_phrase = new QLineEdit(this);
    m_phraseLabel = new QLabel(tr("T&ype to confirm"), this);
    m_stop = new QCheckBox(tr("Sto&p on first failure"), this);
    m_reason->setPlaceholderText(tr("Ticket or observation (recorded in the audit log)"));
    m_phraseLabel->setBuddy(m_phrase);
    auto *fields = new QFormLayout;
    fields->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    fields->addRow(tr("R&eason"), m_reason);
    fields->addRow(m_phraseLabel, m_phrase);
    fields->addRow(QString(), m_stop);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addLayout(ticks);
    column->addLayout(fields);
    connect(m_reason, &QLineEdit::textChanged, this, &BulkConsent::changed);
    connect(m_phrase, &QLineEdit::textChanged, this, &BulkConsent::changed);
}

void BulkConsent::showTicks(const BulkRun &series)
{
    m_sum->setText(tr("%1 of %2 selected · %3 excluded")
                       .arg(text::number(series.meant()), text::number(qint64(series.rows().size())),
                            text::number(series.counts()[size_t(SeriesOutcome::LeftOut)])));
}

void BulkConsent::askFor(const QString &phrase)
{
    m_phrase->setVisible(!phrase.isEmpty());
    m_phraseLabel->setVisible(!phrase.isEmpty());
    m_phrase->setPlaceholderText(phrase);
}

void BulkConsent::clearPhrase()
{
    m_phrase->clear();
}

BulkRun::Will BulkConsent::will() const
{
    return {.reason = m_reason->text().trimmed(),
            .confirmedName = m_phrase->text(),
            .stopAtFailure = m_stop->isChecked()};
}

QString BulkConsent::obstacle(const QString &phrase) const
{
    if (m_reason->text().trimmed().isEmpty())
        return tr("Enter a reason. It is recorded in the audit log.");
    if (m_phrase->text() != phrase && !phrase.isEmpty())
        return tr("Production: type %1 to confirm.").arg(phrase);
    return {};
}

} // namespace lockscope
