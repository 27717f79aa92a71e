// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a target on its corpus, where no libFuzzer searches for more: fuzz TARGET [OPTION]... The options are
// libFuzzer's, and make no difference.
#include "tests/fuzz/target.h"

#include <QCoreApplication>

#include <cstdio>
#include <cstring>
#include <memory>

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const lockscope::fuzz::Target target = argc > 1 ? lockscope::fuzz::targetNamed(argv[1]) : nullptr;
    if (!target) {
        std::fprintf(stderr, "usage: fuzz TARGET, where a target is a file of tests/fuzz/corpus\n");
        return 2;
    }
    const auto corpus = lockscope::fuzz::corpusOf(argv[1]);
    for (const lockscope::fuzz::Part &part : corpus) {
        std::fprintf(stderr, "%s\n", part.name.constData()); // the last line names the one that failed
        // Where sanitizers watch, they see each read beyond its end.
        const auto exact = std::make_unique<char[]>(size_t(part.input.size()));
        std::memcpy(exact.get(), part.input.constData(), size_t(part.input.size()));
        target(QByteArray::fromRawData(exact.get(), part.input.size()));
    }
    return corpus.empty() ? 1 : 0;
}
