// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Makes a rule from a key: drafts it from the value of the key, shows at once its errors and how it reads
// that key, and saves it as the first rule of the rules file. Not modal, never waits. Owner: the main window;
// GUI thread.

#include "core/config/rulestore.h"
#include "core/engine/engine.h"

#include <QDialog>
#include <QJsonObject>

#include <functional>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QPushButton;
class QTimer;

namespace lockscope
{

class CodeBox;
class EngineBridge;
class Notice;

class RuleDialog final : public QDialog
{
    Q_OBJECT
public:
    RuleDialog(EngineBridge &bridge, RuleStore store, QWidget *parent = nullptr);

    enum class Purpose { Lock, NoLock }; // What keys like the example are
    void setPurpose(Purpose purpose);
    void setKey(const LockName &key); // Reads the key
    // The locks of the list now: a rule for keys that are not locks hides some of them.
    void setListed(std::function<std::vector<LockPtr>()> listed) { m_listed = std::move(listed); }
    void reload(); // The other rules, from the file
    QLineEdit *keyEdit() const { return m_key; }
    // The input for a member of the rule: "pattern", "name", "channel", "message".
    QLineEdit *field(const char *member) const;
    // "kind", "owner", "count", "expires", "unit".
    QComboBox *choice(const char *member) const;
    Notice *problems() const { return m_problems; }
    Notice *preview() const { return m_preview; }
    QPushButton *saveButton() const { return m_save; }

signals:
    void saved(const lockscope::LockName &key);

private:
    QWidget *buildForm();
    void addKnown(QComboBox *box, const QString &name);
    QLineEdit *addField(QFormLayout *form, const char *member, const QString &label, const QString &help);
    QComboBox *addChoice(QFormLayout *form, const char *member, const QString &label, const QString &help);
    QWidget *buildButtons();
    void look();
    void takeDetail(quint64 id, const Outcome<LockDetail> &detail);
    void draft();
    void fillPlaces();
    void showRule(const QJsonObject &rule);
    QJsonObject written() const;
    bool isOwnKind() const;
    void check();
    void tellTrial(const Rule &rule);
    void tellNoLock(const Rule &rule);
    void save();

    EngineBridge &m_bridge;
    RuleStore m_store;
    RuleBook m_others;
    std::function<std::vector<LockPtr>()> m_listed{};
    quint64 m_asked = 0;
    bool m_touched = false; // By the user: a draft must not overwrite it
    LockName m_name{};
    Purpose m_purpose = Purpose::Lock;
    QByteArray m_guessed{};                        // The kind that the key may be
    std::shared_ptr<const KeyReading> m_reading{}; // Of the key; null: not read yet
    ValueType m_type = ValueType::None;
    std::vector<Rule> m_rules{}; // What would be saved; empty: invalid
    QLineEdit *m_key = nullptr;
    CodeBox *m_raw = nullptr;
    QWidget *m_own = nullptr;
    Notice *m_problems = nullptr;
    Notice *m_preview = nullptr;
    QPushButton *m_save = nullptr;
    QTimer *m_look = nullptr;
};

} // namespace lockscope
