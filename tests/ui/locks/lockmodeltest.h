// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Locks at one fixed time, deltas of them, and the signals of a model, for tests of LockModel.

#include "ui/locks/model/lockmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

namespace lockscope::test
{

class LockModelTest : public QObject
{
protected:
    static inline const Instant At{std::chrono::seconds(100000)};

    static std::shared_ptr<Lock> made(const QByteArray &key, const QByteArray &owner = "owner-1")
    {
        auto lock = std::make_shared<Lock>();
        lock->confidence = Confidence::Certain;
        lock->key.bytes = key;
        lock->node.bytes = "127.0.0.1:6379";
        lock->kind.name = "rlock";
        lock->holders.append(Holder{.id = OwnerId{owner}});
        lock->expiresAt = At + std::chrono::seconds(30);
        lock->lease = std::chrono::seconds(30);
        lock->heldSince = At - std::chrono::seconds(5);
        lock->heldIsLowerBound = false;
        return lock;
    }

    static LockPtr numbered(int number) { return made("lock:" + QByteArray::number(number)); }

    static LockDelta upserts(std::vector<LockPtr> locks)
    {
        LockDelta delta;
        delta.upserted = std::move(locks);
        return delta;
    }

    static LockDelta removals(const QList<QByteArray> &keys)
    {
        LockDelta delta;
        for (const QByteArray &key : keys)
            delta.removed.push_back(LockName{key});
        return delta;
    }

    static LockDelta manyLocks(int count)
    {
        LockDelta delta;
        for (int i = 0; i < count; ++i)
            delta.upserted.push_back(numbered(i));
        return delta;
    }

    // Counts the structural signals of a model.
    class Signals
    {
    public:
        explicit Signals(QAbstractItemModel &model)
            : inserted(&model, &QAbstractItemModel::rowsInserted),
              removed(&model, &QAbstractItemModel::rowsRemoved),
              moved(&model, &QAbstractItemModel::rowsMoved),
              changed(&model, &QAbstractItemModel::dataChanged),
              laidOut(&model, &QAbstractItemModel::layoutChanged),
              reset(&model, &QAbstractItemModel::modelReset)
        {
        }
        QString text() const
        {
            return QStringLiteral("inserted %1 removed %2 moved %3 changed %4 laid out %5 reset %6")
                .arg(inserted.count())
                .arg(removed.count())
                .arg(moved.count())
                .arg(changed.count())
                .arg(laidOut.count())
                .arg(reset.count());
        }
        qsizetype all() const
        {
            return inserted.count() + removed.count() + moved.count() + changed.count() + laidOut.count() +
                   reset.count();
        }
        QSignalSpy inserted, removed, moved, changed, laidOut, reset;
    };

    static QString printed(const QAbstractItemModel &model, const QModelIndex &parent = {}, int depth = 0)
    {
        QString text;
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const QModelIndex first = model.index(row, 0, parent);
            const bool group = model.data(first, LockModel::GroupRole).isValid();
            const QModelIndex name = group ? first : first.siblingAtColumn(int(LockColumn::Key));
            text += QString(depth, u'.') + model.data(name).toString() + u'\n';
            text += printed(model, first, depth + 1);
        }
        return text;
    }

    static void settled(LockModel &model) { QTRY_VERIFY(!model.isArranging()); }

    using Tester = QAbstractItemModelTester;
    static constexpr auto Fatal = Tester::FailureReportingMode::Fatal;
    static LockModel::Clock fixedClock()
    {
        return [] { return At; };
    }
};

} // namespace lockscope::test
