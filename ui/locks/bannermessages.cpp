// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/bannermessages.h"

#include "core/values/connection/connectionurl.h"
#include "ui/text/format.h"

#include <utility>

namespace lockscope
{

namespace
{

using Act = BannerMessage::Act;
constexpr milliseconds Patience{700}; // With locks that are being read: mostly it is done by then

} // namespace

BannerMessages::BannerMessages(Banner &banner, std::function<bool()> hasRows, QObject *parent)
    : QObject(parent), m_banner(banner), m_hasRows(std::move(hasRows))
{
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &BannerMessages::refresh);
}

void BannerMessages::show(const DeploymentState &deployment)
{
    if (deployment.spec && deployment.spec != m_deployment.spec)
        begin(*deployment.spec);
    m_deployment = deployment;
    const ConnectionState connection = deployment.connection();
    if (deployment.isLost()) {
        m_lostAt = m_lostAt.value_or(connection.since);
        m_clock.start();
    } else if (connection.phase != ConnectionPhase::Connecting) {
        m_lostAt.reset();
        if (!m_knownAt)
            m_clock.stop();
    }
    refresh();
}

void BannerMessages::setKnownAt(std::optional<WallTime> at)
{
    if (at && !m_knownAt)
        m_knownSince = now();
    m_knownAt = at;
    if (at)
        m_clock.start();
    refresh();
}

void BannerMessages::alarm(BannerMessage message)
{
    message.about = BannerMessage::About::Alarm;
    message.id = ++m_lastAlarm;
    if (!message.locks.empty())
        message.acts = {Act::Show};
    message.acts.push_back(Act::Dismiss);
    m_alarms.insert(m_alarms.begin(), std::move(message));
    refresh();
}

void BannerMessages::dismiss(const BannerMessage &message)
{
    std::erase_if(m_alarms, [&message](const BannerMessage &one) { return one.isSame(message); });
    refresh();
}

// What happened on another server would be taken for news of this one. A connection that is opened again
// keeps its alarms.
void BannerMessages::begin(const ConnectionSpec &spec)
{
    m_lostAt.reset();
    const QString server = spec.name + u' ' + connectionUrl(spec);
    if (std::exchange(m_server, server) != server)
        m_alarms.clear();
}

void BannerMessages::refresh()
{
    std::vector<BannerMessage> messages;
    if (auto connection = ofConnection())
        messages.push_back(std::move(*connection));
    if (m_deployment.spec)
        messages.insert(messages.end(), m_alarms.begin(), m_alarms.end());
    if (auto trust = ofTrust())
        messages.push_back(std::move(*trust));
    m_banner.say(std::move(messages));
}

milliseconds BannerMessages::sinceKnown() const
{
    return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(wallNow() - *m_knownAt));
}

std::optional<BannerMessage> BannerMessages::ofConnection() const
{
    if (m_deployment.lacksQuorum())
        return BannerMessage{
            .level = VerdictLevel::Critical,
            .sentence = tr("No quorum: %1 of %2 nodes answer, %3 needed")
                            .arg(m_deployment.answering())
                            .arg(m_deployment.spec->members.size())
                            .arg(m_deployment.needed()),
            .advice = tr("Clients that cannot reach more nodes cannot acquire or renew locks of this group."),
            .acts = {Act::Retry}};
    if (m_knownAt && !m_deployment.isLost())
        return now() - m_knownSince < Patience ? std::nullopt : std::optional(ofKnown());
    if (!m_hasRows())
        return std::nullopt;
    return m_deployment.isLost() ? std::optional(ofLoss()) : ofPart();
}

// Some servers answer.
std::optional<BannerMessage> BannerMessages::ofPart() const
{
    const QString why = m_deployment.whyNotWhole();
    if (why.isEmpty())
        return std::nullopt;
    BannerMessage message{.level = VerdictLevel::Warning,
                          .sentence = tr("%1. Some locks may be missing or out of date.").arg(why),
                          .acts = {Act::Retry}};
    if (const Failure &failure = m_deployment.scan.failure; m_deployment.scan.phase == ScanPhase::Failed) {
        message.points << text::failure(failure);
        message.advice = text::asSentence(failure.remedy);
    }
    return message;
}

BannerMessage BannerMessages::ofKnown() const
{
    const bool isReady = m_deployment.connection().phase == ConnectionPhase::Ready;
    return {.level = VerdictLevel::Info,
            .sentence = (isReady ? tr("Reading the locks. Greyed locks show their state %1.")
                                 : tr("Connecting. Greyed locks show their state %1."))
                            .arg(text::ago(sinceKnown()))};
}

BannerMessage BannerMessages::ofLoss() const
{
    const ConnectionState connection = m_deployment.connection();
    const Instant at = now();
    const milliseconds since = millisecondsBetween(m_lostAt.value_or(connection.since), at);
    const bool hasFailed = connection.phase == ConnectionPhase::Failed;
    BannerMessage message{.level = VerdictLevel::Warning,
                          .advice = text::asSentence(connection.reason.remedy),
                          .acts = {Act::Retry}};
    if (hasFailed)
        message.acts.push_back(Act::ChangeConnection);
    if (!connection.reason.text.isEmpty())
        message.points << text::failure(connection.reason);
    if (connection.silent && !m_knownAt) { // still connected
        message.sentence = tr("No data for %1. Showing the last known state.").arg(text::duration(since));
        return message;
    }
    if (!hasFailed)
        message.points
            << (connection.retryAt
                    ? tr("retrying in %1").arg(text::duration(millisecondsBetween(at, *connection.retryAt)))
                    : tr("retrying now, attempt %1").arg(text::number(connection.attempt + 1)));
    message.sentence = m_knownAt
                           ? (hasFailed ? tr("Cannot connect to %1. Showing the state known %2.")
                                        : tr("%1 does not answer. Showing the state known %2."))
                                 .arg(m_deployment.title(), text::ago(sinceKnown()))
                           : tr("Connection lost %1. Showing the last known state.").arg(text::ago(since));
    return message;
}

std::optional<BannerMessage> BannerMessages::ofTrust() const
{
    const NodeStatus *node = m_deployment.spec ? m_deployment.untrusted() : nullptr;
    if (!node)
        return std::nullopt;
    return BannerMessage{.about = BannerMessage::About::Trust,
                         .level = VerdictLevel::Warning,
                         .sentence =
                             tr("%1 is not connected: its address was announced by a server, over plain TCP")
                                 .arg(text::node(node->node)),
                         .advice = tr("It gets the password only if you trust this address."),
                         .acts = {Act::Trust}};
}

} // namespace lockscope
