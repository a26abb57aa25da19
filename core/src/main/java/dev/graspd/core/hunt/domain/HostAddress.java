package dev.graspd.core.hunt.domain;

/**
 * The address of a host: an IPv4 address, or the /64 around an IPv6 address. Names cost nothing,
 * addresses do.
 */
public record HostAddress(String text) {}
