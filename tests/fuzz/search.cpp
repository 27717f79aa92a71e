// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's program for all targets: fuzz TARGET [OPTION|FILE|FOLDER]... It runs the corpus, and goes on
// from there.
#include "tests/fuzz/target.h"

#include <QCoreApplication>
#include <QDir>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace
{

lockscope::fuzz::Target chosen = nullptr;

// libFuzzer takes a list of files separated by commas.
QByteArray seedsOf(const char *target)
{
    const QDir folder(QStringLiteral(LOCKSCOPE_FUZZ_SEEDS "/") + QString::fromLatin1(target));
    QDir(folder).removeRecursively();
    QDir().mkpath(folder.path());
    QByteArrayList files;
    for (const lockscope::fuzz::Part &part : lockscope::fuzz::corpusOf(target)) {
        QFile file(folder.filePath(QString::fromLatin1(part.name)));
        lockscope::fuzz::demand(file.open(QIODevice::WriteOnly | QIODevice::NewOnly) &&
                                    file.write(part.input) == part.input.size(),
                                "a part of the corpus can be written to a file of its name");
        files << QFile::encodeName(file.fileName());
    }
    return "-seed_inputs=" + files.join(',');
}

} // namespace

// libFuzzer ignores what begins with "--", and hands it on to the processes that it starts itself.
extern "C" int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    QByteArray name = *argc > 1 ? (*argv)[1] : "";
    const bool startedByItself = name.startsWith("--");
    name.remove(0, startedByItself ? 2 : 0);
    chosen = lockscope::fuzz::targetNamed(name.constData());
    if (!chosen) {
        std::fprintf(stderr, "usage: fuzz TARGET [OPTION|FILE|FOLDER]..., where a target is a file of "
                             "tests/fuzz/corpus\n");
        std::exit(2);
    }
    static QByteArray target = "--" + name;
    static std::vector<char *> arguments(*argv, *argv + *argc);
    arguments[1] = target.data();
    static QByteArray seeds;
    if (!startedByItself) {
        seeds = seedsOf(name.constData());
        arguments.push_back(seeds.data());
    }
    static int count = int(arguments.size());
    arguments.push_back(nullptr);
    *argc = count;
    *argv = arguments.data();
    static QCoreApplication application(count, arguments.data()); // finds the plugins of Qt
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const char *bytes, size_t size)
{
    chosen(QByteArray::fromRawData(bytes, qsizetype(size)));
    return 0;
}
