// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bulk/bulkoutput.h"

#include "core/base/privatefile.h"
#include "ui/bridges/enginebridge.h"
#include "ui/forms/savedialog.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>

namespace lockscope
{

BulkOutput::BulkOutput(const EngineBridge &bridge, std::function<BulkNote()> note, QWidget *parent)
    : QWidget(parent), m_bridge(bridge), m_note(std::move(note))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins({});
    m_copyScript =
        addButton(tr("&Copy as redis-cli"), tr("The dry run as a script. Each line compares the owner"),
                  &BulkOutput::copyScript);
    m_saveScript = addButton(tr("Sa&ve script…"), {}, &BulkOutput::askForScript);
    m_copyReport =
        addButton(tr("Copy t&he report"), tr("As Markdown, for a ticket"), &BulkOutput::copyReport);
    m_saveReport = addButton(tr("&Save report…"), {}, &BulkOutput::askForReport);
}

QPushButton *BulkOutput::addButton(const QString &text, const QString &help, void (BulkOutput::*handOut)())
{
    auto *button = new QPushButton(text, this);
    button->setAutoDefault(false);
    button->setToolTip(help);
    layout()->addWidget(button);
    connect(button, &QPushButton::clicked, this, handOut);
    return button;
}

void BulkOutput::refresh()
{
    const bool asking = m_series->phase() == BulkRun::Phase::Asking;
    const bool hasPlans = asking && m_series->unplanned() == 0 && m_series->meant() > 0;
    for (QPushButton *button : {m_copyScript, m_saveScript}) {
        button->setVisible(asking);
        button->setEnabled(hasPlans);
    }
    for (QPushButton *button : {m_copyReport, m_saveReport})
        button->setVisible(m_series->phase() == BulkRun::Phase::Ended);
}

QByteArray BulkOutput::script() const
{
    return bulkScript(*m_series, m_note());
}

void BulkOutput::copyScript()
{
    QGuiApplication::clipboard()->setText(QString::fromUtf8(script()));
    emit scriptCopied();
}

void BulkOutput::askForScript()
{
    askForFile(this,
               {.title = tr("Save script"),
                .name = QStringLiteral("lockscope-%1").arg(QLatin1String(name(m_series->act()))),
                .endings = {QStringLiteral("sh")},
                .save = [this](const QString &fileName) { return writePrivateFile(fileName, script()); },
                .failed = [this](const Failure &why) { emit failed(why); }});
}

void BulkOutput::copyReport()
{
    QGuiApplication::clipboard()->setText(bulkMarkdown(*m_series, m_note(), m_bridge.kinds()));
}

Done BulkOutput::saveReport(const QString &fileName) const
{
    if (fileName.endsWith(QLatin1String(".csv")))
        return writePrivateFile(fileName, bulkCsv(*m_series, m_bridge.kinds()));
    if (fileName.endsWith(QLatin1String(".json")))
        return writePrivateFile(fileName, bulkJson(*m_series, m_note(), m_bridge.kinds()));
    return writePrivateFile(fileName, bulkMarkdown(*m_series, m_note(), m_bridge.kinds()).toUtf8());
}

void BulkOutput::askForReport()
{
    askForFile(this, {.title = tr("Save report"),
                      .name = QStringLiteral("lockscope-%1-report").arg(QLatin1String(name(m_series->act()))),
                      .endings = {QStringLiteral("md"), QStringLiteral("csv"), QStringLiteral("json")},
                      .save = [this](const QString &fileName) { return saveReport(fileName); },
                      .failed = [this](const Failure &why) { emit failed(why); }});
}

} // namespace lockscope
