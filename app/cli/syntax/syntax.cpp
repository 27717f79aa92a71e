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
           "user, password and db as redis-cli -u takes them. Repeatable: the members of one RedLock group",
           setUrl, 'u'),
    valued("profile", "NAME", "a saved connection of the desktop program", to<&ServerOptions::profile>),
    flag("trust-sshconfig", "run what the SSH configuration of an imported connection names, from now on",
         to<&ServerOptions::trustSsh>),
    OptionSyntax{"sandbox", Takes::OptionalValue, "TOPOLOGY",
                 "private redis-server processes with demo locks for this run, which end with it: standalone "
                 "(default), replica, sentinel, cluster or redlock",
                 setSandbox},
    filled(valued("pattern", "GLOB",
                  "only these keys may be locks; repeatable. Default: the profile's, else the built-in list "
                  "and the patterns of your rules",
                  setPattern),
           "is empty", "* stands for every key"),
    flag("read-only", "refuse every command that writes, below the command layer",
         to<&ServerOptions::readOnly>),
    valued("config-dir", "DIR", "where the saved connections are", toFile<&ServerOptions::configDir>),
    filled(valued("rules", "FILE",
                  "formats of your own, and kinds for keys that do not tell. Default: rules.json in DIR",
                  toFile<&ServerOptions::rulesFile>),
           "is empty", "name a file of rules"),
    valued("password-file", "FILE", "read the password from the first line of FILE",
           toFile<&ServerOptions::passwordFile>),
    valued("timeout", "DUR", "for connecting and for each answer of the server. Default: 5s",
           to<&ServerOptions::timeout>),
    flag("json", "one JSON document; for streams one object a line", to<&OutputOptions::json>),
    flag("quiet", "no notes, only results and errors", to<&OutputOptions::quiet>, 'q'),
    flag("verbose", "say more on standard error", to<&OutputOptions::verbose>, 'v'),
    flag("version", "print the version and exit", to<&Arguments::version>),
    flag("help", "print this help, or that of COMMAND, and exit", to<&Arguments::help>, 'h'),
};

// Help of --kind where it says what one key is: some kinds look alike.
constexpr const char *KindMeant = "what to take the key for. Default: what it looks like";
constexpr const char *OwnerHelp =
    "An owner ID may be written as it is shown: \\xNN stands for a byte, base64:… for all of them.";

// Shared by several acts.
constexpr OptionSyntax KindOfAct = valued("kind", "KIND", KindMeant, to<&ActRequest::kind>);
constexpr OptionSyntax WhichHold =
    valued("mode", "read|write", "of a read-write lock: which hold. Default: either", to<&ActRequest::mode>);
constexpr OptionSyntax WhichPart =
    valued("part", "PART", "of a lock with parts: which", to<&ActRequest::part>);
constexpr OptionSyntax Reason =
    valued("reason", "TEXT", "why; kept in the audit, and asked for on production", setReason);
constexpr OptionSyntax Confirm =
    valued("confirm", "KEY",
           "the lock's name once more, which a production profile asks for; without it the terminal asks",
           setConfirm);

constexpr OptionSyntax Settle = valued("settle", "DUR",
                                       "watch that long before the result: renewals, and what passes by "
                                       "itself within seconds, cannot be judged at "
                                       "one look. Default: not at all",
                                       to<&SettleOptions::settle>);

constexpr std::array ScanTable{
    valued("kind", "KIND", "only locks of this kind", to<&ScanOptions::kind>),
    valued("verdict", "V",
           "only locks with this verdict: a code (no-expiry), a level (ok, info, warning, critical) or "
           ">=LEVEL; repeatable. Exit status 1 if there is one",
           to<&ScanOptions::verdicts>),
    valued(
        "confidence", "C",
        "only locks recognised with this confidence at least: certain, likely or guess. Default: guess, and "
        "likely with --verdict; what is less sure is then at most info",
        to<&ScanOptions::confidence>),
    valued("sort", "FIELD",
           "key, kind, owner, holds, held, ttl, waiters or verdict; with a - in front the other way round. "
           "Default: key",
           to<&ScanOptions::sort>),
    Settle,
};

