// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog of an act outlives its connection, and acts on no other: with a real engine and two servers that
// have a lock of the same name and owner.

#include "core/lab/sandbox/sandbox.h"
#include "tests/support/rediscli.h"
#include "tests/support/threaded.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "ui/acts/actdialogs.h"
#include "ui/acts/planview.h"
#include "ui/bridges/enginebridge.h"
#include "ui/forms/durationedit.h"
#include "ui/widgets/prose.h"

#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

namespace tst_cutoff
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const LockName Same{"lock:orders"};
const LockName OnlyOnTheSecond{"lock:payments"};

ConnectionSpec profileOf(const Sandbox &redis, const QString &name)
{
    ConnectionSpec spec = redis.tcp();
    spec.name = name;
    spec.environment = Environment::Development;
    spec.readOnly = false;
    return spec;
}

QByteArray call(const Sandbox &redis, const test::CliCommand &command)
{
    const auto reply = test::redisCli(redis.tcp(), command);
    return reply ? reply->trimmed() : reply.failure().serverText;
}

} // namespace

class TestCutOff : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void anotherConnectionIsNotTouched_data();
    void anotherConnectionIsNotTouched();
    void disconnectingEndsItToo();
    void thereIsNoWayBackToIt();
    void whatIsUnderWayIsAnswered();
    void aSilentServerKeepsThePlanUntilItAnswers();

private:
    std::unique_ptr<Sandbox> m_first;
    std::unique_ptr<Sandbox> m_second;
    std::unique_ptr<test::Threaded<Engine>> m_engine;
    std::unique_ptr<EngineBridge> m_bridge;
    std::unique_ptr<QSignalSpy> m_acts;
    QHash<LockName, LockPtr> m_known;
    QPointer<ActDialog> m_dialog;

    ConnectionSpec first() const { return profileOf(*m_first, QStringLiteral("orders")); }
    void openSecond() { m_bridge->open(profileOf(*m_second, QStringLiteral("payments")), {}); }
    LadderDialog *ladder(Rung rung);
    AcquireDialog *acquire(const LockName &key);
    void show(ActDialog *dialog)
    {
        m_dialog = dialog;
        dialog->show();
    }
};

void TestCutOff::initTestCase()
{
    for (auto *server : {&m_first, &m_second}) {
        VERIFY_INTO(*server, Sandbox::start());
    }
}

void TestCutOff::init()
{
    for (const auto &server : {m_first.get(), m_second.get()}) {
        QCOMPARE(call(*server, {"FLUSHALL"}), QByteArray("OK"));
        QCOMPARE(call(*server, {"SET", Same.bytes, "token-1"}), QByteArray("OK"));
    }
    QCOMPARE(call(*m_second, {"SET", OnlyOnTheSecond.bytes, "token-2"}), QByteArray("OK"));
    m_engine = std::make_unique<test::Threaded<Engine>>(new Engine);
    m_bridge = std::make_unique<EngineBridge>();
    m_bridge->attach(m_engine->object);
    m_acts = std::make_unique<QSignalSpy>(m_bridge.get(), &EngineBridge::actWanted);
    connect(m_bridge.get(), &EngineBridge::tableChanged, this, [this](const LockDelta &delta) {
        if (delta.reset)
            m_known.clear();
        for (const LockName &key : delta.removed)
            m_known.remove(key);
        for (const LockPtr &lock : delta.upserted)
            m_known.insert(lock->key, lock);
    });
    m_bridge->open(first(), {});
    QTRY_VERIFY(m_known.contains(Same));
}

void TestCutOff::cleanup()
{
    delete m_dialog;
    m_known.clear();
    m_acts.reset();
    m_bridge.reset();
    m_engine.reset();
}

LadderDialog *TestCutOff::ladder(Rung rung)
{
    auto *dialog = new LadderDialog(*m_bridge, m_known.value(Same), first(), rung);
    show(dialog);
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    return dialog;
}

AcquireDialog *TestCutOff::acquire(const LockName &key)
{
    auto *dialog = new AcquireDialog(*m_bridge);
    dialog->setConnection(first());
    dialog->setKind(LockKind{"token-lock"});
    dialog->setKey(key);
    dialog->leaseEdit()->setValue(60s);
    dialog->waitEdit()->setValue(0ms);
    show(dialog);
    return dialog;
}

void TestCutOff::anotherConnectionIsNotTouched_data()
{
    QTest::addColumn<std::optional<Rung>>("rung"); // Empty: acquires a lock
    QTest::newRow("release by force") << std::optional(Rung::Force);
    QTest::newRow("expiry") << std::optional(Rung::Expire);
    QTest::newRow("acquire") << std::optional<Rung>();
}

