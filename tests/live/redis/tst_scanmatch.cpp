// SPDX-License-Identifier: GPL-3.0-or-later
// globMatches() agrees with a real server's SCAN MATCH.
#include "core/formats/format.h"
#include "core/lab/sandbox/sandbox.h"
#include "core/redis/glob.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QRandomGenerator>
#include <QSet>
#include <QTest>

namespace tst_scanmatch
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

QByteArray randomText(QByteArrayView alphabet, int atMost)
{
    auto *random = QRandomGenerator::global();
    QByteArray text;
    for (int left = random->bounded(atMost + 1); left > 0; --left)
        text += alphabet[random->bounded(int(alphabet.size()))];
    return text;
}

QCoro::Task<Outcome<Replies>> awaited(PendingReplies pending)
{
    co_return co_await pending;
}

} // namespace

class tst_scanmatch : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void saysWhatTheServerSays_data();
    void saysWhatTheServerSays();
    void defaultPatternsMeanTheSameThere();

private:
    void compare(const QList<QByteArray> &globs, const QSet<QByteArray> &keys);

    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<Session> m_session;
};

void tst_scanmatch::initTestCase()
{
    VERIFY_INTO(m_server, Sandbox::start());
    m_session = std::make_unique<Session>(m_server->tcp());
    m_session->open();
    QTRY_VERIFY(m_session->isReady());
}

// One SCAN per glob covers the whole database, because COUNT is larger.
void tst_scanmatch::compare(const QList<QByteArray> &globs, const QSet<QByteArray> &keys)
{
    Batch fill;
    fill.add({"FLUSHALL"});
    for (const QByteArray &key : keys)
        fill.add({"SET", key, "1"});
    VERIFY_OK(finished(awaited(m_session->send(std::move(fill)))));
    Batch scans;
    for (const QByteArray &glob : globs)
        scans.add({"SCAN", "0", "MATCH", glob, "COUNT", "100000"});
    const Outcome<Replies> replies = finished(awaited(m_session->send(std::move(scans))));
    VERIFY_OK(replies);
    for (qsizetype i = 0; i < globs.size(); ++i) {
        const Reply &reply = replies->items[size_t(i)];
        QVERIFY(reply.isArray() && reply.items.size() == 2);
        QCOMPARE(reply.items[0].bytes, QByteArray("0"));
        QSet<QByteArray> found;
        for (const Reply &key : reply.items[1].items)
            found.insert(key.bytes);
        for (const QByteArray &key : keys)
            QVERIFY2(globMatches(globs[i], key) == found.contains(key),
                     qPrintable(QStringLiteral("glob %1, key %2: the server says %3")
                                    .arg(escapedText(globs[i]), escapedText(key))
                                    .arg(found.contains(key))));
    }
}

void tst_scanmatch::saysWhatTheServerSays_data()
{
    QTest::addColumn<QByteArray>("globBytes");
    QTest::addColumn<QByteArray>("keyBytes");
    QTest::newRow("stars and letters") << QByteArray("ab**?") << QByteArray("ab");
    QTest::newRow("lists") << QByteArray("ab[]^-*") << QByteArray("ab[]^-");
    QTest::newRow("escapes") << QByteArray("ab\\*[]?") << QByteArray("ab\\*[]?");
    QTest::newRow("ranges over all bytes")
        << QByteArray("[]^-a\x7f\x80\xff\x00*", 9) << QByteArray("-a\x7f\x80\xc3\xff\x00", 7);
}

void tst_scanmatch::saysWhatTheServerSays()
{
    QFETCH(QByteArray, globBytes);
    QFETCH(QByteArray, keyBytes);
    QSet<QByteArray> keys;
    for (int i = 0; i < 150; ++i)
        keys.insert(randomText(keyBytes, 6)); // Includes the empty key
    QList<QByteArray> globs;
    for (int i = 0; i < 3000; ++i)
        globs.append(randomText(globBytes, 8));
    compare(globs, keys);
}

void tst_scanmatch::defaultPatternsMeanTheSameThere()
{
    const std::vector<QByteArray> patterns = Registry::builtIn().defaultPatterns();
    compare({patterns.begin(), patterns.end()},
            {"lock:order", "ORDER_LOCK", "orderLock", "app:mutex", "redlock:a", "order:7", "lck", "l*ck", "",
             QByteArray("a\0lock\xff", 7), "framework/schedule-1", "x:laravel_unique_job:y", "Lo:ck",
             "block"});
}

LOCKSCOPE_TEST(tst_scanmatch)

} // namespace tst_scanmatch

#include "tst_scanmatch.moc"