constexpr std::array ShowTable{
    valued("kind", "KIND", KindMeant, to<&ShowOptions::kind>),
    OptionSyntax{"probe", Takes::OptionalValue, "=DUR",
                 "find out which clients its holders are: listen to all commands of its server (MONITOR) for "
                 "DUR, 30s at most, or until they are seen. Default: until the next renewal is due. It slows "
                 "a busy server; the cost is printed first",
                 setProbe},
    Settle,
};

constexpr std::array WakeTable{
    KindOfAct,
    valued("reason", "TEXT", "why; kept in the audit", setReason),
};

constexpr std::array WatchTable{
    valued("for", "DUR", "stop after this time. Default: until interrupted", to<&WatchOptions::duration>),
    valued("alert", "RULE",
           "tell, as an event of its own, of each lock that matches a filter, and when it does no more: "
           "'verdict>=warning for 30s'; repeatable. Then no other events of locks are printed",
           to<&WatchOptions::alerts>),
    valued(
        "confidence", "C",
        "only events of locks recognised with this confidence at least: certain, likely or guess. Default: "
        "guess; alerts need likely",
        to<&WatchOptions::confidence>),
    filled(valued("metrics", "FILE",
                  "write what is seen to FILE every 10 s, in the text format of Prometheus",
                  toFile<&WatchOptions::metricsFile>),
           "needs the name of a file"),
};

constexpr std::array AcquireTable{
    valued("kind", "KIND", "the format of the lock. Default: what the key is now, else rlock",
           to<&ActRequest::kind>),
    valued("mode", "read|write", "of a read-write lock: beside other readers, or alone. Default: write",
           to<&ActRequest::mode>),
    valued("part", "PART",
           "multi-lock: the values to take, with commas between; distributed-semaphore: how many permits "
           "there are; timestamp-lock: s or ms",
           to<&ActRequest::part>),
    valued("owner", "ID", "take it under this owner id. Default: a new one, in the format's shape",
           to<&ActRequest::owner>),
    valued("lease", "DUR", "its time to live. Default: the format's", to<&ActRequest::lease>),
    valued("wait", "DUR", "how long to wait while another holds it. Default: not at all",
           to<&ActRequest::wait>),
    flag("watchdog", "renew it as long as this program runs (always so with a COMMAND)",
         to<&ActRequest::watchdog>),
    valued("on-lost", "kill|warn",
           "what becomes of the COMMAND when the lock is lost: kill ends it and all that it started, warn "
           "only says so. Default: warn",
           to<&AcquireOptions::onLost>),
    valued("kill-after", "DUR",
           "with --on-lost=kill: how long it may take to end after SIGTERM before SIGKILL. Default: 10s",
           to<&AcquireOptions::killAfter>),
    flag("every-node",
         "of a RedLock group: only if every node grants it, as a MultiLock. Default: the majority",
         to<&ActRequest::everyNode>),
    valued("reason", "TEXT", "why; kept in the audit, and asked for on production with --owner", setReason),
    Confirm,
};

constexpr std::array RenewTable{
    KindOfAct,
    WhichHold,
    WhichPart,
    required(valued("owner", "ID", "who holds it", to<&ActRequest::owner>)),
    valued("lease", "DUR", "the new time to live. Default: the format's", to<&ActRequest::lease>),
    Reason,
    Confirm,
};

constexpr std::array ReleaseTable{
    KindOfAct,
    WhichHold,
    WhichPart,
    valued("owner", "ID", "who holds it; required but for kinds that record nobody (semaphore, latch)",
           to<&ActRequest::owner>),
    Reason,
    Confirm,
};

