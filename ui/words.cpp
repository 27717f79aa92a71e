// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"

#include <QCoreApplication>

namespace lockscope::text
{

namespace
{

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::text)
};

struct Term {
    std::string_view code;
    const char *word;
    const char *disambiguation = nullptr;
};

// Codes of core/engine/verdict.h.
constexpr Term VerdictTerms[] = {
    {"healthy", QT_TRANSLATE_NOOP("lockscope::text", "healthy")},
    {"free", QT_TRANSLATE_NOOP("lockscope::text", "free")},
    {"free-but-waited-for", QT_TRANSLATE_NOOP("lockscope::text", "free but waited for")},
    {"no-expiry", QT_TRANSLATE_NOOP("lockscope::text", "no expiry")},
    {"client-gone", QT_TRANSLATE_NOOP("lockscope::text", "client gone")},
    {"client-silent", QT_TRANSLATE_NOOP("lockscope::text", "client silent")},
    {"renewal-overdue", QT_TRANSLATE_NOOP("lockscope::text", "renewal overdue")},
    {"about-to-expire", QT_TRANSLATE_NOOP("lockscope::text", "about to expire")},
    {"permit-leaked", QT_TRANSLATE_NOOP("lockscope::text", "permit leaked")},
    {"permits-oversold", QT_TRANSLATE_NOOP("lockscope::text", "permits oversold")},
    {"permits-understated", QT_TRANSLATE_NOOP("lockscope::text", "permits understated")},
    {"dead-head", QT_TRANSLATE_NOOP("lockscope::text", "dead head of queue")},
    {"renewed-by-nobody", QT_TRANSLATE_NOOP("lockscope::text", "renewed by nobody")},
    {"replica-behind", QT_TRANSLATE_NOOP("lockscope::text", "replica behind")},
    {"lease-absurd", QT_TRANSLATE_NOOP("lockscope::text", "absurd lease")},
    {"expired-with-waiters", QT_TRANSLATE_NOOP("lockscope::text", "expired with waiters")},
    {"past-its-time", QT_TRANSLATE_NOOP("lockscope::text", "past its time")},
    {"companions-alone", QT_TRANSLATE_NOOP("lockscope::text", "companions alone")},
    {"count-grows", QT_TRANSLATE_NOOP("lockscope::text", "hold count grows")},
    {"long-held", QT_TRANSLATE_NOOP("lockscope::text", "held long")},
    {"waited-for", QT_TRANSLATE_NOOP("lockscope::text", "waited for")},
    {"no-quorum", QT_TRANSLATE_NOOP("lockscope::text", "no quorum")},
    {"quorum-lost", QT_TRANSLATE_NOOP("lockscope::text", "quorum lost")},
    {"split-owners", QT_TRANSLATE_NOOP("lockscope::text", "split owners")},
    {"thin-quorum", QT_TRANSLATE_NOOP("lockscope::text", "thin quorum")},
    {"stale", QT_TRANSLATE_NOOP("lockscope::text", "not reachable")},
};

template<size_t N> QString look(const Term (&terms)[N], std::string_view code)
{
    for (const Term &term : terms) {
        if (term.code == code)
            return Words::tr(term.word, term.disambiguation);
    }
    return QString::fromLatin1(code.data(), qsizetype(code.size()));
}

} // namespace

QString verdictCode(std::string_view code)
{
    return look(VerdictTerms, code);
}

QString verdictWord(VerdictLevel level)
{
    switch (level) {
    case VerdictLevel::Ok:
        return Words::tr("OK", "verdict");
    case VerdictLevel::Info:
        return Words::tr("Info", "verdict");
    case VerdictLevel::Warning:
        return Words::tr("Warning", "verdict");
    case VerdictLevel::Critical:
        return Words::tr("Critical", "verdict");
    }
    return {};
}

QString confidence(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Certain:
        return Words::tr("certain", "confidence");
    case Confidence::Likely:
        return Words::tr("likely", "confidence");
    case Confidence::Guess:
        return Words::tr("a guess", "confidence");
    }
    return {};
}

QString valueType(ValueType type)
{
    switch (type) {
    case ValueType::None:
        return Words::tr("no key", "value type");
    case ValueType::String:
        return Words::tr("string", "value type");
    case ValueType::Hash:
        return Words::tr("hash", "value type");
    case ValueType::List:
        return Words::tr("list", "value type");
    case ValueType::Set:
        return Words::tr("set", "value type");
    case ValueType::SortedSet:
        return Words::tr("sorted set", "value type");
    case ValueType::Stream:
        return Words::tr("stream", "value type");
    case ValueType::Other:
        return Words::tr("other type", "value type");
    }
    return {};
}

