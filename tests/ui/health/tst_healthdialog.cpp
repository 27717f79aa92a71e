// SPDX-License-Identifier: GPL-3.0-or-later
// Health of the deployment: the dialog before, during and after a check, with values.

#include "tests/support/uirunner.h"
#include "tests/ui/health/healthtest.h"
#include "ui/health/findingsview.h"
#include "ui/theme/language.h"
#include "ui/widgets/codebox.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"

#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

namespace tst_healthdialog
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test;
using namespace lockscope::test::health;

namespace
{

Finding finding(const char *code, VerdictLevel level, const char *node, const QString &text,
                const QStringList &evidence = {}, const QString &remedy = {})
{
    return {.code = code,
            .level = level,
            .node = NodeId{node},
            .text = text,
            .evidence = evidence,
            .remedy = remedy};
}

HealthReport twoFindings()
{
    return {.findings = {finding("evicts-locks", VerdictLevel::Critical, "a:1", QStringLiteral("keys go"),
                                 {QStringLiteral("maxmemory_policy:allkeys-lru")},
                                 QStringLiteral("CONFIG SET maxmemory-policy noeviction")),
                         finding("evicts-locks", VerdictLevel::Critical, "b:1", QStringLiteral("keys go"),
                                 {QStringLiteral("maxmemory_policy:volatile-ttl")},
                                 QStringLiteral("CONFIG SET maxmemory-policy noeviction")),
                         finding("old-server", VerdictLevel::Info, "a:1", QStringLiteral("it is old"))},
            .rights = {},
            .acl = {}};
}

} // namespace

