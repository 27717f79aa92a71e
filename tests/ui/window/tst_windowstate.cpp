// SPDX-License-Identifier: GPL-3.0-or-later
// What the window stores about its connections: where it goes with them, and what is left of it.

#include "core/config/profilestore.h"
#include "tests/support/uirunner.h"
#include "tests/ui/window/windowtest.h"
#include "ui/connections/connectiondialog.h"
#include "ui/connections/connectionspane.h"
#include "ui/connections/startpage.h"
#include "ui/forms/filteredit.h"
#include "ui/settings/uisettings.h"
#include "ui/status/statusline.h"

#include <QAction>
#include <QFile>
#include <QMessageBox>
#include <QPointer>
#include <QSignalSpy>

namespace tst_windowstate
{

using namespace lockscope;

namespace
{

const LockName Cart{"lock:cart:100"};

ConnectionSpec fromUrl(const char *url)
{
    const auto spec = parseConnectionUrl(QString::fromLatin1(url));
    return spec ? *spec : ConnectionSpec{};
}

} // namespace

class TestWindowState : public test::WindowTest
{
    Q_OBJECT

    QString settingsFile() const { return m_dir.filePath(QStringLiteral("window.ini")); }
    QByteArray stored() const
    {
        QFile file(settingsFile());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void pinAndFilter()
    {
        view().choose(Cart);
        QVERIFY(!m_window->actions().pin->isChecked());
        m_window->actions().pin->trigger();
        m_window->filter().setText(QStringLiteral("kind:rlock"));
    }
    bool isPinned()
    {
        view().choose(Cart);
        return m_window->actions().pin->isChecked();
    }

private slots:
    void init() { start(); }
    void cleanup() { end(); }

    void aRenamedConnectionTakesAllWithIt()
    {
        end();
        QVERIFY(ProfileStore(m_dir.path()).save({server()}).ok());
        start();
        connected();
        pinAndFilter();
        const QSignalSpy histories(&m_history, &HistoryBridge::renameWanted);
        const QSignalSpy engine(m_bridge.get(), &EngineBridge::renameWanted);
        ConnectionSpec shop = server();
        shop.name = QStringLiteral("shop");
        ConnectionDialog *dialog = m_window->openConnectionDialog(server());
        emit dialog->saveWanted(shop);
        dialog->reject();
        QCOMPARE(engine.size(), 1);
        QCOMPARE(engine.front(), QList<QVariant>({QStringLiteral("shop")}));
        QCOMPARE(histories.size(), 1);
        QCOMPARE(histories.front(), QList<QVariant>({QStringLiteral("orders-prod"), QStringLiteral("shop")}));
        QCOMPARE(m_window->deployment().spec->name, QStringLiteral("shop"));
        QVERIFY2(m_window->windowTitle().startsWith(QStringLiteral("shop")),
                 qPrintable(m_window->windowTitle()));
        QCOMPARE(m_window->origin(), MainWindow::Origin::Profile);
        m_window->filter().setText(QStringLiteral("verdict:ok"));
        reopen();
        QVERIFY(!stored().contains(QByteArray("orders-prod").toHex()));
        QVERIFY(!stored().contains("orders-prod"));
        connected(shop);
        QCOMPARE(m_window->filter().text(), QStringLiteral("verdict:ok"));
        m_window->filter().clear();
        QVERIFY(isPinned());
    }

    // Also while it is still open.
    void aForgottenAddressLeavesNothing()
    {
        connected(fromUrl("redis://one:7000"));
        pinAndFilter();
        const QByteArray hex = QByteArray("one:7000").toHex();
        reopen();
        QVERIFY(stored().contains(hex));
        connected(fromUrl("redis://one:7000"));
        QCOMPARE(m_window->filter().text(), QStringLiteral("kind:rlock"));
        emit m_window->start().forgetWanted(QStringLiteral("redis://one:7000"));
        m_window->filter().setText(QStringLiteral("key:a"));
        m_window->filter().clear();
        view().choose(LockName{"lock:cart:107"});
        m_window->actions().pin->trigger();
        m_window->filter().setText(QStringLiteral("key:b"));
        reopen();
        QVERIFY2(!stored().contains(hex), stored().constData());
        connected(fromUrl("redis://one:7000"));
        QCOMPARE(m_window->filter().text(), QString());
        QVERIFY(!isPinned());
    }

    void aSavedConnectionKeepsItsFilter()
    {
        end();
        ConnectionSpec saved = server();
        saved.name = QStringLiteral("one:7000");
        QVERIFY(ProfileStore(m_dir.path()).save({saved}).ok());
        start();
        connected(fromUrl("redis://one:7000"));
        connected(saved);
        m_window->filter().setText(QStringLiteral("verdict:ok"));
        emit m_window->start().forgetWanted(QStringLiteral("redis://one:7000"));
        reopen();
        connected(saved);
        QCOMPARE(m_window->filter().text(), QStringLiteral("verdict:ok"));
    }

    void aForgottenAddressComesBackWhole()
    {
        connected(fromUrl("redis://one:7000"));
        pinAndFilter();
        m_window->disconnectFromServer();
        reopen();
        emit m_window->start().forgetWanted({});
        m_window->actions().reopen->trigger();
        connected(fromUrl("redis://one:7000"));
        QCOMPARE(m_window->filter().text(), QStringLiteral("kind:rlock"));
        QVERIFY(isPinned());
    }

    // A connection saved later under the same name is another one.
    void aRemovedConnectionLeavesNothing()
    {
        end();
        QVERIFY(ProfileStore(m_dir.path()).save({server()}).ok());
        start();
        connected();
        pinAndFilter();
        m_window->disconnectFromServer();
        reopen();
        const auto answer = [this](QMessageBox::ButtonRole role) {
            emit m_window->connections().removeWanted(server().name);
            const QPointer<QMessageBox> box = m_window->findChild<QMessageBox *>();
            QVERIFY(box);
            for (QAbstractButton *button : box->buttons()) {
                if (box->buttonRole(button) == role)
                    button->click();
            }
            QTRY_VERIFY(!box);
        };
        const QByteArray hex = server().name.toUtf8().toHex();
        answer(QMessageBox::RejectRole);
        reopen();
        QCOMPARE(stored().count(hex), 2);
        answer(QMessageBox::DestructiveRole);
        reopen();
        QVERIFY2(!stored().contains(hex), stored().constData());
        connected();
        QCOMPARE(m_window->filter().text(), QString());
        QVERIFY(!isPinned());
    }

    void whatAnotherWindowStoredStays()
    {
        {
            UiSettings first(m_dir.path());
            first.addRecentUrl(QStringLiteral("redis://one"));
            first.setPinned(QStringLiteral("redis://one"), LockName{"a"}, true);
        }
        UiSettings settings(m_dir.path());
        QCOMPARE(settings.recentUrls(), QStringList(QStringLiteral("redis://one")));
        // Another process
        QByteArray changed = stored();
        changed.replace("recent=redis://one", "recent=redis://two, redis://one");
        const auto quoted = [](const char *key) { return '"' + QByteArray(key).toBase64() + '"'; };
        QVERIFY(changed.contains(quoted("a")));
        changed.replace(quoted("a"), quoted("a") + ", " + quoted("b"));
        QFile file(settingsFile());
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) &&
                file.write(changed) == changed.size());
        file.close();
        settings.addRecentUrl(QStringLiteral("redis://three"));
        QCOMPARE(settings.recentUrls(),
                 QStringList({QStringLiteral("redis://three"), QStringLiteral("redis://two"),
                              QStringLiteral("redis://one")}));
        settings.setPinned(QStringLiteral("redis://one"), LockName{"c"}, true);
        QCOMPARE(settings.pins(QStringLiteral("redis://one")),
                 QSet<LockName>({LockName{"a"}, LockName{"b"}, LockName{"c"}}));
    }

