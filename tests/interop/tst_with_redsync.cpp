// SPDX-License-Identifier: GPL-3.0-or-later
// redsync, over one server.
#include "tests/interop/harness/exclusive.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_with_redsync
{

using namespace lockscope::test;

class tst_with_redsync : public Exclusive
{
    Q_OBJECT
public:
    tst_with_redsync()
        : Exclusive({{.row = "redsync",
                      .client = QStringLiteral("redsync"),
                      .word = "lock",
                      .kind = "token-lock",
                      .library = "redsync",
                      .lost = "error redsync.ErrTaken",
                      .lostToNobody = "error redsync: failed to unlock, lock was already expired"}})
    {
    }
};

LOCKSCOPE_TEST(tst_with_redsync)

} // namespace tst_with_redsync

#include "tst_with_redsync.moc"
