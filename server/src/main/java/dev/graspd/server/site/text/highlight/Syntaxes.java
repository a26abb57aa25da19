package dev.graspd.server.site.text.highlight;

import dev.graspd.server.site.text.highlight.Syntax.Span;
import dev.graspd.server.site.text.highlight.Syntax.ToLineEnd;
import dev.graspd.server.site.text.highlight.Syntax.Trait;
import java.util.List;
import java.util.Set;

/** Languages that the library has no lexer for. */
final class Syntaxes {
  private static final ToLineEnd HASH = new ToLineEnd("#", TokenKind.COMMENT);
  private static final ToLineEnd SLASHES = new ToLineEnd("//", TokenKind.COMMENT);
  private static final Span LONG_STRING = Span.string("\"\"\"", true);
  private static final Span STRING = Span.string("\"", false);

  static final Syntax TOML =
      new Syntax(
          List.of(HASH),
          List.of(
              LONG_STRING, Span.rawString("'''", true, ""), STRING, Span.rawString("'", false, "")),
          Set.of(),
          words("true false inf nan"),
          Set.of(),
          "-",
          Set.of(Trait.HEADS, Trait.KEY_IS_FUNCTION));

  static final Syntax NIX =
      new Syntax(
          List.of(HASH),
          List.of(
              Span.comment("/*", "*/", false),
              Span.rawString("''", true, "$'\\"),
              Span.string("\"", true)),
          words("assert else if in inherit let or rec then with"),
          words("true false null"),
          words("builtins import map throw abort toString derivation baseNameOf removeAttrs"),
          "-'",
          Set.of(Trait.KEY_IS_FUNCTION));

  static final Syntax SWIFT =
      new Syntax(
          List.of(SLASHES),
          List.of(Span.comment("/*", "*/", true), LONG_STRING, STRING),
          words(
              "actor any as associatedtype async await break case catch class continue convenience"
                  + " default defer deinit didSet do dynamic else enum extension fallthrough"
                  + " fileprivate final for func get guard if import in indirect infix init inout"
                  + " internal is isolated lazy let mutating nonisolated nonmutating open operator"
                  + " optional override postfix precedencegroup prefix private protocol public"
                  + " repeat required rethrows return self set some static struct subscript super"
                  + " switch throw throws try typealias unowned var weak where while willSet"),
          words("true false nil"),
          Set.of(),
          "",
          Set.of(
              Trait.CAPITAL_IS_TYPE, Trait.CALL_IS_FUNCTION, Trait.AT_IS_META, Trait.HASH_IS_META));

  static final Syntax ZIG =
      new Syntax(
          List.of(SLASHES, new ToLineEnd("\\\\", TokenKind.STRING)),
          List.of(STRING),
          words(
              "addrspace align allowzero and anyframe asm break callconv catch comptime const"
                  + " continue defer else enum errdefer error export extern fn for if inline"
                  + " linksection noalias noinline nosuspend opaque or orelse packed pub resume"
                  + " return struct suspend switch test threadlocal try union unreachable"
                  + " usingnamespace var volatile while"),
          words("true false null undefined"),
          words(
              "anyerror anyopaque anytype bool comptime_float comptime_int isize noreturn type"
                  + " usize void"),
          "",
          Set.of(
              Trait.CAPITAL_IS_TYPE,
              Trait.CALL_IS_FUNCTION,
              Trait.AT_IS_META,
              Trait.QUOTE_IS_CHAR,
              Trait.WIDTHS_ARE_TYPES));

  static final Syntax HASKELL =
      new Syntax(
          List.of(new ToLineEnd("--", TokenKind.COMMENT)),
          List.of(
              new Span("{-#", "#-}", TokenKind.META, true, false, "", ""),
              Span.comment("{-", "-}", true),
              STRING),
          words(
              "case class data default deriving do else family forall foreign if import in infix"
                  + " infixl infixr instance let mdo module newtype of pattern proc qualified rec"
                  + " then type where"),
          words("True False Nothing otherwise"),
          Set.of(),
          "'",
          Set.of(Trait.CAPITAL_IS_TYPE, Trait.QUOTE_IS_CHAR));

  static final Syntax ELIXIR =
      new Syntax(
          List.of(HASH),
          List.of(
              LONG_STRING,
              Span.string("'''", true),
              Span.string("\"", true),
              Span.string("'", false)),
          words(
              "after alias and case catch cond def defdelegate defexception defguard defguardp"
                  + " defimpl defmacro defmacrop defmodule defoverridable defp defprotocol"
                  + " defstruct do else end fn for if import in not or quote raise receive require"
                  + " rescue super throw try unless unquote use when with"),
          words("true false nil"),
          Set.of(),
          "?!",
          Set.of(
              Trait.CAPITAL_IS_TYPE,
              Trait.CALL_IS_FUNCTION,
              Trait.AT_IS_META,
              Trait.COLON_IS_META,
              Trait.SIGILS));

  private Syntaxes() {}

  private static Set<String> words(String all) {
    return Set.of(all.split(" ", -1));
  }
}
