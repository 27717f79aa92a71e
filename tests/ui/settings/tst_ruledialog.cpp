// SPDX-License-Identifier: GPL-3.0-or-later
// Making a rule from a key in the window, with a real engine and a real server.
#include "core/config/rulestore.h"
#include "core/engine/engine.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/rediscli.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/accesskeys.h"
#include "ui/bridges/enginebridge.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/settings/ruledialog.h"
#include "ui/settings/rulesdialog.h"
#include "ui/theme/language.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"
#include "ui/window/mainwindow.h"

#include <QComboBox>
#include <QCoroTask>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

namespace tst_ruledialog
{

using namespace lockscope;
using namespace lockscope::test;

class tst_RuleDialog : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void draftsFromAString();
    void draftsFromAHash();
    void saysWhatIsWrong();
    void excludesKeysLikeThis();
    void offersTheKindThatIsGuessed();
    void aKnownKindNeedsNoPlaces();
    void whatAPersonWroteStays();
    void aFaultyFileIsNotOverwritten();
    void theWindowShowsTheLockAtOnce();
    void sayHowManyLocksAreHidden();
    void aRemovedRuleBringsTheLocksBack();
    void onlyTheSelectedRuleIsRemoved();
    void aDoubleClickRemovesOneRule();
    void aRuleThatChangedIsNotRemoved();
    void aRemovedRuleIsNotSavedAgain();

private:
    static Rule rule(const QList<QByteArray> &patterns, const QByteArray &kind)
    {
        return {.patterns = patterns, .kind = kind};
    }
    static void remove(const RulesDialog &dialog, int row)
    {
        dialog.list()->setCurrentItem(dialog.list()->topLevelItem(row));
        dialog.removeButton()->click();
    }
    void ask(const CliCommand &command) { VERIFY_OK(redisCli(m_sandbox->tcp(), command)); }
    void look(RuleDialog &dialog, const char *key)
    {
        dialog.show();
        dialog.setKey(LockName{key});
        QTRY_VERIFY(!dialog.field("pattern")->text().isEmpty());
    }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<QTemporaryDir> m_dir;
    Engine m_engine;
    EngineBridge m_bridge;
    HistoryBridge m_history;
};

void tst_RuleDialog::initTestCase()
{
    installTranslations(*qApp, QStringLiteral("en"));
    VERIFY_INTO(m_sandbox, Sandbox::start());
    m_bridge.attach(&m_engine);
}

void tst_RuleDialog::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    ask({"FLUSHALL"});
    ask({"SET", "billing:17:claim", "worker-3", "PX", "60000"});
    ask({"HSET", "doc:5", "locked_by", "ann", "n", "2", "title", "draft"});
    m_engine.open(m_sandbox->tcp(), {.follow = false, .scan = false});
    QCoro::waitFor(
        // A key is read from a master, so a ready node alone is not enough.
        m_engine.settle(milliseconds(30000)));
    QVERIFY(!m_engine.nodes().empty() && m_engine.nodes().front().isReady());
}

void tst_RuleDialog::draftsFromAString()
{
    auto *dialog = new RuleDialog(m_bridge, RuleStore(m_dir->path()));
    look(*dialog, "billing:17:claim");
    QCOMPARE(dialog->field("pattern")->text(), QStringLiteral("billing:*:claim"));
    QCOMPARE(dialog->choice("owner")->currentText(), QStringLiteral("value"));
    QVERIFY(dialog->saveButton()->isEnabled());
    QTRY_VERIFY(dialog->preview()->isVisible());
    QCOMPARE(dialog->preview()->level(), VerdictLevel::Ok);
    const QSignalSpy saved(dialog, &RuleDialog::saved);
    dialog->saveButton()->click();
    QCOMPARE(saved.size(), 1);
    const RuleBook book = RuleStore(m_dir->path()).load();
    QCOMPARE(book.rules.size(), size_t(1));
    QCOMPARE(book.rules.front().patterns, QList<QByteArray>{"billing:*:claim"});
}

void tst_RuleDialog::draftsFromAHash()
{
    auto *dialog = new RuleDialog(m_bridge, RuleStore(m_dir->path()));
    look(*dialog, "doc:5");
    QCOMPARE(dialog->choice("owner")->currentText(), QStringLiteral("field:locked_by"));
    QCOMPARE(dialog->choice("count")->currentText(), QStringLiteral("field:n"));
    QVERIFY(dialog->choice("owner")->findText(QStringLiteral("field:title")) >= 0);
    QCOMPARE(dialog->preview()->level(), VerdictLevel::Ok);
    dialog->choice("count")->setEditText(QStringLiteral("field:title"));
    QCOMPARE(dialog->preview()->level(), VerdictLevel::Warning); // A title is not a number
    dialog->close();
}

