// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where an act is done: the connection and its environment, by word and colour. GUI thread.

#include "core/values/connection.h"

#include <QLabel>

namespace lockscope
{

class EnvironmentLabel final : public QLabel
{
    Q_OBJECT
public:
    EnvironmentLabel(const ConnectionSpec &spec, QWidget *parent);

protected:
    void changeEvent(QEvent *event) override;

private:
    void dress();

    const Environment m_environment;
};

} // namespace lockscope
