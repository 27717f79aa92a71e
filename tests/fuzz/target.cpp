// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/target.h"

#include <QFile>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace lockscope::fuzz
{

namespace
{

std::map<std::string_view, Target> &targets()
{
    static std::map<std::string_view, Target> all;
    return all;
}

} // namespace

bool addTarget(std::string_view name, Target target)
{
    return targets().emplace(name, target).second;
}

Target targetNamed(std::string_view name)
{
    const auto found = targets().find(name);
    return found == targets().end() ? nullptr : found->second;
}

std::vector<Part> corpusOf(const char *target)
{
    QFile file(QStringLiteral(LOCKSCOPE_FUZZ_CORPUS "/") + QString::fromLatin1(target));
    demand(file.open(QIODevice::ReadOnly), "a target has a corpus");
    const QByteArray text = '\n' + file.readAll();
    const QByteArray divider = "\n=== ";
    std::vector<Part> parts;
    for (qsizetype at = text.indexOf(divider), next = 0; at >= 0; at = next) {
        const qsizetype name = at + divider.size();
        const qsizetype line = text.indexOf('\n', name);
        demand(line >= 0, "a part has a line for its name");
        next = text.indexOf(divider, line);
        const qsizetype end = next < 0 ? text.size() - 1 : next; // the file ends with a line break
        parts.push_back({text.mid(name, line - name), text.mid(line + 1, end - line - 1)});
    }
    return parts;
}

void demand(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

void demandReadable(const QString &text)
{
    const bool readable =
        std::none_of(text.begin(), text.end(), [](QChar c) { return c.category() == QChar::Other_Control; });
    if (!readable)
        std::fprintf(stderr, "text: %s\n", text.toUtf8().toPercentEncoding(" ").constData());
    demand(readable, "a text for a person has no control characters");
}

} // namespace lockscope::fuzz