void tst_RuleDialog::excludesKeysLikeThis()
{
    auto *dialog = new RuleDialog(m_bridge, RuleStore(m_dir->path()));
    dialog->setPurpose(RuleDialog::Purpose::NoLock);
    look(*dialog, "billing:17:claim");
    QCOMPARE(dialog->field("pattern")->text(), QStringLiteral("billing:*:claim"));
    QCOMPARE(dialog->choice("kind")->currentData().toString(), QStringLiteral("none"));
    QTRY_VERIFY(dialog->preview()->isVisible());
    QCOMPARE(dialog->preview()->level(), VerdictLevel::Info);
    QVERIFY(dialog->saveButton()->isEnabled());
    dialog->saveButton()->click();
    const RuleBook book = RuleStore(m_dir->path()).load();
    QCOMPARE(book.rules.size(), size_t(1));
    QVERIFY(book.rules.front().saysNoLock());
    // A name without numbers stands for itself.
    ask({"SET", "lock:order", "locked"});
    dialog = new RuleDialog(m_bridge, RuleStore(m_dir->path()));
    dialog->setPurpose(RuleDialog::Purpose::NoLock);
    look(*dialog, "lock:order");
    QCOMPARE(dialog->field("pattern")->text(), QStringLiteral("lock:order"));
    dialog->close();
}

void tst_RuleDialog::offersTheKindThatIsGuessed()
{
    ask({"SET", "account:lock:ann", "1"});
    auto *dialog = new RuleDialog(m_bridge, RuleStore(m_dir->path()));
    look(*dialog, "account:lock:ann");
    QCOMPARE(dialog->choice("kind")->currentData().toString(), QStringLiteral("untokened-lock"));
    QVERIFY(dialog->saveButton()->isEnabled());
    QTRY_COMPARE(dialog->preview()->level(), VerdictLevel::Ok);
    dialog->close();
}