constexpr std::array ForceReleaseTable{
    KindOfAct,
    valued("expect-owner", "ID",
           "remove it only while this owner holds it; repeatable: exactly these and nobody else",
           to<&ForceReleaseOptions::expectedOwners>),
    flag("any-owner", "remove it whoever holds it", to<&ForceReleaseOptions::anyOwner>),
    flag("share", "remove only the part of the one --expect-owner: a reader, a permit, a place in the queue",
         to<&ForceReleaseOptions::share>),
    valued("mode", "read|write", "with --share: which hold. Default: either", to<&ActRequest::mode>),
    valued("part", "PART", "with --share: which part of a lock with parts", to<&ActRequest::part>),
    valued("reason", "TEXT", "why; kept in the audit; required unless --dry-run", setReason),
    Confirm,
    flag("dry-run", "show what would be done, change nothing", to<&ActRequest::dryRun>),
};

constexpr std::array SetExpiryTable{
    KindOfAct,
    required(valued("lease", "DUR", "the time to live it gets", to<&ActRequest::lease>)),
    Reason,
    Confirm,
};

constexpr std::array DoctorTable{
    flag("acl",
         "print only the smallest ACL line for a user of this program, for the patterns in use; with "
         "--read-only one that only sees locks. Asks no server",
         to<&DoctorOptions::acl>),
    Settle,
};

constexpr std::array AuditTable{
    valued("since", "DUR", "only what was done in this time until now", to<&AuditOptions::since>),
    valued("until", "DUR", "only what was done longer ago than this", to<&AuditOptions::until>),
    filled(valued("key", "KEY", "only acts on this lock", setAuditedKey), "is empty", "name the lock"),
    valued("act", "ACT",
           "acquire, renew, release, force-release, wake, set-expiry or remove-share; repeatable", addAct),
    valued("result", "R", "done, owner-changed, already-gone, not-acquired, refused or unknown; repeatable",
           addResult),
    filled(valued("find", "TEXT",
                  "only acts with this text in lock, kind, owners, reason, user, host, profile, nodes, act "
                  "or result; capitals or not are the same",
                  to<&AuditQuery::text>),
           "is empty"),
    valued("last", "N", "only the newest N of them", setLast),
    flag("csv", "as a table for other programs", to<&AuditOptions::csv>),
    flag("verify", "check that no row was changed, removed or inserted", to<&AuditOptions::verify>),
    filled(valued("expect-hash", "HASH", "with --verify: that a row has this hash, which was noted before",
                  to<&AuditOptions::expectedHash>),
           "is empty"),
};

constexpr std::array IncidentTable{
    valued("kind", "KIND", KindMeant, to<&IncidentOptions::kind>),
    filled(valued("output", "DIR", "the folder to make it in. Default: the current one",
                  toFile<&IncidentOptions::outputDir>),
           "needs the name of a folder"),
    flag("keep-addresses", "leave the addresses of servers and clients as they are",
         to<&IncidentOptions::keepAddresses>),
    valued("since", "DUR", "only what happened and was done in the last DUR. Default: all that is known",
           to<&IncidentOptions::since>),
};

constexpr std::array RulesTable{
    filled(valued("as", "GLOB",
                  "which keys are like the example. Default: its numbers, ids or last part stand for any",
                  to<&RulesOptions::pattern>),
           "is empty"),
    valued("kind", "KIND", "with learn: what such keys are. Default: what the example may be",
           to<&RulesOptions::kind>),
    valued("note", "TEXT", "kept with the rule", to<&RulesOptions::note>),
    flag("dry-run", "show the rule, change nothing", to<&RulesOptions::dryRun>),
};

