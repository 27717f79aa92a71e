// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// OptionSyntax::set: stores the value of an option in a field. to<&ScanOptions::kind> writes a field
// according to its type; the other functions have rules of their own. Pure; a failure is BadInput.

#include "app/cli/syntax/arguments.h"
#include "app/cli/syntax/syntax.h"
#include "app/cli/syntax/typed.h"

#include <QFile>

#include <concepts>

namespace lockscope::cli
{

// The base class C of the arguments or of the command's options. The command must have one.
template<class C, class A> auto &partOf(A &arguments)
{
    using Part = std::conditional_t<std::is_const_v<A>, const C, C>;
    if constexpr (std::derived_from<Arguments, C>) {
        return static_cast<Part &>(arguments);
    } else {
        const auto find = []<class Options>(Options &options) -> Part * {
            if constexpr (std::derived_from<std::remove_const_t<Options>, C>)
                return &options;
            else
                return nullptr;
        };
        return *std::visit(find, arguments.options);
    }
}

// For values that need no check.
template<class T> T valueOf(const QByteArray &value)
{
    if constexpr (std::same_as<T, bool>)
        return true;
    else if constexpr (std::same_as<T, OwnerId>)
        return typedOwner(value);
    else if constexpr (std::same_as<T, QString>)
        return QString::fromUtf8(value);
    else
        return value;
}

template<class T> Done assign(T &field, const OptionSyntax &, const QByteArray &value)
{
    field = valueOf<T>(value);
    return Nothing{};
}
Done assign(HoldMode &field, const OptionSyntax &option, const QByteArray &value);
Done assign(std::optional<Confidence> &field, const OptionSyntax &option, const QByteArray &value);
Done assign(OnLost &field, const OptionSyntax &option, const QByteArray &value);
Done assign(CostBy &field, const OptionSyntax &option, const QByteArray &value);
Done assign(BlockersBy &field, const OptionSyntax &option, const QByteArray &value);
Done assign(CompareBy &field, const OptionSyntax &option, const QByteArray &value);
Done assign(LockFilter &field, const OptionSyntax &option, const QByteArray &value);
Done assign(AlertRule &field, const OptionSyntax &option, const QByteArray &value);
Done assign(milliseconds &field, const OptionSyntax &option, const QByteArray &value); // 0 is valid
Done assign(std::optional<milliseconds> &field, const OptionSyntax &option, const QByteArray &value);
Done assign(PastTime &field, const OptionSyntax &option, const QByteArray &value);

// For a repeatable option.
template<class T> Done assign(std::vector<T> &field, const OptionSyntax &option, const QByteArray &value)
{
    return assign(field.emplace_back(), option, value);
}

template<class C, class T> C ownerOf(T C::*);

template<auto Field> Done to(Arguments &arguments, const OptionSyntax &option, const QByteArray &value)
{
    return assign(partOf<decltype(ownerOf(Field))>(arguments).*Field, option, value);
}

// For the name of a file or folder.
template<auto Field> Done toFile(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    partOf<decltype(ownerOf(Field))>(arguments).*Field = QFile::decodeName(value);
    return Nothing{};
}

using Setter = Done(Arguments &arguments, const OptionSyntax &option, const QByteArray &value);
Setter setUrl, setProfile, setProfileFolder, setSandbox, setPattern, setProbe, setWaiterProbe, setReason,
    setConfirm, setMaxMemory, setTimeout;
Setter setMaxSize, setMaxAge, setRotated, setSpeed;
Setter setAuditedKey, addAct, addResult, setLast;
Setter addLabValue, addLabDuration, addLabAssignment, setSeed;

// Sets the topology, for --sandbox and for the sandbox command.
Done setTopology(Arguments &arguments, const QByteArray &value);

} // namespace lockscope::cli
