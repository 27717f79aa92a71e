// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/foreignprofiles.h"

#include "core/base/tr.h"

#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

namespace lockscope
{
namespace
{

// One object of the list. Checks types, ignores unknown fields, and treats null as absent. Keeps the first
// failure; inner objects share it.
class Entry
{
public:
    Entry(const QJsonValue &value, QString place, std::optional<Failure> &failure)
        : m_object(value.toObject()), m_place(std::move(place)), m_failure(failure)
    {
        if (!value.isObject())
            fail(Tr::tr("not an object"));
    }

    bool has(const char *field) const
    {
        const QJsonValue value = m_object.value(QLatin1String(field));
        return !value.isNull() && !value.isUndefined();
    }
    QString text(const char *field)
    {
        return checked(field, &QJsonValue::isString, Tr::tr("\"%1\" must be a string")).toString();
    }
    bool flag(const char *field)
    {
        return checked(field, &QJsonValue::isBool, Tr::tr("\"%1\" must be true or false")).toBool();
    }
    // Accepts numbers written as text, as forms export them.
    int number(const char *field, int usual, int from, int to)
    {
        const QJsonValue value = m_object.value(QLatin1String(field));
        if (!has(field) || value == QJsonValue(QString()))
            return usual;
        bool isNumber = value.isDouble();
        const double typed = value.isString() ? value.toString().toDouble(&isNumber) : value.toDouble();
        if (!isNumber || typed < from || typed > to || typed != double(int(typed))) {
            fail(Tr::tr("\"%1\" must be a whole number from %2 to %3")
                     .arg(QLatin1String(field))
                     .arg(from)
                     .arg(to));
            return usual;
        }
        return int(typed);
    }
    quint16 port(const char *field, quint16 usual) { return quint16(number(field, usual, 1, 65535)); }
    QJsonArray list(const char *field)
    {
        return checked(field, &QJsonValue::isArray, Tr::tr("\"%1\" must be a list")).toArray();
    }
    Entry object(const char *field)
    {
        const QJsonValue value = m_object.value(QLatin1String(field));
        return Entry(has(field) ? value : QJsonValue(QJsonObject()),
                     Tr::tr("%1, \"%2\"").arg(m_place, QLatin1String(field)), m_failure);
    }
    void fail(const QString &what)
    {
        if (!m_failure)
            m_failure = Failure{.kind = ErrorKind::BadInput, .text = Tr::tr("%1: %2").arg(m_place, what)};
    }

private:
    QJsonValue checked(const char *field, bool (QJsonValue::*isRight)() const, const QString &problem)
    {
        const QJsonValue value = m_object.value(QLatin1String(field));
        if (has(field) && !(value.*isRight)())
            fail(problem.arg(QLatin1String(field)));
        return value;
    }

    QJsonObject m_object;
    QString m_place;
    std::optional<Failure> &m_failure;
};

QString place(qsizetype index)
{
    return Tr::tr("entry %1").arg(index + 1);
}

class Importer
{
public:
    // Calls read(entry, spec) for each entry.
    template<typename Read> Outcome<ProfileImport> all(const QJsonArray &entries, Read read)
    {
        for (qsizetype i = 0; i < entries.size(); ++i) {
            Entry entry(entries[i], place(i), m_failure);
            ConnectionSpec spec;
            m_notes.clear();
            read(entry, spec);
            if (m_failure)
                return *m_failure;
            if (spec.name.trimmed().isEmpty())
                spec.name = QString::fromUtf8(spec.node().bytes);
            for (const QString &note : m_notes)
                m_result.notes << Tr::tr("\"%1\": %2").arg(spec.name, note);
            m_result.profiles << spec;
        }
        return m_result;
    }

    void note(const QString &text) { m_notes << text; }

    // A field may contain a file name, or the text of a certificate or key, which is not stored.
    QString file(const QString &text, const QString &inlineNote)
    {
        if (!text.contains(QLatin1String("-----BEGIN")))
            return text;
        note(inlineNote);
        return {};
    }

