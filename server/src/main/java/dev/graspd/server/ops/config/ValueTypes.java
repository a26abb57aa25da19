package dev.graspd.server.ops.config;

import dev.graspd.core.hunt.domain.DomainLimits;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.server.net.Cidr;
import dev.graspd.server.ops.config.ValueType.Shape;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The kinds of values that configuration keys have. */
final class ValueTypes {
  private static final int TEXT_BYTES_MAX = 4096;
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
  private static final Pattern HOST =
      Pattern.compile("[a-zA-Z0-9]([a-zA-Z0-9._-]{0,252}[a-zA-Z0-9])?|\\[[0-9a-fA-F:.]{2,45}]");
  private static final Pattern BASE_PATH = Pattern.compile("/([a-zA-Z0-9._~-]+/?)*");
  private static final Pattern ZEROS = Pattern.compile("(^|:)0(:0)+(:|$)");

  private ValueTypes() {}

  static ValueType<Integer> integer(int min, int max, String unit) {
    ValueType<Long> wide = number(min, max, unit);
    return plain(
        wide.allowed(), unit, text -> Math.toIntExact(wide.parse(text)), value -> value.toString());
  }

  static ValueType<Long> number(long min, long max, String unit) {
    String allowed = "a whole number from " + min + " to " + max;
    return plain(
        allowed,
        unit,
        text -> inRange(Units.parse(text, unit), min, max),
        value -> value.toString());
  }

