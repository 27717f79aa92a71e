// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A network of its own, with nothing but loopback, for this thread and for what it opens and starts from then
// on: there packets may be lost without anybody else noticing. Needs the program ip, and root or a kernel
// that lets users make namespaces: a test that enters one ends with LOCKSCOPE_NETWORK_TEST(Class). The thread
// is back in the network it came from when this object ends; so make it first, and let it end last. Owner:
// the test.

#include "core/base/outcome.h"
#include "tests/support/runner.h"

#include <memory>

namespace lockscope::test
{

class NetworkNamespace
{
public:
    // Moves a process of a user other than root into a user namespace where it may create networks. Call it
    // before the process has a second thread. If the kernel refuses, enter() fails.
    static void allowToUser();
    // A failure says why this machine or this user cannot: a test is skipped then.
    static Outcome<std::unique_ptr<NetworkNamespace>> enter();
    ~NetworkNamespace();

    // Between that address of loopback and that port of 127.0.0.1 every packet is lost, both ways, also of
    // connections that are there. Who shall be cut off binds its outgoing connections to an address of its
    // own.
    Done cutOff(const QString &address, quint16 port);
    Done heal(); // all that was cut off

private:
    explicit NetworkNamespace(int home) : m_home(home) {}
    int m_home; // descriptor of the network it came from
    // Where there is no void to send to, a new connection fails at once instead of in time.
    QString m_fate = QStringLiteral("blackhole");
    int m_rules = 0;
};

template<class Test> int runNetworkTest(int argc, char **argv)
{
    NetworkNamespace::allowToUser();
    return runTest<Test, QCoreApplication>(argc, argv);
}

} // namespace lockscope::test

#define LOCKSCOPE_NETWORK_TEST(Class) LOCKSCOPE_TEST_MAIN(lockscope::test::runNetworkTest<Class>)
