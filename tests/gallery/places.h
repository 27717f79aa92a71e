// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The servers that the scenes of a gallery are played on: started once for all languages and looks. Owner:
// whoever made it, on that thread. Each blocks until its servers answer, when it is first asked for.

#include "core/lab/demoworkers.h"
#include "core/redis/session.h"
#include "tests/gallery/shop.h"

#include <QThread>

#include <map>

namespace lockscope::test
{

class Places final
{
public:
    // pace: of the shop.
    explicit Places(double pace);
    ~Places();
    Q_DISABLE_COPY_MOVE(Places)

    Outcome<ConnectionSpec> shop();
    // As the program starts it, with its workers: what its documents speak of. One of each topology.
    Outcome<ConnectionSpec> sandbox(SandboxTopology topology);
    Outcome<ConnectionSpec> group();  // five masters; what is locked there has a majority, or has lost it
    Outcome<ConnectionSpec> mortal(); // has a stuck lock; each time another server
    void endMortal() { m_mortal->stop(); }
    bool restartMortal() { return m_mortal->restart().ok(); } // without its data
    Outcome<ConnectionSpec> mortalGroup();                    // as group(); each time another one
    void end(size_t nodes);                                   // of mortalGroup(): the first ones
    Outcome<ConnectionSpec> deadlocked();       // three clients block each other; one lock has many waiters
    Outcome<ConnectionSpec> severalDeadlocks(); // as deadlocked(), with two more of them
    Outcome<ConnectionSpec> empty();            // has keys, and no lock
    Outcome<ConnectionSpec> locked();           // another password than this one
    Outcome<ConnectionSpec> deaf();             // takes connections and never answers
    Outcome<ConnectionSpec> vast(); // a scan takes a while, and stands still when holdVast() says so
    void holdVast() { m_vast->pause(); }
    static ConnectionSpec nobody();                 // nobody listens there
    bool isBusy(const ConnectionSpec &place) const; // clients take locks there: the shop, a sandbox

private:
    struct Busy {
        std::unique_ptr<SandboxDeployment> servers{};
        std::unique_ptr<DemoWorkers> workers{};
    };

    Outcome<ConnectionSpec> open(std::unique_ptr<Sandbox> &place, const QString &name,
                                 const SandboxOptions &options = {});

    double m_pace;
    QThread m_thread{};             // of the shop and the sandboxes: their clients go on while others wait
    QObject m_door{};               // there
    std::unique_ptr<Shop> m_shop{}; // there, too
    std::map<SandboxTopology, Busy> m_sandboxes{};
    std::unique_ptr<SandboxDeployment> m_group{};
    std::unique_ptr<SandboxDeployment> m_mortalGroup{};
    std::unique_ptr<Sandbox> m_mortal{};
    std::unique_ptr<Sandbox> m_deadlocked{};
    std::unique_ptr<Session> m_listening{}; // for all waiters there
    std::unique_ptr<Sandbox> m_severalDeadlocks{};
    std::unique_ptr<Session> m_listeningToSeveral{}; // for all waiters there
    std::unique_ptr<Sandbox> m_empty{};
    std::unique_ptr<Sandbox> m_locked{};
    std::unique_ptr<Sandbox> m_deaf{};
    std::unique_ptr<Sandbox> m_vast{};
};

} // namespace lockscope::test
