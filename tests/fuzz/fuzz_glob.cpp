// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns of keys: two globs and a key, a line each.
#include "core/redis/glob.h"
#include "core/redis/patternset.h"
#include "tests/fuzz/target.h"

namespace fuzz_glob
{

using namespace lockscope;
using namespace lockscope::fuzz;

namespace
{

void demandOne(const QByteArray &glob, const QByteArray &key)
{
    const bool matches = globMatches(glob, key);
    demand(!matches || key.startsWith(literalPrefix(glob)), "a match begins with the fixed beginning");
    demand(PatternSet({glob}).matches(key) == matches || glob.isEmpty(), "a set of one matches as its glob");
}

void run(const QByteArray &input)
{
    constexpr qsizetype Longest = 200; // a match may take as many steps as glob times key
    QByteArrayList lines = input.split('\n');
    lines.resize(3);
    const QByteArray one = lines[0].left(Longest), other = lines[1].left(Longest),
                     key = lines[2].left(Longest);
    if (key.isEmpty()) // the server's matcher has it match the empty glob and "*" alone
        return;
    demandOne(one, key);
    demandOne(other, key);
    demand(reducePatterns({one, other}) != QList{one} || !globMatches(other, key) || globMatches(one, key),
           "what a covered glob matches, its cover matches");
    const PatternSet both({one, other});
    demand(one.isEmpty() || other.isEmpty() ||
               both.matches(key) == (globMatches(one, key) || globMatches(other, key)),
           "a set matches what one of its globs matches");
    const QByteArray serverGlob = both.serverGlob();
    demand(serverGlob.isEmpty() || !both.matches(key) || globMatches(serverGlob, key),
           "the server's glob leaves nothing out");
    demand(globMatches(escapedGlob(key), key), "an escaped name matches itself");
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(glob);

} // namespace fuzz_glob
