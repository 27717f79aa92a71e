// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines of an SSH configuration a user is asked about before ssh reads it.
#include "core/base/privatefile.h"
#include "core/values/connection/sshconsent.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_sshconsent
{

using namespace lockscope;

class tst_sshconsent : public QObject
{
    Q_OBJECT
private slots:
    void linesThatRunSomething_data();
    void linesThatRunSomething();
    void includedFilesAreReadToo();

private:
    QString write(const QString &name, const QByteArray &text)
    {
        const QString file = m_folder.filePath(name);
        return writePrivateFile(file, text).ok() ? file : QString();
    }
    // Without the command itself.
    static QStringList asked(const QString &configFile)
    {
        ConnectionSpec spec;
        spec.ssh.destination = QStringLiteral("jump");
        spec.ssh.configFile = configFile;
        spec.ssh.unconfirmed = true;
        return sshToConfirm(spec).mid(1);
    }

    QTemporaryDir m_folder;
};

// As ssh 9.2 reads them: `ssh -G -F FILE host` shows the command of each of the first ones.
void tst_sshconsent::linesThatRunSomething_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<bool>("expected");
    for (const char *line :
         {"ProxyCommand touch x", "\tproxycommand=touch x", "\"ProxyCommand\" touch x",
          "=ProxyCommand touch x", " = ProxyCommand touch x", "\"KnownHostsCommand\" touch x",
          "Match exec \"touch x\"", "\"Match\" host a exec touch", "Match=!exec touch",
          "LocalCommand touch x", "SmartcardDevice /x.so", "RemoteForward 27999 127.0.0.1:6379",
          "ForwardAgent yes", "forwardx11=yes"})
        QTest::newRow(line) << QByteArray(line) << true;
    for (const char *line : {"# ProxyCommand touch x", "#ProxyCommand touch x", "Host ProxyCommand",
                             "User exec", "Match user execute", "", "IdentityFile = \"ProxyCommand\""})
        QTest::newRow(line) << QByteArray(line) << false;
}

void tst_sshconsent::linesThatRunSomething()
{
    QFETCH(QByteArray, line);
    QFETCH(bool, expected);
    const QStringList lines = asked(write(QStringLiteral("config"), "Host *\n" + line + "\nUser a\n"));
    QCOMPARE(lines, expected ? QStringList(QString::fromUtf8(line).trimmed()) : QStringList());
}

void tst_sshconsent::includedFilesAreReadToo()
{
    QVERIFY(!write(QStringLiteral("one.conf"), "ProxyCommand touch one\n").isEmpty());
    QVERIFY(!write(QStringLiteral("two.conf"), "ProxyCommand touch two\n").isEmpty());
    const QByteArray include =
        "\"Include\" " + QFile::encodeName(m_folder.filePath(QStringLiteral("*.conf")));
    const QString itself = write(QStringLiteral("three.conf"), include + '\n');
    const QStringList lines = asked(itself);
    QVERIFY2(lines.contains(QStringLiteral("ProxyCommand touch one")) &&
                 lines.contains(QStringLiteral("ProxyCommand touch two")),
             qPrintable(lines.join(u'\n')));
    QVERIFY2(lines.size() < 30, qPrintable(lines.join(u'\n'))); // it includes itself
}

LOCKSCOPE_APPLESS_TEST(tst_sshconsent)

} // namespace tst_sshconsent

#include "tst_sshconsent.moc"
