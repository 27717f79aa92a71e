// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// observe.json in the configuration folder, version 1, shared by the desktop and the cli. Reports every fault
// with line and path. A file with a fault gives the defaults and is never changed, not even by save(). A
// missing file or field means the default. Written atomically, readable by its owner only. Any thread, but
// not two at once.

#include "core/base/outcome.h"
#include "core/config/observesettings.h"

namespace lockscope
{

struct ObserveBook {
    ObserveSettings settings{};
    QList<Failure> problems{}; // if not empty, the settings are the defaults
};

ObserveBook observeFromJson(const QByteArray &json);
QByteArray observeToJson(const ObserveSettings &settings);

class ObserveStore
{
public:
    explicit ObserveStore(const QString &dir); // empty: the default folder

    QString fileName() const { return m_fileName; }
    ObserveBook load() const;
    Done save(const ObserveSettings &settings) const; // BadInput if load() would reject them

private:
    QString m_fileName;
};

} // namespace lockscope