  static ValueType<Boolean> bool() {
    return new ValueType<>(
        "true or false",
        "",
        Shape.SWITCH,
        text ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "true" -> true;
              case "false" -> false;
              default -> throw new IllegalArgumentException();
            },
        value -> value.toString());
  }

  /** A switch that must stay off, because its feature does not exist. */
  static ValueType<Boolean> offOnly(String why) {
    ValueType<Boolean> bool = bool();
    return plain(
        "false (" + why + ")",
        text -> {
          require(!bool.parse(text));
          return false;
        },
        value -> value.toString());
  }

  /** One word of an enum, in lower case. */
  static <E extends Enum<E>> ValueType<E> word(Class<E> words) {
    List<String> names = Arrays.stream(words.getEnumConstants()).map(ValueTypes::lower).toList();
    String allowed = String.join(", ", names.subList(0, names.size() - 1));
    return word(words, allowed + " or " + names.getLast());
  }

  static <E extends Enum<E>> ValueType<E> word(Class<E> words, String allowed) {
    return plain(
        allowed,
        text ->
            Arrays.stream(words.getEnumConstants())
                .filter(word -> lower(word).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new),
        ValueTypes::lower);
  }

  static ValueType<String> text() {
    return plain(
        "text without control characters, at most " + TEXT_BYTES_MAX + " bytes",
        ValueTypes::checkedText,
        Function.identity());
  }

  static ValueType<Path> path() {
    return plain("the path of a directory", text -> Path.of(notEmpty(text)), Path::toString);
  }

  static ValueType<String> domain() {
    return plain(
        "host or host:port, no scheme, no slash",
        text -> {
          String domain = authority(text).toLowerCase(Locale.ROOT);
          ServiceAddress.of(domain, "/");
          return domain;
        },
        Function.identity());
  }

  static ValueType<InetSocketAddress> bindAddress() {
    return plain(
        "an IP address or localhost, a colon and a port from 0 to 65535",
        ValueTypes::socketAddress,
        ValueTypes::hostAndPort);
  }

  static ValueType<String> basePath() {
    return plain(
        "a path that begins with a slash, of letters, digits and ._~-",
        text -> {
          require(BASE_PATH.matcher(text).matches() && !text.contains("/."));
          return text.endsWith("/") ? text : text + "/";
        },
        Function.identity());
  }

  static ValueType<URI> relayUrl() {
    return plain(
        "the ws or wss URL of a relay, or its host[:port][/path]",
        ValueTypes::relayUrl,
        URI::toString);
  }

  static ValueType<List<Cidr>> networks() {
    return list("networks such as 10.0.0.0/8 or ::1/128", Cidr::parse, Cidr::toString);
  }

  static ValueType<List<URI>> relayUrls() {
    return list("ws or wss URLs of relays", ValueTypes::relayUrl, URI::toString);
  }

  static ValueType<List<ServiceAddress>> services() {
    return list("services as host[:port][/path]", ValueTypes::service, ServiceAddress::text);
  }

  static ValueType<List<String>> words() {
    return list("texts", ValueTypes::checkedText, Function.identity());
  }

  static ValueType<List<RepositoryPattern>> repositories() {
    return list(
        "npub, npub/identifier or identifier",
        text -> RepositoryPattern.parse(text).orElseThrow(IllegalArgumentException::new),
        RepositoryPattern::toString);
  }

  static ValueType<SortedSet<PublicKey>> authors() {
    ValueType<List<PublicKey>> list =
        list("npubs or keys of 64 hex digits", ValueTypes::publicKey, Bech32::npub);
    return plain(
        list.allowed(),
        text -> new TreeSet<>(list.parse(text)),
        value -> list.show(List.copyOf(value)));
  }

  /** Limits for single hosts: {@code host:concurrent,per-minute}, separated by semicolons. */
  static ValueType<List<String>> hostLimits() {
    return list(
        "entries such as github.com:10,60, separated by semicolons",
        ";",
        ValueTypes::hostLimit,
        Function.identity());
  }

  /** Never shown. Empty text is refused: it is probably a mistake. */
  static ValueType<Optional<String>> secret(String allowed) {
    return new ValueType<>(
        allowed, "", Shape.SECRET, text -> Optional.of(notEmpty(text)), value -> value.orElse(""));
  }

  /** Empty text means none. */
  static <T> ValueType<Optional<T>> optional(ValueType<T> type) {
    return new ValueType<>(
        type.allowed(),
        type.unit(),
        type.shape(),
        text -> text.isEmpty() ? Optional.empty() : Optional.of(type.parse(text)),
        value -> value.map(type.printer()).orElse(""));
  }

  /** Shows an address as people write it, with brackets around IPv6. */
  static String hostAndPort(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + shortened(host) + "]" : host) + ":" + address.getPort();
  }

  /** Java spells out every zero of an IPv6 address, clients do not. */
  private static String shortened(String ipv6) {
    return ZEROS.matcher(ipv6).replaceFirst("::");
  }

  private static <T> ValueType<T> plain(
      String allowed, Function<String, T> parser, Function<T, String> printer) {
    return plain(allowed, "", parser, printer);
  }

  private static <T> ValueType<T> plain(
      String allowed, String unit, Function<String, T> parser, Function<T, String> printer) {
    return new ValueType<>(allowed, unit, Shape.PLAIN, parser, printer);
  }

  private static <T> ValueType<List<T>> list(
      String allowed, Function<String, T> parser, Function<T, String> printer) {
    return list("a comma list of " + allowed, ",", parser, printer);
  }

  private static <T> ValueType<List<T>> list(
      String allowed, String separator, Function<String, T> parser, Function<T, String> printer) {
    return plain(
        allowed,
        text ->
            Arrays.stream(text.split(separator))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .map(entry -> entry(entry, parser))
                .toList(),
        value -> value.stream().map(printer).collect(Collectors.joining(separator)));
  }

  private static <T> T entry(String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new BadEntry(text, e);
    }
  }

  private static long number(String text, long min, long max) {
    require(NUMBER.matcher(text).matches());
    return inRange(Long.parseLong(text), min, max);
  }

  private static long inRange(long value, long min, long max) {
    require(value >= min && value <= max);
    return value;
  }

  private static void require(boolean isValid) {
    if (!isValid) {
      throw new IllegalArgumentException();
    }
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }

  private static String notEmpty(String text) {
    require(!text.isBlank() && text.chars().noneMatch(Character::isISOControl));
    return text;
  }

  private static String checkedText(String text) {
    require(text.getBytes(StandardCharsets.UTF_8).length <= TEXT_BYTES_MAX);
    return notEmpty(text);
  }

  private static String authority(String text) {
    int colon = text.lastIndexOf(':');
    boolean hasPort = colon > text.lastIndexOf(']');
    require(HOST.matcher(hasPort ? text.substring(0, colon) : text).matches());
    if (hasPort) {
      number(text.substring(colon + 1), 1, 65_535);
    }
    return text;
  }

  private static InetSocketAddress socketAddress(String text) {
    int colon = text.lastIndexOf(':');
    require(colon >= 1);
    String host = text.substring(0, colon);
    int port = (int) number(text.substring(colon + 1), 0, 65_535);
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    require(bracketed || !host.contains(":"));
    String literal = bracketed ? host.substring(1, host.length() - 1) : host;
    // Only localhost is taken by name: binding must not depend on a resolver.
    InetAddress address =
        literal.equalsIgnoreCase("localhost")
            ? InetAddress.ofLiteral("127.0.0.1")
            : Cidr.parse(literal).network();
    return new InetSocketAddress(address, port);
  }

  private static URI relayUrl(String text) {
    URI url = URI.create(text.contains("://") ? text : "wss://" + text);
    boolean webSocket = "ws".equals(url.getScheme()) || "wss".equals(url.getScheme());
    require(webSocket && url.getHost() != null && url.getUserInfo() == null);
    return url;
  }

  private static ServiceAddress service(String text) {
    int slash = text.indexOf('/');
    String domain = authority(slash < 0 ? text : text.substring(0, slash));
    String path = slash < 0 ? "/" : text.substring(slash);
    require(BASE_PATH.matcher(path).matches());
    return ServiceAddress.of(domain, path);
  }

  private static PublicKey publicKey(String text) {
    return text.startsWith("npub1")
        ? Bech32.parseNpub(text).orElseThrow(IllegalArgumentException::new)
        : PublicKey.parse(text.toLowerCase(Locale.ROOT));
  }

  private static String hostLimit(String text) {
    require(DomainLimits.parseOverrides(text).isPresent());
    return text;
  }

  /** Names the wrong entry of a list. */
  static final class BadEntry extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    BadEntry(String entry, Throwable cause) {
      super(entry, cause);
    }
  }
}
