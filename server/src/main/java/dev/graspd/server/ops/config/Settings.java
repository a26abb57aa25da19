package dev.graspd.server.ops.config;

import dev.graspd.server.ops.Escape;
import dev.graspd.server.ops.StartRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All current values, by key. Checked as a whole before it exists. */
public final class Settings {
  private static final int SHOWN_VALUE_BYTES_MAX = 256;

  private final Sources sources;
  private final MachineSize machine;

  private Settings(Sources sources, MachineSize machine) {
    this.sources = sources;
    this.machine = machine;
  }

  /**
   * Reads and checks every key.
   *
   * @throws StartRefused if a value is not allowed, or a variable is a misspelled key
   */
  public static Settings read(Sources sources, MachineSize machine) throws StartRefused {
    Settings settings = new Settings(sources, machine);
    for (Key<?> key : ConfigKeys.all()) {
      settings.check(key);
    }
    CrossChecks.run(settings);
    settings.refuseSlips();
    return settings;
  }

  /**
   * Returns the same with other values of keys that a running server can change.
   *
   * @throws StartRefused if the values do not go together
   */
  Settings withLive(Settings newer) throws StartRefused {
    Settings mixed =
        new Settings(sources.with(newer.sources, key -> key.reload() == Key.Reload.LIVE), machine);
    CrossChecks.run(mixed);
    return mixed;
  }

  /** Refuses every key that only tests set. A release calls it. */
  public void refuseTestKeys() throws StartRefused {
    for (Key<?> key : ConfigKeys.all()) {
      if (key.name().startsWith("NGIT_TEST_") && source(key) != Source.DEFAULT) {
        throw refuse(key, "left out: it is for tests, and this is a release");
      }
    }
  }

  public <T> T get(Key<T> key) {
    Optional<Sources.Raw> raw = sources.find(key);
    return raw.isPresent()
        ? key.type().parse(raw.get().value())
        : key.fallback().value().apply(this);
  }

  public Source source(Key<?> key) {
    return sources.find(key).map(Sources.Raw::source).orElse(Source.DEFAULT);
  }

  /** Returns the value of a key as text; secrets are hidden. */
  public <T> String show(Key<T> key) {
    return key.type().show(get(key));
  }

  /** Returns warnings that do not stop the start. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    for (Key<?> key : ConfigKeys.all()) {
      if (key.status() instanceof Status.WithoutEffect(var why)) {
        sources
            .find(key)
            .ifPresent(raw -> remarks.add(raw.name() + " is accepted but has no effect: " + why));
      }
    }
    boolean isPublic = !get(ServiceKeys.BIND_ADDRESS).getAddress().isLoopbackAddress();
    if (isPublic && get(ServiceKeys.DOMAIN).isEmpty()) {
      remarks.add(
          "NGIT_DOMAIN is not set: clients that authenticate (NIP-42) or ask to vanish (NIP-62)"
              + " must name this server by the address it is bound to");
    }
    if (isPublic && get(ServiceKeys.LOOPBACK_IS_OPERATOR)) {
      remarks.add(
          "NGIT_LOOPBACK_IS_OPERATOR is in force and NGIT_BIND_ADDRESS is no loopback address: every"
              + " loopback client without X-Forwarded-For has no limits per address, also strangers"
              + " whom a port forwarder or a container's proxy brings; set it to false unless all"
              + " loopback clients are yours");
    }
    if (HostingKeys.archives(this)
        && get(SyncKeys.BOOTSTRAP_RELAY_URL).isEmpty()
        && get(HostingKeys.ARCHIVE_GRASP_SERVICES).isEmpty()) {
      remarks.add(
          "archives learn of repositories from relays that are followed, and from clients: a first"
              + " relay can be named in NGIT_SYNC_BOOTSTRAP_RELAY_URL");
    }
    remarks.addAll(unknownVariables());
    return remarks;
  }

  /** Returns a line for each variable that looks like a key but is not one. */
  public List<String> unknownVariables() {
    return sources.unknownVariables().stream().map(UnknownVariable::text).toList();
  }

  MachineSize machine() {
    return machine;
  }

  /** Makes the refusal of a value that conflicts with another key. */
  StartRefused refuse(Key<?> key, String allowed) {
    Sources.Raw raw =
        sources.find(key).orElseGet(() -> new Sources.Raw(key.name(), show(key), Source.DEFAULT));
    return refusal(key, raw, allowed);
  }

  private void refuseSlips() throws StartRefused {
    for (UnknownVariable unknown : sources.unknownVariables()) {
      if (unknown.isSlip()) {
        throw new StartRefused(unknown.text());
      }
    }
  }

  private void check(Key<?> key) throws StartRefused {
    Optional<Sources.Raw> raw = sources.find(key);
    if (raw.isEmpty()) {
      return;
    }
    try {
      key.type().parse(raw.get().value());
    } catch (ValueTypes.BadEntry e) {
      String entry = Escape.line(String.valueOf(e.getMessage()), SHOWN_VALUE_BYTES_MAX);
      throw refusal(key, raw.get(), key.type().allowed() + "; the entry '" + entry + "' is wrong");
    } catch (IllegalArgumentException e) {
      throw refusal(key, raw.get(), key.type().allowed() + Units.hint(key.type().unit()));
    }
  }

  private static StartRefused refusal(Key<?> key, Sources.Raw raw, String allowed) {
    String shown =
        key.type().shape() == ValueType.Shape.SECRET
            ? raw.name()
            : raw.name() + "='" + Escape.line(raw.value(), SHOWN_VALUE_BYTES_MAX) + "'";
    return new StartRefused(
        "%s (%s) is not allowed: it must be %s".formatted(shown, raw.source(), allowed));
  }
}
