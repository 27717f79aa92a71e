// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Text of every value the window shows, in the language of the application. Pure functions, GUI thread; bytes
// become text here and nowhere else. Nothing fails: what is not known has a word of its own.

#include "core/values/act.h"
#include "core/values/connection/connection.h"
#include "core/values/events.h"
#include "core/values/status.h"

namespace lockscope::text
{

QString bytes(const QByteArray &bytes); // escapedText
QString key(const LockName &key);
QString node(const NodeId &node);
QString connection(const ConnectionSpec &spec); // its name; else its address, of a group "a:1 +4"
QString owner(const OwnerId &owner);            // short: "6f96ab12…:82"; the whole belongs in the tooltip
QString ownerFull(const OwnerId &owner);        // nobody: "not recorded"
QString number(qint64 value);                   // grouped as the language does
QString clauses(const QStringList &parts);      // with the language's comma between them
QString names(const QStringList &parts);        // with what it has between the parts of a list

QString duration(milliseconds duration);       // "250 ms", "28.4 s", "30 s", "3 min 20 s", "2 h", "41 d"
QString ttl(std::optional<milliseconds> left); // nothing: "none" (no expiry); none left: "expired"
QString ago(milliseconds age);                 // "12 s ago"; under a second: "just now"
QString held(const Lock &lock, Instant now);   // "≥ 3 min 20 s" while only a lower bound is known
QString clockTime(WallTime at);                // local HH:mm:ss
// Dates are written as the language and country do, with all digits. The clock is that of logs and of
// redis-cli everywhere: of 24 hours.
QString timeOfDay(WallTime at);               // local HH:mm:ss.zzz
QString timeToTheSecond(WallTime at);         // local HH:mm:ss
QString date(WallTime at);                    // local
QString dateToTheSecond(WallTime at);         // local, with the time
QString dateForm(bool withYear);              // for QDateTime: "yyyy-MM-dd", "MM-dd"
QString timeOrDay(WallTime at, WallTime now); // of today the time of day; else the day, to the second
QString dateAndTime(WallTime at);             // local, with the day
std::optional<milliseconds> ttlLeft(const Lock &lock, Instant now); // never below zero

QString verdictWord(VerdictLevel level);
QString verdictCode(std::string_view code); // short name of the finding; an unknown code is shown as it is
QString confidence(Confidence confidence);
QString valueType(ValueType type);
QString holdMode(HoldMode mode);
QString event(EventKind kind);
QString eventSource(EventSource source);
QString act(ActKind act);
QString actResult(ActResult result);
QString environment(Environment environment);

QString liveMode(LiveMode mode);
QString live(const LiveStatus &status); // "live: tracking (sampled)"
QString scan(const ScanProgress &progress, Instant now);
QString linkPhase(LinkPhase phase);
QString link(const ConnectionState &state, Instant now);
QString failure(const Failure &failure);     // one line: what, where, why
QString failureHelp(const Failure &failure); // the line, what to do, the server's own words

} // namespace lockscope::text
