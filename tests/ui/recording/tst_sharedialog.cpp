// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of a recording for others, from its window; and the documents of an incident inside of one.

#include "core/history/playback/recordingreader.h"
#include "core/history/recording/pseudonyms.h"
#include "tests/support/begunrecording.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/recording/shownrecording.h"
#include "ui/recording/incidentpage.h"
#include "ui/recording/recordedlock.h"
#include "ui/recording/sharedialog.h"
#include "ui/timeline/momentview.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>

namespace tst_sharedialog
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{1'700'000'000s};

// An hour of two locks.
Done write(const QString &file)
{
    std::vector<LockEvent> events;
    for (int minute = 0; minute < 60; ++minute) {
        for (const char *key : {"order:1", "stock:1"}) {
            LockEvent event{.kind = EventKind::Acquired,
                            .key = {key},
                            .lockKind = {"rlock"},
                            .owner = {"ann"},
                            .count = 1,
                            .node = {"a:1"},
                            .wallAt = Start + 60s * minute};
            events.push_back(event);
            event.kind = EventKind::Released;
            event.count = 0;
            event.held = 30s;
            event.wallAt += 30s;
            events.push_back(event);
        }
    }
    HistoryStore store(file);
    return test::allDone({test::beginRecording(store, Start), store.append(events), store.close(Start + 1h)});
}

QByteArray contentOf(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestShareDialog : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }
    void init();
    void cleanup();
    void allOfItWithoutNames();
    void aPartWithNames();
    void anIncidentIsInside();
    void aPageOpensNoFileOfThisMachine();
    void whatIsWrongIsSaid();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    void open(const QString &file);
    ShareDialog *dialog();
    bool hasTold(ShareDialog *dialog, const QString &part)
    {
        return QTest::qWaitFor([&] { return dialog->told().contains(part); }, 30'000);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<test::ShownRecording> m_shown;
};

void TestShareDialog::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    VERIFY_OK(write(path("locks.lockscope")));
    open(path("locks.lockscope"));
}

void TestShareDialog::cleanup()
{
    m_shown.reset();
}

void TestShareDialog::open(const QString &file)
{
    cleanup();
    m_shown = std::make_unique<test::ShownRecording>(file);
    m_shown->window.open();
    QTRY_VERIFY(m_shown->window.shareAction()->isEnabled());
    QTRY_VERIFY(!m_shown->window.lock().key().isEmpty()); // The worst of its last moment is selected
}

ShareDialog *TestShareDialog::dialog()
{
    m_shown->window.shareAction()->trigger();
    return m_shown->window.findChild<ShareDialog *>();
}

void TestShareDialog::allOfItWithoutNames()
{
    ShareDialog *share = dialog();
    QVERIFY(share);
    QVERIFY(share->replaceNames()->isChecked());
    QCOMPARE(share->locks()->currentIndex(), 0);
    QVERIFY(share->earlier()->isHidden());
    QVERIFY(!share->openButton()->isVisible());
    share->write(path("out.lockscope"));
    QVERIFY(hasTold(share, path("out.lockscope")));
    const QByteArray content = contentOf(path("out.lockscope"));
    QVERIFY(content.contains("key-"));
    QVERIFY(!content.contains("order:1"));
    QSignalSpy wanted(&m_shown->window, &RecordingWindow::openWanted);
    QVERIFY(share->openButton()->isVisible());
    share->openButton()->click();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.front().front().toString(), path("out.lockscope"));
}

