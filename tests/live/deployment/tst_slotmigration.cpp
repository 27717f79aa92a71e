// SPDX-License-Identifier: GPL-3.0-or-later
// A slot that migrates between two nodes of a cluster: keys already on the importing node are read and
// changed there, although it answers MOVED unless asked with ASKING.
#include "core/engine/acts/keylookup.h"
#include "core/engine/reading/keyreader.h"
#include "core/engine/table/locktable.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/reservedport.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_slotmigration
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

class ClusterNode
{
public:
    ClusterNode()
    {
        const QStringList arguments{QStringLiteral("--cluster-enabled"), QStringLiteral("yes"),
                                    QStringLiteral("--cluster-port"), QString::number(m_bus)};
        auto started = Sandbox::start({.serverArguments = arguments});
        if (!started)
            qFatal("%s", qPrintable(started.failure().line()));
        m_server = std::move(*started);
        m_session = connectedTo(m_server->tcp());
        m_id = call({"CLUSTER", "MYID"}).bytes;
    }

    Reply call(Command command)
    {
        const auto reply = finished(m_session->call(std::move(command)));
        if (!reply)
            qFatal("%s", qPrintable(reply.failure().line()));
        return *reply;
    }
    bool says(const QByteArray &line) { return call({"CLUSTER", "INFO"}).bytes.contains(line); }
    Session &session() { return *m_session; }
    ConnectionSpec spec() const { return m_server->tcp(); }
    const QByteArray &id() const { return m_id; }
    QByteArray port() const { return QByteArray::number(m_server->port()); }
    QByteArray bus() const { return QByteArray::number(m_bus); }

private:
    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<Session> m_session;
    ReservedPort m_bus; // The default bus port, 10000 above, may be out of range
    QByteArray m_id;
};

Outcome<std::vector<KeyReading>> read(ClusterNode &node, std::vector<LockName> keys,
                                      std::vector<ValueType> knownTypes = {})
{
    return finished(readKeys(&node.session(), std::move(keys), std::move(knownTypes)));
}

const QByteArray Here = "lock:{moving}:1";
const QByteArray There = "lock:{moving}:2"; // Already migrated
const QByteArray Other = "lock:{staying}";

} // namespace

class tst_slotmigration : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void whatWasHandedOverIsRead_data();
    void whatWasHandedOverIsRead();
    void aPageMayHaveKeysOfBothNodes();
    void aScriptRunsWhereTheKeyIsNow();
    void aForeignKeyIsNotTouched();
    void aDeploymentFindsWhatWasHandedOver();

private:
    std::unique_ptr<ClusterNode> m_from;
    std::unique_ptr<ClusterNode> m_to;
};

void tst_slotmigration::initTestCase()
{
    m_from = std::make_unique<ClusterNode>();
    m_to = std::make_unique<ClusterNode>();
    m_from->call({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"});
    m_to->call({"CLUSTER", "MEET", "127.0.0.1", m_from->port(), m_from->bus()});
    QTRY_VERIFY(m_from->says("cluster_state:ok") && m_from->says("cluster_known_nodes:2"));
    QTRY_VERIFY(m_to->says("cluster_state:ok"));
    // Not in handshake any more, under its own id
    QTRY_VERIFY(m_from->call({"CLUSTER", "NODES"}).bytes.contains(m_to->id()));

    for (const QByteArray &key : {Here, There, Other})
        m_from->call({"SET", key, "5", "PX", "600000"});
    const QByteArray slot = QByteArray::number(m_from->call({"CLUSTER", "KEYSLOT", Here}).integer);
    m_to->call({"CLUSTER", "SETSLOT", slot, "IMPORTING", m_from->id()});
    m_from->call({"CLUSTER", "SETSLOT", slot, "MIGRATING", m_to->id()});
    m_from->call({"MIGRATE", "127.0.0.1", m_to->port(), There, "0", "5000"});
}

void tst_slotmigration::cleanupTestCase()
{
    m_from.reset();
    m_to.reset();
}

void tst_slotmigration::whatWasHandedOverIsRead_data()
{
    QTest::addColumn<ValueType>("known");
    QTest::newRow("never read before") << ValueType::None;
    QTest::newRow("its type known") << ValueType::String;
    QTest::newRow("taken for a hash") << ValueType::Hash;
}

void tst_slotmigration::whatWasHandedOverIsRead()
{
    QFETCH(ValueType, known);
    const auto readings = read(*m_to, {{There}}, {known});
    VERIFY_OK(readings);
    QCOMPARE(readings->front().type, ValueType::String);
    QCOMPARE(readings->front().string, QByteArray("5"));
    QVERIFY(readings->front().ttl.has_value());
    VERIFY_FAILS(read(*m_from, {{There}}, {known}), ErrorKind::Ask);
}

void tst_slotmigration::aPageMayHaveKeysOfBothNodes()
{
    const auto readings = read(*m_to, {{Other}, {There}, {Other}, {There}});
    VERIFY_OK(readings);
    for (const size_t i : {size_t(0), size_t(2)})
        QCOMPARE(readings->at(i).size, RefusedSize);
    for (const size_t i : {size_t(1), size_t(3)})
        QCOMPARE(readings->at(i).string, QByteArray("5"));
}

// At first the node knows neither the script nor the slot.
void tst_slotmigration::aScriptRunsWhereTheKeyIsNow()
{
    const auto release = [this](const QByteArray &key) {
        return finished(m_to->session().evaluate("semaphore-release", {key}, {"1", "channel"}, {}, true));
    };
    for (const char *free : {"6", "7"}) {
        const auto reply = release(There);
        VERIFY_OK(reply);
        QCOMPARE(reply->items.at(0).bytes, QByteArray("done"));
        QCOMPARE(read(*m_to, {{There}})->front().string, QByteArray(free));
    }
    // A key still on the other node is not created on this one.
    const auto reply = release(Here);
    VERIFY_OK(reply);
    QCOMPARE(reply->items.at(0).bytes, QByteArray("already-gone"));
    QCOMPARE(m_from->call({"GET", Here}).bytes, QByteArray("5"));
}

void tst_slotmigration::aForeignKeyIsNotTouched()
{
    m_to->call({"CONFIG", "RESETSTAT"});
    VERIFY_FAILS(finished(m_to->session().evaluate("semaphore-release", {Other}, {"1", "channel"}, {}, true)),
                 ErrorKind::Moved);
    QVERIFY(m_to->call({"INFO", "errorstats"}).bytes.contains("errorstat_MOVED:count=1\r\n"));
    QCOMPARE(m_from->call({"GET", Other}).bytes, QByteArray("5"));
}

// The slot map names the old node, which redirects to the new one for this key.
void tst_slotmigration::aDeploymentFindsWhatWasHandedOver()
{
    Deployment deployment(m_from->spec());
    deployment.open();
    QTRY_VERIFY(deployment.isReady() && deployment.isCluster());
    LockName there{There};
    QByteArray none;
    const auto looked = finished(lookUp(&deployment, Registry::builtIn(), there, none));
    VERIFY_OK(looked);
    QCOMPARE(looked->node, m_to->spec().node());
    QCOMPARE(looked->reading.type, ValueType::String);
    deployment.close();
}

LOCKSCOPE_TEST(tst_slotmigration)

} // namespace tst_slotmigration

#include "tst_slotmigration.moc"