constexpr std::array LabTable{
    valued("workers", "N", "how many workers there are", addLabValue),
    valued("for", "DUR", "how long it goes on", addLabDuration),
    valued("lease", "DUR", "the lease of its locks", addLabDuration),
    valued("kind", "KIND", "the kind of its locks", addLabValue),
    valued("seed", "N",
           "of what is drawn by lot: workloads and times of faults. Default: a new one, which is shown",
           setSeed),
    valued("set", "NAME=VALUE", "any parameter of the scenario, as lab list shows them; repeatable",
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

constexpr std::span<const OptionSyntax> NoOptions{};

constexpr std::array Commands{
    CommandSyntax{
        "scan", "", "every lock, with holders, TTL, waiters and verdict", unset<ScanOptions>, ScanTable,
        R"(Says how many keys it looked at and whether the scan was complete. An exact name is never found
through a scan: use show.)",
        0, 0, takeKeys, nullptr, "KEY", "for one lock by name: lockscope-cli show KEY"},
    CommandSyntax{"show", "KEY", "one lock by exact name: value, holders, verdict with evidence",
                  unset<ShowOptions>, ShowTable,
                  R"(Never scans. Exit status 1 when there is no lock under that name; it then says what is.
A name with a NUL byte is written as scan shows it, with \x00 for it; any other as it is.)",
                  1, 1},
    CommandSyntax{
        "watch", "[KEY…]", "the live event stream", unset<WatchOptions>, WatchTable,
        R"(Events: acquired, reentered, renewed, released, expired, forced, changed, waiters, quorum,
node. With KEYs only theirs, and no scan. Ends with status 0 when interrupted, after --for, and
when nobody reads its output any more.)",
        0, -1},
    CommandSyntax{
        "acquire", "KEY [-- COMMAND…]", "takes a lock; holds it while a command runs",
        unset<AcquireOptions, ActKind::Acquire>, AcquireTable,
        R"(Without a COMMAND it takes the lock, prints the owner id for a later release, and leaves. With
--watchdog it stays, renews the lock until it is interrupted, and then releases it.

With a COMMAND it holds and renews the lock while the command runs, releases it afterwards and exits
with the command's status: 128+N when signal N ended it, 127 when it was not found, 126 when it could
not be run. A status that could be taken for one of lockscope-cli's own (1 to 5, 126, 127) is said on
standard error to be the command's; whatever fails here says so there, too. The command finds
LOCKSCOPE_KEY and LOCKSCOPE_OWNER in its environment, and neither LOCKSCOPE_PASSWORD nor
LOCKSCOPE_SENTINEL_PASSWORD; standard output is the command's alone.

SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP and SIGCONT are passed on to it. Stopped by
SIGTSTP, nothing renews the lock: it runs out unless SIGCONT comes within the lease.

It goes on renewing when a connection breaks, a server is started anew or another becomes the master,
as long as that takes less than the lease. If the lock is lost while the command runs, a line on
standard error says so at once; the command is left to end by itself, and a status of 0 becomes 1.
The server tells when the key changes (CLIENT TRACKING, else keyspace events). Where it does not, a
line says so: then the key is looked at every 5s or more often.
With --on-lost=kill the command gets SIGTERM, and SIGKILL after --kill-after; the status is then 1.
It runs in a process group of its own for that, unless it shares the terminal: then only it is ended,
not what it started.

If the server is away when the command has ended, releasing is tried again for as long as the lease,
30s at most; then it is said when the lock runs out by itself. Killed with SIGKILL, lockscope-cli
leaves the command running and the lock to run out.)",
        1, 1, takeKeys, checkAcquire, "KEY", "a command to run goes behind --"},
    CommandSyntax{"renew", "KEY", "extends a lease, only for the owner named",
                  unset<ActOptions, ActKind::Renew>, RenewTable, OwnerHelp, 1, 1, takeKeys, checkOwner},
    CommandSyntax{"release", "KEY", "gives one hold back, only for the owner named",
                  unset<ActOptions, ActKind::Release>, ReleaseTable, OwnerHelp, 1, 1, takeKeys, checkOwner},
    CommandSyntax{
        "force-release", "KEY", "removes a lock and its companions and wakes the waiters",
        unset<ForceReleaseOptions, ActKind::ForceRelease>, ForceReleaseTable,
        R"(One atomic step that refuses if the owner is not the one expected. One of --expect-owner and
--any-owner is required. The old holder is not stopped by it: when it notices depends on its
library: see --dry-run.
An owner ID may be written as it is shown: \xNN stands for a byte, base64:… for all of them.)",
        1, 1, takeKeys, checkForceRelease},
    CommandSyntax{"wake", "KEY", "publishes the wake-up message of a lock, changes nothing",
                  unset<ActOptions, ActKind::Wake>, WakeTable, "Harmless: a woken waiter just tries again.",
                  1, 1},
    CommandSyntax{"set-expiry", "KEY", "gives a lock an expiry, or shortens the one it has",
                  unset<ActOptions, ActKind::SetExpiry>, SetExpiryTable, "", 1, 1},
    CommandSyntax{
        "nodes", "", "the nodes: role, state, lag, clock offset, version, why one is unreachable",
        unset<NodesOptions>, NoOptions,
        R"(Masters, each with its replicas, then the sentinels. One that cannot be reached is in the list,
with the reason; exit status 3 only when no server can be reached at all. The clock offset is
the server's wall clock minus the one here.)",
        0, 0},
    CommandSyntax{
        "doctor", "", "what about this deployment makes locks unsafe, with evidence and remedy",
        unset<DoctorOptions>, DoctorTable,
        R"(Asks each server for its state and settings and changes nothing; what this user may not ask is
said to be not known. The worst comes first. Exit status 1 when there is a warning or worse.)",
        0, 0},
    CommandSyntax{
        "audit", "", "who changed which lock, when, why, with what result", unset<AuditOptions>, AuditTable,
        R"(Every act that this program or the desktop program did or tried with this folder (--config-dir), the
oldest first; asks no server. --json also has what was there before, and the redis-cli lines that put
it back. With --url or --profile only what was done there. An act that was sent and has no answer on
record, as of a program that was killed, is unknown.

Each row has the hash of the one before. --verify names the first row that was changed, removed or
inserted, ends with 1 then, and prints the newest hash. That the newest rows were removed cannot be
seen from the file: note the hash elsewhere and give it with --expect-hash.)",
        0, 0, takeKeys, checkAudit},
    CommandSyntax{
        "incident", "KEY", "a folder with all that is known of a lock, for a ticket", unset<IncidentOptions>,
        IncidentTable,
        R"(README.md on top is ready for a ticket; beside it lock.json, timeline.csv and .json, nodes.json,
doctor.json, audit.json, commands.sh and versions.txt. Prints the folder. Changes nothing on a server.

Owners, clients, hosts and users have names in their place, the same in all files; of values only the
shape is told, and passwords are nowhere. What happened is known where --profile names a connection whose
history the desktop program keeps. A lock that is gone has a folder, too.)",
        1, 1},
    CommandSyntax{
        "rules", "list | learn KEY | exclude KEY | forget PATTERN",
        "what your rules say of keys like an example", unset<RulesOptions>, RulesTable,
        R"(learn says that keys like KEY are locks, and of which kind; it reads KEY once and changes no key.
exclude says that they are no locks. forget takes a pattern out of the rules again. The rules stand in
rules.json, which the desktop program shares, or in the file of --rules.)",
        1, 2, takeRules, checkRules, "list, learn, exclude or forget"},
    CommandSyntax{
        "lab", "list | run SCENARIO", "contention demos with a measured, checked outcome", unset<LabOptions>,
        LabTable,
        R"(list shows the scenarios with their parameters. run plays one, with real clients, and checks what
happened: exit status 0 when that is what the scenario teaches, 1 when it is not. A demonstration of
a failure succeeds when the failure happened and was seen.

It runs on private servers of its own, unless --url or --profile names others: there under names that
begin with lockscope-lab:, which are removed afterwards and expire in any case; never on a production
profile, and never with faults of servers. --workers, --for, --lease and --kind set the parameter of
that name, where the scenario has it.)",
        1, 2, takeScenario, nullptr, "list or run"},
    CommandSyntax{
        "sandbox", "[TOPOLOGY]", "starts private redis-server processes with demo locks",
        unset<SandboxOptions>, NoOptions,
        R"(Prints its URLs once every situation is there, and runs until interrupted. TOPOLOGY is one of
standalone (default), replica (a master with two replicas), sentinel (these and three
sentinels), cluster (three masters with a replica each) and redlock (five masters that do
not know each other).)",
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
