// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/standardinput.h"

#include <unistd.h>

namespace lockscope
{

StandardInput::StandardInput(std::function<void(const QByteArray &)> take)
    : m_take(std::move(take)),
      m_notifier(std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read))
{
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [this] {
        char buffer[65536];
        const auto got = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (got <= 0)
            m_notifier->setEnabled(false);
        m_take(got > 0 ? QByteArray(buffer, got) : QByteArray());
    });
}

} // namespace lockscope
