// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A network namespace with nothing but loopback, for this thread and everything it opens and starts from now
// on, in which packets can be dropped without affecting others. Needs the program ip, and root or a kernel
// that lets users create namespaces; end the test file with LOCKSCOPE_NETWORK_TEST(Class). The destructor
// returns the thread to its former network, so create this object first and destroy it last. Owner: the test.

#include "core/base/outcome.h"
#include "tests/support/runner.h"

#include <memory>

namespace lockscope::test
{

class NetworkNamespace
{
public:
    // Moves a non-root process into a user namespace in which it may create networks. Call it before the
    // process starts a second thread. If the kernel refuses, enter() fails.
    static void allowToUser();
    // A failure says why it is impossible here; skip the test then.
    static Outcome<std::unique_ptr<NetworkNamespace>> enter();
    ~NetworkNamespace();

    // Drops all packets in both directions between `address` on loopback and a port of 127.0.0.1, also for
    // open connections. To be cut off, a program binds its outgoing connections to an address of its own.
    Done cutOff(const QString &address, quint16 port);
    Done heal(); // Ends all cuts

private:
    explicit NetworkNamespace(int home) : m_home(home) {}
    int m_home; // Descriptor of the former network
    // Without the device, a new connection fails at once instead of timing out.
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
