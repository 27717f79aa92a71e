// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/labtext.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

QString timeText(microseconds time)
{
    const double ms = double(time.count()) / 1000;
    if (ms >= 10'000)
        return QStringLiteral("%1 s").arg(ms / 1000, 0, 'f', 1);
    return QStringLiteral("%1 ms").arg(ms, 0, 'f', ms < 10 ? 2 : 0);
}

QString timeText(const Spread &spread, microseconds Spread::*which)
{
    return spread.count >= leastFor(which) ? timeText(spread.*which) : QStringLiteral("-");
}

QString each(qint64 sum, const Figures &figures)
{
    return figures.cycles > 0 ? QString::number(double(sum) / double(figures.cycles), 'f', 1)
                              : QStringLiteral("-");
}

QString parameterText(const Parameter &parameter)
{
    QString text =
        QStringLiteral("%1=%2").arg(QString::fromUtf8(parameter.name), QString::fromUtf8(parameter.standard));
    if (parameter.kind != Parameter::Kind::Word)
        return text + QStringLiteral("  ") + parameter.title;
    QStringList words;
    for (const QByteArray &word : parameter.words)
        words += QString::fromUtf8(word);
    return text + QStringLiteral("  %1 (%2)").arg(parameter.title, words.join(QStringLiteral(", ")));
}

// The scenario's own counts, in the order of their first use.
std::vector<std::pair<QByteArray, QString>> countsOf(const LabOutcome &outcome)
{
    std::vector<std::pair<QByteArray, QString>> counts;
    for (const LabArm &arm : outcome.arms) {
        for (const Count &count : arm.figures.counts) {
            if (std::ranges::find(counts, count.name, &std::pair<QByteArray, QString>::first) == counts.end())
                counts.emplace_back(count.name, count.title);
        }
    }
    return counts;
}

QString countText(const Figures &figures, const QByteArray &name)
{
    const bool has = std::ranges::find(figures.counts, name, &Count::name) != figures.counts.end();
    return has ? QString::number(figures.count(name)) : QStringLiteral("-");
}

QStringList armsText(const LabOutcome &outcome, const TextStyle &style)
{
    const auto counts = countsOf(outcome);
    std::vector<Column> columns{{QStringLiteral("VARIANT"), false, 12}};
    for (const auto &[name, title] : counts)
        columns.push_back({title.toUpper(), true});
    for (const char *title : {"VIOLATIONS", "CYCLES", "CYCLES/S", "TIMED OUT", "WAIT P50", "P99", "P99.9",
                              "HOLD P50", "HAND-OVER", "OVERTAKEN", "FAIRNESS", "IDLE", "COMMANDS", "BYTES"})
        columns.push_back({QLatin1String(title), true});
    TextTable table(std::move(columns));
    for (const LabArm &arm : outcome.arms) {
        const Figures &figures = arm.figures;
        std::vector<Cell> row{{arm.title}};
        for (const auto &[name, title] : counts)
            row.push_back({countText(figures, name)});
        row.push_back(
            {QString::number(figures.violations), figures.violations > 0 ? Tint::Alarm : Tint::Plain});
        for (const QString &cell :
             {QString::number(figures.cycles), QString::number(figures.perSecond(), 'f', 1),
              QString::number(figures.gaveUp), timeText(figures.wait, &Spread::p50),
              timeText(figures.wait, &Spread::p99), timeText(figures.wait, &Spread::p999),
              timeText(figures.hold, &Spread::p50), timeText(figures.handOver, &Spread::p50),
              QString::number(figures.overtaken), QString::number(figures.fairness, 'f', 2),
              timeText(figures.lockFree), each(figures.traffic.commands, figures),
              each(figures.traffic.bytes, figures)})
            row.push_back({cell});
        table.add(std::move(row));
    }
    return table.render(style);
}

} // namespace

QStringList scenariosText(const std::vector<Scenario> &scenarios, const TextStyle &style)
{
    QStringList lines;
    for (const Scenario &scenario : scenarios) {
        if (!lines.isEmpty())
            lines += QString();
        QString title = tinted(QString::fromUtf8(scenario.name), Tint::Title, style) +
                        QStringLiteral("  %1").arg(scenario.title);
        if (scenario.place == Scenario::Place::SandboxOnly)
            title += QStringLiteral(" (sandbox only)");
        if (scenario.place == Scenario::Place::OneDeployment)
            title += QStringLiteral(" (not on a RedLock group)");
        lines += title;
        lines += QStringLiteral("  %1").arg(scenario.text);
        for (const Parameter &parameter : scenario.parameters)
            lines += QStringLiteral("    %1").arg(parameterText(parameter));
    }
    return lines;
}

QStringList outcomeText(const LabOutcome &outcome, const TextStyle &style)
{
    QStringList lines;
    if (!outcome.arms.empty())
        lines = armsText(outcome, style) << QString();
    for (const LabClaim &claim : outcome.claims)
        lines += QStringLiteral("%1  %2: %3")
                     .arg(claim.met ? tinted(QStringLiteral("confirmed"), Tint::Good, style)
                                    : tinted(QStringLiteral("✘ not confirmed"), Tint::Alarm, style),
                          claim.text, claim.evidence);
    const QString ran = QStringLiteral("seed %1, %2, on %3")
                            .arg(outcome.seed)
                            .arg(humanDuration(outcome.lasted), outcome.where);
    if (outcome.cancelled)
        lines += QStringLiteral("cancelled (%1)").arg(ran);
    else if (!outcome.failure)
        lines += QStringLiteral("%1 (%2)").arg(outcome.asTaught()
                                                   ? QStringLiteral("passed: all claims confirmed")
                                                   : QStringLiteral("FAILED: not all claims confirmed"),
                                               ran);
    return lines;
}

} // namespace lockscope::cli
