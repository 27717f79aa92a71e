// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The options of the command line as data: those of every command, and a table for each command. Constants;
// any thread.

#include "app/cli/syntax/setters.h"

#include <array>

namespace lockscope::cli::tables
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

inline constexpr std::array Globals{
    valued("url", "URL",
           "redis://, rediss:// (TLS), unix://, sentinel://HOST[,HOST]/MASTER or cluster://HOST[,HOST]; "
           "user, password and db as in redis-cli -u. Repeat for the members of a RedLock group",
           setUrl, 'u'),
    filled(valued("profile", "NAME",
                  "connection saved in the desktop program; scan, watch and doctor take several", setProfile),
           "is empty"),
    filled(valued("profile-folder", "FOLDER",
                  "all saved connections in this folder; repeatable. For scan, watch and doctor",
                  setProfileFolder),
           "is empty"),
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
    filled(valued("config-dir", "DIR", "folder of the saved connections", toFile<&ServerOptions::configDir>),
           "requires a folder name"),
    filled(valued("rules", "FILE",
                  "rules for your own lock formats and for ambiguous keys. Default: rules.json in DIR",
                  toFile<&ServerOptions::rulesFile>),
           "is empty", "specify a rules file"),
    filled(valued("password-file", "FILE", "read the password from the first line of FILE",
                  toFile<&ServerOptions::passwordFile>),
           "requires a file name"),
    valued("timeout", "DUR", "timeout for connecting and for each response. Default: 5s", setTimeout),
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
inline constexpr const char *KindMeant = "treat the key as this kind. Default: detected";

// Shared by several acts.
inline constexpr OptionSyntax KindOfAct =
    filled(valued("kind", "KIND", KindMeant, to<&ActRequest::kind>), "requires a kind of locks");
inline constexpr OptionSyntax WhichHold =
    valued("mode", "read|write", "hold of a read-write lock. Default: either", to<&ActRequest::mode>);
inline constexpr OptionSyntax WhichPart =
    valued("part", "PART", "part of a lock that has several", to<&ActRequest::part>);
inline constexpr OptionSyntax Reason =
    valued("reason", "TEXT", "reason, recorded in the audit log; required on production", setReason);
inline constexpr OptionSyntax Confirm =
    valued("confirm", "KEY",
           "repeat the lock's name, as production profiles require; otherwise prompted for on a terminal",
           setConfirm);

inline constexpr OptionSyntax Settle =
    valued("settle", "DUR",
           "watch this long before printing the result: renewals and passing "
           "problems cannot be judged without it. Default: no watching",
           to<&SettleOptions::settle>);

inline constexpr std::array Scan{
    filled(valued("kind", "KIND", "only locks of this kind; repeatable", to<&ScanOptions::kinds>),
           "requires a kind of locks"),
    filled(valued("filter", "FILTER",
                  "only locks that match, as in the filter of the window: 'owner:orders-7 ttl:none'; "
                  "repeatable, all must match. held and renewals need --settle",
                  to<&ScanOptions::filters>),
           "is empty"),
    valued("verdict", "V",
           "only locks with this verdict: a code (no-expiry), a level (ok, info, warning, critical) or "
           ">=LEVEL; repeatable. Exit status 1 if any lock matches",
           to<&ScanOptions::verdicts>),
    valued("confidence", "C",
           "only locks recognised with at least this confidence: certain, likely or guess. Default: guess, "
           "or likely with --verdict; verdicts on guesses are at most info",
           to<&ScanOptions::confidence>),
    filled(
        valued(
            "sort", "FIELD",
            "key, kind, owner, holds, held, ttl, waiters or verdict; -FIELD reverses the order. Default: key",
            to<&ScanOptions::sort>),
        "requires a field"),
    flag("stream",
         "print each lock as soon as it is read, unsorted, and keep none in memory; with --json one object "
         "per line",
         to<&ScanOptions::stream>),
    Settle,
};

inline constexpr std::array Show{
    filled(valued("kind", "KIND", KindMeant, to<&ShowOptions::kind>), "requires a kind of locks"),
    OptionSyntax{"probe", Takes::OptionalValue, "=DUR",
                 "identify the clients that hold it, by listening to all commands of its server (MONITOR) "
                 "for DUR, at most 30s, or until they are seen. Default: until the next renewal is due. "
                 "Slows a busy server; the cost is printed first",
                 setProbe},
    flag("scan", "also scan for the other locks of its owner and client; takes as long as scan",
         to<&ShowOptions::scan>),
    filled(valued("recording", "FILE", "show it as a recording has it, without a server",
                  toFile<&ShowOptions::recording>),
           "requires a file name"),
    filled(
        valued(
            "at", "TIME",
            "with --recording: the state at TIME: HH:MM[:SS[.mmm]] of the last day recorded that has it, or "
            "YYYY-MM-DDTHH:MM[:SS[.mmm]][Z]; local unless it ends with Z. Default: the end of the recording",
            to<&ShowOptions::at>),
        "is empty", "specify a time such as 14:05"),
    Settle,
};

inline constexpr std::array Blocking{
    OptionSyntax{"probe", Takes::OptionalValue, "=DUR",
                 "also identify clients that wait without a queue, by listening to all commands of each "
                 "master (MONITOR) for DUR, at most and by default 30s. Slows a busy server; the cost is "
                 "printed first",
                 setWaiterProbe},
    valued(
        "by", "thread|process",
        "list the clients that block others by thread, or all threads of a process together. Default: thread",
        to<&BlockingOptions::by>),
    flag("dot", "print the graph in the DOT language of Graphviz", to<&BlockingOptions::dot>),
    filled(valued("recording", "FILE", "show it as a recording has it, without a server",
                  toFile<&BlockingOptions::recording>),
           "requires a file name"),
    filled(valued("at", "TIME", "with --recording: the state at TIME, as of show --at. Default: its end",
                  to<&BlockingOptions::at>),
           "is empty", "specify a time such as 14:05"),
    Settle,
};

inline constexpr std::array Wake{
    KindOfAct,
    valued("reason", "TEXT", "reason, recorded in the audit log", setReason),
};

inline constexpr std::array Watch{
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
    filled(valued("recording", "FILE", "print the events that a recording has, without a server",
                  toFile<&WatchOptions::recording>),
           "requires a file name"),
    valued("speed", "N", "with --recording: N times as fast as it happened, 0.01 to 10000. Default: at once",
           setSpeed),
    filled(valued("from", "TIME",
                  "with --recording: only what happened from TIME on: HH:MM[:SS[.mmm]] of the last day "
                  "recorded that has it, or YYYY-MM-DDTHH:MM[:SS[.mmm]][Z]; local unless it ends with Z",
                  to<&WatchOptions::from>),
           "is empty", "specify a time such as 14:05"),
    filled(valued("to", "TIME", "with --recording: only what happened before TIME", to<&WatchOptions::to>),
           "is empty", "specify a time such as 14:05"),
};

inline constexpr std::array Record{
    valued("for", "DUR", "stop after this time. Default: until interrupted", to<&RecordOptions::duration>),
    valued("max-size", "SIZE", "maximum size of FILE, at least 16MiB, or 1MiB with --rotate. Default: 1GiB",
           setMaxSize),
    valued("rotate", "N",
           "at the maximum size, rename FILE to FILE.1, FILE.1 to FILE.2, and so on up to FILE.N, and begin "
           "another. Default: delete the oldest events",
           setRotated),
    valued("max-age", "DUR", "delete older events. Default: 365d", setMaxAge),
    flag("redact",
         "write pseudonyms instead of keys, owners, nodes and kinds of your rules. They depend on the secret "
         "FILE.salt, which is created and not needed to read FILE",
         to<&RecordOptions::redact>),
    filled(valued("metrics", "FILE",
                  "also write metrics to FILE every 10 s, in the Prometheus text format; never redacted",
                  toFile<&RecordOptions::metricsFile>),
           "requires a file name"),
};

inline constexpr std::array Acquire{
    filled(valued("kind", "KIND", "kind of the lock. Default: the kind of the existing key, otherwise rlock",
                  to<&ActRequest::kind>),
           "requires a kind of locks"),
    valued("mode", "read|write",
           "mode of a read-write lock: shared with other readers, or exclusive. Default: write",
           to<&ActRequest::mode>),
    valued("part", "PART",
           "multi-lock: the values to acquire, each as the 22 letters of its hash, separated by commas; "
           "distributed-semaphore: the number of permits; timestamp-lock: s or ms",
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

inline constexpr std::array Renew{
    KindOfAct,
    WhichHold,
    WhichPart,
    required(valued("owner", "ID", "owner id of the holder", to<&ActRequest::owner>)),
    valued("lease", "DUR", "new lease. Default: that of the kind, if no more is left",
           to<&ActRequest::lease>),
    Reason,
    Confirm,
};

inline constexpr std::array Release{
    KindOfAct,
    WhichHold,
    WhichPart,
    valued("owner", "ID",
           "owner id of the holder; required except for kinds that record no holder (semaphore, latch)",
           to<&ActRequest::owner>),
    Reason,
    Confirm,
};

inline constexpr std::array ForceRelease{
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
    flag("scan",
         "with --dry-run: also scan for the other locks of its owner and client; takes as long as "
         "scan",
         to<&ForceReleaseOptions::scan>),
};

inline constexpr std::array SetExpiry{
    KindOfAct,
    required(valued("lease", "DUR", "new expiry", to<&ActRequest::lease>)),
    Reason,
    Confirm,
};

inline constexpr std::array Doctor{
    flag("acl",
         "print only the minimal ACL line for a user of this program and the patterns in use; with "
         "--read-only one without writes. Contacts no server",
         to<&DoctorOptions::acl>),
    filled(valued("recording", "FILE", "print the findings that a recording has, without a server",
                  toFile<&DoctorOptions::recording>),
           "requires a file name"),
    filled(valued("at", "TIME", "with --recording: the findings at TIME, as of show --at. Default: its end",
                  to<&DoctorOptions::at>),
           "is empty", "specify a time such as 14:05"),
    Settle,
};

inline constexpr std::array Nodes{
    filled(valued("recording", "FILE", "list the nodes that a recording has, without a server",
                  toFile<&NodesOptions::recording>),
           "requires a file name"),
    filled(valued("at", "TIME", "with --recording: the nodes at TIME, as of show --at. Default: its end",
                  to<&NodesOptions::at>),
           "is empty", "specify a time such as 14:05"),
};

inline constexpr std::array Audit{
    valued("since", "DUR", "only actions of the last DUR", to<&AuditOptions::since>),
    valued("until", "DUR", "only actions older than DUR", to<&AuditOptions::until>),
    filled(valued("key", "KEY", "only actions on this lock", setAuditedKey), "is empty", "specify the lock"),
    valued("act", "ACT",
           "acquire, renew, release, force-release, wake, set-expiry or remove-share; repeatable", addAct),
    valued("result", "R", "done, owner-changed, already-gone, not-acquired, refused or unknown; repeatable",
           addResult),
    filled(valued("find", "TEXT",
                  "only actions that contain this text in lock, kind, owners, reason, user, host, profile, "
                  "nodes, action or result; not case-sensitive",
                  to<&AuditQuery::text>),
           "is empty"),
    valued("last", "N", "only the newest N actions", setLast),
    flag("csv", "print CSV", to<&AuditOptions::csv>),
    flag("verify", "verify that no row was changed, removed or inserted", to<&AuditOptions::verify>),
    filled(valued("expect-hash", "HASH", "with --verify: also require a row with this hash, noted earlier",
                  to<&AuditOptions::expectedHash>),
           "is empty"),
};

inline constexpr std::array Contention{
    filled(valued("history", "FILE", "history file or recording. Default: the history of the profile",
                  toFile<&ContentionOptions::file>),
           "is empty", "specify a history file"),
    filled(valued("recording", "FILE", "the same as --history", toFile<&ContentionOptions::file>), "is empty",
           "specify a recording"),
    valued("since", "DUR|TIME",
           "from DUR ago, or from a time, written as for --changed-at. Default: an hour before the end",
           to<&ContentionOptions::since>),
    valued("until", "DUR|TIME",
           "to DUR ago, or to a time, written as for --changed-at. Default: the end of what is recorded",
           to<&ContentionOptions::until>),
    valued("by", "lock|prefix|client", "what caused the waiting. Default: lock", to<&ContentionOptions::by>),
    filled(valued("changed-at", "TIME",
                  "print what changed at TIME instead: HH:MM[:SS[.mmm]] of the last day recorded that has "
                  "it, or YYYY-MM-DDTHH:MM[:SS[.mmm]][Z]; local unless it ends with Z",
                  to<&ContentionOptions::changedAt>),
           "is empty", "specify a time such as 14:05"),
    valued("width", "DUR", "with --changed-at: compare DUR after it with DUR before it. Default: 5m",
           to<&ContentionOptions::width>),
    flag("orders",
         "print the locks that clients acquired in both orders instead, since the beginning or --since",
         to<&ContentionOptions::orders>),
    flag("csv", "print CSV", to<&ContentionOptions::csv>),
};

inline constexpr std::array Compare{
    filled(valued("at", "TIME",
                  "compare the time before TIME with the time after it: HH:MM[:SS[.mmm]] of the last day "
                  "recorded that has it, or YYYY-MM-DDTHH:MM[:SS[.mmm]][Z]; local unless it ends with Z",
                  to<&CompareOptions::at>),
           "is empty", "specify a time such as 14:05"),
    valued("span", "DUR", "with --at: how much before, and after. Default: 1h", to<&CompareOptions::span>),
    filled(valued("before", "FROM/TO", "the first period, as two times. Default with two files: all of FILE",
                  to<&CompareOptions::before>),
           "is empty", "specify two times, such as 13:00/14:00"),
    filled(valued("after", "FROM/TO",
                  "the second period, as two times. Default with two files: all of the second one",
                  to<&CompareOptions::after>),
           "is empty", "specify two times, such as 14:10/15:10"),
    valued("by", "prefix|lock", "what is compared in addition to all locks together. Default: prefix",
           to<&CompareOptions::by>),
    filled(valued("prefix", "TEXT", "only locks whose names begin with TEXT; repeatable",
                  to<&CompareOptions::prefixes>),
           "is empty"),
    flag("csv", "print CSV", to<&CompareOptions::csv>),
};

inline constexpr std::array Share{
    filled(valued("output", "OUT", "file to write", toFile<&ShareOptions::output>), "requires a file name"),
    filled(valued("from", "TIME",
                  "only from TIME on: HH:MM[:SS[.mmm]] of the last day recorded that has it, or "
                  "YYYY-MM-DDTHH:MM[:SS[.mmm]][Z]; local unless it ends with Z",
                  to<&ShareOptions::from>),
           "is empty", "specify a time such as 14:05"),
    filled(valued("to", "TIME", "only until TIME", to<&ShareOptions::to>), "is empty",
           "specify a time such as 14:05"),
    filled(valued("key", "GLOB", "only locks whose names match GLOB; repeatable", to<&ShareOptions::globs>),
           "is empty"),
    filled(valued("incident", "FOLDER", "put the files of this incident into OUT",
                  toFile<&ShareOptions::incident>),
           "requires a folder name"),
    flag("rotated", "also read FILE.1, FILE.2, … of a recording that was rotated",
         to<&ShareOptions::rotated>),
    flag("keep-names", "keep the names of locks, owners, nodes and rules", to<&ShareOptions::keepNames>),
    flag("force", "replace OUT if it exists", to<&ShareOptions::force>),
};

inline constexpr std::array Incident{
    filled(valued("kind", "KIND", KindMeant, to<&IncidentOptions::kind>), "requires a kind of locks"),
    filled(valued("output", "DIR", "folder in which to create it. Default: the current one",
                  toFile<&IncidentOptions::outputDir>),
           "requires a folder name"),
    filled(valued("bundle", "FILE",
                  "write one recording FILE instead: the history around it, without names, and the files as "
                  "they are. Requires --profile with a connection for which history is kept",
                  toFile<&IncidentOptions::bundle>),
           "requires a file name"),
    flag("keep-addresses", "keep the addresses of servers and clients", to<&IncidentOptions::keepAddresses>),
    valued("since", "DUR",
           "only events and actions of the last DUR. Default: all; with --bundle, 1h of history",
           to<&IncidentOptions::since>),
};

inline constexpr std::array Rules{
    filled(
        valued("as", "GLOB",
               "pattern for keys like the example. Default: its numbers, ids or last part become wildcards",
               to<&RulesOptions::pattern>),
        "is empty"),
    filled(valued("kind", "KIND", "with learn: kind of these keys. Default: what the example may be",
                  to<&RulesOptions::kind>),
           "requires a kind of locks"),
    valued("note", "TEXT", "note stored with the rule", to<&RulesOptions::note>),
    flag("dry-run", "show the rule without saving it", to<&RulesOptions::dryRun>),
};

inline constexpr std::array Lab{
    valued("workers", "N", "number of workers", addLabValue),
    valued("for", "DUR", "duration", addLabDuration),
    valued("lease", "DUR", "lease of the locks", addLabDuration),
    filled(valued("kind", "KIND", "kind of the locks", addLabValue), "requires a kind of locks"),
    valued("seed", "N", "seed for random workloads and fault times. Default: a new one, which is printed",
           setSeed),
    valued("set", "NAME=VALUE", "set a parameter of the scenario (see lab list); repeatable",
           addLabAssignment),
};

inline constexpr std::array Sandbox{
    flag("no-password", "let every user of this machine use the servers", to<&SandboxOptions::noPassword>),
};

} // namespace lockscope::cli::tables
