// SPDX-License-Identifier: GPL-3.0-or-later
// pottery's Redlock, over one server.
#include "tests/interop/harness/exclusive.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_with_pottery
{

using namespace lockscope;
using namespace lockscope::test;

class tst_with_pottery : public Exclusive
{
    Q_OBJECT
public:
    tst_with_pottery()
        : Exclusive({{.row = "pottery",
                      .client = QStringLiteral("pottery"),
                      .word = "lock",
                      .prefix = "redlock:",
                      .kind = "token-lock",
                      .lost = "error ReleaseUnlockedLock",
                      .newIdEachTry = true}})
    {
    }
};

LOCKSCOPE_TEST(tst_with_pottery)

} // namespace tst_with_pottery

#include "tst_with_pottery.moc"
