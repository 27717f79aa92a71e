// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kinds.h"

#include "core/formats/format.h"

#include <QCollator>
#include <QCoreApplication>

#include <algorithm>

namespace lockscope
{

namespace
{

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::Kinds)
};

QByteArrayView bytes(LockKind kind)
{
    return {kind.name.data(), qsizetype(kind.name.size())};
}

// How one would be taken for so long; nothing: it cannot be taken at all.
std::optional<std::vector<QByteArray>> taking(const Format &format, const OwnerId &owner, milliseconds lease)
{
    ActRequest request{
        .act = ActKind::Acquire, .key = LockName{QByteArrayLiteral("lock")}, .owner = owner, .lease = lease};
    request.kind = bytes(format.kind()).toByteArray();
    request.mode = format.nature() == Nature::ReadWrite ? HoldMode::Write : HoldMode::Exclusive;
    const Outcome<ActPlan> plan = format.plan(request, nullptr);
    if (plan)
        return plan->args;
    if (plan.failure().kind == ErrorKind::Unsupported)
        return {};
    return std::vector<QByteArray>();
}

} // namespace

Kinds::Kinds(std::shared_ptr<const Registry> registry)
    : m_rules(std::move(registry)), m_registry(m_rules ? m_rules.get() : &Registry::builtIn())
{
}

QString Kinds::name(LockKind kind)
{
    return QString::fromLatin1(kind.name.data(), qsizetype(kind.name.size()));
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
    case Nature::Job:
        return Glyph::Job;
    case Nature::Bare:
        return Glyph::Bare;
    case Nature::Mutex:
        break;
    }
    return Glyph::Mutex;
}

QString Kinds::help(LockKind kind) const
{
    QString text = QStringLiteral("<p><b>%1</b></p>").arg(title(kind).toHtmlEscaped());
    if (const QString how = legend(kind); !how.isEmpty())
        text += QStringLiteral("<p>%1</p>").arg(how.toHtmlEscaped());
    return text + QStringLiteral("<p>%1</p>")
                      .arg(Words::tr("In the filter: kind:%1").arg(name(kind)).toHtmlEscaped());
}

std::vector<Takeable> Kinds::takeable() const
{
    std::vector<Takeable> all;
    for (const std::unique_ptr<Format> &format : m_registry->formats()) {
        // A known kind that rules name stands twice.
        if (m_registry->find(bytes(format->kind())) != format.get())
            continue;
        const OwnerId owner = format->makeOwner();
        const auto briefly = taking(*format, owner, std::chrono::seconds(30));
        if (!briefly)
            continue;
        all.push_back({.kind = format->kind(),
                       .title = format->title(),
                       .readOrWrite = format->nature() == Nature::ReadWrite,
                       .namesOwner = format->nature() != Nature::Bare && !owner.isEmpty(),
                       .renewable = format->watchdogPeriod(std::chrono::seconds(30)).has_value(),
                       .leased = briefly != taking(*format, owner, std::chrono::hours(1)),
                       .lease = format->defaultLease()});
    }
    const QCollator collator;
    std::stable_sort(all.begin(), all.end(), [&](const Takeable &a, const Takeable &b) {
        return collator.compare(a.title, b.title) < 0;
    });
    return all;
}

OwnerId Kinds::makeOwner(LockKind kind) const
{
    const Format *format = m_registry->find(bytes(kind));
    return format ? format->makeOwner() : OwnerId{};
}

std::optional<Failure> Kinds::refusal(const Lock &lock, ActRequest request) const
{
    const Format *format = m_registry->find(bytes(lock.kind));
    if (!format)
        return {}; // the engine answers for it
    request.withTexts = false;
    const Outcome<ActPlan> plan = format->plan(request, &lock);
    if (plan || plan.failure().kind != ErrorKind::Unsupported)
        return {};
    return plan.failure();
}

} // namespace lockscope