    // identity: the field with the key's file name or, in RedisInsight, the key itself.
    void readSsh(Entry ssh, const char *identity, ConnectionSpec &spec)
    {
        const QString user = ssh.text("username");
        const QString host = ssh.text("host");
        if (host.isEmpty())
            return;
        spec.ssh.destination = user.isEmpty() ? host : user + QLatin1Char('@') + host;
        spec.ssh.port = ssh.port("port", 0);
        spec.ssh.identityFile = file(
            ssh.text(identity),
            Tr::tr("the SSH private key was not imported: keep it in a file under ~/.ssh, or in the agent"));
        if (!ssh.text("password").isEmpty())
            note(Tr::tr(
                "the SSH password was not imported: ssh uses keys, its agent and its own configuration"));
        if (!ssh.text("passphrase").isEmpty())
            note(Tr::tr(
                "the passphrase of the SSH key was not imported: add the key to the agent with ssh-add"));
    }

private:
    ProfileImport m_result;
    std::optional<Failure> m_failure;
    QStringList m_notes;
};

void readTlsFiles(Importer &importer, const QString &ca, const QString &certificate, const QString &key,
                  TlsOptions &tls)
{
    tls.caFile =
        importer.file(ca, Tr::tr("the CA certificate was not imported: save it as a file and set its path"));
    tls.certificateFile = importer.file(
        certificate, Tr::tr("the client certificate was not imported: save it as a file and set its path"));
    tls.keyFile = importer.file(
        key,
        Tr::tr("the key of the client certificate was not imported: save it as a file and set its path"));
    // A certificate without its key is useless, and vice versa.
    if (tls.certificateFile.isEmpty() || tls.keyFile.isEmpty()) {
        tls.certificateFile.clear();
        tls.keyFile.clear();
    }
}

void readNodes(Entry &entry, ConnectionSpec &spec)
{
    std::optional<Failure> failure;
    const QJsonArray nodes = entry.list("nodes");
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        Entry node(nodes[i], Tr::tr("\"nodes\", number %1").arg(i + 1), failure);
        const Endpoint address{node.text("host"), node.port("port", 6379)};
        const bool known = address == spec.endpoint() ||
                           std::find(spec.seeds.begin(), spec.seeds.end(), address) != spec.seeds.end();
        if (!known)
            spec.seeds.push_back(address);
    }
    if (failure)
        entry.fail(failure->text);
}

void readInsightTopology(Importer &importer, Entry &entry, ConnectionSpec &spec)
{
    const QString type = entry.text("connectionType");
    if (type == QLatin1String("CLUSTER")) {
        spec.topology = Topology::Cluster;
        readNodes(entry, spec);
    } else if (type == QLatin1String("SENTINEL") || entry.has("sentinelMaster")) {
        spec.topology = Topology::Sentinel;
        Entry master = entry.object("sentinelMaster");
        spec.sentinel = {.masterName = master.text("name"), .user = spec.user, .password = spec.password};
        spec.user = master.text("username");
        spec.password = master.text("password");
        readNodes(entry, spec);
    } else if (type.isEmpty() || type == QLatin1String("STANDALONE") ||
               type == QLatin1String("NOT CONNECTED")) {
        spec.topology = entry.flag("forceStandalone") ? Topology::Standalone : Topology::Automatic;
    } else {
        importer.note(Tr::tr("unknown type \"%1\"; it is detected when connecting").arg(type));
    }
}

void readInsightTls(Importer &importer, Entry &entry, TlsOptions &tls)
{
    tls.enabled = entry.flag("tls");
    tls.serverName = entry.text("tlsServername");
    if (!tls.enabled)
        return;
    tls.verifyPeer = entry.flag("verifyServerCert");
    if (!tls.verifyPeer)
        importer.note(Tr::tr("the server's certificate is not verified, as in the original"));
    Entry authority = entry.object("caCert");
    Entry client = entry.object("clientCert");
    readTlsFiles(importer, authority.text("certificate"), client.text("certificate"), client.text("key"),
                 tls);
    if (entry.has("caCert") && !authority.has("certificate"))
        importer.note(Tr::tr("the export has no CA certificate"));
    if (entry.has("clientCert") && !client.has("key"))
        importer.note(Tr::tr("the export has no client certificate"));
}

} // namespace

Outcome<ProfileImport> importRedisInsight(const QJsonArray &entries)
{
    Importer importer;
    return importer.all(entries, [&](Entry &entry, ConnectionSpec &spec) {
        spec.name = entry.text("name");
        spec.host = entry.text("host");
        spec.port = entry.port("port", spec.port);
        spec.db = entry.number("db", 0, 0, 1 << 20);
        spec.user = entry.text("username");
        spec.password = entry.text("password");
        readInsightTopology(importer, entry, spec);
        readInsightTls(importer, entry, spec.tls);
        if (entry.flag("ssh"))
            importer.readSsh(entry.object("sshOptions"), "privateKey", spec);
        if (!entry.list("tags").isEmpty())
            importer.note(Tr::tr("its tags were not imported"));
    });
}

Outcome<ProfileImport> importAnotherManager(const QJsonArray &entries, const QJsonArray &groups)
{
    QHash<QString, QString> folders;
    for (const QJsonValue &group : groups)
        folders.insert(group.toObject().value(QLatin1String("id")).toString(),
                       group.toObject().value(QLatin1String("name")).toString());
    Importer importer;
    return importer.all(entries, [&](Entry &entry, ConnectionSpec &spec) {
        spec.name = entry.text("name");
        spec.host = entry.text("host");
        spec.port = entry.port("port", spec.port);
        spec.db = entry.number("db", 0, 0, 1 << 20);
        spec.user = entry.text("username");
        spec.password = entry.text("auth");
        spec.folder = folders.value(entry.text("groupId"));
        if (entry.has("sentinelOptions")) {
            Entry sentinel = entry.object("sentinelOptions");
            spec.topology = Topology::Sentinel;
            spec.sentinel = {.masterName = sentinel.text("masterName"), .password = spec.password};
            spec.password = sentinel.text("nodePassword");
        } else if (entry.flag("cluster")) {
            spec.topology = Topology::Cluster;
        }
        if (entry.has("sslOptions")) {
            Entry tls = entry.object("sslOptions");
            spec.tls.enabled = true;
            spec.tls.serverName = tls.text("servername");
            readTlsFiles(importer, tls.text("ca"), tls.text("cert"), tls.text("key"), spec.tls);
            importer.note(Tr::tr("the server's certificate is now verified; in the original it was not"));
        }
        if (entry.has("sshOptions")) {
            Entry ssh = entry.object("sshOptions");
            importer.readSsh(ssh, "privatekey", spec);
            if (!ssh.text("beforeconnect").isEmpty())
                importer.note(Tr::tr("the command to run before connecting was not imported"));
        }
        static const QRegularExpression colour(QStringLiteral("^#[0-9a-fA-F]{6}$"));
        if (const QString typed = entry.text("color"); colour.match(typed).hasMatch())
            spec.colour = typed;
    });
}

} // namespace lockscope
