// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/texttable.h"
#include "app/cli/text/textwidth.h"
#include "core/base/csv.h"
#include "core/base/jsonwriter.h"
#include "core/base/names.h"
#include "tests/support/runner.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_clitext
{

using namespace lockscope;
using namespace lockscope::cli;

class tst_CliText : public QObject
{
    Q_OBJECT
private slots:
    void columnsOfATerminal_data();
    void columnsOfATerminal();
    void cutInTheMiddle();
    void everyCutFits();
    void tableInAPipe();
    void tableOnATerminal();
    void tableWithWideCharacters();
    void aGiantCellDoesNotWidenOtherRows();
    void tableOfRowsThatAreMadeOneByOne();
    void colours();
    void foreignTextIsEscaped_data();
    void foreignTextIsEscaped();
    void cellsOfCsv();
    void jsonKeepsTheOrder();
    void jsonIndents();
    void jsonTextsSurvive_data();
    void jsonTextsSurvive();
    void jsonBytes();
    void jsonInPieces();
};

void tst_CliText::columnsOfATerminal_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("expected");
    QTest::newRow("ascii") << QStringLiteral("lock:a") << 6;
    QTest::newRow("chinese") << QStringLiteral("锁:订单") << 7;
    QTest::newRow("accent as a mark of its own") << QStringLiteral("e\u0301") << 1;
    QTest::newRow("emoji beyond the first plane") << QStringLiteral("\U0001F512") << 2;
    QTest::newRow("nothing") << QString() << 0;
}

void tst_CliText::columnsOfATerminal()
{
    QFETCH(QString, text);
    QFETCH(int, expected);
    QCOMPARE(columns(text), expected);
}

void tst_CliText::cutInTheMiddle()
{
    QCOMPARE(elided(QStringLiteral("lock:order:12345"), 16), QStringLiteral("lock:order:12345"));
    QCOMPARE(elided(QStringLiteral("lock:order:12345"), 9), QStringLiteral("lock…2345"));
    QCOMPARE(elided(QStringLiteral("abcdef"), 5, QStringLiteral("...")), QStringLiteral("a...f"));
    QCOMPARE(elided(QStringLiteral("abcdef"), 1), QStringLiteral("…"));
    const QString escaped = QStringLiteral("own\\x1b\\\\name\\xff"); // own\x1b\\name\xff
    QCOMPARE(elided(escaped, 12), QStringLiteral("own…name\\xff"));
    QCOMPARE(elided(escaped, 9), QStringLiteral("own…e\\xff"));
    QCOMPARE(elided(escaped, 4), QStringLiteral("ow…"));
    QCOMPARE(elided(QStringLiteral("abcdef"), 0), QString());
    // Never cuts a wide character in half.
    QCOMPARE(elided(QStringLiteral("锁锁锁锁"), 6), QStringLiteral("锁…锁"));
}

void tst_CliText::everyCutFits()
{
    const QString text = QStringLiteral("a锁b\U0001F512ce\u0301d锁锁e");
    for (int width = 1; width < 20; ++width)
        QVERIFY2(columns(elided(text, width)) <= width, qPrintable(elided(text, width)));
}

void tst_CliText::tableInAPipe()
{
    TextTable table({{.title = QStringLiteral("KEY"), .least = 4},
                     {.title = QStringLiteral("N"), .right = true},
                     {.title = QStringLiteral("VERDICT")}});
    table.add({{QStringLiteral("lock:a")}, {QStringLiteral("1")}, {QStringLiteral("healthy")}});
    table.add({{QString(90, u'k')}, {QStringLiteral("200")}, {QStringLiteral("ok"), Tint::Good}});
    const QStringList lines = table.render({});
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0], QStringLiteral("KEY") + QString(87, u' ') + QStringLiteral("    N  VERDICT"));
    QCOMPARE(lines[1], QStringLiteral("lock:a") + QString(84, u' ') + QStringLiteral("    1  healthy"));
    QCOMPARE(lines[2], QString(90, u'k') + QStringLiteral("  200  ok"));
}

void tst_CliText::tableOnATerminal()
{
    TextTable table({{.title = QStringLiteral("KEY"), .least = 4},
                     {.title = QStringLiteral("OWNER"), .least = 4},
                     {.title = QStringLiteral("VERDICT")}});
    table.add({{QString(60, u'k')}, {QString(20, u'o')}, {QStringLiteral("healthy")}});
    for (const int width : {40, 60, 80, 200}) {
        const QStringList lines = table.render({.width = width});
        for (const QString &line : lines)
            QVERIFY2(columns(line) <= width, qPrintable(line));
        QVERIFY(lines.last().contains(QStringLiteral("healthy")));
    }
    // Too narrow for anything: the columns keep their least width.
    QVERIFY(table.render({.width = 5}).last().contains(QStringLiteral("kk…k")));
}