void TestShareDialog::aPartWithNames()
{
    QTRY_VERIFY(!m_shown->window.isWaiting());
    emit m_shown->window.list().lockWanted({"order:1"});
    ShareDialog *share = dialog();
    QCOMPARE(share->locks()->count(), 2);
    share->locks()->setCurrentIndex(1);
    share->stretch()->setCurrentIndex(ShareDialog::FromTo);
    QVERIFY(share->field(false)->isEnabled());
    const auto typed = [](WallTime at) {
        return QDateTime::fromSecsSinceEpoch(
                   std::chrono::duration_cast<std::chrono::seconds>(at.time_since_epoch()).count())
            .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    };
    share->field(false)->setText(typed(Start + 10min));
    share->field(true)->setText(typed(Start + 20min));
    share->replaceNames()->setChecked(false);
    share->write(path("out.lockscope"));
    QVERIFY(hasTold(share, path("out.lockscope")));
    RecordingReader copy(path("out.lockscope"));
    QVERIFY(copy.open().ok());
    QCOMPARE(copy.extent()->value().from, Start + 10min);
    QCOMPARE(copy.extent()->value().to, Start + 20min);
    QVERIFY(!copy.lockEvents({"order:1"}, 10)->events.empty());
    QVERIFY(copy.lockEvents({"stock:1"}, 10)->events.empty());
}

void TestShareDialog::anIncidentIsInside()
{
    QCOMPARE(m_shown->window.pages()->count(), 4);
    QVERIFY(QDir().mkpath(path("incident")));
    for (const auto &[name, text] :
         {std::pair(
              "incident/README.md",
              "# Lock order:1\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n![x](http://127.0.0.1:1/x.png)"),
          std::pair("incident/lock.json", "{\"lock\":{\"key\":\"order:1\"}}")}) {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
    }
    ShareDialog *share = dialog();
    share->attach(path("incident"));
    share->write(path("out.lockscope"));
    QVERIFY(hasTold(share, path("out.lockscope")));
    open(path("out.lockscope"));
    QTRY_COMPARE(m_shown->window.pages()->count(), 5);
    IncidentPage &page = m_shown->window.incident();
    QCOMPARE(page.names()->count(), 3);
    QCOMPARE(page.names()->currentItem()->text(), QStringLiteral("README.md"));
    QVERIFY(page.page()->toPlainText().contains(QStringLiteral("Lock order:1")));
    page.names()->setCurrentRow(2);
    QVERIFY(page.page()->toPlainText().contains(QStringLiteral("\"lock\"")));
    QSignalSpy saved(&page, &IncidentPage::saved);
    page.save(m_folder->path());
    QCOMPARE(saved.size(), 1);
    QVERIFY(QFile::exists(saved.front().front().toString() + QStringLiteral("/README.md")));
    QSignalSpy failed(&page, &IncidentPage::failed);
    page.save(path("nowhere"));
    QCOMPARE(failed.size(), 1);
}

// Somebody else may have written the page.
void TestShareDialog::aPageOpensNoFileOfThisMachine()
{
    QImage red(200, 200, QImage::Format_RGB32);
    red.fill(Qt::red);
    QVERIFY(red.save(path("red.png")));
    const QByteArray name = path("red.png").toUtf8();
    IncidentPage page;
    page.take({{QStringLiteral("README.md"), "![a](" + name + ")\n\n![b](file://" + name + ")"}});
    page.resize(800, 600);
    const QImage shown = page.grab().toImage();
    for (int y = 0; y < shown.height(); y += 10) {
        for (int x = 0; x < shown.width(); x += 10)
            QVERIFY(shown.pixelColor(x, y) != QColor(Qt::red));
    }
}

void TestShareDialog::whatIsWrongIsSaid()
{
    ShareDialog *share = dialog();
    share->stretch()->setCurrentIndex(ShareDialog::FromTo);
    share->field(false)->setText(QStringLiteral("soon"));
    share->shareButton()->click();
    QVERIFY(share->told().contains(QStringLiteral("soon")));
    share->stretch()->setCurrentIndex(ShareDialog::Whole);
    share->write(path("nowhere/out.lockscope"));
    QVERIFY(hasTold(share, QStringLiteral("nowhere")));
    QVERIFY(share->shareButton()->isEnabled());
}

LOCKSCOPE_UI_TEST(TestShareDialog)

} // namespace tst_sharedialog

#include "tst_sharedialog.moc"
