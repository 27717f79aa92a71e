// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/kinds.h"

#include "core/base/tr.h"
#include "core/formats/format.h"
#include "core/values/kindname.h"

#include <QCollator>

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

QByteArrayView bytes(LockKind kind)
{
    return {kind.name.data(), qsizetype(kind.name.size())};
}

// The commands that would acquire it; empty: the kind cannot be acquired.
std::optional<std::vector<QByteArray>> taking(const Format &format, const OwnerId &owner, milliseconds lease,
                                              const QByteArray &part)
{
    ActRequest request{.act = ActKind::Acquire,
                       .key = LockName{QByteArrayLiteral("lock")},
                       .owner = owner,
                       .part = part,
                       .lease = lease};
    request.kind = bytes(format.kind()).toByteArray();
    request.mode = format.nature() == Nature::ReadWrite ? HoldMode::Write : HoldMode::Exclusive;
    const Outcome<ActPlan> plan = format.plan(request, nullptr);
    if (plan)
        return plan->args;
    if (plan.failure().kind == ErrorKind::Unsupported)
        return {};
    return std::vector<QByteArray>();
}

struct PartField {
    const char *kind;
    QString title;
    QString example;
    bool isNeeded;
};

// The parameter that a kind with parts needs to be acquired.
const PartField *partOf(LockKind kind)
{
    static const std::array fields{
        PartField{"multi-lock", Tr::tr("&Values"), QStringLiteral("q83vEjRWeJCrze8SNFZ4kA"), true},
        PartField{"distributed-semaphore", Tr::tr("&Permits in total"), QStringLiteral("3"), true},
        PartField{"timestamp-lock", Tr::tr("&Unit of time"), QStringLiteral("ms"), false},
    };
    const auto found =
        std::ranges::find_if(fields, [kind](const PartField &field) { return kind.name == field.kind; });
    return found == fields.end() ? nullptr : &*found;
}

} // namespace

Kinds::Kinds(std::shared_ptr<const Registry> registry)
    : m_rules(std::move(registry)), m_registry(m_rules ? m_rules.get() : &Registry::builtIn())
{
}

QString Kinds::name(LockKind kind)
{
    return kindText(kind);
}

QString Kinds::title(LockKind kind) const
{
    const Format *format = m_registry->find(bytes(kind));
    return format ? format->title() : name(kind);
}

QString Kinds::legend(LockKind kind) const
{
    const Format *format = m_registry->find(bytes(kind));
    return format ? format->legend() : QString();
}

Glyph Kinds::glyph(LockKind kind) const
{
    const Format *format = m_registry->find(bytes(kind));
    switch (format ? format->nature() : Nature::Mutex) {
    case Nature::ReadWrite:
        return Glyph::ReadWrite;
    case Nature::Semaphore:
        return Glyph::Semaphore;
    case Nature::Latch:
        return Glyph::Latch;
    case Nature::Group:
        return Glyph::Group;
    case Nature::Workload:
        return Glyph::Workload;
    case Nature::Bare:
        return Glyph::Bare;
    case Nature::Mutex:
        break;
    }
    return Glyph::Mutex;
}

QString Kinds::titleAndConfidence(const Lock &lock) const
{
    const QString kind = title(lock.kind);
    switch (lock.confidence) {
    case Confidence::Certain:
        return Tr::tr("%1 · certainly a lock", "a kind of lock").arg(kind);
    case Confidence::Likely:
        return Tr::tr("%1 · likely a lock", "a kind of lock").arg(kind);
    case Confidence::Guess:
        break;
    }
    return Tr::tr("%1 · possible lock (guess)", "a kind of lock").arg(kind);
}

QString Kinds::help(LockKind kind) const
{
    QString text = QStringLiteral("<p><b>%1</b></p>").arg(title(kind).toHtmlEscaped());
    if (const QString how = legend(kind); !how.isEmpty())
        text += QStringLiteral("<p>%1</p>").arg(how.toHtmlEscaped());
    return text + QStringLiteral("<p>%1</p>").arg(Tr::tr("Filter: kind:%1").arg(name(kind)).toHtmlEscaped());
}

std::vector<Takeable> Kinds::takeable() const
{
    std::vector<Takeable> all;
    for (const std::unique_ptr<Format> &format : m_registry->formats()) {
        // A rule for a known kind lists it a second time.
        if (m_registry->find(bytes(format->kind())) != format.get())
            continue;
        const OwnerId owner = format->makeOwner();
        const PartField *part = partOf(format->kind());
        const QByteArray example = part ? part->example.toUtf8() : QByteArray();
        const auto briefly = taking(*format, owner, std::chrono::seconds(30), example);
        if (!briefly)
            continue;
        all.push_back({.kind = format->kind(),
                       .title = format->title(),
                       .readOrWrite = format->nature() == Nature::ReadWrite,
                       .namesOwner = format->nature() != Nature::Bare && !owner.isEmpty(),
                       .renewable = format->watchdogPeriod(std::chrono::seconds(30)).has_value(),
                       .leased = briefly != taking(*format, owner, std::chrono::hours(1), example),
                       .lease = format->defaultLease(),
                       .part = part ? part->title : QString(),
                       .partExample = part ? part->example : QString(),
                       .needsPart = part && part->isNeeded});
    }
    const QCollator collator;
    std::stable_sort(all.begin(), all.end(), [&](const Takeable &a, const Takeable &b) {
        return collator.compare(a.title, b.title) < 0;
    });
    return all;
}

std::optional<Failure> Kinds::problem(ActRequest request, const Lock *seen) const
{
    const Format *format = m_registry->find(seen ? bytes(seen->kind) : request.kind);
    if (!format && seen)
        return {}; // The engine validates it
    if (!format)
        return Failure{.kind = ErrorKind::BadInput, .text = Tr::tr("no such kind")};
    request.withTexts = false;
    const Outcome<ActPlan> plan = format->plan(request, seen);
    // For an existing lock the server knows better what is valid now, but not what its kind does not support.
    if (plan || (seen && plan.failure().kind != ErrorKind::Unsupported))
        return {};
    return plan.failure();
}

bool Kinds::namesItsLibrary(const Lock &lock) const
{
    const Format *format = m_registry->find(bytes(lock.kind));
    return format && format->libraries().size() == 1 && lock.confidence != Confidence::Guess;
}

OwnerId Kinds::makeOwner(LockKind kind) const
{
    const Format *format = m_registry->find(bytes(kind));
    return format ? format->makeOwner() : OwnerId{};
}

} // namespace lockscope