void tst_CliText::tableWithWideCharacters()
{
    TextTable table({{.title = QStringLiteral("KEY")}, {.title = QStringLiteral("N")}});
    table.add({{QStringLiteral("锁锁")}, {QStringLiteral("1")}});
    table.add({{QStringLiteral("lock")}, {QStringLiteral("2")}});
    QCOMPARE(table.render({}),
             QStringList({QStringLiteral("KEY   N"), QStringLiteral("锁锁  1"), QStringLiteral("lock  2")}));
}

// A key name of a megabyte made each row a megabyte.
void tst_CliText::aGiantCellDoesNotWidenOtherRows()
{
    const QString giant(1'000'000, u'k');
    TextTable table({{.title = QStringLiteral("KEY")}, {.title = QStringLiteral("N")}});
    table.add({{giant}, {QStringLiteral("1")}});
    table.add({{QStringLiteral("lock:a")}, {QStringLiteral("2")}});
    const QStringList lines = table.render({});
    QCOMPARE(lines[1], giant + QStringLiteral("  1")); // not cut in a pipe
    QVERIFY2(lines[0].size() < 1000 && lines[2].size() < 1000, qPrintable(lines[2].left(20)));
    QVERIFY(lines[2].endsWith(QStringLiteral("  2")));
}

void tst_CliText::tableOfRowsThatAreMadeOneByOne()
{
    const TextTable table({{.title = QStringLiteral("KEY")}, {.title = QStringLiteral("N"), .right = true}});
    int made = 0;
    QStringList lines;
    const auto fill = [&made](size_t i, Row &row) {
        ++made;
        row = {{QString(qsizetype(i) + 1, u'k')}, {QString::number(9 + i)}};
    };
    const auto print = [&lines](const QString &line) { lines += line; };
    std::vector<int> widths;
    table.render({}, 3, fill, print, widths);
    QCOMPARE(lines, QStringList({QStringLiteral("KEY   N"), QStringLiteral("k     9"),
                                 QStringLiteral("kk   10"), QStringLiteral("kkk  11")}));
    QCOMPARE(made, 3);
    // More rows of the same table: its columns stay as wide, or get wider.
    lines.clear();
    table.render({}, 1, fill, print, widths);
    table.render({}, 4, fill, print, widths);
    QCOMPARE(lines,
             QStringList({QStringLiteral("k     9"), QStringLiteral("k      9"), QStringLiteral("kk    10"),
                          QStringLiteral("kkk   11"), QStringLiteral("kkkk  12")}));
}

void tst_CliText::colours()
{
    QCOMPARE(tinted(QStringLiteral("x"), Tint::Alarm, {}), QStringLiteral("x"));
    const QString red = tinted(QStringLiteral("x"), Tint::Alarm, {.colour = true});
    QCOMPARE(renderedLine(red, true), "\x1b[1;31mx\x1b[0m");
    QCOMPARE(renderedLine(red, false), "x");
    QCOMPARE(tinted(QStringLiteral("x"), Tint::Plain, {.colour = true}), QStringLiteral("x"));
}

void tst_CliText::foreignTextIsEscaped_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("plain") << QByteArray("lock:锁 \U0001F512 a\\b") << QByteArray("lock:锁 \U0001F512 a\\b");
    QTest::newRow("colour") << QByteArray("a\x1b[31mb") << QByteArray("a\\x1b[31mb");
    QTest::newRow("our colour") << QByteArray("\x1b[1;31mb\x1b[0m") << QByteArray("\\x1b[1;31mb\\x1b[0m");
    QTest::newRow("title of the window") << QByteArray("\x1b]0;x\x07") << QByteArray("\\x1b]0;x\\x07");
    QTest::newRow("second control") << QByteArray("\xc2\x9b"
                                                  "31m")
                                    << QByteArray("\\xc2\\x9b31m");
    QTest::newRow("line ends") << QByteArray("a\r\nb\tc") << QByteArray("a\\x0d\\x0ab\\x09c");
    QTest::newRow("right to left") << QByteArray("a\u202eb") << QByteArray("a\\xe2\\x80\\xaeb");
    QTest::newRow("mark as bytes") << QByteArray("a\xed\xb0\x85z") << QByteArray("a\ufffd\ufffd\ufffdz");
}

