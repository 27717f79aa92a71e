// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Passes on what arrives on standard input, through the event loop of the main thread; an empty array at the
// end. Only one per process, which must outlive it. Makes both standard streams binary.

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
    std::unique_ptr<QSocketNotifier> m_notifier; // null on Windows, where a thread reads
};

} // namespace lockscope
