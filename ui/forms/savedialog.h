// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks for a file name and calls `save` with it. The dialog belongs to its parent until closed; GUI thread.

#include "core/base/outcome.h"

#include <QStringList>

#include <functional>

class QWidget;

namespace lockscope
{

struct SaveRequest {
    QString title{};
    QString name{};        // Suggested name, without extension
    QStringList endings{}; // Extensions such as "png"; the first is the default
    std::function<Done(const QString &fileName)> save{};
    std::function<void(const Failure &why)> failed{};
};

// parent must outlive everything the request refers to.
void askForFile(QWidget *parent, const SaveRequest &request);

} // namespace lockscope
