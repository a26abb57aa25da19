package dev.graspd.core.hunt;

/**
 * Where hosts are: an IPv4 address, or the /64 around an IPv6 one. Names cost nothing, addresses
 * do.
 */
public record HostAddress(String text) {}
