// SPDX-License-Identifier: GPL-3.0-or-later
// Saved connections whose passwords are in the keychain, when it does not give them.

#include "core/config/profilestore.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "ui/connections/profilekeeper.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_profilekeeper
{

using namespace lockscope;

class TestProfileKeeper final : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    Outcome<Secrets> m_answer = Secrets{};
    std::unique_ptr<ProfileKeeper> m_keeper;

    static ConnectionSpec shop()
    {
        ConnectionSpec spec;
        spec.name = QStringLiteral("shop");
        spec.host = QStringLiteral("h");
        spec.inKeychain = true;
        return spec;
    }
    void open(const ConnectionSpec &profile)
    {
        VERIFY_OK(ProfileStore(m_dir.path()).save({profile}));
        m_keeper = std::make_unique<ProfileKeeper>(
            m_dir.path(), nullptr, [this](const QString &, const Keychain::Read &told) { told(m_answer); });
        m_keeper->load();
    }
    QString problemOf(const ConnectionSpec &profile)
    {
        open(profile);
        QString why;
        m_keeper->withSecrets(profile.name,
                              [&why](const ConnectionSpec &, const QString &problem) { why = problem; });
        return why;
    }

private slots:
    // A locked keychain answers like one without an entry.
    void aMissingPasswordIsSaid()
    {
        m_answer = Secrets{};
        const QString why = problemOf(shop());
        QVERIFY2(why.contains(QStringLiteral("keychain is locked")), qPrintable(why));
        QVERIFY2(why.contains(QStringLiteral("clear \"Keep passwords in the keychain\"")),
                 qPrintable(why)); // It may never have had one
        m_answer = Secrets{.password = QStringLiteral("p")};
        QCOMPARE(problemOf(shop()), QString());
        m_answer = Failure{.kind = ErrorKind::Unsupported, .text = QStringLiteral("it does not respond")};
        QCOMPARE(problemOf(shop()), QStringLiteral("it does not respond"));
    }

    // Else it would be asked for a password that it never had.
    void withoutAPasswordNothingIsKept()
    {
        open(shop());
        ConnectionSpec open = shop();
        open.name = QStringLiteral("open");
        QVERIFY(m_keeper->save(open, {}));
        const auto saved = ProfileStore(m_dir.path()).find(QStringLiteral("open"));
        VERIFY_OK(saved);
        QVERIFY(!saved->inKeychain);
        QVERIFY(m_keeper->save(shop(), QStringLiteral("shop"))); // Its entry may be locked
        const auto locked = ProfileStore(m_dir.path()).find(QStringLiteral("shop"));
        VERIFY_OK(locked);
        QVERIFY(locked->inKeychain);
    }

    // The form has no passwords if they could not be read.
    void aRenamedConnectionDoesNotLoseThemSilently()
    {
        open(shop());
        m_answer = Failure{.kind = ErrorKind::Unsupported, .text = QStringLiteral("it is locked")};
        const QSignalSpy failed(m_keeper.get(), &ProfileKeeper::failed);
        const QSignalSpy renamed(m_keeper.get(), &ProfileKeeper::renamed);
        ConnectionSpec tills = shop();
        tills.name = QStringLiteral("tills");
        QVERIFY(m_keeper->save(tills, QStringLiteral("shop")));
        QCOMPARE(renamed.size(), 1);
        QCOMPARE(failed.size(), 1);
        const QString why = failed.front().front().value<Failure>().text;
        QVERIFY2(why.contains(QStringLiteral("tills")) && why.contains(QStringLiteral("it is locked")),
                 qPrintable(why));
        QVERIFY(m_keeper->save(tills, QStringLiteral("tills"))); // Not renamed
        QCOMPARE(renamed.size(), 1);
        QCOMPARE(failed.size(), 1);
    }
};

LOCKSCOPE_UI_TEST(TestProfileKeeper)

} // namespace tst_profilekeeper

#include "tst_profilekeeper.moc"
