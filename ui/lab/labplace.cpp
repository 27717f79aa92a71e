// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/labplace.h"

#include "ui/lab/labwords.h"
#include "ui/text/accessibility.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"

#include <QComboBox>
#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>

namespace lockscope
{

LabPlace::LabPlace(QWidget *parent)
    : QWidget(parent), m_sandbox(new QRadioButton(tr("On its own sandbox"), this)),
      m_topology(new QComboBox(this)), m_present(new QRadioButton(tr("On the current connection"), this)),
      m_reason(new QLabel(this))
{
    m_sandbox->setChecked(true);
    m_sandbox->setToolTip(tr("Private servers on this machine, until the next run"));
    m_present->setToolTip(tr("With its own keys, removed afterwards"));
    m_topology->setAccessibleName(tr("Servers of the sandbox"));
    for (const auto each : {SandboxTopology::Standalone, SandboxTopology::Replica, SandboxTopology::Sentinel,
                            SandboxTopology::Cluster, SandboxTopology::RedLock})
        m_topology->addItem(text::topology(each), int(each));
    m_reason->setWordWrap(true);
    m_reason->setForegroundRole(QPalette::PlaceholderText);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(spacing(Spacing::Small));
    for (QWidget *part : std::initializer_list<QWidget *>{m_sandbox, m_topology, m_present, m_reason})
        column->addWidget(part);
    connect(m_sandbox, &QRadioButton::toggled, this, &LabPlace::check);
    check();
}

void LabPlace::show(const Scenario &scenario)
{
    m_scenario = scenario;
    m_topology->setCurrentIndex(m_topology->findData(int(scenario.topology)));
    check();
}

void LabPlace::setConnection(const std::optional<ConnectionSpec> &connection, bool ready)
{
    m_connection = connection;
    m_ready = ready;
    check();
}

void LabPlace::check()
{
    m_refusal.clear();
    if (!m_connection || !m_ready) {
        m_refusal = tr("Not connected");
    } else if (!m_scenario.name.isEmpty()) {
        const auto plan = planned({.scenario = m_scenario.name, .server = m_connection});
        if (!plan)
            m_refusal = text::failure(plan.failure());
    }
    const bool may = m_refusal.isEmpty();
    if (!may && m_present->isChecked())
        m_sandbox->setChecked(true);
    m_present->setEnabled(may);
    explain(*m_present, m_refusal);
    m_reason->setText(may ? tr("It writes to %1.").arg(text::connection(*m_connection)) : m_refusal);
    m_topology->setEnabled(m_sandbox->isChecked() && m_scenario.anyTopology);
    m_topology->setToolTip(m_scenario.anyTopology ? QString() : tr("Servers that this scenario needs"));
}

void LabPlace::tell(LabOrder &order) const
{
    if (m_present->isChecked())
        order.server = m_connection;
    else if (m_scenario.anyTopology)
        order.topology = SandboxTopology(m_topology->currentData().toInt());
}

} // namespace lockscope
