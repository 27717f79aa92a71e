// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads a key as a user's rule describes: holders, counts and ends. Pure; any thread.

#include "core/formats/format.h"
#include "core/values/rule.h"

namespace lockscope
{

class RuleReader
{
public:
    RuleReader(const Format &format, const Rule &rule) : m_format(format), m_rule(rule) {}
    // The reading must have the rule's type. None: the value does not match the rule.
    std::optional<Decoded> decode(const KeyReading &reading) const;

private:
    std::optional<Decoded> decodeString(const KeyReading &reading) const;
    std::optional<Decoded> decodeFields(const KeyReading &reading) const;
    std::optional<Decoded> decodeHolders(const KeyReading &reading) const;
    std::optional<Decoded> decodeMembers(const KeyReading &reading) const;
    Decoded oneHolder(const KeyReading &reading, Holder holder, std::optional<Instant> end) const;
    Decoded manyHolders(const KeyReading &reading, QVarLengthArray<Holder, 1> holders) const;
    std::optional<Instant> endOf(const KeyReading &reading, milliseconds written) const;

    const Format &m_format;
    const Rule &m_rule;
};

} // namespace lockscope
