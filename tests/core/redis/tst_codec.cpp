// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/codec.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_codec
{

using namespace lockscope;

namespace
{

using Step = ReplyReader::Step;

// A reply as text, easy to compare.
QByteArray drawn(const Reply &reply)
{
    switch (reply.type) {
    case Reply::Type::Nil:
        return "nil";
    case Reply::Type::Status:
        return '+' + reply.bytes;
    case Reply::Type::Error:
        return '-' + reply.bytes;
    case Reply::Type::Integer:
        return QByteArray::number(reply.integer);
    case Reply::Type::Bulk:
        return '"' + reply.bytes.toPercentEncoding() + '"';
    case Reply::Type::Array:
        break;
    }
    QByteArrayList items;
    for (const Reply &item : reply.items)
        items << drawn(item);
    return '[' + items.join(' ') + ']';
}

// Every reply found after feeding these pieces one after the other.
QByteArrayList readAll(const QByteArrayList &pieces)
{
    ReplyReader reader;
    QByteArrayList found;
    Reply reply;
    for (const QByteArray &piece : pieces) {
        reader.feed(piece);
        Step step = reader.next(reply);
        for (; step == Step::HaveReply; step = reader.next(reply))
            found << drawn(reply);
        if (step == Step::Broken)
            return found << "broken: " + reader.problem().toUtf8();
    }
    return found;
}

Step feed(ReplyReader &reader, const QByteArray &bytes)
{
    Reply reply;
    Step step = Step::NeedMore;
    for (qsizetype at = 0; at < bytes.size() && step != Step::Broken; at += ReplyReader::FeedSize) {
        reader.feed(QByteArrayView(bytes).sliced(at, std::min(ReplyReader::FeedSize, bytes.size() - at)));
        step = reader.next(reply);
    }
    return step;
}

QByteArray bulk(qsizetype size)
{
    return '$' + QByteArray::number(size) + "\r\n" + QByteArray(size, 'x') + "\r\n";
}

} // namespace

class tst_codec : public QObject
{
    Q_OBJECT
private slots:
    void replies_data();
    void replies();
    void aBigStringIsWhole();
    void garbage_data();
    void garbage();
    void capsHoldBeforeMemoryIsTaken();
    void whatIsTooLargeBecomesAnError_data();
    void whatIsTooLargeBecomesAnError();
    void manyElementsInAllAreTooMany();
    void keptRepliesLeaveLessForTheNext();
    void depthIsLimited();
    void aBrokenReaderStaysBrokenUntilReset();
};

void tst_codec::replies_data()
{
    QTest::addColumn<QByteArray>("wire");
    QTest::addColumn<QByteArrayList>("expected");
    const auto row = [](const char *name, const QByteArray &wire, const QByteArrayList &expected) {
        QTest::newRow(name) << wire << expected;
    };
    row("status", "+OK\r\n", {"+OK"});
    row("error", "-ERR unknown command\r\n", {"-ERR unknown command"});
    row("integers", ":0\r\n:-2\r\n:9223372036854775807\r\n", {"0", "-2", "9223372036854775807"});
    row("nil string and nil array", "$-1\r\n*-1\r\n", {"nil", "nil"});
    row("empty string and empty array", "$0\r\n\r\n*0\r\n", {"\"\"", "[]"});
    row("bytes", QByteArray("$6\r\n\0\r\n$\xff-\r\n", 12), {"\"%00%0D%0A%24%FF-\""});
    row("an empty array between others", "*3\r\n*0\r\n:1\r\n*-1\r\n", {"[[] 1 nil]"});
    row("scan page", "*2\r\n$2\r\n17\r\n*2\r\n$1\r\na\r\n$1\r\nb\r\n", {"[\"17\" [\"a\" \"b\"]]"});
    row("an error within an array", "*2\r\n-MOVED 1 h:1\r\n+OK\r\n", {"[-MOVED 1 h:1 +OK]"});
    row("pipeline", "+A\r\n*1\r\n:1\r\n$1\r\nz\r\n-E\r\n", {"+A", "[1]", "\"z\"", "-E"});
    row("seven deep", "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*2\r\n:1\r\n:2\r\n:3\r\n",
        {"[[[[[[[1 2]]]]]]]", "3"});
}

void tst_codec::replies()
{
    QFETCH(QByteArray, wire);
    QFETCH(QByteArrayList, expected);
    QCOMPARE(readAll({wire}), expected);
    for (qsizetype cut = 1; cut < wire.size(); ++cut)
        QCOMPARE(readAll({wire.left(cut), wire.mid(cut)}), expected);
    QByteArrayList bytes;
    for (const char byte : wire)
        bytes << QByteArray(1, byte);
    QCOMPARE(readAll(bytes), expected);
}

void tst_codec::aBigStringIsWhole()
{
    ReplyReader reader;
    const qsizetype size = 5'000'001;
    const QByteArray wire = bulk(size) + ":7\r\n";
    Reply reply;
    int found = 0;
    for (qsizetype at = 0; at < wire.size(); at += ReplyReader::FeedSize) {
        reader.feed(QByteArrayView(wire).sliced(at, std::min(ReplyReader::FeedSize, wire.size() - at)));
        while (reader.next(reply) == Step::HaveReply) {
            if (++found == 1)
                QCOMPARE(reply.bytes, QByteArray(size, 'x'));
            else
                QCOMPARE(reply.integer, 7);
        }
    }
    QCOMPARE(found, 2);
}

void tst_codec::garbage_data()
{
    QTest::addColumn<QByteArray>("wire");
    QTest::newRow("http") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n");
    QTest::newRow("a TLS alert") << QByteArray("\x15\x03\x03\x00\x02\x02\x0a", 7);
    QTest::newRow("a length that is not a number") << QByteArray("$abc\r\n");
    QTest::newRow("a length without end") << QByteArray(100, '1').prepend('$');
    QTest::newRow("a negative length") << QByteArray("$-5\r\nabcde\r\n");
    QTest::newRow("an array of negative length") << QByteArray("*-7\r\n");
    QTest::newRow("a number that is none") << QByteArray(":12a\r\n");
    QTest::newRow("a length with half an end") << QByteArray("$5\rX") + QByteArray(100, 'x');
    QTest::newRow("an endless line") << QByteArray(200'000, 'x').prepend('+');
    QTest::newRow("a string header of 1e12") << QByteArray("$1000000000000\r\n");
}

void tst_codec::garbage()
{
    QFETCH(QByteArray, wire);
    ReplyReader reader;
    QCOMPARE(int(feed(reader, wire)), int(Step::Broken));
    QVERIFY(!reader.problem().isEmpty());
}

void tst_codec::capsHoldBeforeMemoryIsTaken()
{
    ReplyReader reader(
        ReplyCaps{.elements = 100, .bulkBytes = 1000, .replyBytes = 1500 + 3 * qint64(sizeof(Reply))});
    QCOMPARE(int(feed(reader, "*101\r\n")), int(Step::NeedMore));
    QVERIFY(reader.isDropping());
    reader.reset();
    QCOMPARE(int(feed(reader, "$1001\r\n")), int(Step::NeedMore));
    QVERIFY(reader.isDropping()); // From its header alone
    reader.reset();
    QCOMPARE(int(feed(reader, "*2\r\n" + bulk(1000))), int(Step::NeedMore));
    QVERIFY(!reader.isDropping());
    QCOMPARE(int(feed(reader, bulk(501))), int(Step::HaveReply));
    QCOMPARE(reader.bytes(), qint64(sizeof(Reply)));
    reader.reset();
    // The limits apply to each reply, not to the stream.
    for (int i = 0; i < 5; ++i)
        QCOMPARE(int(feed(reader, bulk(1000))), int(Step::HaveReply));
}

void tst_codec::keptRepliesLeaveLessForTheNext()
{
    ReplyReader reader(ReplyCaps{.replyBytes = 2000});
    QCOMPARE(int(feed(reader, bulk(1000))), int(Step::HaveReply));
    QCOMPARE(reader.bytes(), qint64(1000 + sizeof(Reply)));
    QCOMPARE(int(feed(reader, bulk(1000))), int(Step::HaveReply));
    reader.setKept(reader.bytes());
    Reply reply;
    reader.feed(bulk(1000));
    QCOMPARE(int(reader.next(reply)), int(Step::HaveReply));
    QCOMPARE(drawn(reply), QByteArray("-REPLYTOOLARGE 2000"));
}

void tst_codec::whatIsTooLargeBecomesAnError_data()
{
    QTest::addColumn<QByteArray>("large");
    QTest::newRow("a string") << bulk(1001);
    QTest::newRow("a string of many pieces") << bulk(100'000);
    QTest::newRow("strings that are too long together") << "*3\r\n" + bulk(900) + bulk(900) + bulk(900);
    QTest::newRow("a long string amid others")
        << "*3\r\n:1\r\n*2\r\n" + bulk(5000) + bulk(2) + "*2\r\n" + bulk(3) + bulk(4000);
    QTest::newRow("what comes behind is too long, too")
        << "*4\r\n" + bulk(5000) + bulk(900) + bulk(900) + bulk(900);
    QTest::newRow("the last one") << "*2\r\n*2\r\n:1\r\n:2\r\n*1\r\n" + bulk(5000);
}

void tst_codec::whatIsTooLargeBecomesAnError()
{
    QFETCH(QByteArray, large);
    const QByteArray wire = "+before\r\n" + large + large + "*1\r\n+after\r\n";
    for (const qsizetype piece : {qsizetype(1), qsizetype(7), qsizetype(1000), ReplyReader::FeedSize}) {
        ReplyReader reader(ReplyCaps{.bulkBytes = 1000, .replyBytes = 2000});
        QByteArrayList found;
        Reply reply;
        for (qsizetype at = 0; at < wire.size(); at += piece) {
            reader.feed(QByteArrayView(wire).sliced(at, std::min(piece, wire.size() - at)));
            while (reader.next(reply) == Step::HaveReply)
                found << drawn(reply);
            QCOMPARE(reader.problem(), QString());
        }
        const QByteArray error("-REPLYTOOLARGE 2000");
        QCOMPARE(found, QByteArrayList({"+before", error, error, "[+after]"}));
    }
}

void tst_codec::manyElementsInAllAreTooMany()
{
    ReplyReader reader(ReplyCaps{.elements = 100});
    QByteArray wire = "*40\r\n";
    for (int i = 0; i < 40; ++i)
        wire += "*2\r\n:1\r\n:2\r\n";
    QCOMPARE(int(feed(reader, wire)), int(Step::HaveReply));
    QVERIFY(reader.isDropping());
    reader.reset();
    QByteArray fits = "*25\r\n";
    for (int i = 0; i < 25; ++i)
        fits += "*3\r\n:1\r\n:2\r\n:3\r\n";
    QCOMPARE(int(feed(reader, fits)), int(Step::HaveReply));
}

void tst_codec::depthIsLimited()
{
    ReplyReader reader;
    QCOMPARE(int(feed(reader, QByteArray("*1\r\n").repeated(9))), int(Step::Broken));
}

void tst_codec::aBrokenReaderStaysBrokenUntilReset()
{
    ReplyReader reader;
    QCOMPARE(int(feed(reader, "!")), int(Step::Broken));
    QCOMPARE(int(feed(reader, "+OK\r\n")), int(Step::Broken));
    reader.reset();
    QCOMPARE(int(feed(reader, "+OK\r\n")), int(Step::HaveReply));
    QVERIFY(reader.problem().isEmpty());
}

LOCKSCOPE_APPLESS_TEST(tst_codec)

} // namespace tst_codec

#include "tst_codec.moc"
