// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes JSON piece by piece, with members in the given order, so a million locks need no tree in memory. The
// caller must follow the grammar (a name before each value in an object). No I/O: take() returns the text.

#include <QByteArray>
#include <QString>

#include <vector>

namespace lockscope
{

class JsonWriter
{
public:
    enum class Layout { Compact, Indented };
    explicit JsonWriter(Layout layout = Layout::Compact) : m_indented(layout == Layout::Indented) {}

    void beginObject();
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }
    void name(QByteArrayView name);
    // The next object that begins gets this member first.
    void leadWith(QByteArrayView name, const QString &value);
    void text(const QString &value);
    void text(QByteArrayView utf8);
    void number(qint64 value);
    void decimal(double value); // finite; six significant digits
    void boolean(bool value);
    void null();

    // A member of the open object.
    void text(QByteArrayView name, const QString &value);
    void text(QByteArrayView name, QByteArrayView utf8);
    void number(QByteArrayView name, qint64 value);
    void decimal(QByteArrayView name, double value);
    void boolean(QByteArrayView name, bool value);
    // Bytes as text, or as NAME_base64 if they are not UTF-8.
    void bytes(QByteArrayView name, const QByteArray &value);

    // The text since the last call. Open objects and arrays stay open.
    QByteArray take();
    qsizetype size() const { return m_text.size(); }

private:
    void open(char bracket);
    void close(char bracket);
    void beforeValue();
    void newLine();

    bool m_indented = false;
    bool m_afterName = false;
    QByteArray m_leadName; // empty: none
    QString m_lead;
    QByteArray m_text;
    std::vector<bool> m_filled; // per level: whether it has a member yet
};

} // namespace lockscope
