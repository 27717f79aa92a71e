// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The base of every test with clients of others: each test function runs once for each row, with the row's
// client on one server (or on several of a RedLock group), and with a name that no other run has. A client
// that cannot be had skips its rows; none at all, the whole program.

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
    QString client{}; // folder of the prepared client: "redisson-4.7.0"
};

// One for each release of Redisson that is tested: the title is the release.
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
    // Why this row cannot run the function that is about to run; empty: it can.
    virtual QString notHere() const { return {}; }
    Stage &stage() { return m_stage; }
    Client &client() { return *m_clients.at(m_rows.at(m_row).client); }
    size_t row() const { return m_row; }
    const Row &rowOf(size_t row) const { return m_rows.at(row); }
    QByteArray fresh(const QByteArray &prefix) const { return prefix + QByteArray::number(m_run); }
    // A waiter that listens already may try once more before it sleeps; that cannot be seen from outside.
    void letItFallAsleep();
    QByteArray ownerOf(const QByteArray &key); // now; empty: nobody

private:
    std::vector<Row> m_rows;
    const int m_nodes;
    std::map<QString, QString> m_why{}; // empty: it runs
    std::map<QString, std::unique_ptr<Client>> m_clients{};
    Stage m_stage{};
    size_t m_row = 0;
    int m_run = 0;
};

} // namespace lockscope::test
