// SPDX-License-Identifier: GPL-3.0-or-later
// bsm/redislock.
#include "tests/interop/harness/exclusive.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_with_redislock
{

using namespace lockscope;
using namespace lockscope::test;

class tst_with_redislock : public Exclusive
{
    Q_OBJECT
public:
    tst_with_redislock()
        : Exclusive({{.row = "redislock",
                      .client = QStringLiteral("redislock"),
                      .word = "lock",
                      .kind = "token-lock",
                      .library = "bsm/redislock",
                      .lost = "error redislock: lock not held"}})
    {
    }
};

LOCKSCOPE_TEST(tst_with_redislock)

} // namespace tst_with_redislock

#include "tst_with_redislock.moc"
