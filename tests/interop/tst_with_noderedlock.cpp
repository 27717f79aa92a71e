// SPDX-License-Identifier: GPL-3.0-or-later
// node-redlock 5, over one server: by hand, and with `using`, which renews by itself and can tell its holder
// that the lock was lost.
#include "tests/interop/harness/exclusive.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_with_noderedlock
{

using namespace lockscope;
using namespace lockscope::test;

class tst_with_noderedlock : public Exclusive
{
    Q_OBJECT
public:
    tst_with_noderedlock()
        : Exclusive({{.row = "node-redlock",
                      .client = QStringLiteral("noderedlock"),
                      .word = "lock",
                      .kind = "token-lock",
                      .lost = "error ExecutionError"}})
    {
    }

private slots:
    void whatUsingRenewsIsCounted();
    void ourForceReleaseAbortsUsing();
};

void tst_with_noderedlock::whatUsingRenewsIsCounted()
{
    const int ended = client().begin("alice", line("using", "2000")); // renewed 1.5 s before its end
    QTRY_VERIFY(stage().followed(key()));
    QTRY_VERIFY(stage().followed(key())->renewals.count >= 2);
    QCOMPARE(ask("bob", "end"), QByteArray("told"));
    QCOMPARE(client().answer(ended), QByteArray("ended"));
    QTRY_VERIFY(!stage().look(key()));
}

void tst_with_noderedlock::ourForceReleaseAbortsUsing()
{
    const int ended = client().begin("alice", line("using", "2000"));
    QTRY_VERIFY(!ownerNow().isEmpty());
    COMPARE_RESULT(stage().force(key(), ownerNow()), ActResult::Done);
    const Receipt ours = stage().acquire("token-lock", key());
    COMPARE_RESULT(ours, ActResult::Done);
    QCOMPARE(client().answer(ended), QByteArray("aborted"));
    QCOMPARE(ownerNow(), ours.owner.bytes);
}

LOCKSCOPE_TEST(tst_with_noderedlock)

} // namespace tst_with_noderedlock

#include "tst_with_noderedlock.moc"
