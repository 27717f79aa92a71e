// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sets a variable of this process's environment, and restores it in the destructor, also when a test fails.
// Main thread.

#include <QByteArray>
#include <QtGlobal>

namespace lockscope::test
{

class EnvironmentValue
{
public:
    EnvironmentValue(const char *name, const QByteArray &value)
        : m_name(name), m_was(qEnvironmentVariableIsSet(name)), m_before(qgetenv(name))
    {
        qputenv(name, value);
    }
    ~EnvironmentValue()
    {
        if (m_was)
            qputenv(m_name, m_before);
        else
            qunsetenv(m_name);
    }
    Q_DISABLE_COPY_MOVE(EnvironmentValue)

private:
    const char *m_name;
    bool m_was;
    QByteArray m_before;
};

} // namespace lockscope::test
