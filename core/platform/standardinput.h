// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What arrives on standard input, handed over as it arrives by the event loop of the main thread; empty when
// it is over. One in a process, which ends before it does. Makes both standard streams carry bytes unchanged.

#include <QByteArray>
#include <QSocketNotifier>

#include <functional>
#include <memory>

namespace lockscope
{

class StandardInput final
{
public:
    explicit StandardInput(std::function<void(const QByteArray &)> take);

private:
    std::function<void(const QByteArray &)> m_take;
    std::unique_ptr<QSocketNotifier> m_notifier; // none on Windows, where a thread of its own reads
};

} // namespace lockscope
