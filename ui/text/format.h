// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts of every value that the window shows, in the application's language. Pure functions, GUI thread;
// bytes become text only here. No function fails: an unknown value has a word of its own.

#include "core/values/act.h"
#include "core/values/connection/connection.h"
#include "core/values/events.h"
#include "core/values/status.h"

namespace lockscope::text
{

QString bytes(const QByteArray &bytes);
QString key(const LockName &key);
QString node(const NodeId &node);
QString connection(const ConnectionSpec &spec); // Name, otherwise address; a group as "a:1 +4"
QString owner(const OwnerId &owner);            // Short: "6f96ab12…:82"; the tool tip shows all of it
QString ownerShortest(const OwnerId &owner);    // "6f96…:82": where something else must fit beside it
QString ownerFull(const OwnerId &owner);        // "not recorded" if there is none
QString number(qint64 value);                   // Grouped digits
QString waiterCount(const WaiterCount &count);  // "3", "≥ 3", "≤ 3", "—"
QString waiterSum(const LockTotals &totals);    // "3", "≥ 3"
QString unbroken(QString text); // With no-break spaces between numbers and units, for lines that are wrapped
QString clauses(const QStringList &parts);   // Joined with the comma of the language
QString sentences(const QStringList &parts); // With the full stop of the language between them
QString names(const QStringList &parts);     // Joined with the list separator of the language

enum class Units { Both, Large }; // Large: "3 min", where there is no room for more
// "250 ms", "28.4 s", "30 s", "3 min 20 s", "2 h", "41 d"
QString duration(milliseconds duration, Units units = Units::Both);
// Empty: "none" (no expiry); zero or less: "expired"
QString ttl(std::optional<milliseconds> left, Units units = Units::Both);
QString ago(milliseconds age); // "12 s ago"; below one second: "just now"
// "≥ 3 min 20 s" if only a lower bound is known
QString heldTime(const Lock &lock, Instant now, Units units = Units::Both);
// False if only a lower bound of less than a second is known: "at least 0 s" says nothing.
// "held for 3 s"; "held" for a length that is not known.
QString heldFor(const QString &length);
bool isHeldTimeKnown(const Lock &lock, Instant now);
// "≥ 3 min 20 s" if it is a lower bound; a dash if that is less than a second
QString heldLength(milliseconds length, bool isAtLeast);
// "3 min 20 s ?" if it may have been acquired again since; a dash if no majority is seen to hold it, or if
// the time is not known
QString held(const Lock &lock, Instant now, Units units = Units::Both);
// The moment of which the window gives a lock's running times: the last whole second or, if later, when it
// was read. Row, facts and verdict then agree, whenever each of them is painted.
Instant shownAt(const Lock &lock, Instant now);
QString clockTime(WallTime at); // Local HH:mm:ss
// Dates follow language and country, with all digits. Times always have the 24-hour form of redis-cli.
QString timeOfDay(WallTime at);               // Local HH:mm:ss.zzz
QString timeToTheSecond(WallTime at);         // Local HH:mm:ss
QString date(WallTime at);                    // Local
QString dateToTheSecond(WallTime at);         // Local date and time
QString dateForm(bool withYear);              // Format for QDateTime: "yyyy-MM-dd", "MM-dd"
QString timeOrDay(WallTime at, WallTime now); // The time if today, otherwise the date, to the second
QString dateAndTime(WallTime at);             // Local date and time
std::optional<milliseconds> ttlLeft(const Lock &lock, Instant now); // Never negative

QString verdictWord(VerdictLevel level);
QString verdictCode(std::string_view code); // Short name of the finding; an unknown code is shown as it is
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
QString connectionPhase(ConnectionPhase phase);
QString connection(const ConnectionState &state, Instant now);
QString failure(const Failure &failure); // One line: what, where, why
QString asSentence(QString text);        // Begins with a capital letter, if its first word is one of prose
QString failureHelp(const Failure &failure); // The line, what to do, the server's own words

} // namespace lockscope::text
