// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Copies or saves the dry run as a script and the report of the run. Owner: BulkDialog; GUI thread.

#include "ui/bulk/bulkreport.h"

#include <QWidget>

#include <functional>

class QPushButton;

namespace lockscope
{

class EngineBridge;

class BulkOutput final : public QWidget
{
    Q_OBJECT
public:
    BulkOutput(const EngineBridge &bridge, std::function<BulkNote()> note, QWidget *parent = nullptr);

    void setSeries(const BulkRun *series) { m_series = series; } // Must outlive being shown
    void refresh();
    QByteArray script() const;
    Done saveReport(const QString &fileName) const; // The file name extension selects md, csv or json

signals:
    void scriptCopied();
    void failed(const lockscope::Failure &why);

private:
    QPushButton *addButton(const QString &text, const QString &help, void (BulkOutput::*handOut)());
    void copyScript();
    void askForScript();
    void copyReport();
    void askForReport();

    const EngineBridge &m_bridge;
    std::function<BulkNote()> m_note;
    const BulkRun *m_series = nullptr;
    QPushButton *m_copyScript;
    QPushButton *m_saveScript;
    QPushButton *m_copyReport;
    QPushButton *m_saveReport;
};

} // namespace lockscope
