// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/jsonwriter.h"

#include "core/base/names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace lockscope
{

namespace
{

// JSON allows the C1 control characters, but some terminals obey them, so they are escaped too.
bool isSecondControl(QByteArrayView utf8, qsizetype i)
{
    return utf8[i] == '\xc2' && i + 1 < utf8.size() && static_cast<unsigned char>(utf8[i + 1]) < 0xa0;
}

void appendEscape(QByteArray &out, unsigned code)
{
    out += "\\u" + QByteArray::number(code, 16).rightJustified(4, '0');
}

// False for what may have to be escaped: also the first byte of a C1 control character.
bool isPlain(char c)
{
    static constexpr auto Plain = [] {
        std::array<bool, 256> plain{};
        for (size_t code = 0x20; code < plain.size(); ++code)
            plain[code] = code != 0x7f && code != '"' && code != '\\' && code != 0xc2;
        return plain;
    }();
    return Plain[static_cast<unsigned char>(c)];
}

void appendQuoted(QByteArray &out, QByteArrayView utf8)
{
    if (std::ranges::all_of(utf8, isPlain)) { // nearly every text: grow once
        const qsizetype at = out.size();
        out.resize(at + utf8.size() + 2);
        char *quoted = out.data() + at;
        *quoted = '"';
        *std::ranges::copy(utf8, quoted + 1).out = '"';
        return;
    }
    out += '"';
    qsizetype plainFrom = 0;
    for (qsizetype i = 0; i < utf8.size(); ++i) {
        if (isPlain(utf8[i]))
            continue;
        const auto code = static_cast<unsigned char>(utf8[i]);
        const bool secondControl = isSecondControl(utf8, i);
        if (code == 0xc2 && !secondControl)
            continue;
        out.append(utf8.sliced(plainFrom, i - plainFrom));
        if (code == '"' || code == '\\') {
            out += '\\';
            out += utf8[i];
        } else if (code == '\n') {
            out += "\\n";
        } else if (code == '\t') {
            out += "\\t";
        } else {
            appendEscape(out, secondControl ? static_cast<unsigned char>(utf8[++i]) : code);
        }
        plainFrom = i + 1;
    }
    out.append(utf8.sliced(plainFrom));
    out += '"';
}

} // namespace

void JsonWriter::beginObject()
{
    open('{');
    if (!m_leadName.isEmpty())
        text(QByteArrayView(std::exchange(m_leadName, {})), std::exchange(m_lead, {}));
}

void JsonWriter::leadWith(QByteArrayView name, const QString &value)
{
    m_leadName = name.toByteArray();
    m_lead = value;
}

void JsonWriter::name(QByteArrayView name)
{
    beforeValue();
    appendQuoted(m_text, name);
    m_text += ':';
    if (m_indented)
        m_text += ' ';
    m_afterName = true;
}

void JsonWriter::text(const QString &value)
{
    text(QByteArrayView(value.toUtf8()));
}

void JsonWriter::text(QByteArrayView utf8)
{
    beforeValue();
    appendQuoted(m_text, utf8);
}

void JsonWriter::number(qint64 value)
{
    beforeValue();
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    m_text.append(digits.data(), end - digits.data());
}

void JsonWriter::decimal(double value)
{
    beforeValue();
    m_text += QByteArray::number(value, 'g', 6);
}

void JsonWriter::boolean(bool value)
{
    beforeValue();
    m_text += value ? "true" : "false";
}

void JsonWriter::null()
{
    beforeValue();
    m_text += "null";
}

void JsonWriter::text(QByteArrayView name, const QString &value)
{
    this->name(name);
    text(value);
}

void JsonWriter::text(QByteArrayView name, QByteArrayView utf8)
{
    this->name(name);
    text(utf8);
}

void JsonWriter::number(QByteArrayView name, qint64 value)
{
    this->name(name);
    number(value);
}

void JsonWriter::decimal(QByteArrayView name, double value)
{
    this->name(name);
    decimal(value);
}

void JsonWriter::boolean(QByteArrayView name, bool value)
{
    this->name(name);
    boolean(value);
}

void JsonWriter::bytes(QByteArrayView name, const QByteArray &value)
{
    if (value.isValidUtf8())
        text(name, QByteArrayView(value));
    else
        text(name.toByteArray() + "_base64", QByteArrayView(value.toBase64()));
}

QByteArray JsonWriter::take()
{
    return printableJson(std::exchange(m_text, {}));
}

void JsonWriter::open(char bracket)
{
    beforeValue();
    m_text += bracket;
    m_filled.push_back(false);
}

void JsonWriter::close(char bracket)
{
    const bool filled = m_filled.back();
    m_filled.pop_back();
    if (filled)
        newLine();
    m_text += bracket;
}

void JsonWriter::beforeValue()
{
    if (std::exchange(m_afterName, false) || m_filled.empty())
        return;
    if (m_filled.back())
        m_text += ',';
    m_filled.back() = true;
    newLine();
}

void JsonWriter::newLine()
{
    if (!m_indented)
        return;
    m_text += '\n';
    m_text += QByteArray(qsizetype(m_filled.size()) * 2, ' ');
}

} // namespace lockscope
