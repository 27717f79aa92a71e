// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/syntax/syntax.h"

#include "app/cli/syntax/setters.h"

#include <algorithm>
#include <array>

namespace lockscope::cli
{

namespace
{

constexpr OptionSyntax flag(const char *name, const char *text, Setter *set, char letter = 0)
{
    return {name, Takes::Nothing, "", text, set, letter};
}

constexpr OptionSyntax valued(const char *name, const char *value, const char *text, Setter *set,
                              char letter = 0)
{
    return {name, Takes::Value, value, text, set, letter};
}

constexpr OptionSyntax required(OptionSyntax option)
{
    option.required = true;
    return option;
}

// An option that rejects an empty value with these texts.
constexpr OptionSyntax filled(OptionSyntax option, const char *why, const char *remedy = "")
{
    option.whenEmpty = why;
    option.whenEmptyRemedy = remedy;
    return option;
}

constexpr std::array Globals{
    valued("url", "URL",
           "redis://, rediss:// (TLS), unix://, sentinel://HOST[,HOST]/MASTER or cluster://HOST[,HOST]; "
           "user, password and db as in redis-cli -u. Repeat for the members of a RedLock group",
           setUrl, 'u'),
    valued("profile", "NAME", "connection saved in the desktop program", to<&ServerOptions::profile>),
    flag("trust-sshconfig",
         "permanently allow an imported connection to run the commands in its SSH configuration",
         to<&ServerOptions::trustSsh>),
    OptionSyntax{"sandbox", Takes::OptionalValue, "TOPOLOGY",
                 "start private redis-server processes with demo locks for this run: standalone (default), "
                 "replica, sentinel, cluster or redlock",
                 setSandbox},
    filled(valued("pattern", "GLOB",
                  "only these keys may be locks; repeatable. Default: the patterns of the profile, otherwise "
                  "the built-in ones and those of your rules",
                  setPattern),
           "is empty", "* matches every key"),
    flag("read-only", "refuse every command that writes", to<&ServerOptions::readOnly>),
    valued("config-dir", "DIR", "folder of the saved connections", toFile<&ServerOptions::configDir>),
    filled(valued("rules", "FILE",
                  "rules for your own lock formats and for ambiguous keys. Default: rules.json in DIR",
                  toFile<&ServerOptions::rulesFile>),
           "is empty", "specify a rules file"),
    valued("password-file", "FILE", "read the password from the first line of FILE",
           toFile<&ServerOptions::passwordFile>),
    valued("timeout", "DUR", "timeout for connecting and for each response. Default: 5s",
           to<&ServerOptions::timeout>),
    valued(
        "max-memory", "SIZE",
        "memory for the replies of each connection, such as 256MiB. Default: that of the profile, otherwise "
        "64MiB",
        setMaxMemory),
    flag("json", "print one JSON document, or one object per line for streams", to<&OutputOptions::json>),
    flag("quiet", "print only results and errors", to<&OutputOptions::quiet>, 'q'),
    flag("verbose", "print details on standard error", to<&OutputOptions::verbose>, 'v'),
    flag("version", "print the version and exit", to<&Arguments::version>),
    flag("help", "print this help, or the help of COMMAND, and exit", to<&Arguments::help>, 'h'),
};

// Help of --kind where it says what one key is: some kinds look alike.
constexpr const char *KindMeant = "treat the key as this kind. Default: detected";
constexpr const char *OwnerHelp =
    "Owner IDs can be written as they are shown: \\xNN is one byte, base64:… the whole ID.";

// Shared by several acts.
constexpr OptionSyntax KindOfAct = valued("kind", "KIND", KindMeant, to<&ActRequest::kind>);
constexpr OptionSyntax WhichHold =
    valued("mode", "read|write", "hold of a read-write lock. Default: either", to<&ActRequest::mode>);
constexpr OptionSyntax WhichPart =
    valued("part", "PART", "part of a lock that has several", to<&ActRequest::part>);
constexpr OptionSyntax Reason =
    valued("reason", "TEXT", "reason, recorded in the audit log; required on production", setReason);
constexpr OptionSyntax Confirm =
    valued("confirm", "KEY",
           "repeat the lock's name, as production profiles require; otherwise prompted for on a terminal",
           setConfirm);

constexpr OptionSyntax Settle = valued("settle", "DUR",
                                       "watch this long before printing the result: renewals and passing "
                                       "problems cannot be judged without it. Default: no watching",
                                       to<&SettleOptions::settle>);

constexpr std::array ScanTable{
    valued("kind", "KIND", "only locks of this kind", to<&ScanOptions::kind>),
    valued("verdict", "V",
           "only locks with this verdict: a code (no-expiry), a level (ok, info, warning, critical) or "
           ">=LEVEL; repeatable. Exit status 1 if any lock matches",
           to<&ScanOptions::verdicts>),
    valued("confidence", "C",
           "only locks recognised with at least this confidence: certain, likely or guess. Default: guess, "
           "or likely with --verdict; verdicts on guesses are at most info",
           to<&ScanOptions::confidence>),
    valued("sort", "FIELD",
           "key, kind, owner, holds, held, ttl, waiters or verdict; -FIELD reverses the order. Default: key",
           to<&ScanOptions::sort>),
    Settle,
};

constexpr std::array ShowTable{
    valued("kind", "KIND", KindMeant, to<&ShowOptions::kind>),
    OptionSyntax{"probe", Takes::OptionalValue, "=DUR",
                 "identify the clients that hold it, by listening to all commands of its server (MONITOR) "
                 "for DUR, at most 30s, or until they are seen. Default: until the next renewal is due. "
                 "Slows a busy server; the cost is printed first",
                 setProbe},
    Settle,
};

constexpr std::array BlockingTable{
    OptionSyntax{"probe", Takes::OptionalValue, "=DUR",
                 "also identify clients that wait without a queue, by listening to all commands of each "
                 "master (MONITOR) for DUR, at most and by default 30s. Slows a busy server; the cost is "
                 "printed first",
                 setWaiterProbe},
    flag("dot", "print the graph in the DOT language of Graphviz", to<&BlockingOptions::dot>),
    Settle,
};

constexpr std::array WakeTable{
    KindOfAct,
    valued("reason", "TEXT", "reason, recorded in the audit log", setReason),
};

constexpr std::array WatchTable{
    valued("for", "DUR", "stop after this time. Default: until interrupted", to<&WatchOptions::duration>),
    valued("alert", "RULE",
           "print an alert when a lock starts and stops matching a filter, as in 'verdict>=warning for 30s'; "
           "repeatable. No other lock events are printed then",
           to<&WatchOptions::alerts>),
    valued("confidence", "C",
           "only events of locks recognised with at least this confidence: certain, likely or guess. "
           "Default: guess; alerts require likely",
           to<&WatchOptions::confidence>),
    filled(valued("metrics", "FILE", "write metrics to FILE every 10 s, in the Prometheus text format",
                  toFile<&WatchOptions::metricsFile>),
           "requires a file name"),
};

constexpr std::array AcquireTable{
    valued("kind", "KIND", "kind of the lock. Default: the kind of the existing key, otherwise rlock",
           to<&ActRequest::kind>),
    valued("mode", "read|write",
           "mode of a read-write lock: shared with other readers, or exclusive. Default: write",
           to<&ActRequest::mode>),
    valued("part", "PART",
           "multi-lock: the values to acquire, separated by commas; distributed-semaphore: the number of "
           "permits; timestamp-lock: s or ms",
           to<&ActRequest::part>),
    valued("owner", "ID", "owner id. Default: a new one in the kind's format", to<&ActRequest::owner>),
    valued("lease", "DUR", "lease. Default: that of the kind", to<&ActRequest::lease>),
    valued("wait", "DUR", "how long to wait if it is held. Default: no waiting", to<&ActRequest::wait>),
    flag("watchdog", "renew it while this program runs (implied by COMMAND)", to<&ActRequest::watchdog>),
    valued("on-lost", "kill|warn",
           "what to do if the lock is lost while COMMAND runs: kill it and its child processes, or only "
           "warn. Default: warn",
           to<&AcquireOptions::onLost>),
    valued("kill-after", "DUR", "with --on-lost=kill: time between SIGTERM and SIGKILL. Default: 10s",
           to<&AcquireOptions::killAfter>),
    flag("every-node", "RedLock group: require every node, as a MultiLock does. Default: a majority",
         to<&ActRequest::everyNode>),
    valued("reason", "TEXT", "reason, recorded in the audit log; required on production with --owner",
           setReason),
    Confirm,
};

constexpr std::array RenewTable{
    KindOfAct,
    WhichHold,
    WhichPart,
    required(valued("owner", "ID", "owner id of the holder", to<&ActRequest::owner>)),
    valued("lease", "DUR", "new lease. Default: that of the kind", to<&ActRequest::lease>),
    Reason,
    Confirm,
};

constexpr std::array ReleaseTable{
    KindOfAct,
    WhichHold,
    WhichPart,
    valued("owner", "ID",
           "owner id of the holder; required except for kinds that record no holder (semaphore, latch)",
           to<&ActRequest::owner>),
    Reason,
    Confirm,
};

constexpr std::array ForceReleaseTable{
    KindOfAct,
    valued("expect-owner", "ID",
           "remove it only if this is the owner; repeatable: only if exactly these are the owners",
           to<&ForceReleaseOptions::expectedOwners>),
    flag("any-owner", "remove it from any holder", to<&ForceReleaseOptions::anyOwner>),
    flag("share", "remove only the share of this one --expect-owner: a reader, a permit or a queue entry",
         to<&ForceReleaseOptions::share>),
    valued("mode", "read|write", "with --share: hold of a read-write lock. Default: either",
           to<&ActRequest::mode>),
    valued("part", "PART", "with --share: part of a lock that has several", to<&ActRequest::part>),
    valued("reason", "TEXT", "reason, recorded in the audit log; required unless --dry-run", setReason),
    Confirm,
    flag("dry-run", "show what would be done without changing anything", to<&ActRequest::dryRun>),
};

constexpr std::array SetExpiryTable{
    KindOfAct,
    required(valued("lease", "DUR", "new expiry", to<&ActRequest::lease>)),
    Reason,
    Confirm,
};

constexpr std::array DoctorTable{
    flag("acl",
         "print only the minimal ACL line for a user of this program and the patterns in use; with "
         "--read-only one without writes. Contacts no server",
         to<&DoctorOptions::acl>),
    Settle,
};

constexpr std::array AuditTable{
    valued("since", "DUR", "only acts of the last DUR", to<&AuditOptions::since>),
    valued("until", "DUR", "only acts older than DUR", to<&AuditOptions::until>),
    filled(valued("key", "KEY", "only acts on this lock", setAuditedKey), "is empty", "specify the lock"),
    valued("act", "ACT",
           "acquire, renew, release, force-release, wake, set-expiry or remove-share; repeatable", addAct),
    valued("result", "R", "done, owner-changed, already-gone, not-acquired, refused or unknown; repeatable",
           addResult),
    filled(valued("find", "TEXT",
                  "only acts that contain this text in lock, kind, owners, reason, user, host, profile, "
                  "nodes, act or result; not case-sensitive",
                  to<&AuditQuery::text>),
           "is empty"),
    valued("last", "N", "only the newest N acts", setLast),
    flag("csv", "print CSV", to<&AuditOptions::csv>),
    flag("verify", "verify that no row was changed, removed or inserted", to<&AuditOptions::verify>),
    filled(valued("expect-hash", "HASH", "with --verify: also require a row with this hash, noted earlier",
                  to<&AuditOptions::expectedHash>),
           "is empty"),
};

constexpr std::array ContentionTable{
    filled(valued("history", "FILE", "history file. Default: that of the profile",
                  toFile<&ContentionOptions::file>),
           "is empty", "specify a history file"),
    valued("since", "DUR", "from DUR ago. Default: an hour before the end", to<&ContentionOptions::since>),
    valued("until", "DUR", "to DUR ago. Default: the end of what is recorded", to<&ContentionOptions::until>),
    valued("by", "lock|prefix|client", "what caused the waiting. Default: lock", to<&ContentionOptions::by>),
    filled(valued("changed-at", "TIME",
                  "print what changed at TIME instead: HH:MM[:SS], or YYYY-MM-DDTHH:MM[:SS][Z]; local unless "
                  "it ends with Z",
                  to<&ContentionOptions::changedAt>),
           "is empty", "specify a time such as 14:05"),
    valued("width", "DUR", "with --changed-at: compare DUR after it with DUR before it. Default: 5m",
           to<&ContentionOptions::width>),
    flag("orders",
         "print the locks that clients acquired in both orders instead, since the beginning or --since",
         to<&ContentionOptions::orders>),
    flag("csv", "print CSV", to<&ContentionOptions::csv>),
};

constexpr std::array IncidentTable{
    valued("kind", "KIND", KindMeant, to<&IncidentOptions::kind>),
    filled(valued("output", "DIR", "folder in which to create it. Default: the current one",
                  toFile<&IncidentOptions::outputDir>),
           "requires a folder name"),
    flag("keep-addresses", "keep the addresses of servers and clients", to<&IncidentOptions::keepAddresses>),
    valued("since", "DUR", "only events and acts of the last DUR. Default: all", to<&IncidentOptions::since>),
};

constexpr std::array RulesTable{
    filled(
        valued("as", "GLOB",
               "pattern for keys like the example. Default: its numbers, ids or last part become wildcards",
               to<&RulesOptions::pattern>),
        "is empty"),
    valued("kind", "KIND", "with learn: kind of these keys. Default: what the example may be",
           to<&RulesOptions::kind>),
    valued("note", "TEXT", "note stored with the rule", to<&RulesOptions::note>),
    flag("dry-run", "show the rule without saving it", to<&RulesOptions::dryRun>),
};

constexpr std::array LabTable{
    valued("workers", "N", "number of workers", addLabValue),
    valued("for", "DUR", "duration", addLabDuration),
    valued("lease", "DUR", "lease of the locks", addLabDuration),
    valued("kind", "KIND", "kind of the locks", addLabValue),
    valued("seed", "N", "seed for random workloads and fault times. Default: a new one, which is printed",
           setSeed),
    valued("set", "NAME=VALUE", "set a parameter of the scenario (see lab list); repeatable",
           addLabAssignment),
};

template<class Options> CommandOptions unset()
{
    return Options{};
}

template<class Options, ActKind Act> CommandOptions unset()
{
    Options options;
    options.act = Act;
    return options;
}

constexpr std::array SandboxTable{
    flag("no-password", "let every user of this machine use the servers", to<&SandboxOptions::noPassword>),
};

constexpr std::span<const OptionSyntax> NoOptions{};

constexpr std::array Commands{
    CommandSyntax{
        "scan", "", "list all locks with holders, TTL, waiters and verdict", unset<ScanOptions>, ScanTable,
        R"(Reports how many keys were scanned and whether the scan was complete. To look up an exact name, use
show: it does not scan.)",
        0, 0, takeKeys, nullptr, "KEY", "to show one lock: lockscope-cli show KEY"},
    CommandSyntax{
        "show", "KEY", "show one lock: value, holders, verdict with evidence", unset<ShowOptions>, ShowTable,
        R"(Never scans. Exit status 1 if no lock has that name; the output then says what the key is. Write a
name with a NUL byte as scan prints it, with \x00; write any other name unchanged.)",
        1, 1},
    CommandSyntax{
        "blocking", "", "show which client blocks which, and deadlocks", unset<BlockingOptions>,
        BlockingTable,
        R"(Lists deadlocks first, then the clients that block others; those that do not wait themselves come
first. Below each of its locks are its waiters, and below each waiter the locks that it holds.

The waiters of a fair lock are known from its queue. Of other locks the server knows at most how
many clients listen, so they are only counted; --probe identifies those that try while it listens.

A deadlock is certain if the owner ids name threads and each waiter stands in a queue and listens.
Otherwise it is a possible one: a client that was heard to try may have given up, or another thread
of the same client may wait.)",
        0, 0, takeKeys, checkBlocking},
    CommandSyntax{
        "watch", "[KEY…]", "print lock events as they happen", unset<WatchOptions>, WatchTable,
        R"(Events: acquired, reentered, renewed, released, expired, forced, changed, waiters, quorum, node.
With KEYs, prints only their events and does not scan. Ends with status 0 when interrupted, after
--for, and when its output is closed.)",
        0, -1},
    CommandSyntax{
        "acquire", "KEY [-- COMMAND…]", "acquire a lock, or hold it while a command runs",
        unset<AcquireOptions, ActKind::Acquire>, AcquireTable,
        R"(Without COMMAND, acquires the lock, prints the owner id for a later release, and exits. With
--watchdog, keeps running, renews the lock until interrupted, and then releases it.

With COMMAND, holds and renews the lock while the command runs, releases it afterwards and exits
with the command's status: 128+N if signal N ended it, 127 if it was not found, 126 if it could not
be run. If the status could be mistaken for one of lockscope-cli's own (1 to 5, 126, 127), a note
on standard error says where it comes from. The command's environment has LOCKSCOPE_KEY and
LOCKSCOPE_OWNER, but not LOCKSCOPE_PASSWORD and LOCKSCOPE_SENTINEL_PASSWORD. Standard output
belongs to the command.

SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP and SIGCONT are passed on to the
command. While it is stopped by SIGTSTP, the lock is not renewed: it expires unless SIGCONT arrives
within the lease.

Renewal continues across a broken connection, a server restart or a failover, as long as that takes
less than the lease. If the lock is lost while the command runs, standard error reports it
immediately; the command keeps running, and a status of 0 becomes 1. The server reports changes of
the key (CLIENT TRACKING, otherwise keyspace events). If it cannot, a note says so, and the key is
polled at least every 5s. With --on-lost=kill, the command gets SIGTERM, and SIGKILL after
--kill-after; the status is then 1. For this it runs in its own process group, unless it shares the
terminal: then only the command itself is killed, not the processes it started.

If the server is unreachable when the command ends, the release is retried for the length of the
lease, at most 30s; then the expiry time of the lock is reported. If lockscope-cli is killed with
SIGKILL, the command keeps running and the lock expires.)",
        1, 1, takeKeys, checkAcquire, "KEY", "put the command to run after --"},
    CommandSyntax{"renew", "KEY", "extend a lease (owner must match)", unset<ActOptions, ActKind::Renew>,
                  RenewTable, OwnerHelp, 1, 1, takeKeys, checkOwner},
    CommandSyntax{"release", "KEY", "release one hold (owner must match)",
                  unset<ActOptions, ActKind::Release>, ReleaseTable, OwnerHelp, 1, 1, takeKeys, checkOwner},
    CommandSyntax{
        "force-release", "KEY", "remove a lock with its companion keys and wake the waiters",
        unset<ForceReleaseOptions, ActKind::ForceRelease>, ForceReleaseTable,
        R"(One atomic step that fails if the owner is not the expected one. Requires --expect-owner or
--any-owner. The old holder is not stopped; when it notices depends on its library, see --dry-run.
Owner IDs can be written as they are shown: \xNN is one byte, base64:… the whole ID.)",
        1, 1, takeKeys, checkForceRelease},
    CommandSyntax{"wake", "KEY", "send a lock's wake-up message without changing anything",
                  unset<ActOptions, ActKind::Wake>, WakeTable, "Harmless: a woken waiter only tries again.",
                  1, 1},
    CommandSyntax{"set-expiry", "KEY", "set a lock's expiry, or shorten it",
                  unset<ActOptions, ActKind::SetExpiry>, SetExpiryTable, "", 1, 1},
    CommandSyntax{
        "nodes", "", "list the nodes: role, state, lag, clock offset, version, errors", unset<NodesOptions>,
        NoOptions,
        R"(Lists masters, each with its replicas, then the sentinels. Unreachable nodes are listed with the
error; exit status 3 only if no server can be reached. The clock offset is the server's clock minus
the local one.)",
        0, 0},
    CommandSyntax{
        "doctor", "", "check what makes locks unsafe in this deployment", unset<DoctorOptions>, DoctorTable,
        R"(Checks the state and settings of each server with evidence and remedies, and changes nothing; what
this user may not query is reported as unknown. Most severe findings come first. Exit status 1 if
there is a warning or worse.)",
        0, 0},
    CommandSyntax{
        "audit", "", "list the changes made with Lockscope", unset<AuditOptions>, AuditTable,
        R"(Lists every act that lockscope-cli or the desktop program did or attempted with this folder
(--config-dir), oldest first; contacts no server. --json also includes the values before each act,
and redis-cli commands that restore them. With --url or --profile, only acts on that connection. An
act that was sent but has no recorded response, for example because the program was killed, is
unknown.

Each row contains the hash of the one before. --verify reports the first row that was changed,
removed or inserted, exits with 1 then, and prints the newest hash. Removal of the newest rows
cannot be detected from the file alone: store the hash elsewhere and pass it with --expect-hash.)",
        0, 0, takeKeys, checkAudit},
    CommandSyntax{
        "contention", "", "show what made clients wait, and what changed", unset<ContentionOptions>,
        ContentionTable,
        R"(Reads a history that the desktop program keeps, also while it is written; contacts no server.
Requires --profile with a connection for which history is kept, or --history.

Waiting caused is the number of waiters added up over time: two clients that wait for three seconds
are 6s. It is caused by the clients that hold the lock then; several holders share it. (unknown)
means that no holder was known. Clients that poll are not seen to wait.

--changed-at compares the time after a moment with the time before it: failovers, verdicts that
became worse, clients not seen before, holds that grew and acquisitions that rose, beyond the limits
in the guide.)",
        0, 0, takeKeys, checkContention},
    CommandSyntax{
        "incident", "KEY", "export everything known about a lock, for a ticket", unset<IncidentOptions>,
        IncidentTable,
        R"(Creates a folder and prints its name. README.md is ready to paste into a ticket; beside it are
lock.json, timeline.csv and .json, nodes.json, doctor.json, audit.json, commands.sh and
versions.txt. Changes nothing on the server.

Owners, clients, hosts and users are replaced by names, the same in all files; of values, only the
shape is included, and passwords never are. Past events require --profile with a connection for
which the desktop program keeps history. A lock that no longer exists can be exported too.)",
        1, 1},
    CommandSyntax{
        "rules", "list | learn KEY | exclude KEY | forget PATTERN", "manage your own lock rules",
        unset<RulesOptions>, RulesTable,
        R"(learn declares keys like KEY to be locks, and of which kind; it reads KEY once and changes no key.
exclude declares that they are not locks. forget removes a pattern from the rules. The rules are
stored in rules.json, shared with the desktop program, or in the file given with --rules.)",
        1, 2, takeRules, checkRules, "list, learn, exclude or forget"},
    CommandSyntax{
        "lab", "list | run SCENARIO", "run contention demos with a verified outcome", unset<LabOptions>,
        LabTable,
        R"(list shows the scenarios with their parameters. run plays one with real clients and checks the
outcome: exit status 0 if all claims of the scenario are confirmed, otherwise 1. A demonstration of
a failure succeeds if the failure occurred and was detected.

It runs on its own private servers unless --url or --profile is given. There, it uses names that
begin with lockscope-lab:, removes them afterwards and lets them expire in any case; it never runs
on a production profile and never breaks servers. --workers, --for, --lease and --kind set the
parameter of that name, if the scenario has it.)",
        1, 2, takeScenario, nullptr, "list or run"},
    CommandSyntax{
        "sandbox", "[TOPOLOGY]", "start private redis-server processes with demo locks",
        unset<SandboxOptions>, SandboxTable,
        R"(Prints its URLs when all demo situations are ready, and runs until interrupted. The URLs contain
its passwords, which are random and end with it. TOPOLOGY is
standalone (default), replica (a master with two replicas), sentinel (the same with three
sentinels), cluster (three masters with a replica each) or redlock (five independent masters).)",
        0, 1, takeTopology},
};

