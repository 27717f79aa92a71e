// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a command line asks for, as a value. Words are bytes, as the shell gave them: a key that is no UTF-8
// must still be reachable. Pure; a failure is BadInput or Unsupported and names the word that is wrong.

#include "app/cli/syntax/syntax.h"
#include "core/base/clock.h"
#include "core/base/names.h"
#include "core/base/outcome.h"
#include "core/engine/filter/alertrule.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "core/lab/scenariovalues.h"
#include "core/values/lock.h"

#include <QList>
#include <QStringList>

#include <optional>
#include <vector>

namespace lockscope::cli
{

// What becomes of the command when its lock is lost.
enum class OnLost { Warn, Kill };

struct Arguments {
    Verb verb = Verb::None;
    bool help = false;
    bool version = false;

    // where to connect
    QStringList urls{}; // several: the members of one RedLock group
    QString profile{};
    bool sandbox = false;
    SandboxTopology topology = SandboxTopology::Standalone; // of the sandbox
    bool topologyNamed = false;
    QList<QByteArray> patterns{};
    bool readOnly = false;
    QString configDir{};
    QString rulesFile{};
    QString passwordFile{};
    std::optional<milliseconds> timeout{};

    // how to speak
    bool json = false;
    bool quiet = false;
    bool verbose = false;

    // of the command
    std::vector<LockName> keys{};
    QByteArray kind{};
    std::vector<QByteArray> verdicts{};
    QByteArray sort{};
    HoldMode mode = HoldMode::Exclusive; // of the format's default, if not said
    QByteArray part{};
    OwnerId owner{};
    std::vector<OwnerId> expectedOwners{};
    bool anyOwner = false;
    bool share = false;
    std::optional<milliseconds> lease{};
    milliseconds wait{0};
    std::optional<milliseconds> lasting{}; // --for
    QString metricsFile{};                 // watch
    std::vector<AlertRule> alerts{};       // watch
    bool watchdog = false;
    OnLost onLost = OnLost::Warn;
    milliseconds killAfter{10'000}; // between SIGTERM and SIGKILL
    bool everyNode = false;
    QString reason{};
    std::optional<LockName> confirmed{}; // the key as it was typed once more
    bool dryRun = false;
    std::optional<milliseconds> since{}; // audit, incident: ago
    // audit
    std::optional<milliseconds> until{}; // ago
    QByteArray auditedKey{};
    QList<QByteArray> acts{};
    QList<QByteArray> results{};
    QString find{};
    int last = 0; // 0: all
    bool csv = false;
    bool acl = false;           // doctor
    bool probe = false;         // show
    QString outputDir{};        // incident; empty: the current one
    bool keepAddresses = false; // incident
    std::optional<milliseconds> probeLength{};
    QByteArray scenario{};             // lab run; empty: lab list
    ScenarioValues::Given labValues{}; // lab run
    std::optional<quint64> seed{};     // lab run
    std::vector<QByteArray> command{}; // acquire … -- COMMAND

    // The key of a command that takes exactly one.
    const LockName &key() const { return keys.front(); }
};

// An owner id as somebody types it: as it is, or as it was shown. Lines for people show bytes that are no
// text as \xNN, JSON as base64, for which "base64:" stands in front here.
OwnerId typedOwner(const QByteArray &typed);
// A key is taken byte for byte. Only a NUL cannot stand on a command line: a word with \x00 in it is read as
// lines for people show it, \xNN for a byte and \\ for a backslash.
LockName typedKey(const QByteArray &typed);
// The other way round, for the environment of a command, where no NUL can stand either.
QByteArray typedForm(const QByteArray &bytes);

// words: the command line without the program's name.
Outcome<Arguments> parseArguments(const std::vector<QByteArray> &words);

} // namespace lockscope::cli
