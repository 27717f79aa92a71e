// SPDX-License-Identifier: GPL-3.0-or-later
// Connections are imported from files of other programs, duplicated, and exported without secrets.

#include "core/config/profilestore.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "ui/bridges/enginebridge.h"
#include "ui/connections/connectiondialog.h"
#include "ui/connections/connectionspane.h"
#include "ui/theme/language.h"
#include "ui/window/mainwindow.h"

#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

namespace tst_profileexchange
{

using namespace lockscope;

namespace
{

const QByteArray Insight = R"([
  {"host": "cache.example", "port": 6380, "name": "orders", "username": "ann", "password": "s3cret",
   "connectionType": "STANDALONE"},
  {"host": "a", "port": 7000, "name": "shards", "connectionType": "CLUSTER"}
])";

} // namespace

class tst_ProfileExchange : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    EngineBridge m_bridge;
    HistoryBridge m_history;
    std::unique_ptr<MainWindow> m_window;

    // In the file dialog opened by the window.
    void choose(const QString &fileName)
    {
        auto *chooser = m_window->findChild<QFileDialog *>();
        QVERIFY(chooser && chooser->isVisible());
        emit chooser->fileSelected(fileName);
        chooser->close();
        QTRY_VERIFY(!m_window->findChild<QFileDialog *>());
    }
    QString written(const char *name, const QByteArray &content)
    {
        QFile file(m_dir.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? file.fileName()
                                                                                        : QString();
    }
    QStringList saved() const
    {
        QStringList names;
        if (const auto profiles = ProfileStore(m_dir.path()).load()) {
            for (const ConnectionSpec &profile : *profiles)
                names << profile.name;
        }
        return names;
    }
    QMessageBox *box() const { return m_window->findChild<QMessageBox *>(); }
    void closeBox()
    {
        box()->close();
        QTRY_VERIFY(!box());
    }

private slots:
    void initTestCase()
    {
        installTranslations(*qApp, QStringLiteral("en"));
        m_window = std::make_unique<MainWindow>(m_bridge, m_history, m_dir.path());
        m_window->show();
    }

    void importsWhatAnotherProgramSaved()
    {
        emit m_window->connections().importWanted();
        choose(written("insight.json", Insight));
        QVERIFY(box());
        QCOMPARE(box()->text(), QStringLiteral("Imported connections: 2"));
        closeBox();
        QCOMPARE(saved(), (QStringList{QStringLiteral("orders"), QStringLiteral("shards")}));
        QFile file(m_dir.filePath(QStringLiteral("profiles.json")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains("s3cret"));
        QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }

    void whatIsNoExportIsRefusedAndNothingIsLost()
    {
        emit m_window->connections().importWanted();
        choose(written("broken.json", "[{\"host\": \"a\", \"port\": 70000}]"));
        QVERIFY(box());
        QVERIFY2(box()->text().contains(QStringLiteral("Entry 1")), qPrintable(box()->text()));
        closeBox();
        QCOMPARE(saved().size(), 2);
    }

    void aCopyGetsANameOfItsOwn()
    {
        emit m_window->connections().duplicateWanted(QStringLiteral("shards"));
        ConnectionDialog *dialog = nullptr;
        QTRY_VERIFY((dialog = m_window->findChild<ConnectionDialog *>()));
        dialog->saveButton()->click();
        QTRY_COMPARE(saved().size(), 3);
        QCOMPARE(saved().last(), QStringLiteral("shards (2)"));
        dialog->close();
    }

    void leavesWithoutSecrets()
    {
        const QString out = m_dir.filePath(QStringLiteral("out.json"));
        emit m_window->connections().exportWanted();
        choose(out);
        QFile file(out);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        const QByteArray content = file.readAll();
        QVERIFY(content.contains("cache.example") && content.contains("shards (2)"));
        QVERIFY(!content.contains("s3cret"));
        QVERIFY(box());
        QCOMPARE(box()->text(), QStringLiteral("Exported connections: 3"));
        closeBox();
        // Imports it again.
        emit m_window->connections().importWanted();
        choose(out);
        QVERIFY(box());
        QCOMPARE(box()->text(), QStringLiteral("Imported connections: 0"));
        QVERIFY(box()->informativeText().contains(QStringLiteral("Unchanged: 3")));
        closeBox();
        QCOMPARE(saved().size(), 3);
    }
};

LOCKSCOPE_UI_TEST(tst_ProfileExchange)

} // namespace tst_profileexchange

#include "tst_profileexchange.moc"
