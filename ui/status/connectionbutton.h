// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tool bar's connection: its name and colour, and a menu of the others. Owner: the tool bar; GUI thread.

#include "ui/bridges/deploymentstate.h"

#include <QToolButton>

namespace lockscope
{

class ConnectionButton final : public QToolButton
{
    Q_OBJECT
public:
    explicit ConnectionButton(QWidget *parent = nullptr);

    void show(const DeploymentState &deployment);
    using QToolButton::show;

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    DeploymentState m_deployment{};
};

} // namespace lockscope
