// SPDX-License-Identifier: GPL-3.0-or-later
// The health of the servers at a moment, in the window of a recording.

#include "core/history/states/staterow.h"
#include "tests/support/begunrecording.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/recording/shownrecording.h"
#include "ui/health/findingsview.h"
#include "ui/health/nodesmodel.h"
#include "ui/health/nodesview.h"
#include "ui/recording/recordedservers.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"

#include <QAction>
#include <QPointer>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

namespace tst_recordedservers
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{1'700'000'000s};

QString time(milliseconds at)
{
    return text::dateToTheSecond(Start + at);
}

} // namespace

class tst_RecordedServers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void whatWasFoundAndWhichServersWereThere();
    void notRecordedIsNotNothingFound();
    void afterABreakItIsLastKnown();
    void withoutNamesTheCodeIsShown();

private:
    // A server that evicts locks from 10 s on, with a replica that is lost; nothing is found from 40 s on.
    static void record(const QString &file, bool hasTexts);
    // The dialog for that moment, once it has its answer.
    QPointer<RecordedServers> at(milliseconds at, bool hasTexts = true);

    QTemporaryDir m_folder{};
    std::unique_ptr<test::ShownRecording> m_shown{};
};

void tst_RecordedServers::initTestCase()
{
    installTranslations(*qApp, QStringLiteral("en"));
    record(m_folder.filePath(QStringLiteral("names")), true);
    record(m_folder.filePath(QStringLiteral("redacted")), false);
}

void tst_RecordedServers::record(const QString &file, bool hasTexts)
{
    Finding finding{.code = "evicts-locks", .level = VerdictLevel::Critical, .node = {"a:1"}};
    if (hasTexts) {
        finding.text = QStringLiteral("locks may be evicted");
        finding.remedy = QStringLiteral("set noeviction");
    }
    const std::vector<NodeStatus> nodes{
        {.node = {"a:1"}, .role = "master", .connection = {.phase = ConnectionPhase::Ready}},
        {.node = {"b:1"},
         .role = "slave",
         .connection = {.phase = ConnectionPhase::Waiting},
         .replica = Replication{.master = {"a:1"}, .linked = true}}};
    const auto state = [](StateRow::Kind kind, milliseconds at, const QByteArray &bytes) {
        return std::vector{StateRow{.kind = kind, .at = Start + at, .bytes = bytes}};
    };
    HistoryStore store(file);
    VERIFY_OK(test::beginRecording(store, Start));
    VERIFY_OK(store.append(state(StateRow::Kind::Findings, 10s, packed(std::vector{finding}))));
    VERIFY_OK(store.append(state(StateRow::Kind::Nodes, 10s, packed(nodes))));
    VERIFY_OK(store.append(state(StateRow::Kind::Findings, 40s, packed(std::vector<Finding>()))));
    VERIFY_OK(store.close(Start + 60s));
    VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Opened, .at = Start + 100s}));
    VERIFY_OK(store.close(Start + 110s));
}

QPointer<RecordedServers> tst_RecordedServers::at(milliseconds at, bool hasTexts)
{
    const QString file = m_folder.filePath(hasTexts ? QStringLiteral("names") : QStringLiteral("redacted"));
    m_shown.reset();
    m_shown = std::make_unique<test::ShownRecording>(file);
    m_shown->window.open();
    if (!QTest::qWaitFor([this] { return m_shown->window.healthAction()->isEnabled(); }, 30'000))
        return {};
    m_shown->window.playhead().moveTo(Start + at);
    m_shown->window.healthAction()->trigger();
    QPointer<RecordedServers> dialog = m_shown->window.findChild<RecordedServers *>();
    const bool isAnswered = QTest::qWaitFor(
        [&] {
            return dialog &&
                   dialog->headline(RecordedServers::NodesPage) != QStringLiteral("Reading the recording…");
        },
        30'000);
    return isAnswered ? dialog : nullptr;
}

void tst_RecordedServers::whatWasFoundAndWhichServersWereThere()
{
    const auto dialog = at(20s);
    QVERIFY(dialog);
    QVERIFY2(dialog->windowTitle().contains(time(20s)), qPrintable(dialog->windowTitle()));
    QCOMPARE(dialog->headline(RecordedServers::FindingsPage),
             QStringLiteral("As recorded at %1").arg(time(10s)));
    QVERIFY(!dialog->isEmptyShown(RecordedServers::FindingsPage));
    QVERIFY2(dialog->findings()->text().contains(QStringLiteral("locks may be evicted")),
             qPrintable(dialog->findings()->text()));
    QVERIFY(dialog->findings()->text().contains(QStringLiteral("set noeviction")));
    const QString nodes = dialog->nodes()->text();
    QVERIFY2(nodes.contains(QStringLiteral("b:1")) && nodes.contains(QStringLiteral("replica")),
             qPrintable(nodes));
    QVERIFY(!dialog->nodes()->reasons()->isHidden()); // one is lost
    QVERIFY(dialog->nodes()->table()->isColumnHidden(NodesModel::LagColumn));

    const auto later = at(50s);
    QVERIFY(later && later->isEmptyShown(RecordedServers::FindingsPage));
    QCOMPARE(later->emptyState(RecordedServers::FindingsPage)->title(),
             QStringLiteral("Nothing found that makes locks unsafe"));
    QCOMPARE(later->headline(RecordedServers::FindingsPage),
             QStringLiteral("As recorded at %1").arg(time(40s)));
}

void tst_RecordedServers::notRecordedIsNotNothingFound()
{
    const auto dialog = at(5s);
    QVERIFY(dialog);
    for (const auto page : {RecordedServers::FindingsPage, RecordedServers::NodesPage}) {
        QVERIFY(dialog->isEmptyShown(page));
        QCOMPARE(dialog->headline(page), QStringLiteral("Not recorded"));
    }
}

void tst_RecordedServers::afterABreakItIsLastKnown()
{
    const auto dialog = at(105s);
    QVERIFY(dialog);
    const QString headline = dialog->headline(RecordedServers::NodesPage);
    QVERIFY2(headline.startsWith(QStringLiteral("Last known at %1").arg(time(10s))) &&
                 headline.contains(time(105s)),
             qPrintable(headline));
    QVERIFY(!dialog->isEmptyShown(RecordedServers::NodesPage));
}

void tst_RecordedServers::withoutNamesTheCodeIsShown()
{
    const auto dialog = at(20s, false);
    QVERIFY(dialog);
    QVERIFY2(dialog->findings()->text().contains(QStringLiteral("evicts-locks")),
             qPrintable(dialog->findings()->text()));
}

LOCKSCOPE_UI_TEST(tst_RecordedServers)

} // namespace tst_recordedservers

#include "tst_recordedservers.moc"