QString holdMode(HoldMode mode)
{
    switch (mode) {
    case HoldMode::Exclusive:
        return Words::tr("exclusive", "hold mode");
    case HoldMode::Read:
        return Words::tr("read", "hold mode");
    case HoldMode::Write:
        return Words::tr("write", "hold mode");
    case HoldMode::Permit:
        return Words::tr("permit", "hold mode");
    }
    return {};
}

QString event(EventKind kind)
{
    switch (kind) {
    case EventKind::Acquired:
        return Words::tr("acquired", "event");
    case EventKind::Reentered:
        return Words::tr("re-entered", "event");
    case EventKind::Renewed:
        return Words::tr("renewed", "event");
    case EventKind::Released:
        return Words::tr("released", "event");
    case EventKind::Expired:
        return Words::tr("expired", "event");
    case EventKind::Forced:
        return Words::tr("forced", "event");
    case EventKind::Changed:
        return Words::tr("changed", "event");
    case EventKind::Waiters:
        return Words::tr("waiters", "event");
    case EventKind::Node:
        return Words::tr("node", "event");
    }
    return {};
}

QString eventSource(EventSource source)
{
    switch (source) {
    case EventSource::Tracking:
        return Words::tr("tracking", "event source");
    case EventSource::Keyspace:
        return Words::tr("keyspace event", "event source");
    case EventSource::Poll:
        return Words::tr("poll", "event source");
    case EventSource::Scan:
        return Words::tr("scan", "event source");
    case EventSource::Act:
        return Words::tr("this program", "event source");
    }
    return {};
}

QString act(ActKind act)
{
    switch (act) {
    case ActKind::Acquire:
        return Words::tr("Acquire", "act");
    case ActKind::Renew:
        return Words::tr("Renew", "act");
    case ActKind::Release:
        return Words::tr("Release", "act");
    case ActKind::ForceRelease:
        return Words::tr("Force release", "act");
    case ActKind::Wake:
        return Words::tr("Wake waiters", "act");
    case ActKind::SetExpiry:
        return Words::tr("Set expiry", "act");
    case ActKind::RemoveShare:
        return Words::tr("Remove share", "act");
    }
    return {};
}

QString actResult(ActResult result)
{
    switch (result) {
    case ActResult::Done:
        return Words::tr("done", "result");
    case ActResult::OwnerChanged:
        return Words::tr("owner changed", "result");
    case ActResult::AlreadyGone:
        return Words::tr("already gone", "result");
    case ActResult::NotAcquired:
        return Words::tr("not acquired", "result");
    case ActResult::Refused:
        return Words::tr("refused", "result");
    case ActResult::Unknown:
        return Words::tr("unknown", "result");
    }
    return {};
}

QString environment(Environment environment)
{
    switch (environment) {
    case Environment::Development:
        return Words::tr("development", "environment");
    case Environment::Staging:
        return Words::tr("staging", "environment");
    case Environment::Production:
        return Words::tr("production", "environment");
    }
    return {};
}

QString liveMode(LiveMode mode)
{
    switch (mode) {
    case LiveMode::Off:
        return Words::tr("off", "live mode");
    case LiveMode::Tracking:
        return Words::tr("tracking", "live mode");
    case LiveMode::TrackingKnownKeys:
        return Words::tr("tracking known keys", "live mode");
    case LiveMode::KeyspaceEvents:
        return Words::tr("keyspace events", "live mode");
    case LiveMode::Polling:
        return Words::tr("polling", "live mode");
    }
    return {};
}

QString live(const LiveStatus &status)
{
    if (status.mode == LiveMode::Off)
        return Words::tr("not live");
    if (status.exact)
        return Words::tr("live: %1").arg(liveMode(status.mode));
    return Words::tr("live: %1 (sampled)").arg(liveMode(status.mode));
}

QString linkPhase(LinkPhase phase)
{
    switch (phase) {
    case LinkPhase::Idle:
        return Words::tr("not connected");
    case LinkPhase::Connecting:
        return Words::tr("connecting");
    case LinkPhase::Ready:
        return Words::tr("connected");
    case LinkPhase::Waiting:
        return Words::tr("reconnecting");
    case LinkPhase::Failed:
        return Words::tr("cannot connect");
    case LinkPhase::Closed:
        return Words::tr("closed");
    }
    return {};
}

} // namespace lockscope::text
