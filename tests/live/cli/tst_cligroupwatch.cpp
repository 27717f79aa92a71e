// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli watch on a RedLock group: each change of the quorum with the nodes that made it.

#include "tests/live/cli/groupclitest.h"
#include "tests/support/runner.h"

#include <QJsonArray>
#include <QTest>

namespace tst_cligroupwatch
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

// What watch --json prints.
struct Stream {
    explicit Stream(const QByteArrayList &arguments) : program(arguments) {}

    bool saw(const char *event, const QByteArray &node)
    {
        return find(event + node, [&](const QJsonObject &one) {
            return one[u"event"] == QLatin1String(event) && one[u"node"].toString().toUtf8() == node;
        });
    }
    bool sawQuorum(const char *change, const QByteArray &node)
    {
        return find("quorum " + (change + node), [&](const QJsonObject &one) {
            const QJsonArray changed = one[u"changed"].toArray();
            return one[u"event"] == QLatin1String("quorum") && one[u"change"] == QLatin1String(change) &&
                   std::ranges::any_of(changed, [&](const QJsonValue &copy) {
                       return copy[u"node"].toString().toUtf8() == node;
                   });
        });
    }

    QJsonObject last; // that was found

private:
    // Each after the one before. For QTRY_VERIFY: what was found stays found.
    template<class Which> bool find(const QByteArray &asked, Which which)
    {
        if (asked == found)
            return true;
        rest += program.process.readAllStandardOutput();
        for (qsizetype end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
            events += QJsonDocument::fromJson(rest.left(end)).object();
            rest.remove(0, end + 1);
        }
        const auto event = std::ranges::find_if(events, which);
        if (event == events.end())
            return false;
        found = asked;
        last = *event;
        events.erase(events.begin(), event + 1);
        return true;
    }

    Program program;
    QByteArray rest;
    QByteArray found;
    QList<QJsonObject> events;
};

} // namespace

class tst_CliGroupWatch : public GroupCliTest
{
    Q_OBJECT

private slots:
    void init() { startGroup(); }
    void watchTellsQuorumsWithTheirNodes();
    void watchTellsPeopleTheNodes();
    void aLostNodeChangesNotHowOthersAreFollowed();

private:
    // For longer each time, so that it is seen.
    bool renew(size_t index)
    {
        m_lease += 10'000;
        return node(index).ask({"PEXPIRE", Key, QByteArray::number(m_lease)}).ok();
    }

    int m_lease = 600'000;
};

void tst_CliGroupWatch::watchTellsQuorumsWithTheirNodes()
{
    for (size_t i = 0; i < 3; ++i)
        take(i, Ann);
    Stream stream(toAll({"watch", "--json", "--pattern", "lock:*"}));
    for (size_t i = 0; i < 3; ++i) // each node's part is known when a change of it is told
        QTRY_VERIFY(renew(i) && stream.saw("renewed", nodeName(i)));
    for (size_t i = 0; i < 2; ++i)
        VERIFY_OK(node(i).ask({"UNLINK", Key}));
    // Which of the two is heard of last is not known.
    QTRY_VERIFY(stream.sawQuorum("lost", nodeName(0)) || stream.sawQuorum("lost", nodeName(1)));
    VERIFY_OK(node(2).ask({"UNLINK", Key}));
    QTRY_VERIFY(stream.sawQuorum("ended", nodeName(2)));
    take(0, Ann);
    take(1, Ann);
    QTRY_VERIFY(stream.sawQuorum("reached", nodeName(0)) || stream.sawQuorum("reached", nodeName(1)));
    QCOMPARE(stream.last[u"owner"].toString().toUtf8(), Ann);
    QCOMPARE(stream.last[u"agreeing"].toInt(), 2);
    QCOMPARE(stream.last[u"nodes"].toInt(), 3);
    take(2, Bob);
    QTRY_VERIFY(stream.sawQuorum("split", nodeName(2)));
    VERIFY_OK(node(2).ask({"UNLINK", Key}));
    QTRY_VERIFY(stream.sawQuorum("reached", nodeName(2)));
    VERIFY_OK(node(0).ask({"UNLINK", Key}));
    QTRY_VERIFY(stream.sawQuorum("lost", nodeName(0)));
    take(0, Ann);
    QTRY_VERIFY(stream.sawQuorum("reached", nodeName(0)));
    node(1).kill();
    QTRY_VERIFY(stream.sawQuorum("unknown", nodeName(1)));
    QCOMPARE(stream.last[u"at_most"].toInt(), 2);
}

void tst_CliGroupWatch::watchTellsPeopleTheNodes()
{
    take(0, Ann);
    take(1, Ann);
    take(2, Ann);
    Program program(toAll({"watch", "--pattern", "lock:*"}));
    QTRY_VERIFY(program.said("followed by"));
    for (size_t i = 0; i < 3; ++i) // each node's part is known when a change of it is told
        QTRY_VERIFY(renew(i) && program.said(", on " + nodeName(i)));
    VERIFY_OK(node(2).ask({"UNLINK", Key}));
    QTRY_VERIFY(program.said("lock:a  node, 2 of 3 nodes for " + Ann + ": " + nodeName(2) + " missing"));
    VERIFY_OK(node(1).ask({"UNLINK", Key}));
    QTRY_VERIFY(program.said("lock:a  lost, 1 of 3 nodes for " + Ann + ": " + nodeName(1) + " missing"));
}

void tst_CliGroupWatch::aLostNodeChangesNotHowOthersAreFollowed()
{
    take(0, Ann);
    take(1, Ann);
    Program program(toAll({"watch", "--pattern", "lock:*"}));
    for (size_t i = 0; i < 3; ++i)
        QTRY_VERIFY(program.said(nodeName(i) + "  ready, followed by tracking"));
    for (size_t i = 0; i < 2; ++i) // the majority is known when a change of each part is told
        QTRY_VERIFY(renew(i) && program.said(", on " + nodeName(i)));
    node(2).kill();
    QTRY_VERIFY(program.said(nodeName(2) + "  waiting"));
    VERIFY_OK(node(1).ask({"UNLINK", Key})); // whatever was told of that loss was told before
    QTRY_VERIFY(program.said("lock:a  unknown"));
    for (size_t i = 0; i < 2; ++i)
        QVERIFY2(!program.said(nodeName(i) + "  ready, followed by polling"), program.output().constData());
}

LOCKSCOPE_TEST(tst_CliGroupWatch)

} // namespace tst_cligroupwatch

#include "tst_cligroupwatch.moc"