void tst_CliText::foreignTextIsEscaped()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, shown);
    QCOMPARE(renderedLine(QString::fromUtf8(bytes), true), shown);
    TextTable table(std::vector<Column>(1));
    table.add({{QString::fromUtf8(bytes), Tint::Alarm}});
    QCOMPARE(renderedLine(table.render({.colour = true}).last(), true), "\x1b[1;31m" + shown + "\x1b[0m");
    QCOMPARE(printable(printable(QString::fromUtf8(bytes))).toUtf8(), shown);
    const QByteArray document =
        QJsonDocument(QJsonArray{QString::fromUtf8(bytes)}).toJson(QJsonDocument::Compact);
    const QByteArray printed = printableJson(document);
    QCOMPARE(QJsonDocument::fromJson(printed), QJsonDocument::fromJson(document));
    for (const char *raw : {"\x1b", "\x07", "\xc2\x9b", "\u202e"})
        QVERIFY2(!printed.contains(raw), printed.constData());
}

void tst_CliText::cellsOfCsv()
{
    const auto cell = [](const char *text) { return csvLine({QString::fromUtf8(text)}).chopped(1); };
    QCOMPARE(cell("=1+1"), "'=1+1");
    QCOMPARE(cell("+cmd"), "'+cmd");
    QCOMPARE(cell("@SUM(A1)"), "'@SUM(A1)");
    QCOMPARE(cell("＝1+1"), "'＝1+1");
    QCOMPARE(cell("-5"), "-5");
    QCOMPARE(cell("a\nb\x1b[2J"), "a\\x0ab\\x1b[2J");
    QCOMPARE(cell("a,\"b\u202e"), "\"a,\"\"b\\xe2\\x80\\xae\"");
}

void tst_CliText::jsonKeepsTheOrder()
{
    JsonWriter json;
    json.beginObject();
    json.number("z", 1);
    json.boolean("a", false);
    json.name("list");
    json.beginArray();
    json.number(1);
    json.beginObject();
    json.endObject();
    json.null();
    json.beginArray();
    json.endArray();
    json.endArray();
    json.text("t", QStringLiteral("x"));
    json.endObject();
    QCOMPARE(json.take(), R"({"z":1,"a":false,"list":[1,{},null,[]],"t":"x"})");
}

void tst_CliText::jsonIndents()
{
    JsonWriter json(JsonWriter::Layout::Indented);
    json.beginObject();
    json.number("a", 1);
    json.name("list");
    json.beginArray();
    json.number(2);
    json.number(3);
    json.endArray();
    json.name("none");
    json.beginArray();
    json.endArray();
    json.endObject();
    QCOMPARE(json.take(), "{\n  \"a\": 1,\n  \"list\": [\n    2,\n    3\n  ],\n  \"none\": []\n}");
}

void tst_CliText::jsonTextsSurvive_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("quotes") << QStringLiteral("a\"b\\c/");
    QTest::newRow("controls") << QStringLiteral("a\nb\tc\rd\x1b[31m\x7f") + QChar(0) + QStringLiteral("e");
    QTest::newRow("second controls") << QStringLiteral("\u0080\u009b31m\u00a0");
    QTest::newRow("chinese") << QStringLiteral("锁");
    QTest::newRow("beyond the first plane") << QStringLiteral("\U0001F512");
    QTest::newRow("empty") << QString();
}

void tst_CliText::jsonTextsSurvive()
{
    QFETCH(QString, text);
    JsonWriter json;
    json.beginArray();
    json.text(text);
    json.endArray();
    const QByteArray written = json.take();
    QCOMPARE(QJsonDocument::fromJson(written).array().at(0).toString(), text);
    QVERIFY2(!written.contains('\x1b') && !written.contains("\xc2\x9b"), written.constData());
}

void tst_CliText::jsonBytes()
{
    JsonWriter json;
    json.beginObject();
    json.bytes("key", "lock:a");
    json.bytes("owner", QByteArray("\xff\x00", 2));
    json.endObject();
    QCOMPARE(json.take(), R"({"key":"lock:a","owner_base64":"/wA="})");
}

void tst_CliText::jsonInPieces()
{
    JsonWriter json;
    QByteArray all;
    json.beginArray();
    for (int i = 0; i < 3; ++i) {
        json.number(i);
        all += json.take();
    }
    json.endArray();
    all += json.take();
    QCOMPARE(all, "[0,1,2]");
    QCOMPARE(json.size(), 0);
}

LOCKSCOPE_TEST(tst_CliText)

} // namespace tst_clitext

#include "tst_clitext.moc"
