// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The base of the bridges: objects of the GUI thread that pass orders to an object on another thread, and its
// answers back, as queued signals. Never waits. GUI thread.

#include <QObject>

#include <utility>

namespace lockscope
{

class Bridge : public QObject
{
    Q_OBJECT
protected:
    using QObject::QObject;

    // Emits an order with a new number. The answer arrives later with the same number.
    template<class Derived, class... Parameters, class... Arguments>
    quint64 ask(void (Derived::*order)(quint64, Parameters...), Arguments &&...arguments)
    {
        emit(static_cast<Derived *>(this)->*order)(++m_last, std::forward<Arguments>(arguments)...);
        return m_last;
    }

private:
    quint64 m_last = 0;
};

} // namespace lockscope
