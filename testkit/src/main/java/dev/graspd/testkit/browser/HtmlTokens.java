package dev.graspd.testkit.browser;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads HTML strictly into tags and texts. An accepted document has one meaning, so one whose
 * tokens are those of the tree that a browser builds from it is well nested: the browser has
 * repaired nothing. For one document.
 */
public final class HtmlTokens {
  private static final Map<String, String> ENTITIES =
      Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "#39", "'", "nbsp", "\u00a0");

  private static final int FAULT_SHOWN = 60;

  /** A part of a document. */
  public sealed interface Token {
    record Begin(String name, SortedMap<String, String> attributes) implements Token {
      public Begin {
        attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
      }
    }

    record End(String name) implements Token {}

    record Text(String text) implements Token {}
  }

  private final String html;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private HtmlTokens(String html) {
    this.html = html;
  }

  /** Returns the tokens of a document as a server sends it, without blank texts. */
  public static List<Token> ofDocument(String html) {
    // A browser leaves out a line end that follows this tag.
    return of(html.replaceAll("(?i)^<!doctype html>\\s*", "").replaceAll("(<pre[^>]*>)\n", "$1"));
  }

  /** Returns the tokens of a document as a browser writes it, without blank texts. */
  public static List<Token> of(String html) {
    HtmlTokens reader = new HtmlTokens(html);
    while (reader.at < html.length()) {
      reader.next();
    }
    return reader.tokens;
  }

  private void next() {
    if (take('<')) {
      tokens.add(take('/') ? end() : begin());
      must('>');
      return;
    }
    int end = html.indexOf('<', at);
    end = end < 0 ? html.length() : end;
    String text = html.substring(at, end);
    if (!text.isBlank()) {
      tokens.add(new Token.Text(unescaped(text)));
    }
    at = end;
  }

  private Token end() {
    return new Token.End(name());
  }

  private Token begin() {
    String name = name();
    SortedMap<String, String> attributes = new TreeMap<>();
    while (take(' ')) {
      String attribute = name();
      must('=');
      must('"');
      int close = html.indexOf('"', at);
      if (close < 0 || attributes.containsKey(attribute)) {
        throw fault(at);
      }
      attributes.put(attribute, unescaped(html.substring(at, close)));
      at = close + 1;
    }
    return new Token.Begin(name, attributes);
  }

  private String name() {
    int from = at;
    while (at < html.length() && isOfName(html.charAt(at))) {
      at++;
    }
    if (from == at) {
      throw fault(from);
    }
    return html.substring(from, at);
  }

  private static boolean isOfName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  }

  private boolean take(char c) {
    boolean isHere = at < html.length() && html.charAt(at) == c;
    at += isHere ? 1 : 0;
    return isHere;
  }

  private void must(char c) {
    if (!take(c)) {
      throw fault(at);
    }
  }

  private String unescaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int from = 0;
    for (int and = text.indexOf('&'); and >= 0; and = text.indexOf('&', from)) {
      int end = text.indexOf(';', and);
      String character = end < 0 ? null : ENTITIES.get(text.substring(and + 1, end));
      if (character == null) {
        throw fault(at);
      }
      out.append(text, from, and).append(character);
      from = end + 1;
    }
    return out.append(text, from, text.length()).toString();
  }

  private AssertionError fault(int where) {
    int from = Math.max(0, where - FAULT_SHOWN);
    int to = Math.min(html.length(), where + FAULT_SHOWN);
    return new AssertionError("not strict HTML: " + html.substring(from, to));
  }
}