class tst_HealthDialog : public HealthTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void withoutAConnectionItSaysSo()
    {
        see(DeploymentState{});
        for (const auto page :
             {HealthDialog::FindingsPage, HealthDialog::NodesPage, HealthDialog::RightsPage}) {
            QVERIFY(m_dialog->isEmptyShown(page));
            QCOMPARE(m_dialog->emptyState(page)->title(), QStringLiteral("Not connected"));
        }
        QVERIFY(!m_dialog->checkButton()->isEnabled());
        QCOMPARE(m_questions, 0);
    }

    void examinesOnceThereAreServers()
    {
        NodeStatus late = server("b:1", "slave");
        late.connection.phase = ConnectionPhase::Waiting;
        see(deployment({}));
        QCOMPARE(m_questions, 0);
        see(deployment({server("a:1"), late}));
        QCOMPARE(m_questions, 1);
        QCOMPARE(m_dialog->emptyState(HealthDialog::FindingsPage)->title(),
                 QStringLiteral("Checking the servers…"));
        QVERIFY(m_health->isChecking());
        QVERIFY(!m_dialog->checkButton()->isEnabled());
        see(deployment({server("a:1"), late})); // Round trip times change every second
        QCOMPARE(m_questions, 1);
        answer(twoFindings());
        QVERIFY(!m_health->isChecking());
        see(deployment({server("a:1"), late}));
        QCOMPARE(m_questions, 1);
        m_dialog->checkButton()->click();
        QCOMPARE(m_questions, 2);
        QVERIFY(!m_dialog->isEmptyShown(HealthDialog::FindingsPage)); // Findings stay meanwhile
    }

    void eachCommandCanBeCopiedByItself()
    {
        see(deployment({server("a:1")}));
        HealthReport report;
        report.findings = {finding("no-persistence", VerdictLevel::Warning, "a:1",
                                   QStringLiteral("a restart would erase its locks"), {},
                                   QStringLiteral("CONFIG SET appendonly yes\n"
                                                  "CONFIG SET appendfsync always"))};
        answer(report);
        const QList<CodeBox *> boxes = m_dialog->findings()->remedies();
        QCOMPARE(boxes.size(), 2);
        for (const CodeBox *box : boxes) {
            QVERIFY(box->isVisible());
            box->findChild<QToolButton *>()->click();
            QCOMPARE(QGuiApplication::clipboard()->text(), box->text());
            QVERIFY(!box->text().contains(u';') && !box->text().contains(u'\n'));
        }
        QCOMPARE(boxes[1]->text(), QStringLiteral("CONFIG SET appendfsync always"));
        QVERIFY(m_dialog->findings()->text().contains(QStringLiteral(
            "  What to do: CONFIG SET appendonly yes\n  What to do: CONFIG SET appendfsync always")));
    }

    void theWorstIsChosenAndTheSameOfSeveralNodesIsOneRow()
    {
        see(deployment({server("a:1"), server("b:1")}));
        answer(twoFindings());
        const QTreeView &list = *m_dialog->findings()->list();
        QCOMPARE(list.model()->rowCount(), 2);
        QCOMPARE(cell(list, 0, 0), QStringLiteral("Critical"));
        QVERIFY(!list.model()->index(0, 0).data(Qt::DecorationRole).value<QIcon>().isNull());
        QCOMPARE(cell(list, 0, 1), QStringLiteral("Keys go"));
        QCOMPARE(cell(list, 0, 2), QStringLiteral("2 nodes: a:1, b:1"));
        QCOMPARE(cell(list, 1, 2), QStringLiteral("a:1"));
        QCOMPARE(m_dialog->summary(), QStringLiteral("1 critical, 1 info"));
        QCOMPARE(m_dialog->findings()->notice()->sentence(), QStringLiteral("Keys go"));
        QCOMPARE(m_dialog->findings()->notice()->level(), VerdictLevel::Critical);
        QCOMPARE(m_dialog->findings()->remedies().first()->text(),
                 QStringLiteral("CONFIG SET maxmemory-policy noeviction"));
        QTest::keyClick(m_dialog->findings()->list(), Qt::Key_Down);
        QCOMPARE(m_dialog->findings()->notice()->sentence(), QStringLiteral("It is old"));
        QVERIFY(!m_dialog->findings()->remedies().first()->isVisible());
        m_dialog->checkButton()->click(); // The next answer keeps the selection
        answer(twoFindings());
        QCOMPARE(m_dialog->findings()->notice()->sentence(), QStringLiteral("It is old"));
    }

    void sentencesMayDifferInWhatIsOfANode_data()
    {
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("other");
        QTest::addColumn<QString>("both"); // Empty: two rows
        QTest::newRow("the same") << QStringLiteral("it is so") << QStringLiteral("it is so")
                                  << QStringLiteral("it is so");
        QTest::newRow("a time") << QStringLiteral("this server was started 8 s ago: a lock may be missing")
                                << QStringLiteral("this server was started 18 s ago: a lock may be missing")
                                << QStringLiteral("this server was started … s ago: a lock may be missing");
        QTest::newRow("an address")
            << QStringLiteral("this replica gets nothing from its master 10.0.0.1:6379: locks are lost")
            << QStringLiteral("this replica gets nothing from its master 10.0.0.2:6379: locks are lost")
            << QStringLiteral("this replica gets nothing from its master … locks are lost");
        QTest::newRow("another thing")
            << QStringLiteral("the clock is ahead") << QStringLiteral("the disk is full") << QString();
        QTest::newRow("Chinese") << QStringLiteral("该服务器在 8 秒前启动：此前的锁可能丢失")
                                 << QStringLiteral("该服务器在 12 秒前启动：此前的锁可能丢失")
                                 << QStringLiteral("该服务器在 … 秒前启动：此前的锁可能丢失");
    }
    void sentencesMayDifferInWhatIsOfANode()
    {
        QFETCH(QString, one);
        QFETCH(QString, other);
        QFETCH(QString, both);
        const auto groups = grouped({finding("x", VerdictLevel::Info, "a:1", one),
                                     finding("y", VerdictLevel::Info, "a:1", one),
                                     finding("x", VerdictLevel::Info, "b:1", other),
                                     finding("x", VerdictLevel::Warning, "c:1", one)});
        QCOMPARE(groups.size(), both.isEmpty() ? 4U : 3U);
        QCOMPARE(groups[0].sentence, both.isEmpty() ? one : both);
        if (both.contains(QStringLiteral("…")))
            QCOMPARE(text::findingEvidence(groups[0]),
                     (QStringList{QStringLiteral("a:1: ") + one, QStringLiteral("b:1: ") + other}));
    }

    void anAnswerToAnotherDeploymentIsNotShown()
    {
        see(deployment({server("a:1")}));
        const quint64 first = m_asked;
        see(deployment({})); // Another connection begins
        DeploymentState next = deployment({server("c:1")});
        next.spec->name = QStringLiteral("payments");
        see(next);
        QCOMPARE(m_questions, 2);
        emit m_bridge->healthChecked(first, twoFindings());
        QVERIFY(m_dialog->isEmptyShown(HealthDialog::FindingsPage));
        QVERIFY(m_health->isChecking());
        QCOMPARE(m_dialog->windowTitle(), QStringLiteral("Health of payments"));
    }

    void nothingFoundAndNothingKnownAreNotTheSame()
    {
        see(deployment({server("a:1"), server("b:1", "slave")}));
        answer({});
        EmptyState *page = m_dialog->emptyState(HealthDialog::FindingsPage);
        QCOMPARE(page->title(), QStringLiteral("Nothing found that makes locks unsafe"));
        QCOMPARE(page->text(), QStringLiteral("2 nodes answered."));
        NodeStatus away = server("a:1");
        away.connection.phase = ConnectionPhase::Failed;
        see(deployment({away}));
        m_dialog->checkButton()->click();
        answer({});
        QCOMPARE(page->title(), QStringLiteral("No server could be checked"));
    }

    void theFindingsAreCopiedAsText()
    {
        see(deployment({server("a:1"), server("b:1")}));
        answer(twoFindings());
        m_dialog->copyButton()->click();
        QCOMPARE(clipboard(), QStringLiteral("Critical: keys go\n"
                                             "  Nodes: a:1, b:1\n"
                                             "  a:1: maxmemory_policy:allkeys-lru\n"
                                             "  b:1: maxmemory_policy:volatile-ttl\n"
                                             "  What to do: CONFIG SET maxmemory-policy noeviction\n"
                                             "\n"
                                             "Info: it is old\n"
                                             "  Nodes: a:1\n"));
    }

    void anOldExaminationIsToldFromTheServersAsTheyAre()
    {
        see(deployment({server("a:1")}));
        answer(twoFindings());
        const auto age = [this] {
            QStringList texts;
            for (const QLabel *label : m_dialog->findChildren<QLabel *>())
                texts << label->text();
            return texts.filter(QStringLiteral("checked")).join(u'|');
        };
        QCOMPARE(age(), QStringLiteral("checked just now"));
        NodeStatus away = server("a:1");
        away.connection.phase = ConnectionPhase::Waiting;
        see(deployment({away}));
        QVERIFY2(age().endsWith(QStringLiteral("; the servers changed since")), qPrintable(age()));
        QVERIFY(m_dialog->summary().endsWith(QStringLiteral("reconnecting now.")));
    }

    void otherServersAreExaminedAnew()
    {
        see(deployment({server("a:1")}));
        answer(twoFindings());
        QCOMPARE(m_health->worst(), VerdictLevel::Critical);
        NodeStatus replaced = server("a:1");
        replaced.runId = "another";
        see(deployment({replaced}));
        QVERIFY(m_health->isOutdated());
        QTRY_COMPARE(m_questions, 2);
        answer({});
        QVERIFY(!m_health->isOutdated());
        QCOMPARE(m_health->worst(), VerdictLevel::Ok);
    }

    void serversThatChangeDuringAnExaminationAreExaminedAnew()
    {
        see(deployment({server("a:1")}));
        NodeStatus replaced = server("a:1");
        replaced.runId = "another";
        see(deployment({replaced}));
        answer(twoFindings()); // For the former server
        QVERIFY(m_health->isOutdated());
        QTRY_COMPARE(m_questions, 2);
        answer({});
        QVERIFY(!m_health->isOutdated());
    }

    void theKeyboardReachesEverythingAndEscapeCloses()
    {
        see(deployment({server("a:1")}));
        answer(twoFindings());
        QApplication::setActiveWindow(m_dialog);
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget *>(m_dialog->findings()->list()));
        QSet<QWidget *> reached;
        for (int i = 0; i < 30; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            reached.insert(QApplication::focusWidget());
        }
        QVERIFY(reached.contains(m_dialog->checkButton()));
        QVERIFY(reached.contains(m_dialog->copyButton()));
        QVERIFY(reached.contains(m_dialog->pages()->tabBar()));
        QVERIFY(reached.contains(m_dialog->findings()->list()));
        QVERIFY(reached.contains(m_dialog->findings()->remedies().first()->findChild<QToolButton *>()));
        QTest::keyClick(m_dialog, Qt::Key_F5);
        QTRY_COMPARE(m_questions, 2); // The button is shown pressed first
        QTest::keyClick(m_dialog, Qt::Key_Escape);
        QTRY_VERIFY(!m_dialog);
    }

    void everythingHasANameForScreenReaders()
    {
        see(deployment({server("a:1")}));
        HealthReport all = twoFindings();
        all.rights = {{.node = NodeId{"a:1"}, .user = "app", .rights = {RightInfo{}}}};
        all.acl = "ACL SETUSER lockscope";
        answer(all);
        for (const auto page :
             {HealthDialog::FindingsPage, HealthDialog::NodesPage, HealthDialog::RightsPage}) {
            m_dialog->openPage(page);
            for (QWidget *widget : m_dialog->findChildren<QWidget *>()) {
                if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus))
                    continue;
                QAccessibleInterface *face = QAccessible::queryAccessibleInterface(widget);
                QVERIFY(face);
                QVERIFY2(
                    !face->text(QAccessible::Name).isEmpty(),
                    qPrintable(QStringLiteral("%1 in %2")
                                   .arg(QLatin1String(widget->metaObject()->className()),
                                        QLatin1String(widget->parentWidget()->metaObject()->className()))));
            }
        }
    }
};

LOCKSCOPE_UI_TEST(tst_HealthDialog)

} // namespace tst_healthdialog

#include "tst_healthdialog.moc"
