// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// observe.json in the configuration folder, version 1, shared by the desktop and the cli. Everything that is
// wrong in it is told, with its line and its path; a file with a fault gives the defaults and is left as it
// is, by save() too. A missing one, and a missing field, is the default. Written as a whole or not at all,
// readable by its owner only. Any thread; not two at once.

#include "core/base/outcome.h"
#include "core/config/observesettings.h"

namespace lockscope
{

struct ObserveBook {
    ObserveSettings settings{};
    QList<Failure> problems{}; // not empty: the settings are the defaults
};

ObserveBook observeFromJson(const QByteArray &json);
QByteArray observeToJson(const ObserveSettings &settings);

class ObserveStore
{
public:
    explicit ObserveStore(const QString &dir); // empty: the usual folder

    QString fileName() const { return m_fileName; }
    ObserveBook load() const;
    Done save(const ObserveSettings &settings) const; // as load() would take them

private:
    QString m_fileName;
};

} // namespace lockscope