void TestCutOff::anotherConnectionIsNotTouched()
{
    QFETCH(std::optional<Rung>, rung);
    const LockName free{"lock:free"};
    if (rung)
        ladder(*rung);
    else
        acquire(free);
    QTRY_VERIFY2(m_dialog->actButton()->isEnabled(), qPrintable(m_dialog->actButton()->toolTip()));
    QStringList labels;
    for (const QLabel *label : m_dialog->findChildren<QLabel *>())
        labels << label->text();
    QVERIFY2(!labels.filter(QStringLiteral("orders — ")).isEmpty(), qPrintable(labels.join(u'\n')));
    openSecond();
    QVERIFY(!m_dialog->actButton()->isEnabled());
    QVERIFY(m_dialog->actButton()->toolTip().contains(QLatin1String("another connection")));
    if (auto *dialog = qobject_cast<LadderDialog *>(m_dialog.data()))
        dialog->choose(dialog->rung().value()); // Triggers the request for a plan
    QTRY_VERIFY(m_known.contains(OnlyOnTheSecond));
    QTRY_VERIFY(m_known.contains(Same));
    QVERIFY(!m_dialog->actButton()->isEnabled());
    m_dialog->actButton()->click();
    QCOMPARE(m_acts->size(), 0);
    QCOMPARE(call(*m_second, {"GET", Same.bytes}), QByteArray("token-1"));
    QCOMPARE(call(*m_second, {"PTTL", Same.bytes}), QByteArray("-1"));
    QCOMPARE(call(*m_second, {"EXISTS", free.bytes}), QByteArray("0"));
}

void TestCutOff::disconnectingEndsItToo()
{
    ladder(Rung::Force);
    QTRY_VERIFY(m_dialog->actButton()->isEnabled());
    m_bridge->close();
    QVERIFY(!m_dialog->actButton()->isEnabled());
    openSecond();
    QTRY_VERIFY(m_known.contains(OnlyOnTheSecond));
    QVERIFY(!m_dialog->actButton()->isEnabled());
}

void TestCutOff::thereIsNoWayBackToIt()
{
    acquire(Same); // It is held
    QTRY_VERIFY(m_dialog->actButton()->isEnabled());
    m_dialog->actButton()->click();
    QTRY_COMPARE(m_dialog->step(), ActDialog::Step::Answered);
    QVERIFY(m_dialog->backButton()->isVisible());
    openSecond();
    QVERIFY(!m_dialog->backButton()->isVisible());
}

void TestCutOff::whatIsUnderWayIsAnswered()
{
    acquire(Same)->waitEdit()->setValue(60s);
    QTRY_VERIFY(m_dialog->actButton()->isEnabled());
    m_dialog->actButton()->click();
    QCOMPARE(m_dialog->step(), ActDialog::Step::Running);
    openSecond();
    QTRY_COMPARE(m_dialog->step(), ActDialog::Step::Answered);
    QVERIFY(!m_dialog->backButton()->isVisible());
    QCOMPARE(call(*m_second, {"GET", Same.bytes}), QByteArray("token-1"));
}

void TestCutOff::aSilentServerKeepsThePlanUntilItAnswers()
{
    LadderDialog *dialog = ladder(Rung::Force);
    const QPushButton *act = dialog->actButton();
    QTRY_VERIFY2(act->isEnabled(), qPrintable(act->toolTip()));
    const auto planned = [dialog] {
        QStringList lines;
        for (const Prose *line : dialog->findChild<PlanView *>()->findChildren<Prose *>()) {
            if (line->isVisible())
                lines << line->text();
        }
        return lines;
    };
    QCoreApplication::processEvents(); // Lays out the plan
    const QStringList before = planned();
    QVERIFY(!before.isEmpty());
    const QPoint place = dialog->reasonEdit()->mapTo(dialog, QPoint());
    const auto resume = qScopeGuard([this] { m_first->resume(); });
    m_first->pause();
    QTRY_VERIFY(!act->isEnabled());
    QVERIFY2(act->toolTip().contains(QLatin1String("Showing the last plan")), qPrintable(act->toolTip()));
    QVERIFY2(!act->toolTip().contains(QLatin1String("executed")), qPrintable(act->toolTip()));
    QVERIFY(act->toolTip().count(QLatin1String("no response"), Qt::CaseInsensitive) <= 1);
    QCOMPARE(planned(), before);
    QCOMPARE(dialog->reasonEdit()->mapTo(dialog, QPoint()), place);
    m_first->resume();
    QTRY_VERIFY2(act->isEnabled(), qPrintable(act->toolTip()));
}

LOCKSCOPE_UI_TEST(TestCutOff)

} // namespace tst_cutoff

#include "tst_cutoff.moc"
