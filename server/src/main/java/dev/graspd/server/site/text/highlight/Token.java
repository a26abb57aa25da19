package dev.graspd.server.site.text.highlight;

/** A part of a line. */
public record Token(TokenKind kind, String text) {}
