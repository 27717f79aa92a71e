// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Puts names in the place of what must not leave the house: who holds locks, whose clients, on which hosts.
// The same thing gets the same name wherever it stands ("owner-1", "host-2"), so that what belongs together
// can still be seen. What must not be told is learnt first, then taken out of values and of sentences in
// every form this program writes it in. Pure of I/O; one thread.

#include "core/values/lock.h"

#include <QHash>

#include <bitset>

namespace lockscope
{

// What of a thing can be told: "h8-h4-h4-h4-h12:d2". Runs of letters (a, A), digits (d), hex digits (h),
// these mixed (x) and other bytes (?), each with its length; what stands between them as it is.
QString shapeOf(const QByteArray &bytes);

class Redactor
{
public:
    enum class What { Owner, Client, Host, User, Path, Password };
    struct Pseudonym { // for the table: never the thing itself
        QByteArray pseudonym{};
        qsizetype length = 0;
        QString shape{};
    };

    explicit Redactor(bool keepAddresses = false) : m_keepsAddresses(keepAddresses) {}

    // Each gives the name, the same for the same thing; empty stays empty.
    QByteArray owner(const QByteArray &id);
    QByteArray client(const QByteArray &name);
    QByteArray host(const QByteArray &name);    // without a port
    QByteArray address(const QByteArray &text); // "host:port", "[v6]:port", "unix:/path"
    QByteArray user(const QByteArray &name);    // "default" is nobody's
    QByteArray path(const QByteArray &path);    // of a file or socket
    void forbid(const QByteArray &password);

    bool isKnown(const QByteArray &thing) const { return m_names.contains(thing); }
    QByteArray known(const QByteArray &thing) const { return m_names.value(thing); }
    // The hosts that a text of a server names where they always stand: "ip=db-3,port=6379",
    // "master_host:db-3".
    void learnHosts(const QString &text);

    // With every thing learnt so far taken out, and every IP address; those are learnt, too.
    QString text(const QString &text);
    QStringList texts(const QStringList &texts);
    QByteArray bytes(const QByteArray &bytes);
    bool keepsAddresses() const { return m_keepsAddresses; }
    std::vector<Pseudonym> told() const; // in the order they were learnt
    // The name of a thing that stands in it in any form, though it should not; empty: none. What stands in
    // the lock's own key is told by that; a password is not to be told by that either.
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
    // What is looked for: the forms of all things that stand out, found by how they begin, so that a text is
    // walked once, however many there are.
    QHash<QByteArray, size_t> m_forms{};
    QHash<QByteArray, std::vector<qsizetype>> m_lengths{}; // of the forms with this beginning
    std::bitset<65536> m_firstTwo{};                       // bytes of any form
};

} // namespace lockscope
