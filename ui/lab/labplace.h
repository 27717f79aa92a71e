// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a run of the lab plays: on servers of its own, or on those the window is connected to; where that is
// not allowed, it says why. Owner: the lab page; GUI thread.

#include "core/lab/lab.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QRadioButton;

namespace lockscope
{

class LabPlace final : public QWidget
{
    Q_OBJECT
public:
    explicit LabPlace(QWidget *parent = nullptr);

    void show(const Scenario &scenario);
    void setConnection(const std::optional<ConnectionSpec> &connection, bool ready);
    void tell(LabOrder &order) const; // where it is to run
    // Why it cannot run on the present connection; empty: it can.
    QString refusal() const { return m_refusal; }

    QRadioButton *sandbox() const { return m_sandbox; }
    QRadioButton *present() const { return m_present; }
    QComboBox *topology() const { return m_topology; }

private:
    void check();

    QRadioButton *m_sandbox;
    QComboBox *m_topology;
    QRadioButton *m_present;
    QLabel *m_reason;
    Scenario m_scenario{};
    std::optional<ConnectionSpec> m_connection{};
    bool m_ready = false;
    QString m_refusal{};
};

} // namespace lockscope
