// SPDX-License-Identifier: GPL-3.0-or-later
// A server that answers anything to the questions about one key: they end, and what is kept of the answers is
// small. The first line is a number that says what was known
// of the key, the others are the answers in turn (replytext.h).
#include "core/engine/reading/keyprobe.h"
#include "tests/fuzz/replytext.h"
#include "tests/fuzz/target.h"

namespace fuzz_probe
{

using namespace lockscope;
using namespace lockscope::fuzz;

namespace
{

// Type, size and weight, value; a few times again, if it changes meanwhile.
constexpr int MostRounds = 24;

// The replies in turn, again and again.
std::vector<Reply> answers(const std::vector<Reply> &told, size_t &next, int count)
{
    std::vector<Reply> replies;
    for (int i = 0; i < count; ++i)
        replies.push_back(told[next++ % told.size()]);
    return replies;
}

void demandSmall(const KeyReading &reading)
{
    demand(reading.string.size() <= MaxLockStringBytes, "a string is read up to its limit");
    demand(reading.fields.size() <= size_t(MaxLockHashFields), "fields are read up to their limit");
    demand(reading.members.size() <= size_t(MaxLockMembers), "members are read up to their limit");
    demand(reading.size >= 0, "a size is no negative number");
}

void probe(KeyProbe &probe, const std::vector<Reply> &told)
{
    size_t next = 0;
    int rounds = 0;
    while (probe.state() == KeyProbe::State::Asking) {
        demand(++rounds <= MostRounds, "the questions about one key end");
        Batch batch;
        probe.ask(batch);
        demand(!batch.isEmpty(), "a key that is asked for has a question");
        demand(!batch.mayWrite(), "reading sends no write");
        const std::vector<Reply> replies = answers(told, next, batch.count());
        demand(probe.take(replies.data(), now(), &Registry::builtIn()) == replies.size(),
               "each question takes its own answer");
    }
    if (probe.state() != KeyProbe::State::Done)
        return;
    demandSmall(probe.reading());
    [[maybe_unused]] const auto decoded = Registry::builtIn().decode(probe.reading());
}

void run(const QByteArray &input)
{
    const qsizetype line = input.indexOf('\n') + 1;
    const std::vector<Reply> told = repliesFromText(input.mid(line));
    if (told.empty())
        return;
    const int known = int(input.first(line).trimmed().toUInt() % 8);
    KeyProbe read(KeyProbe::Purpose::Read, {"lock:a"}, ValueType(known), true);
    probe(read, told);
    KeyProbe scanned(KeyProbe::Purpose::Scan, {"lock:a"}, ValueType::None, known % 2 == 0, known >= 4);
    probe(scanned, told);
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(probe);

} // namespace fuzz_probe
