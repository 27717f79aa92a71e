// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A shop's locks on a private server, for pictures and for what is checked of every view: real clients that
// take, renew, re-enter, wait for and abandon locks of many kinds, and one lock that is stuck. Owners are the
// same in every run, and have names. Owner: whoever made it, on that thread, whose event loop they live by:
// one that is never kept waiting, for then they lose their locks.

#include "core/config/observesettings.h"
#include "core/lab/sandbox/sandbox.h"

#include <memory>
#include <vector>

namespace lockscope::test
{

class Shop final
{
public:
    // pace: 1 is as in life; 0.1 is ten times as fast. Blocks until the server answers.
    static Outcome<std::unique_ptr<Shop>> open(double pace);
    ~Shop();

    ConnectionSpec spec() const; // read-write, a profile called "shop"
    static QList<OwnerAlias> aliases();

    static LockName healthy() { return {"lock:order:77"}; }    // renewed, and held twice
    static LockName stuck() { return {"lock:stock:1001"}; }    // without expiry, and waited for
    static LockName wanted() { return {"lock:stock:1002"}; }   // many want it, and wait
    static LockName queued() { return {"lock:tickets:rock"}; } // a fair lock, with a queue
    static LockName shared() { return {"catalogue:lock:eu"}; } // three read
    static LockName plain() { return {"lock:mail-digest"}; }   // with a lease, not renewed

private:
    struct Client;
    explicit Shop(std::unique_ptr<SandboxDeployment> deployment);
    SandboxServer &server() const;
    Done fill() const;

    std::unique_ptr<SandboxDeployment> m_deployment;
    std::vector<std::unique_ptr<Client>> m_clients;
};

} // namespace lockscope::test
