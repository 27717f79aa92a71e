// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/glob.h"
#include "tests/support/runner.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_glob
{

using namespace lockscope;

class tst_glob : public QObject
{
    Q_OBJECT

private slots:
    void matches_data();
    void matches();
    void manyStarsDoNotBlowUp();
    void literalPrefixes_data();
    void literalPrefixes();
    void covers_data();
    void covers();
    void whatIsCoveredIsMatched();
    void reducedPatternsMatchTheSameKeys();
    void reductionKeepsTheOrder();
};

void tst_glob::matches_data()
{
    QTest::addColumn<QByteArray>("glob");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<bool>("match");

    const auto row = [](const char *title, QByteArray glob, QByteArray key, bool match) {
        QTest::newRow(title) << glob << key << match;
    };
    row("plain text is itself", "lock", "lock", true);
    row("a longer key is no match", "lock", "lock:a", false);
    row("a shorter key is no match", "lock", "loc", false);
    row("case counts", "lock", "Lock", false);
    row("a star takes anything", "lock:*", "lock:a:b", true);
    row("a star takes nothing", "lock*", "lock", true);
    row("a star in the middle", "l*k", "lock", true);
    row("the last star gives way", "*lock:*:7", "lock:lock:8:7", true);
    row("two stars are one", "lo**ck", "lock", true);
    row("a lone star takes even the empty key", "*", "", true);
    row("two stars do not: so does Redis", "**", "", false);
    row("an empty glob is the empty key", "", "", true);
    row("an empty glob is nothing else", "", "a", false);
    row("a question mark is one byte", "l?ck", "lock", true);
    row("and not none", "lock?", "lock", false);
    row("a list", "[Ll]ock", "Lock", true);
    row("a list without the byte", "[Ll]ock", "rock", false);
    row("a range", "lock[0-9]", "lock7", true);
    row("a range the other way round", "lock[9-0]", "lock7", true);
    row("outside the range", "lock[0-9]", "locka", false);
    row("a negated list", "lock[^0-9]", "locka", true);
    row("a negated list with the byte", "lock[^0-9]", "lock7", false);
    row("an escaped star is a star", "lock\\*", "lock*", true);
    row("and nothing else", "lock\\*", "locka", false);
    row("an escaped bracket", "\\[a]", "[a]", true);
    row("an escaped byte in a list", "[\\]]", "]", true);
    row("a dash at the end of an unclosed list is a dash", "[a-", "-", true);
    row("an unclosed list ends with the glob", "[ab", "b", true);
    row("a lone bracket matches nothing", "[", "[", false);
    row("a lone negated list matches any byte", "[^", "x", true);
    row("an empty list matches nothing", "[]", "x", false);
    row("a range swallows the bracket: so does Redis", "[a-]b", "a", true);
    row("a backslash at the end is a backslash", "a\\", "a\\", true);
    row("NUL is a byte", QByteArray("a?b", 3), QByteArray("a\0b", 3), true);
    row("NUL in a glob", QByteArray("a\0*", 3), QByteArray("a\0bc", 4), true);
    row("bytes over 127", "\xff*", "\xff\xfe", true);
    row("a range over 127", "[\x80-\xff]", "\xc3", true);
}

void tst_glob::matches()
{
    QFETCH(QByteArray, glob);
    QFETCH(QByteArray, key);
    QTEST(globMatches(glob, key), "match");
}

void tst_glob::manyStarsDoNotBlowUp()
{
    const QByteArray glob = QByteArray("*a").repeated(200) + "b";
    const QByteArray key = QByteArray("a").repeated(20000);
    QVERIFY(!globMatches(glob, key)); // if the steps grew as a power of the stars, this would not end
}

void tst_glob::literalPrefixes_data()
{
    QTest::addColumn<QByteArray>("glob");
    QTest::addColumn<QByteArray>("prefix");
    QTest::newRow("up to the star") << QByteArray("lock:*") << QByteArray("lock:");
    QTest::newRow("nothing before a star") << QByteArray("*lock") << QByteArray();
    QTest::newRow("up to a list") << QByteArray("lock[12]") << QByteArray("lock");
    QTest::newRow("up to a question mark") << QByteArray("a?") << QByteArray("a");
    QTest::newRow("a whole key") << QByteArray("lock:a") << QByteArray("lock:a");
    QTest::newRow("escapes are taken out") << QByteArray("a\\*b*") << QByteArray("a*b");
    QTest::newRow("a key with a star in it") << QByteArray("a\\*b") << QByteArray("a*b");
}

void tst_glob::literalPrefixes()
{
    QFETCH(QByteArray, glob);
    QTEST(literalPrefix(glob), "prefix");
}

void tst_glob::covers_data()
{
    QTest::addColumn<QByteArray>("outer");
    QTest::addColumn<QByteArray>("inner");
    QTest::addColumn<bool>("covered");
    const auto row = [](const char *title, QByteArray outer, QByteArray inner, bool covered) {
        QTest::newRow(title) << outer << inner << covered;
    };
    row("a star covers all", "*", "lock:*", true);
    row("the same", "lock:*", "lock:*", true);
    row("a longer prefix", "lock:*", "lock:a:*", true);
    row("not the other way", "lock:a:*", "lock:*", false);
    row("a word anywhere covers a prefix with it", "*lock*", "redlock:*", true);
    row("a list covers each of its bytes", "*[Ll]ock*", "Lock:*", true);
    row("a list covers a smaller list", "[a-z]*", "[b-d]x*", true);
    row("but no larger one", "[b-d]*", "[a-z]*", false);
    row("a question mark covers a list", "?ock", "[lL]ock", true);
    row("a question mark covers no star", "lock?", "lock*", false);
    row("a negated list covers what it leaves", "[^a]*", "b*", true);
    row("an escaped star is no star", "lock\\*", "lock*", false);
    row("a plain key under a glob", "lock:*", "lock:7", true);
    row("bytes over 127", "\xe9\x94\x81*", "\xe9\x94\x81:7", true);
    row("other bytes over 127", "\xe9\x94\x81*", "\xe9\x94\x82:7", false);
}

void tst_glob::covers()
{
    QFETCH(QByteArray, outer);
    QFETCH(QByteArray, inner);
    QTEST(reducePatterns({outer, inner}) == QList{outer}, "covered");
}

namespace
{
QByteArray randomText(const char *alphabet, int atMost)
{
    auto *random = QRandomGenerator::global();
    const int letters = int(qstrlen(alphabet));
    QByteArray text;
    for (int left = random->bounded(atMost + 1); left > 0; --left)
        text += alphabet[random->bounded(letters)];
    return text;
}
} // namespace

void tst_glob::whatIsCoveredIsMatched()
{
    for (int round = 0; round < 20000; ++round) {
        const QByteArray outer = randomText("ab*?[^]-\\", 6);
        const QByteArray inner = randomText("ab*?[^]-\\", 6);
        if (reducePatterns({outer, inner}) != QList{outer})
            continue;
        for (int i = 0; i < 10; ++i) {
            const QByteArray key = 'a' + randomText("ab*?-^]", 4);
            if (globMatches(inner, key))
                QVERIFY2(globMatches(outer, key), (outer + " | " + inner + " | " + key).constData());
        }
    }
}

void tst_glob::reducedPatternsMatchTheSameKeys()
{
    for (int round = 0; round < 2000; ++round) {
        QList<QByteArray> globs;
        for (int i = 0; i < 4; ++i)
            globs.append(randomText("ab*?[]", 4));
        const QList<QByteArray> reduced = reducePatterns(globs);
        QVERIFY(reduced.size() <= globs.size());
        for (int i = 0; i < 20; ++i) {
            const QByteArray key = 'a' + randomText("ab", 3);
            const auto takes = [&key](const QByteArray &glob) { return globMatches(glob, key); };
            QCOMPARE(std::any_of(reduced.begin(), reduced.end(), takes),
                     std::any_of(globs.begin(), globs.end(), takes));
        }
    }
}

void tst_glob::reductionKeepsTheOrder()
{
    const QList<QByteArray> globs{"redlock:*", "*mutex*", "*lock*", "lock:a", "*mutex*", "order*"};
    QCOMPARE(reducePatterns(globs), (QList<QByteArray>{"*mutex*", "*lock*", "order*"}));
}

LOCKSCOPE_TEST(tst_glob)

} // namespace tst_glob

#include "tst_glob.moc"