constexpr std::array<const char *, 5> Topologies{"standalone", "replica", "sentinel", "cluster", "redlock"};

} // namespace

std::span<const OptionSyntax> globalOptions()
{
    return Globals;
}

std::span<const CommandSyntax> allCommands()
{
    return Commands;
}

std::span<const char *const> topologies()
{
    return Topologies;
}

const CommandSyntax *findCommand(QByteArrayView word)
{
    const auto found = std::ranges::find(Commands, word, &CommandSyntax::word);
    return found == Commands.end() ? nullptr : &*found;
}

const OptionSyntax *findOption(const CommandSyntax *command, QByteArrayView name)
{
    const auto in = [name](std::span<const OptionSyntax> options) -> const OptionSyntax * {
        const auto found = std::ranges::find(options, name, &OptionSyntax::name);
        return found == options.end() ? nullptr : &*found;
    };
    if (const OptionSyntax *option = in(Globals))
        return option;
    if (command)
        return in(command->options);
    const auto takers = commandsWith(name);
    return takers.empty() ? nullptr : in(takers.front()->options);
}

bool isGlobal(const OptionSyntax &option)
{
    return std::ranges::find(Globals, option.name, &OptionSyntax::name) != Globals.end();
}

std::vector<const CommandSyntax *> commandsWith(QByteArrayView option)
{
    std::vector<const CommandSyntax *> takers;
    for (const CommandSyntax &command : Commands) {
        if (std::ranges::find(command.options, option, &OptionSyntax::name) != command.options.end())
            takers.push_back(&command);
    }
    return takers;
}

} // namespace lockscope::cli
