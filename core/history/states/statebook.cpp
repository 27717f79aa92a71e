// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/states/statebook.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

QByteArray withoutFigures(const QString &text)
{
    QByteArray rest;
    for (const QChar c : text) {
        if (!c.isDigit())
            rest += QString(c).toUtf8();
        else if (!rest.endsWith('#'))
            rest += '#';
    }
    return rest;
}

QByteArrayList wordsOf(const std::vector<Finding> &findings)
{
    QByteArrayList all;
    for (const Finding &finding : findings)
        all << QByteArray(finding.code.data(), qsizetype(finding.code.size())) << name(finding.level)
            << finding.node.bytes << withoutFigures(finding.text)
            << withoutFigures(finding.evidence.join(u'\n')) << withoutFigures(finding.remedy);
    return all;
}

// A row without bytes: what is so from then on is not known.
std::vector<StateRow> rowOf(StateRow::Kind kind, WallTime at, QByteArray &bytes)
{
    if (bytes.size() > StateRow::MostBytes)
        bytes = "";
    return {{.kind = kind, .at = at, .bytes = bytes}};
}

} // namespace

std::vector<Mark> StateBook::losses(const std::vector<NodeStatus> &nodes, WallTime at)
{
    std::vector<Mark> marks;
    for (const NodeStatus &status : nodes) {
        const ConnectionPhase before = m_phases.value(status.node, ConnectionPhase::Idle);
        const ConnectionPhase phase = status.connection.phase;
        if (phase != ConnectionPhase::Ready && phase != ConnectionPhase::Waiting)
            continue;
        m_phases.insert(status.node, phase);
        if (before != ConnectionPhase::Waiting && phase == ConnectionPhase::Waiting) // perhaps never reached
            marks.push_back({.kind = Mark::Kind::Lost, .at = at, .node = status.node});
        else if (before == ConnectionPhase::Waiting && phase == ConnectionPhase::Ready)
            marks.push_back({.kind = Mark::Kind::Back, .at = at, .node = status.node});
    }
    return marks;
}

std::vector<StateRow> StateBook::take(const std::vector<NodeStatus> &nodes, WallTime at)
{
    if (nodes.empty())
        return {};
    m_listed.clear();
    std::vector<NodeStatus> lasting = nodes;
    for (NodeStatus &status : lasting) {
        m_listed.push_back(status.node);
        ConnectionPhase &phase = status.connection.phase;
        if (phase != ConnectionPhase::Failed) // while it is connected again, or closed here
            phase = m_phases.value(status.node, phase);
    }
    QByteArray bytes = packed(lasting);
    if (bytes == m_nodes)
        return {};
    m_nodes = bytes;
    return rowOf(StateRow::Kind::Nodes, at, m_nodes);
}

std::vector<StateRow> StateBook::take(const HealthReport &report, WallTime at)
{
    const bool isOfThese = std::ranges::any_of(report.nodes, [this](const NodeStatus &status) {
        return std::ranges::find(m_listed, status.node) != m_listed.end();
    });
    const bool isAnswered = std::ranges::any_of(report.nodes, &NodeStatus::isReady);
    if (!isOfThese || (!isAnswered && report.findings.empty()))
        return {};
    QByteArrayList words = wordsOf(report.findings);
    if (!m_findings.isEmpty() && words == m_words)
        return {};
    m_words = std::move(words);
    m_findings = packed(report.findings);
    return rowOf(StateRow::Kind::Findings, at, m_findings);
}

std::vector<Mark> StateBook::lost(WallTime at) const
{
    std::vector<Mark> marks;
    for (auto phase = m_phases.cbegin(); phase != m_phases.cend(); ++phase) {
        if (*phase == ConnectionPhase::Waiting)
            marks.push_back({.kind = Mark::Kind::Lost, .at = at, .node = phase.key()});
    }
    return marks;
}

std::vector<StateRow> StateBook::present(WallTime at) const
{
    std::vector<StateRow> rows;
    if (!m_findings.isEmpty())
        rows.push_back({.kind = StateRow::Kind::Findings, .at = at, .bytes = m_findings});
    if (!m_nodes.isEmpty())
        rows.push_back({.kind = StateRow::Kind::Nodes, .at = at, .bytes = m_nodes});
    return rows;
}

} // namespace lockscope
