// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/families/requestedlock.h"

#include "core/formats/families/ruleformat.h"
#include "core/formats/strings/stringvalue.h"
#include "core/redis/glob.h"
#include "core/redis/patternset.h"

#include <algorithm>

namespace lockscope
{

namespace
{

QList<QByteArray> boundedPatterns(const QList<QByteArray> &patterns)
{
    QList<QByteArray> bounded;
    std::copy_if(patterns.begin(), patterns.end(), std::back_inserter(bounded),
                 [](const QByteArray &glob) { return !isBoundless(glob); });
    return bounded;
}

std::vector<QByteArray> globsOf(const RequestedKeys &requested)
{
    const QList<QByteArray> bounded = boundedPatterns(requested.patterns);
    std::vector<QByteArray> globs(bounded.begin(), bounded.end());
    for (const LockName &key : requested.keys)
        globs.push_back(escapedGlob(key.bytes));
    return globs;
}

class RequestedLock final : public RuledFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::RequestedLock)
public:
    RequestedLock(const Format &family, const RequestedKeys &requested)
        : RuledFamily(family, globsOf(requested)), m_keys(requested.keys)
    {
    }

    int rank() const override { return RequestedRank; }
    std::vector<QByteArray> patterns() const override { return {}; } // they are the scan's own already
    bool claims(QByteArrayView) const override { return false; } // other keys of a lock stay what they are
    bool mayBe(const KeySight &sight) const override
    {
        return sight.type == ValueType::String && matches(sight.key);
    }
    std::vector<CompanionKey> companions(const KeyReading &) const override { return {}; }
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;

private:
    bool fits(const KeyReading &reading) const;

    QList<LockName> m_keys;
};

// A token belongs to the one family, all other values to the other. A pattern may cover counters and texts
// by accident; a single key is requested as it is.
bool RequestedLock::fits(const KeyReading &reading) const
{
    const StringValue value = stringValue(reading);
    const bool isToken = value.sort == ValueSort::Token || (value.sort == ValueSort::Opaque && reading.ttl);
    const bool isPlain = value.sort == ValueSort::Number || value.sort == ValueSort::Text;
    if (value.sort == ValueSort::Data || (isPlain && !m_keys.contains(reading.key)))
        return false;
    return isToken == (kind() == LockKind{"token-lock"});
}

std::optional<Decoded> RequestedLock::decode(const KeyReading &reading) const
{
    if (!matches(reading.key.bytes) || !fits(reading))
        return {};
    std::optional<Decoded> decoded = RuledFamily::decodeAsRuled(reading);
    if (decoded)
        decoded->confidence = Confidence::Guess;
    return decoded;
}

QStringList RequestedLock::explain(const KeyReading &reading) const
{
    if (!decode(reading))
        return {};
    QStringList lines{tr("You specified keys with this name. Lockscope assumes that it is a lock: its value "
                         "may be one, but its name does not suggest it")};
    return lines + RuledFamily::explainAsRuled(reading);
}

} // namespace

bool RequestedKeys::isEmpty() const
{
    return keys.isEmpty() && boundedPatterns(patterns).isEmpty();
}

std::vector<std::unique_ptr<Format>> formatsOf(const RequestedKeys &requested)
{
    std::vector<std::unique_ptr<Format>> formats;
    if (requested.isEmpty())
        return formats;
    for (const char *kind : {"token-lock", "untokened-lock"})
        formats.push_back(std::make_unique<RequestedLock>(*Registry::builtIn().find(kind), requested));
    return formats;
}

} // namespace lockscope
