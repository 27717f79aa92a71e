// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to alerts that cannot be written to their file.

#include "core/engine/alerts/alerts.h"
#include "tests/support/runner.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

namespace tst_alertlog
{

using namespace lockscope;

class TestAlertLog final : public QObject
{
    Q_OBJECT
private slots:
    void aFullDiskIsToldOnce();
};

void TestAlertLog::aFullDiskIsToldOnce()
{
    const QString full = QStringLiteral("/dev/full"); // each write fails: no space left
    if (!QFileInfo::exists(full))
        QSKIP("there is no /dev/full here");
    Alerts alerts(full);
    const QSignalSpy failed(&alerts, &Alerts::failed);
    const Alert alert{.what = Alert::What::Began, .key = {"lock:a"}};
    alerts.log({alert});
    QCOMPARE(failed.size(), 1);
    const QString text = failed.front().front().value<Failure>().text;
    QVERIFY2(text.contains(full), qPrintable(text));
    alerts.log({alert});
    QCOMPARE(failed.size(), 1);
}

LOCKSCOPE_TEST(TestAlertLog)

} // namespace tst_alertlog

#include "tst_alertlog.moc"