void tst_RuleDialog::saysWhatIsWrong()
{
    auto *dialog = new RuleDialog(m_bridge, RuleStore(m_dir->path()));
    look(*dialog, "billing:17:claim");
    QVERIFY(!dialog->problems()->isVisible());
    QCOMPARE(doubledAccessKeys(*dialog), QStringList());
    QTest::keyClick(dialog->field("name"), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(dialog->field("name"), QStringLiteral("token-lock"));
    QVERIFY(dialog->problems()->isVisible());
    QVERIFY(!dialog->saveButton()->isEnabled());
    QTest::keyClick(dialog->field("name"), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(dialog->field("name"), QStringLiteral("claim"));
    QVERIFY(!dialog->problems()->isVisible() && dialog->saveButton()->isEnabled());
    QTest::keyClicks(dialog->field("channel"), QStringLiteral("freed:{key}"));
    QVERIFY2(!dialog->saveButton()->isEnabled(), "a channel needs a message");
    QTest::keyClicks(dialog->field("message"), QStringLiteral("0"));
    QVERIFY(dialog->saveButton()->isEnabled());
    dialog->close();
    QVERIFY(!RuleStore(m_dir->path()).exists());
}

void tst_RuleDialog::aKnownKindNeedsNoPlaces()
{
    auto *dialog = new RuleDialog(m_bridge, RuleStore(m_dir->path()));
    look(*dialog, "billing:17:claim");
    QComboBox *kind = dialog->choice("kind");
    kind->setCurrentIndex(kind->findData(QStringLiteral("semaphore")));
    QVERIFY(!dialog->choice("owner")->isVisible());
    QCOMPARE(dialog->preview()->level(), VerdictLevel::Warning); // The value is not a number
    kind->setCurrentIndex(kind->findData(QStringLiteral("token-lock")));
    QCOMPARE(dialog->preview()->level(), VerdictLevel::Ok);
    dialog->saveButton()->click();
    QCOMPARE(RuleStore(m_dir->path()).load().rules.front().kind, QByteArray("token-lock"));
}

void tst_RuleDialog::whatAPersonWroteStays()
{
    auto *dialog = new RuleDialog(m_bridge, RuleStore(m_dir->path()));
    look(*dialog, "billing:17:claim");
    QTest::keyClicks(dialog->field("pattern"), QStringLiteral("*"));
    dialog->setKey(LockName{"doc:5"});
    QTRY_VERIFY(dialog->choice("owner")->findText(QStringLiteral("field:locked_by")) >= 0);
    QCOMPARE(dialog->field("pattern")->text(), QStringLiteral("billing:*:claim*"));
    dialog->close();
}

void tst_RuleDialog::aFaultyFileIsNotOverwritten()
{
    const RuleStore store(m_dir->path());
    QFile file(store.fileName());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{");
    file.close();
    auto *dialog = new RuleDialog(m_bridge, store);
    look(*dialog, "billing:17:claim");
    QVERIFY(!dialog->saveButton()->isEnabled());
    QVERIFY(dialog->problems()->isVisible());
    dialog->close();
}

void tst_RuleDialog::theWindowShowsTheLockAtOnce()
{
    MainWindow window(m_bridge, m_history, m_dir->path());
    window.show();
    window.connectTo(m_sandbox->tcp());
    QTRY_VERIFY(window.isFilled());
    QVERIFY(!window.locks().model().find(LockName{"billing:17:claim"}));
    QVERIFY(window.actions().makeRule->isEnabled());
    window.actions().makeRule->trigger();
    auto *dialog = window.findChild<RuleDialog *>();
    QVERIFY(dialog);
    // Not listed as a lock: type its name.
    QTest::keyClicks(dialog->keyEdit(), QStringLiteral("billing:17:claim"));
    QTRY_VERIFY(dialog->saveButton()->isEnabled());
    dialog->saveButton()->click();
    QTRY_VERIFY(window.locks().model().find(LockName{"billing:17:claim"}));
    const LockPtr lock = window.locks().model().find(LockName{"billing:17:claim"});
    QCOMPARE(lock->owner().bytes, QByteArray("worker-3"));
    window.disconnectFromServer();
}

void tst_RuleDialog::sayHowManyLocksAreHidden()
{
    for (const char *key : {"lock:a:1", "lock:a:2", "lock:b:1"})
        ask({"SET", key, "6f96a4f1-b1d7-4c4e-9a1e-0d8a3f6f5b11", "PX", "600000"});
    ask({"SET", "lock:a:3", "6f96a4f1-b1d7-4c4e-9a1e-0d8a3f6f5b12"}); // Never expires
    MainWindow window(m_bridge, m_history, m_dir->path());
    window.show();
    window.connectTo(m_sandbox->tcp());
    QTRY_VERIFY(window.isFilled());
    const auto level = [&window](const char *key) {
        const LockPtr lock = window.locks().model().find(LockName{key});
        return lock ? lock->verdict.level : VerdictLevel::Ok;
    };
    QTRY_COMPARE(level("lock:a:3"), VerdictLevel::Critical);
    QTRY_COMPARE(window.locks().model().shownLocks().size(), size_t(4));
    window.locks().view().selectNone();
    QVERIFY(!window.actions().notLock->isEnabled());
    window.locks().view().choose(LockName{"lock:a:1"});
    window.actions().notLock->trigger();
    auto *dialog = window.findChild<RuleDialog *>();
    QVERIFY(dialog);
    QTRY_COMPARE(dialog->field("pattern")->text(), QStringLiteral("lock:a:*"));
    const auto says = [dialog] {
        QStringList lines;
        for (const Prose *line : dialog->preview()->findChildren<Prose *>())
            lines << line->text();
        return lines.join(u'\n');
    };
    QTRY_VERIFY2(says().contains(QStringLiteral("Hides 3 of 4 listed locks, 1 of them critical")),
                 qPrintable(says()));
    QCOMPARE(dialog->preview()->level(), VerdictLevel::Warning);
    // As typed, before the rule is saved.
    QLineEdit *pattern = dialog->field("pattern");
    pattern->setFocus();
    pattern->selectAll();
    QTest::keyClicks(pattern, QStringLiteral("lock:a:1"));
    QVERIFY2(says().contains(QStringLiteral("Hides 1 of 4 listed locks")), qPrintable(says()));
    QVERIFY(!says().contains(QStringLiteral("critical")));
    dialog->close();
    window.disconnectFromServer();
}

void tst_RuleDialog::aRemovedRuleBringsTheLocksBack()
{
    ask({"SET", "lock:a:1", "6f96a4f1-b1d7-4c4e-9a1e-0d8a3f6f5b11", "PX", "600000"});
    const RuleStore store(m_dir->path());
    const QByteArray none(NoLockKind.data(), qsizetype(NoLockKind.size()));
    VERIFY_OK(store.save({Rule{.patterns = {"lock:a:*"}, .kind = none},
                          Rule{.patterns = {"job:*"}, .kind = QByteArrayLiteral("token-lock")}}));
    MainWindow window(m_bridge, m_history, m_dir->path());
    window.show();
    window.actions().rules->trigger(); // Also without a connection
    auto *dialog = window.findChild<RulesDialog *>();
    QVERIFY(dialog);
    window.connectTo(m_sandbox->tcp());
    QTRY_VERIFY(window.isFilled());
    QVERIFY(!window.locks().model().find(LockName{"lock:a:1"}));
    QCOMPARE(dialog->list()->topLevelItemCount(), 2);
    QCOMPARE(dialog->list()->topLevelItem(0)->text(0), QStringLiteral("lock:a:*"));
    QCOMPARE(dialog->list()->topLevelItem(0)->text(1), QStringLiteral("not a lock"));
    dialog->list()->setCurrentItem(dialog->list()->topLevelItem(0));
    dialog->removeButton()->click();
    QTRY_VERIFY(window.locks().model().find(LockName{"lock:a:1"}));
    QCOMPARE(dialog->list()->topLevelItemCount(), 1);
    QCOMPARE(store.load().rules.size(), size_t(1));
    QCOMPARE(store.load().rules.front().patterns, QList<QByteArray>{"job:*"});
    dialog->close();
    window.disconnectFromServer();
}

void tst_RuleDialog::onlyTheSelectedRuleIsRemoved()
{
    const RuleStore store(m_dir->path());
    Rule lock{.patterns = {"lock:a:*"}, .name = "claim", .type = ValueType::String};
    lock.owner = *placeFromText("value");
    VERIFY_OK(store.save({rule({"lock:a:*", "job:*"}, "none"), lock}));
    lock = store.load().rules.back();
    RulesDialog dialog(store, m_bridge.kinds());
    connect(&dialog, &RulesDialog::changed, &dialog, &RulesDialog::reload);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QCOMPARE(dialog.list()->topLevelItemCount(), 3);
    remove(dialog, 0);
    QVERIFY(store.load().rules == (std::vector<Rule>{rule({"job:*"}, "none"), lock}));
    remove(dialog, 0); // Its last pattern
    QVERIFY(store.load().rules == std::vector<Rule>{lock});
}

void tst_RuleDialog::aDoubleClickRemovesOneRule()
{
    const RuleStore store(m_dir->path());
    const Rule a = rule({"a:*"}, "none"), b = rule({"b:*"}, "none"), c = rule({"c:*"}, "none");
    VERIFY_OK(store.save({a, b, c}));
    MainWindow window(m_bridge, m_history, m_dir->path());
    window.show();
    window.actions().rules->trigger();
    const auto *dialog = window.findChild<RulesDialog *>();
    QVERIFY(dialog);
    QVERIFY(!dialog->removeButton()->isEnabled());
    remove(*dialog, 1);
    QCOMPARE(dialog->list()->topLevelItemCount(), 2);
    QVERIFY(dialog->list()->selectedItems().isEmpty());
    dialog->list()->setFocus(); // Makes its first item current
    QVERIFY(!dialog->removeButton()->isEnabled());
    dialog->removeButton()->click();
    QVERIFY(store.load().rules == (std::vector<Rule>{a, c}));
    // The selection follows its rule.
    dialog->list()->setCurrentItem(dialog->list()->topLevelItem(1));
    VERIFY_OK(store.save({b, a, c}));
    window.findChild<RulesDialog *>()->reload();
    QCOMPARE(dialog->list()->selectedItems().value(0), dialog->list()->topLevelItem(2));
}

void tst_RuleDialog::aRuleThatChangedIsNotRemoved()
{
    const RuleStore store(m_dir->path());
    const Rule before = rule({"a:*"}, "none"), after = rule({"a:*"}, "token-lock");
    VERIFY_OK(store.save({before}));
    RulesDialog dialog(store, m_bridge.kinds());
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    const QSignalSpy changed(&dialog, &RulesDialog::changed);
    VERIFY_OK(store.save({after}));
    remove(dialog, 0);
    QVERIFY(store.load().rules == std::vector<Rule>{after});
    QCOMPARE(changed.size(), 0);
    const auto *notice = dialog.findChild<Notice *>();
    QVERIFY(notice->isVisible());
    QCOMPARE(notice->level(), VerdictLevel::Warning);
    QVERIFY(!dialog.removeButton()->isEnabled());
    remove(dialog, 0);
    QCOMPARE(changed.size(), 1);
    QVERIFY(store.load().rules.empty());
}

void tst_RuleDialog::aRemovedRuleIsNotSavedAgain()
{
    const RuleStore store(m_dir->path());
    const Rule a = rule({"a:*"}, "none"), b = rule({"b:*"}, "none");
    VERIFY_OK(store.save({a, b}));
    auto *dialog = new RuleDialog(m_bridge, store);
    look(*dialog, "billing:17:claim");
    VERIFY_OK(store.save({b})); // Meanwhile
    QTRY_VERIFY(dialog->saveButton()->isEnabled());
    dialog->saveButton()->click();
    const std::vector<Rule> rules = store.load().rules;
    QCOMPARE(rules.size(), size_t(2));
    QCOMPARE(rules.front().patterns, QList<QByteArray>{"billing:*:claim"});
    QVERIFY(rules.back() == b);
}

LOCKSCOPE_UI_TEST(tst_RuleDialog)

} // namespace tst_ruledialog

#include "tst_ruledialog.moc"
