// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The options of a command line: one struct per command, and two that all commands share. If the core already
// has a value for a command, the struct derives from it and adds what only the command line knows. Values.

#include "core/base/clock.h"
#include "core/engine/blocking/processes.h"
#include "core/engine/filter/alertrule.h"
#include "core/engine/filter/lockfilter.h"
#include "core/history/audit/auditentry.h"
#include "core/history/causes/causesdocument.h"
#include "core/history/compare/comparison.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "core/lab/scenariovalues.h"
#include "core/values/act.h"
#include "core/values/historysettings.h"

#include <QStringList>

#include <variant>

namespace lockscope::cli
{

struct ServerOptions {
    QStringList urls{};           // several: the members of one RedLock group
    QStringList profiles{};       // several: a connection each
    QStringList profileFolders{}; // all profiles of these folders
    bool trustSsh = false;        // agrees to what the imported profile's SSH configuration runs
    bool sandbox = false;
    std::optional<SandboxTopology> topology{}; // of the sandbox, if given
    QList<QByteArray> patterns{};
    bool readOnly = false;
    QString configDir{};
    QString rulesFile{};
    QString passwordFile{};
    std::optional<milliseconds> timeout{};
    std::optional<qint64> maxMemory{};

    // The only one; empty: none.
    QString profile() const { return profiles.isEmpty() ? QString() : profiles.front(); }
    bool hasProfiles() const { return !profiles.isEmpty() || !profileFolders.isEmpty(); }
    // Each line and document names its connection, even if a folder has only one.
    bool areSeveral() const { return profiles.size() > 1 || !profileFolders.isEmpty(); }
    SandboxTopology sandboxTopology() const { return topology.value_or(SandboxTopology::Standalone); }
};

struct OutputOptions {
    bool json = false;
    bool quiet = false;
    bool verbose = false;
};

struct NodesOptions {
    QString recording{}; // empty: a server
    QByteArray at{};     // empty: the end of the recording
};
struct SandboxOptions { // its topology is one of ServerOptions
    bool noPassword = false;
};

// Of commands that look once.
struct SettleOptions {
    std::optional<milliseconds> settle{}; // watch that long first
};

struct ScanOptions : SettleOptions {
    std::vector<QByteArray> kinds{};   // any of them; empty: all
    std::vector<LockFilter> filters{}; // all must match
    std::vector<QByteArray> verdicts{};
    std::optional<Confidence> confidence{}; // at least
    QByteArray sort{};
    bool stream = false; // each lock as soon as it is read, and none is kept
};

struct ShowOptions : SettleOptions {
    LockName key{};
    QByteArray kind{};
    bool probe = false;
    std::optional<milliseconds> probeLength{};
    bool scan = false;   // for the other locks of its owner
    QString recording{}; // empty: a server
    QByteArray at{};     // empty: the end of the recording
};

struct BlockingOptions : SettleOptions {
    bool probe = false;
    std::optional<milliseconds> probeLength{};
    bool dot = false;
    BlockersBy by = BlockersBy::Thread;
    QString recording{}; // empty: a server
    QByteArray at{};     // empty: the end of the recording
};

struct WatchOptions {
    std::vector<LockName> keys{};
    std::optional<milliseconds> duration{}; // --for
    QString metricsFile{};
    std::vector<AlertRule> alerts{};
    std::optional<Confidence> confidence{}; // at least
    QString recording{};                    // empty: a server
    double speed = 0;                       // of a recording; 0: without waiting
    QByteArray from{};                      // of a recording, times; empty: all of it
    QByteArray to{};
};

// History as it is watched, to a file.
struct RecordOptions {
    QString file{};
    std::optional<milliseconds> duration{}; // --for
    HistorySettings limits{.keep = true};
    bool redact = false;
    QString metricsFile{};
};

// For renew, release, wake and set-expiry.
struct ActOptions : ActRequest {
    bool isConfirmed = false; // --confirm was given, even with an empty name
};

struct ForceReleaseOptions : ActOptions {
    std::vector<OwnerId> expectedOwners{};
    bool anyOwner = false;
    bool share = false;
    bool scan = false; // for the other locks of its owner
};

// What happens if the lock is lost while the command runs.
enum class OnLost { Warn, Kill };

struct AcquireOptions : ActOptions {
    OnLost onLost = OnLost::Warn;
    milliseconds killAfter{10'000};    // between SIGTERM and SIGKILL
    std::vector<QByteArray> command{}; // acquire … -- COMMAND
};

struct DoctorOptions : SettleOptions {
    bool acl = false;
    QString recording{}; // empty: a server
    QByteArray at{};     // empty: the end of the recording
};

struct AuditOptions : AuditQuery {
    std::optional<milliseconds> since{}; // ago
    std::optional<milliseconds> until{}; // ago
    bool csv = false;
    bool verify = false;       // checks the chain instead of showing acts
    QByteArray expectedHash{}; // with verify: one that a row must have
};

// One of them, or neither.
struct PastTime {
    std::optional<milliseconds> ago{};
    QByteArray at{};
    bool isGiven() const { return ago || !at.isEmpty(); }
};

// Of a recorded history.
struct ContentionOptions {
    QString file{}; // empty: that of the profile
    PastTime since{};
    PastTime until{};
    CostBy by = CostBy::Lock;
    QByteArray changedAt{}; // empty: waiting caused instead
    bool orders = false;    // lock orders instead
    std::optional<milliseconds> width{};
    bool csv = false;
};

// Of recordings.
struct CompareOptions {
    QString file{};
    QString laterFile{};                // empty: the same one
    QByteArray at{};                    // a time; empty: before and after
    std::optional<milliseconds> span{}; // on each side of it
    QByteArray before{};                // "FROM/TO"; empty: all of the file
    QByteArray after{};
    CompareBy by = CompareBy::Prefix;
    std::vector<QByteArray> prefixes{}; // only these locks; empty: all
    bool csv = false;
};

// Of recordings, into one for others.
struct ShareOptions {
    QStringList files{};
    QString output{};
    QByteArray from{};               // a time; empty: the beginning
    QByteArray to{};                 // a time; empty: the end
    std::vector<QByteArray> globs{}; // of names; empty: all locks
    QString incident{};              // a folder; empty: none
    bool rotated = false;            // also FILE.1, FILE.2, …
    bool keepNames = false;
    bool force = false;
};

struct IncidentOptions {
    LockName key{};
    QByteArray kind{};
    std::optional<milliseconds> since{}; // ago
    QString outputDir{};                 // empty: the current folder
    QString bundle{};                    // a recording with history and documents instead; empty: a folder
    bool keepAddresses = false;
};

// What the rules say of keys like an example.
struct RulesOptions {
    enum class Verb { List, Learn, Exclude, Forget };
    Verb verb = Verb::List;
    LockName key{};       // Learn, Exclude: the example
    QByteArray pattern{}; // Forget; else empty: made from the example
    QByteArray kind{};    // Learn; empty: what the example may be
    QString note{};
    bool dryRun = false;
};

struct LabOptions {
    QByteArray scenario{}; // lab run; empty: lab list
    ScenarioValues::Given values{};
    std::optional<quint64> seed{};
};

using CommandOptions =
    std::variant<NodesOptions, SandboxOptions, ScanOptions, ShowOptions, BlockingOptions, WatchOptions,
                 RecordOptions, ActOptions, ForceReleaseOptions, AcquireOptions, DoctorOptions, AuditOptions,
                 ContentionOptions, CompareOptions, ShareOptions, IncidentOptions, RulesOptions, LabOptions>;

} // namespace lockscope::cli
