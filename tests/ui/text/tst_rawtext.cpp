// SPDX-License-Identifier: GPL-3.0-or-later
// The raw value of a lock as text.

#include "tests/support/uirunner.h"
#include "ui/text/rawtext.h"

#include <QTest>

namespace tst_rawtext
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestRawText : public QObject
{
    Q_OBJECT

private slots:
    void bytesAreDumped();
    void largeValuesAreCut();
    void membersAreListed();
};

void TestRawText::bytesAreDumped()
{
    LockDetail detail{.typeFound = ValueType::String};
    detail.rawString = QByteArrayLiteral("\x00\x01owner\xff 0123456789");
    detail.size = detail.rawString.size();
    QCOMPARE(rawText(detail),
             QStringLiteral("0000  00 01 6f 77 6e 65 72 ff 20 30 31 32 33 34 35 36  ..owner. 0123456\n"
                            "0010  37 38 39                                         789"));
    detail.rawString = QByteArrayLiteral("8f3c09d2");
    QCOMPARE(rawText(detail), QStringLiteral("8f3c09d2"));
    LockDetail hash{.typeFound = ValueType::Hash, .size = 1, .rawFields = {{"field\n", "2"}}};
    QCOMPARE(rawText(hash), QStringLiteral("field\\x0a = 2"));
}

void TestRawText::largeValuesAreCut()
{
    LockDetail detail{.typeFound = ValueType::String, .size = 100'000'000};
    detail.rawString = QByteArray(100'000, 'x');
    detail.rawTruncated = true;
    QVERIFY(rawText(detail).size() < 5000);
    QVERIFY(rawText(detail).contains(QStringLiteral("truncated")));
}

void TestRawText::membersAreListed()
{
    LockDetail detail{.typeFound = ValueType::SortedSet, .size = 2};
    detail.rawMembers = {{.bytes = "one", .score = 1731667200123.0},
                         {.bytes = QByteArray("\x00\xff", 2), .score = 2}};
    QCOMPARE(rawText(detail), QStringLiteral("one = 1731667200123\n\\x00\\xff = 2"));
    detail.typeFound = ValueType::List;
    QCOMPARE(rawText(detail), QStringLiteral("one\n\\x00\\xff"));
    detail.rawMembers.assign(500, Member{.bytes = "x"});
    QCOMPARE(rawText(detail).count(u'\n'), 200);
}

LOCKSCOPE_UI_TEST(TestRawText)

} // namespace tst_rawtext

#include "tst_rawtext.moc"
