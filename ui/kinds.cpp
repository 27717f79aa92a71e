// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kinds.h"

#include "core/formats/format.h"

#include <QCollator>
#include <QCoreApplication>

#include <algorithm>

namespace lockscope::kinds
{

namespace
{

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::kinds)
};

std::shared_ptr<const Registry> &ruled()
{
    static std::shared_ptr<const Registry> registry;
    return registry;
}

const Registry &registry()
{
    return ruled() ? *ruled() : Registry::builtIn();
}

QByteArrayView bytes(LockKind kind)
{
    return {kind.name.data(), qsizetype(kind.name.size())};
}

const Format *family(LockKind kind)
{
    return registry().find(bytes(kind));
}

bool can(const Format &format, ActKind act)
{
    ActRequest request{.act = act, .key = LockName{QByteArrayLiteral("lock")}, .owner = format.makeOwner()};
    request.kind = QByteArray(format.kind().name.data(), qsizetype(format.kind().name.size()));
    request.mode = format.nature() == Nature::ReadWrite ? HoldMode::Write : HoldMode::Exclusive;
    request.lease = std::chrono::seconds(30);
    const Outcome<ActPlan> plan = format.plan(request, nullptr);
    return plan.ok() || plan.failure().kind != ErrorKind::Unsupported;
}

} // namespace

void use(std::shared_ptr<const Registry> registry)
{
    ruled() = std::move(registry);
}

QString name(LockKind kind)
{
    return QString::fromLatin1(kind.name.data(), qsizetype(kind.name.size()));
}

QString title(LockKind kind)
{
    const Format *format = family(kind);
    return format ? format->title() : name(kind);
}

QString legend(LockKind kind)
{
    const Format *format = family(kind);
    return format ? format->legend() : QString();
}

Glyph glyph(LockKind kind)
{
    const Format *format = family(kind);
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

QString help(LockKind kind)
{
    QString text = QStringLiteral("<p><b>%1</b></p>").arg(title(kind).toHtmlEscaped());
    if (const QString how = legend(kind); !how.isEmpty())
        text += QStringLiteral("<p>%1</p>").arg(how.toHtmlEscaped());
    return text + QStringLiteral("<p>%1</p>")
                      .arg(Words::tr("In the filter: kind:%1").arg(name(kind)).toHtmlEscaped());
}

std::vector<Takeable> takeable()
{
    std::vector<Takeable> all;
    for (const std::unique_ptr<Format> &format : registry().formats()) {
        // A known kind that rules name stands twice.
        if (registry().find(bytes(format->kind())) != format.get() || !can(*format, ActKind::Acquire))
            continue;
        all.push_back({.kind = format->kind(),
                       .title = format->title(),
                       .readOrWrite = format->nature() == Nature::ReadWrite,
                       .namesOwner = format->nature() != Nature::Bare && !format->makeOwner().isEmpty(),
                       .renewable = format->watchdogPeriod(std::chrono::seconds(30)).has_value(),
                       .lease = format->defaultLease()});
    }
    const QCollator collator;
    std::stable_sort(all.begin(), all.end(), [&](const Takeable &a, const Takeable &b) {
        return collator.compare(a.title, b.title) < 0;
    });
    return all;
}

OwnerId makeOwner(LockKind kind)
{
    const Format *format = family(kind);
    return format ? format->makeOwner() : OwnerId{};
}

} // namespace lockscope::kinds
