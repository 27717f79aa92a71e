// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Base of all tests with third-party clients. Each test function runs once for each row, with the row's
// client on one server (or on the nodes of a RedLock group) and an unused name. Rows without available client
// are skipped; if no client is available, the whole program is.

#include "tests/interop/harness/client.h"
#include "tests/interop/harness/stage.h"

#include <QObject>

#include <map>
#include <vector>

// Compares the results of acts by their names.
#define COMPARE_RESULT(receipt, expected)                                                                    \
    QCOMPARE(QByteArray(::lockscope::name((receipt).result)), QByteArray(::lockscope::name(expected)))

namespace lockscope::test
{

struct Row {
    QByteArray title{};
    QString client{}; // Folder of the prepared client: "redisson-4.7.0"
};

// One row for each tested release of Redisson, with the release as title.
std::vector<Row> redissonReleases();

class WithClients : public QObject
{
    Q_OBJECT
public:
    explicit WithClients(std::vector<Row> rows, int nodes = 1) : m_rows(std::move(rows)), m_nodes(nodes) {}

private slots:
    void initTestCase_data();
    void initTestCase();
    void init();
    void cleanupTestCase() { m_clients.clear(); }

protected:
    // Why this row cannot run the next function; empty: it can.
    virtual QString notHere() const { return {}; }
    Stage &stage() { return m_stage; }
    QStringList arguments() const; // of a client on the stage as it is
    Client &client() { return *m_clients.at(m_rows.at(m_row).client); }
    size_t row() const { return m_row; }
    const Row &rowOf(size_t row) const { return m_rows.at(row); }
    QByteArray fresh(const QByteArray &prefix) const { return prefix + QByteArray::number(m_run); }
    // A subscribed waiter tries once more before it sleeps. Before that, it needs no message, and may miss
    // one. Returns once it sleeps. Of clients whose driver knows `asleep`.
    void letItFallAsleep(const QByteArray &actor);
    QByteArray ownerOf(const QByteArray &key); // Empty: no owner

private:
    std::vector<Row> m_rows;
    const int m_nodes;
    std::map<QString, QString> m_why{}; // Empty: it runs
    std::map<QString, std::unique_ptr<Client>> m_clients{};
    Stage m_stage{};
    size_t m_row = 0;
    int m_run = 0;
};

} // namespace lockscope::test
