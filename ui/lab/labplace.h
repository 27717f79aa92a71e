// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a run takes place: on its own servers, or on those of the current connection; if that is not allowed,
// why. Owner: the lab page; GUI thread.

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
    void tell(LabOrder &order) const; // Sets the place in `order`
    // Why it cannot run on the current connection; empty: it can.
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
