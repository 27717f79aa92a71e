// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: madelson/DistributedLock: src/DistributedLock.Redis/RedLock/RedLockHelper.cs,
// Primitives/RedisReaderWriterLockPrimitives.cs, 2.8.1.
#include "core/formats/distributedid.h"

#include "core/base/tr.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"

#include <QCoreApplication>
#include <QUuid>

namespace lockscope
{

namespace
{

constexpr QByteArrayView WaitingMark("_WRITERWAITING");

} // namespace

std::optional<DistributedId> distributedId(QByteArrayView value)
{
    DistributedId found;
    found.waiting = value.endsWith(WaitingMark);
    found.id = found.waiting ? value.chopped(WaitingMark.size()) : value;
    if (found.id.size() < 36 || !isLowerHex(found.id.last(32), 32) || found.id[found.id.size() - 33] != '_')
        return {};
    const QByteArrayView front = found.id.chopped(33);
    const qsizetype bar = front.lastIndexOf('_');
    if (bar <= 0 || !isDigits(front.sliced(bar + 1)))
        return {};
    found.machine = front.first(bar);
    found.process = front.sliced(bar + 1);
    return found;
}

OwnerId makeDistributedId()
{
    return {"lockscope_" + QByteArray::number(QCoreApplication::applicationPid()) + '_' +
            QUuid::createUuid().toByteArray(QUuid::Id128)};
}

std::optional<Failure> distributedOwnerProblem(const ActRequest &request)
{
    if (request.act != ActKind::Acquire || request.owner.isEmpty() ||
        isDistributedHolder(request.owner.bytes))
        return {};
    return badInput(
        request.key,
        Tr::tr("the owner %1 is not a DistributedLock owner id").arg(escapedText(request.owner.bytes)),
        Tr::tr("omit it, or use machine, process id and 32 hex digits, separated by _"));
}

QString distributedIdText(const DistributedId &id)
{
    return Tr::tr("Machine %1, process %2")
        .arg(escapedText(id.machine.toByteArray()), escapedText(id.process.toByteArray()));
}

} // namespace lockscope
