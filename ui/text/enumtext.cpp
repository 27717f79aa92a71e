// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tr.h"
#include "ui/text/format.h"

namespace lockscope::text
{

namespace
{

struct Term {
    std::string_view code;
    const char *word;
    const char *disambiguation = nullptr;
};

// Codes from core/engine/verdicts/verdict.h.
constexpr Term VerdictTerms[] = {
    {"healthy", QT_TRANSLATE_NOOP("lockscope::Tr", "OK")},
    {"closed", QT_TRANSLATE_NOOP("lockscope::Tr", "closed")},
    {"free", QT_TRANSLATE_NOOP("lockscope::Tr", "free")},
    {"free-but-waited-for", QT_TRANSLATE_NOOP("lockscope::Tr", "free but contended")},
    {"deadlock", QT_TRANSLATE_NOOP("lockscope::Tr", "deadlock")},
    {"no-expiry", QT_TRANSLATE_NOOP("lockscope::Tr", "no expiry")},
    {"client-gone", QT_TRANSLATE_NOOP("lockscope::Tr", "client gone")},
    {"client-silent", QT_TRANSLATE_NOOP("lockscope::Tr", "client silent")},
    {"renewal-overdue", QT_TRANSLATE_NOOP("lockscope::Tr", "renewal overdue")},
    {"about-to-expire", QT_TRANSLATE_NOOP("lockscope::Tr", "about to expire")},
    {"permit-leaked", QT_TRANSLATE_NOOP("lockscope::Tr", "permit leaked")},
    {"permits-oversold", QT_TRANSLATE_NOOP("lockscope::Tr", "permits oversold")},
    {"permits-understated", QT_TRANSLATE_NOOP("lockscope::Tr", "permits understated")},
    {"dead-head", QT_TRANSLATE_NOOP("lockscope::Tr", "dead queue head")},
    {"renewed-by-nobody", QT_TRANSLATE_NOOP("lockscope::Tr", "unknown renewer")},
    {"reads-expired", QT_TRANSLATE_NOOP("lockscope::Tr", "read holds expired")},
    {"replica-behind", QT_TRANSLATE_NOOP("lockscope::Tr", "replica behind")},
    {"lease-absurd", QT_TRANSLATE_NOOP("lockscope::Tr", "lease too long")},
    {"expired-with-waiters", QT_TRANSLATE_NOOP("lockscope::Tr", "expired with waiters")},
    {"past-its-time", QT_TRANSLATE_NOOP("lockscope::Tr", "past its expiry")},
    {"companions-alone", QT_TRANSLATE_NOOP("lockscope::Tr", "orphaned companions")},
    {"count-grows", QT_TRANSLATE_NOOP("lockscope::Tr", "growing hold count")},
    {"long-held", QT_TRANSLATE_NOOP("lockscope::Tr", "held long")},
    {"waited-for", QT_TRANSLATE_NOOP("lockscope::Tr", "contended")},
    {"no-quorum", QT_TRANSLATE_NOOP("lockscope::Tr", "no quorum")},
    {"quorum-lost", QT_TRANSLATE_NOOP("lockscope::Tr", "quorum lost")},
    {"split-owners", QT_TRANSLATE_NOOP("lockscope::Tr", "split owners")},
    {"quorum-unknown", QT_TRANSLATE_NOOP("lockscope::Tr", "quorum unknown")},
    {"thin-quorum", QT_TRANSLATE_NOOP("lockscope::Tr", "thin quorum")},
    {"stale", QT_TRANSLATE_NOOP("lockscope::Tr", "last known")},
    {"unread", QT_TRANSLATE_NOOP("lockscope::Tr", "not read yet")},
};

template<size_t N> QString look(const Term (&terms)[N], std::string_view code)
{
    for (const Term &term : terms) {
        if (term.code == code)
            return Tr::tr(term.word, term.disambiguation);
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
        return Tr::tr("OK", "verdict");
    case VerdictLevel::Info:
        return Tr::tr("Info", "verdict");
    case VerdictLevel::Warning:
        return Tr::tr("Warning", "verdict");
    case VerdictLevel::Critical:
        return Tr::tr("Critical", "verdict");
    }
    return {};
}

QString confidence(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Certain:
        return Tr::tr("certain", "confidence");
    case Confidence::Likely:
        return Tr::tr("likely", "confidence");
    case Confidence::Guess:
        return Tr::tr("guess", "confidence");
    }
    return {};
}

QString valueType(ValueType type)
{
    switch (type) {
    case ValueType::None:
        return Tr::tr("no key", "value type");
    case ValueType::String:
        return Tr::tr("string", "value type");
    case ValueType::Hash:
        return Tr::tr("hash", "value type");
    case ValueType::List:
        return Tr::tr("list", "value type");
    case ValueType::Set:
        return Tr::tr("set", "value type");
    case ValueType::SortedSet:
        return Tr::tr("sorted set", "value type");
    case ValueType::Stream:
        return Tr::tr("stream", "value type");
    case ValueType::Other:
        return Tr::tr("other type", "value type");
    }
    return {};
}

QString holdMode(HoldMode mode)
{
    switch (mode) {
    case HoldMode::Exclusive:
        return Tr::tr("exclusive", "hold mode");
    case HoldMode::Read:
        return Tr::tr("read", "hold mode");
    case HoldMode::Write:
        return Tr::tr("write", "hold mode");
    case HoldMode::Permit:
        return Tr::tr("permit", "hold mode");
    }
    return {};
}

QString event(EventKind kind)
{
    switch (kind) {
    case EventKind::Acquired:
        return Tr::tr("acquired", "event");
    case EventKind::Reentered:
        return Tr::tr("re-entered", "event");
    case EventKind::Renewed:
        return Tr::tr("renewed", "event");
    case EventKind::Released:
        return Tr::tr("released", "event");
    case EventKind::Expired:
        return Tr::tr("expired", "event");
    case EventKind::Forced:
        return Tr::tr("released by force", "event");
    case EventKind::Changed:
        return Tr::tr("changed", "event");
    case EventKind::Waiters:
        return Tr::tr("waiters", "event");
    case EventKind::Node:
        return Tr::tr("node", "event");
    }
    return {};
}

QString eventSource(EventSource source)
{
    switch (source) {
    case EventSource::Tracking:
        return Tr::tr("tracking", "event source");
    case EventSource::Keyspace:
        return Tr::tr("keyspace event", "event source");
    case EventSource::Poll:
        return Tr::tr("poll", "event source");
    case EventSource::Scan:
        return Tr::tr("scan", "event source");
    case EventSource::Act:
        return Tr::tr("this program", "event source");
    }
    return {};
}

QString act(ActKind act)
{
    switch (act) {
    case ActKind::Acquire:
        return Tr::tr("Acquire", "act");
    case ActKind::Renew:
        return Tr::tr("Renew", "act");
    case ActKind::Release:
        return Tr::tr("Release", "act");
    case ActKind::ForceRelease:
        return Tr::tr("Release by force", "act");
    case ActKind::Wake:
        return Tr::tr("Wake waiters", "act");
    case ActKind::SetExpiry:
        return Tr::tr("Set expiry", "act");
    case ActKind::RemoveShare:
        return Tr::tr("Remove holder", "act");
    }
    return {};
}

QString actResult(ActResult result)
{
    switch (result) {
    case ActResult::Done:
        return Tr::tr("done", "result");
    case ActResult::OwnerChanged:
        return Tr::tr("owner changed", "result");
    case ActResult::AlreadyGone:
        return Tr::tr("already gone", "result");
    case ActResult::NotAcquired:
        return Tr::tr("not acquired", "result");
    case ActResult::Refused:
        return Tr::tr("refused", "result");
    case ActResult::Unknown:
        return Tr::tr("unknown", "result");
    }
    return {};
}

QString environment(Environment environment)
{
    switch (environment) {
    case Environment::None:
        return Tr::tr("not set", "environment");
    case Environment::Development:
        return Tr::tr("development", "environment");
    case Environment::Staging:
        return Tr::tr("staging", "environment");
    case Environment::Production:
        return Tr::tr("production", "environment");
    }
    return {};
}

QString liveMode(LiveMode mode)
{
    switch (mode) {
    case LiveMode::Off:
        return Tr::tr("off", "live mode");
    case LiveMode::Tracking:
        return Tr::tr("tracking", "live mode");
    case LiveMode::TrackingKnownKeys:
        return Tr::tr("tracking known keys", "live mode");
    case LiveMode::KeyspaceEvents:
        return Tr::tr("keyspace events", "live mode");
    case LiveMode::Polling:
        return Tr::tr("polling", "live mode");
    }
    return {};
}

QString live(const LiveStatus &status)
{
    if (status.mode == LiveMode::Off)
        return Tr::tr("not live");
    if (status.exact)
        return Tr::tr("live: %1").arg(liveMode(status.mode));
    return Tr::tr("live: %1 (sampled)").arg(liveMode(status.mode));
}

QString connectionPhase(ConnectionPhase phase)
{
    switch (phase) {
    case ConnectionPhase::Idle:
        return Tr::tr("not connected");
    case ConnectionPhase::Connecting:
        return Tr::tr("connecting");
    case ConnectionPhase::Ready:
        return Tr::tr("connected");
    case ConnectionPhase::Waiting:
        return Tr::tr("reconnecting");
    case ConnectionPhase::Failed:
        return Tr::tr("cannot connect");
    case ConnectionPhase::Closed:
        return Tr::tr("closed");
    }
    return {};
}

} // namespace lockscope::text
