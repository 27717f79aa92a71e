// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: the names that the sources of core/formats/strings/stringvalue.cpp and untokenedlock.cpp give their
// keys.
#include "core/engine/reading/libraryclaims.h"

#include "core/base/tr.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace lockscope
{

namespace
{

using Claims = std::vector<LibraryClaim>;

// Many libraries store locks of this kind, and home-made programs do.
bool isGenericKind(LockKind kind)
{
    constexpr std::array<std::string_view, 4> kinds{"token-lock", "untokened-lock", "timestamp-lock",
                                                    "counter-lock"};
    return std::ranges::find(kinds, kind.name) != kinds.end();
}

struct NamedLibrary {
    std::string_view part{};
    std::string_view library{};
    enum class Where { First, Last, Anywhere } where = Where::First;
    bool ofAnyValue = false; // else only with a value as this library writes it
};

constexpr std::array NamedLibraries{
    NamedLibrary{"rq:scheduler-lock:", "RQ"},
    NamedLibrary{"{hangfire}:", "Hangfire"},
    NamedLibrary{"lock||", "Dapr", NamedLibrary::Where::First, true},
    NamedLibrary{"redlock:", "RedLock.net"},
    NamedLibrary{"redlock:", "pottery"},
    NamedLibrary{"mutex:", "redis-semaphore (npm)"},
    NamedLibrary{"qo_", "celery-once"},
    NamedLibrary{"unacked_mutex", "Celery", NamedLibrary::Where::Last},
    NamedLibrary{"redbeat::lock", "redbeat", NamedLibrary::Where::Last},
    NamedLibrary{"framework/schedule-", "Laravel", NamedLibrary::Where::Anywhere, true},
    NamedLibrary{"laravel_unique_job:", "Laravel", NamedLibrary::Where::Anywhere},
    NamedLibrary{"laravel-queue-overlap:", "Laravel", NamedLibrary::Where::Anywhere},
};

QString latin1(std::string_view bytes)
{
    return QString::fromLatin1(bytes.data(), qsizetype(bytes.size()));
}

// "rq" is a word of "rq-worker-7", and none of "turquoise".
bool hasWord(const QByteArray &text, const QByteArray &word)
{
    const auto isOfWord = [&text](qsizetype at) {
        return at >= 0 && at < text.size() && std::isalnum(static_cast<unsigned char>(text[at]));
    };
    for (qsizetype at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        if (!isOfWord(at - 1) && !isOfWord(at + word.size()))
            return true;
    }
    return false;
}

bool isNamedSo(QByteArrayView key, const NamedLibrary &named)
{
    const QByteArrayView part(named.part.data(), qsizetype(named.part.size()));
    switch (named.where) {
    case NamedLibrary::Where::First:
        return key.startsWith(part);
    case NamedLibrary::Where::Last:
        return key.endsWith(part);
    case NamedLibrary::Where::Anywhere:
        return key.indexOf(part) >= 0;
    }
    return false;
}

void add(Claims &claims, LibraryClaim claim)
{
    const auto known = std::ranges::find(claims, claim.library, &LibraryClaim::library);
    if (known == claims.end())
        claims.push_back(std::move(claim));
}

// By the value, as it was decoded; else by the kind.
const std::vector<std::string_view> &candidates(const Format &format, const Lock &lock)
{
    return lock.libraries ? *lock.libraries : format.libraries();
}

// A library's script for another kind says nothing of this one.
bool isOfKind(const Fingerprint &script, LockKind kind)
{
    const Format *format = Registry::builtIn().find(kind.name);
    return format && std::ranges::find(format->fingerprints(), script.sha1, &Fingerprint::sha1) !=
                         format->fingerprints().end();
}

void addOwnFormat(Claims &claims, const Format &format, const Lock &lock, bool ruled)
{
    if (isGenericKind(format.kind()) || lock.confidence == Confidence::Guess)
        return;
    // Its value is 18 bytes in base64, as other programs write them, unless the list beside it tells more.
    const bool isShape =
        format.kind() == LockKind{"python-redis-lock"} && lock.confidence != Confidence::Certain;
    const std::vector<std::string_view> &all = candidates(format, lock);
    if (all.size() != 1 || (isShape && !ruled))
        return;
    add(claims, {.library = all.front(),
                 .because = ruled ? Tr::tr("specified by a rule or by the user")
                                  : Tr::tr("recognised by its key names and values")});
}

} // namespace

std::vector<LibraryClaim> libraryClaims(const Format &format, const Lock &lock, bool isTold,
                                        const ScriptEvidence &scripts)
{
    Claims claims;
    const std::vector<std::string_view> &all = candidates(format, lock);
    const auto mayBe = [&all](std::string_view library) {
        return std::ranges::find(all, library) != all.end();
    };
    for (const NamedLibrary &named : NamedLibraries) {
        if (isGenericKind(format.kind()) && isNamedSo(lock.key.bytes, named) &&
            (named.ofAnyValue || mayBe(named.library)))
            add(claims,
                {.library = named.library,
                 .because =
                     Tr::tr("the name contains %1, as this library names its keys").arg(latin1(named.part))});
    }
    addOwnFormat(claims, format, lock, isTold);
    for (const Fingerprint *script : scripts.found()) {
        if (mayBe(script->library) && isOfKind(*script, format.kind()))
            add(claims, {.library = script->library,
                         .because = Tr::tr("this server ran its script \"%1\"").arg(latin1(script->script)),
                         .ofServer = true});
    }
    if (!lock.clients)
        return claims;
    for (const auto &[owner, client] : *lock.clients) {
        for (const std::string_view library : all) {
            if (hasWord(client.name.toLower(), latin1(library).toLower().toLatin1()))
                add(claims, {.library = library,
                             .because = Tr::tr("its client's name is %1").arg(escapedText(client.name))});
        }
    }
    return claims;
}

} // namespace lockscope
