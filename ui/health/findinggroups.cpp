// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/findinggroups.h"

#include "core/base/tr.h"
#include "ui/text/format.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockscope
{

namespace
{

const QChar Ellipsis(0x2026);

// Inside a Latin word or a number. Chinese has no spaces and may be cut between any two characters.
bool isInWord(QChar c)
{
    return c.unicode() < 0x2e80 && (c.isLetterOrNumber() || c == u'.' || c == u':' || c == Ellipsis);
}

bool isWordEdge(const QString &text, qsizetype at)
{
    return at <= 0 || at >= text.size() || !isInWord(text[at - 1]) || !isInWord(text[at]);
}

// The common beginning and end, in whole words, with "…" between; empty if that is less than half.
QString common(const QString &a, const QString &b)
{
    if (a == b)
        return a;
    const qsizetype shorter = std::min(a.size(), b.size());
    qsizetype head = 0;
    while (head < shorter && a[head] == b[head])
        ++head;
    while (!isWordEdge(a, head) || !isWordEdge(b, head))
        --head;
    qsizetype tail = 0;
    while (tail < shorter - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
        ++tail;
    while (!isWordEdge(a, a.size() - tail) || !isWordEdge(b, b.size() - tail))
        --tail;
    if ((head + tail) * 2 < shorter)
        return {};
    return a.left(head) + Ellipsis + a.right(tail);
}

bool saysTheSame(const FindingGroup &group)
{
    return std::ranges::all_of(group.all,
                               [&](const Finding &finding) { return finding.text == group.first().text; });
}

bool hasOneEvidence(const FindingGroup &group)
{
    return std::ranges::all_of(
        group.all, [&](const Finding &finding) { return finding.evidence == group.first().evidence; });
}

} // namespace

std::vector<FindingGroup> grouped(const std::vector<Finding> &findings)
{
    std::vector<FindingGroup> groups;
    for (const Finding &finding : findings) {
        QString sentence;
        const auto same = std::ranges::find_if(groups, [&](const FindingGroup &group) {
            const Finding &first = group.first();
            if (first.code != finding.code || first.level != finding.level || first.node.isEmpty() ||
                finding.node.isEmpty())
                return false;
            sentence = common(group.sentence, finding.text);
            return !sentence.isEmpty();
        });
        if (same == groups.end()) {
            groups.push_back({{finding}, finding.text});
        } else {
            same->all.push_back(finding);
            same->sentence = sentence;
        }
    }
    return groups;
}

namespace text
{

QString findingNodes(const FindingGroup &group)
{
    QStringList nodes;
    for (const Finding &finding : group.all) {
        if (!finding.node.isEmpty())
            nodes << node(finding.node);
    }
    return nodes.join(QStringLiteral(", "));
}

QStringList findingEvidence(const FindingGroup &group)
{
    if (group.all.size() == 1 || (hasOneEvidence(group) && saysTheSame(group)))
        return group.first().evidence;
    QStringList lines;
    for (const Finding &finding : group.all) {
        QStringList parts = finding.evidence;
        if (!saysTheSame(group))
            parts.prepend(finding.text);
        const QString named = node(finding.node) + QLatin1String(": ");
        const QString line = parts.join(QStringLiteral("; "));
        lines << (line.startsWith(named) ? line : named + line);
    }
    return lines;
}

bool isCommand(const QString &step)
{
    static const QRegularExpression begins(QStringLiteral("^(redis-cli |[A-Z]{3,}( [A-Z]|$))"));
    return step.contains(begins) && !step.contains(QLatin1String(", "));
}

QStringList findingRemedy(const FindingGroup &group)
{
    QStringList steps;
    for (const Finding &finding : group.all)
        steps << finding.remedy.split(u'\n', Qt::SkipEmptyParts);
    steps.removeDuplicates();
    return steps;
}

QString findingBlock(const FindingGroup &group)
{
    QStringList lines{QStringLiteral("%1: %2").arg(verdictWord(group.first().level), group.sentence)};
    if (const QString nodes = findingNodes(group); !nodes.isEmpty())
        lines << QStringLiteral("  ") + Tr::tr("Nodes: %1").arg(nodes);
    for (const QString &line : findingEvidence(group))
        lines << QStringLiteral("  ") + line;
    for (const QString &step : findingRemedy(group))
        lines << QStringLiteral("  ") + Tr::tr("What to do: %1").arg(step);
    return lines.join(u'\n') + u'\n';
}

} // namespace text

} // namespace lockscope
