// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/strings/pythonsignals.h"

#include "core/base/tr.h"
#include "core/formats/strings/stringvalue.h"

namespace lockscope
{

namespace
{

constexpr QByteArrayView LockPrefix("lock:");

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
    return "lock-signal:" + key.sliced(LockPrefix.size()).toByteArray();
}

bool mayBePythonLock(const LockName &key, const QByteArray &value)
{
    if (!isPythonLockName(key.bytes))
        return false;
    const StringValue is = stringValue(
        {.key = key, .type = ValueType::String, .size = value.size(), .string = value, .wallAt = {}});
    return is.sort != ValueSort::Data && is.libraries->empty();
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
