// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of any type and content (keytext.h), as the engine hands them to the families.
#include "tests/fuzz/keytext.h"
#include "tests/fuzz/lockdemands.h"
#include "tests/fuzz/target.h"

namespace fuzz_keys
{

using namespace lockscope;
using namespace lockscope::fuzz;

namespace
{

void ask(const Format &format, const KeyReading &reading)
{
    if (const auto decoded = format.decode(reading))
        demandSound(format, reading, *decoded);
    format.isPartOfAnother(reading);
    for (const CompanionKey &companion : format.companions(reading))
        demand(companion.key.bytes.size() <= reading.key.bytes.size() + 200,
               "names of companions are about as long as the lock's");
}

void run(const QByteArray &input)
{
    const auto reading = keysFromText(input);
    if (!reading)
        return;
    const Registry &registry = Registry::builtIn();
    registry.roleOf(reading->key.bytes);
    registry.companions(*reading);
    const auto [found, decoded] = registry.decode(*reading);
    demand((found != nullptr) == decoded.has_value(), "what is decoded has a family");
    for (const LockKind kind : registry.alternatives(*reading))
        demand(found && kind != decoded->kind, "a lock is no alternative to itself");
    for (const auto &format : registry.formats()) {
        format->mayBe({reading->key.bytes, reading->type, reading->ttl, reading->size});
        ask(*format, *reading);
        KeyReading ruled = *reading; // a rule may give any key to any family
        ruled.ruled = format->kind();
        ask(*format, ruled);
        if (const auto channel = format->wakeChannel(reading->key)) {
            const auto subject = format->subjectOfChannel(*channel);
            demand(!subject || format->wakeChannel(*subject) == channel, "a channel leads back to its lock");
        }
    }
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(keys);

} // namespace fuzz_keys
