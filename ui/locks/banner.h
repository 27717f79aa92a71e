// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The line below the tool bar, over the whole width of the window, while there is something to say. It shows
// the worst message; a button opens a panel with all of them, each with its points and its advice. GUI
// thread.

#include "ui/locks/model/lockmodel.h"

#include <QFrame>
#include <QToolBar>

class QHBoxLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace lockscope
{

class ElidedLabel;
class Notice;

struct BannerMessage {
    enum class About { Connection, Alarm, Trust };
    enum class Act { Retry, ChangeConnection, Trust, Show, Dismiss };

    About about = About::Connection;
    int id = 0; // Of an alarm
    VerdictLevel level = VerdictLevel::Info;
    QString sentence{};
    QStringList points{};
    QString advice{};
    std::vector<Act> acts{};
    std::vector<LockName> locks{}; // For Act::Show
    std::optional<WallTime> at{};  // When it happened to them

    bool isSame(const BannerMessage &other) const { return about == other.about && id == other.id; }
};

// All messages, while it is open.
class BannerPanel final : public QFrame
{
    Q_OBJECT
public:
    explicit BannerPanel(QWidget *parent);
    void say(const std::vector<BannerMessage> &messages);
    void open(const QRect &below); // In global coordinates

signals:
    void wanted(const lockscope::BannerMessage &message, lockscope::BannerMessage::Act act);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    Notice *addNotice(const BannerMessage &message);
    void fit();

    std::vector<BannerMessage> m_messages{};
    std::vector<Notice *> m_notices{};
    QWidget *m_page;
    QVBoxLayout *m_column;
};

class Banner final : public QToolBar
{
    Q_OBJECT
public:
    explicit Banner(QWidget *parent = nullptr);
    void say(std::vector<BannerMessage> messages); // None: it goes
    // While the pointer is in the list, the room of the last message stays free, so that no row moves.
    void keepRoom(bool kept);
    bool isSaying() const { return !m_messages.empty(); }
    QString sentence() const { return m_shown ? m_shown->sentence : QString(); }
    // The message about this that it has, the last one of several; null: none.
    const BannerMessage *find(BannerMessage::About about) const;
    const std::vector<BannerMessage> &messages() const { return m_messages; } // The worst first
    QToolButton *button(BannerMessage::Act act) const;                        // Null: not offered
    QToolButton *moreButton() const { return m_more; }
    const BannerPanel &panel() const { return *m_panel; }
    void openPanel();
    void setVisible(bool visible) override;

signals:
    void wanted(const lockscope::BannerMessage &message, lockscope::BannerMessage::Act act);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void showWorst();
    void makeButtons();
    void fitTexts();
    void applyTheme();

    std::vector<BannerMessage> m_messages{};
    std::optional<BannerMessage> m_shown{};
    bool m_keepsRoom = false;
    QWidget *m_row;
    QHBoxLayout *m_layout;
    QLabel *m_icon;
    ElidedLabel *m_sentence;
    ElidedLabel *m_details;
    QToolButton *m_more;
    std::vector<QToolButton *> m_buttons{}; // As the acts of the message shown
    BannerPanel *m_panel;
};

QString actText(BannerMessage::Act act);

} // namespace lockscope