    void aDamagedFileIsKept_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("isDamaged");
        QTest::newRow("nothing") << QByteArray() << false;
        QTest::newRow("zeros after a crash") << QByteArray(200, '\0') << true;
        QTest::newRow("something else") << QByteArray("[window]\ntray_icon=true\n{\"a\": 1}\n") << true;
        QTest::newRow("byte order mark")
            << QByteArray("\xef\xbb\xbf[window]\r\ntray_icon=false\r\n") << false;
        QTest::newRow("whole") << QByteArray("[window]\ntray_icon=false\n\n[locks]\ngrouping=owner\n")
                               << false;
    }
    void aDamagedFileIsKept()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, isDamaged);
        end();
        QFile file(settingsFile());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();
        start();
        const QString copy = settingsFile() + QStringLiteral(".damaged");
        QCOMPARE(QFile::exists(copy), isDamaged);
        QCOMPARE(m_window->status().told().contains(copy), isDamaged);
        m_window->close();
        QFile kept(copy);
        if (isDamaged)
            QVERIFY(kept.open(QIODevice::ReadOnly) && kept.readAll() == bytes);
        kept.remove();
        reopen(); // What was written is whole
        QVERIFY(!QFile::exists(copy));
    }
};

LOCKSCOPE_UI_TEST(TestWindowState)

} // namespace tst_windowstate

#include "tst_windowstate.moc"
