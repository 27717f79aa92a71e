// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Replaces owners, clients, hosts, users, paths and passwords by pseudonyms. The same thing always gets the
// same pseudonym ("owner-1", "host-2"), so that relations stay visible. First learns all things, then
// replaces them in values and sentences, in every form that this program writes. No I/O; one thread.

#include "core/values/lock.h"

#include <QHash>

#include <bitset>

namespace lockscope
{

// The shape of a value, for example "h8-h4-h4-h4-h12:d2": runs of letters (a, A), digits (d), hex digits (h),
// mixed ones (x) and other bytes (?), each with its length. Separators stay unchanged.
QString shapeOf(const QByteArray &bytes);

class Redactor
{
public:
    enum class What { Owner, Client, Host, User, Path, Password };
    struct Pseudonym { // for the table; does not contain the thing
        QByteArray pseudonym{};
        qsizetype length = 0;
        QString shape{};
    };

    explicit Redactor(bool keepAddresses = false) : m_keepsAddresses(keepAddresses) {}

    // Each returns the pseudonym, the same for the same thing. Empty stays empty.
    QByteArray owner(const QByteArray &id);
    QByteArray client(const QByteArray &name);
    QByteArray host(const QByteArray &name);    // without a port
    QByteArray address(const QByteArray &text); // "host:port", "[v6]:port", "unix:/path"
    QByteArray user(const QByteArray &name);    // "default" is kept
    QByteArray path(const QByteArray &path);    // of a file or socket
    void forbid(const QByteArray &password);

    bool isKnown(const QByteArray &thing) const { return m_names.contains(thing); }
    QByteArray known(const QByteArray &thing) const { return m_names.value(thing); }
    // Learns hosts from server texts with known fields: "ip=db-3,port=6379", "master_host:db-3".
    void learnHosts(const QString &text);

    // Replaces everything learnt so far, and all IP addresses, which are learnt too.
    QString text(const QString &text);
    QStringList texts(const QStringList &texts);
    QByteArray bytes(const QByteArray &bytes);
    std::vector<Pseudonym> told() const; // in the order of learning
    // The pseudonym of a thing that a file still contains in any form; empty: none. Ignores things that are
    // part of the lock's own key, except passwords.
    QByteArray leakIn(const QByteArray &file, const QByteArray &key = {}) const;

private:
    struct Thing {
        What what = What::Owner;
        QByteArray bytes{};
        QByteArray pseudonym{};
    };
    struct Match {
        qsizetype at = 0;
        qsizetype length = 0;
        size_t thing = 0;
    };
    QByteArray learn(What what, const QByteArray &bytes);
    void note(const QByteArray &form, size_t thing);
    void addMatches(std::vector<Match> &matches, const QByteArray &text, qsizetype at,
                    qsizetype beginning) const;
    std::vector<Match> matchesIn(const QByteArray &text) const;
    void replaceAddresses(QString &text);

    bool m_keepsAddresses;
    QHash<QByteArray, QByteArray> m_names{};
    QHash<int, int> m_counts{};
    std::vector<Thing> m_things{};
    // The search index: all forms by their first bytes, so that one scan of a text finds any of them.
    QHash<QByteArray, size_t> m_forms{};
    QHash<QByteArray, std::vector<qsizetype>> m_lengths{}; // of the forms that begin like this
    std::bitset<65536> m_firstTwo{};                       // the first two bytes of all forms
};

} // namespace lockscope
