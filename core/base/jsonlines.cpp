// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/jsonlines.h"

#include <QJsonDocument>

namespace lockscope
{
namespace
{

class JsonWalk
{
public:
    explicit JsonWalk(const QByteArray &json) : m_json(json) {}

    QHash<QString, int> lines()
    {
        value({});
        return m_lines;
    }

private:
    char peek()
    {
        while (m_at < m_json.size() && QByteArrayView(" \t\r\n").contains(m_json[m_at])) {
            m_line += m_json[m_at] == '\n';
            ++m_at;
        }
        return m_at < m_json.size() ? m_json[m_at] : '\0';
    }

    QByteArray string() // including its quotes
    {
        const qsizetype from = m_at++;
        while (m_at < m_json.size() && m_json[m_at] != '"')
            m_at += m_json[m_at] == '\\' ? 2 : 1;
        ++m_at;
        return m_json.mid(from, m_at - from);
    }

    void value(const QString &path)
    {
        const char first = peek();
        m_lines.insert(path, m_line);
        if (first == '{' || first == '[')
            container(path, first == '{');
        else if (first == '"')
            string();
        else
            while (m_at < m_json.size() && !QByteArrayView(",]} \t\r\n").contains(m_json[m_at]))
                ++m_at;
    }

    void container(const QString &path, bool isObject)
    {
        ++m_at;
        for (int number = 0; peek() != '\0'; ++number) {
            if (peek() == '}' || peek() == ']')
                break;
            QString name = QString::number(number);
            if (isObject) {
                // The parser resolves the escapes in a name.
                const auto parsed = QJsonDocument::fromJson('[' + string() + ']');
                name = parsed[0].toString();
                peek();
                ++m_at; // the colon
            }
            value(path.isEmpty() ? name : path + QLatin1Char('/') + name);
            if (peek() == ',')
                ++m_at;
        }
        ++m_at;
    }

    const QByteArray &m_json;
    qsizetype m_at = 0;
    int m_line = 1;
    QHash<QString, int> m_lines;
};

} // namespace

QHash<QString, int> jsonLines(const QByteArray &json)
{
    return JsonWalk(json).lines();
}

int lineAt(const QByteArray &text, qsizetype offset)
{
    return int(QByteArrayView(text).first(qMin(offset, text.size())).count('\n')) + 1;
}

} // namespace lockscope
