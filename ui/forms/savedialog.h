// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks for the file that something is to be saved as, and has it saved. Owner: its parent, until it is
// closed; GUI thread.

#include "core/base/outcome.h"

#include <QStringList>

#include <functional>

class QWidget;

namespace lockscope
{

struct SaveRequest {
    QString title{};
    QString name{};        // that is offered, without its ending
    QStringList endings{}; // "png"; the first is offered
    std::function<Done(const QString &fileName)> save{};
    std::function<void(const Failure &why)> failed{};
};

// The parent outlives what is in the request.
void askForFile(QWidget *parent, const SaveRequest &request);

} // namespace lockscope
