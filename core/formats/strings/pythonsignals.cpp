// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/strings/pythonsignals.h"

#include "core/base/tr.h"
#include "core/formats/strings/stringvalue.h"

namespace lockscope
{

namespace
{

constexpr QByteArrayView LockPrefix("lock:");
constexpr QByteArrayView SignalPrefix("lock-signal:");

QString signalText(const LockName &key)
{
    return escapedText(pythonSignalKey(key.bytes));
}

} // namespace

bool isPythonLockName(QByteArrayView key)
{
    return key.size() > LockPrefix.size() && key.startsWith(LockPrefix);
}

QByteArray pythonSignalKey(QByteArrayView key)
{
    const QByteArrayView name = key.sliced(LockPrefix.size());
    QByteArray signal;
    signal.reserve(SignalPrefix.size() + name.size());
    return signal.append(SignalPrefix).append(name);
}

bool mayBePythonLock(const LockName &key, const StringValue &value)
{
    return isPythonLockName(key.bytes) && value.sort != ValueSort::Data && value.libraries->empty();
}

bool mayBePythonLock(const LockName &key, const QByteArray &value)
{
    return isPythonLockName(key.bytes) && mayBePythonLock(key, stringValue({.key = key,
                                                                            .type = ValueType::String,
                                                                            .size = value.size(),
                                                                            .string = value,
                                                                            .wallAt = {}}));
}

StringActs pythonMayActs(const LockName &key)
{
    StringActs acts;
    acts.forceRelease.steps << Tr::tr(
                                   "Sends no notification: waiters poll, or block on %1 if this is a lock of "
                                   "python-redis-lock")
                                   .arg(signalText(key));
    return acts;
}

QString pythonWakeAdvice(const LockName &key)
{
    return Tr::tr(
               "If this is a lock of python-redis-lock whose id the application chose, a waiter on %1 stays "
               "asleep: wake it with lockscope-cli wake --kind python-redis-lock")
        .arg(signalText(key));
}

QString pythonWaitersLine(const LockName &key)
{
    return Tr::tr(
               "Its waiters cannot be seen: they poll, or block on %1 if this is a lock of python-redis-lock "
               "whose id the application chose")
        .arg(signalText(key));
}

} // namespace lockscope
