package dev.graspd.server.app.command;

import dev.graspd.server.migrate.ngit.OldServer;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ParseResult;

/**
 * Where an import or a comparison reads: the files of a stopped ngit-grasp, its files while it
 * runs, or a URL (operations.md, M-1).
 *
 * @param files of ngit-grasp
 * @param url of a running server; its events come from there
 */
record ImportOrder(Optional<OldServer> files, Optional<String> url) {
  static final String FROM = "--from";
  static final String RELAY = "--relay";
  static final String GIT = "--git";
  static final String LIVE = "--live";
  static final String KEY = "--key";

  static final String NGIT_GRASP = "ngit-grasp";
  static final String GRASP = "grasp";
  static final String VERIFY = "verify";

  private static final String KEY_FILE = ".relay-owner.nsec";
  private static final String OUR_MARK = "lock";

  static boolean isVerify(ParseResult command) {
    return command.matchedPositionalValue(0, "").equals(VERIFY);
  }

  /** Reads the order of an import. */
  static ImportOrder of(ParseResult command) throws StartRefused {
    String source = command.matchedPositionalValue(0, "");
    Optional<String> live = given(command, LIVE);
    return switch (source) {
      case NGIT_GRASP -> new ImportOrder(Optional.of(oldServer(command, live.isPresent())), live);
      case GRASP -> new ImportOrder(Optional.empty(), Optional.of(url(command)));
      case VERIFY -> ofVerify(command, live);
      default ->
          throw new StartRefused(
              "'graspd import' can %s, %s and %s, not '%s'"
                  .formatted(NGIT_GRASP, GRASP, VERIFY, source));
    };
  }

  private static ImportOrder ofVerify(ParseResult command, Optional<String> live)
      throws StartRefused {
    return live.isPresent()
        ? new ImportOrder(Optional.empty(), live)
        : new ImportOrder(Optional.of(oldServer(command, false)), Optional.empty());
  }

  private static String url(ParseResult command) throws StartRefused {
    String url = command.matchedPositionalValue(1, "");
    if (url.isEmpty()) {
      throw new StartRefused("say where the server is: graspd import grasp wss://git.example.org");
    }
    return url;
  }

  private static Optional<String> given(ParseResult command, String option) {
    return Optional.of(command.matchedOptionValue(option, "")).filter(text -> !text.isEmpty());
  }

  private static OldServer oldServer(ParseResult command, boolean mayRun) throws StartRefused {
    OldServer old = new OldServer(place(command, RELAY, "relay"), place(command, GIT, "git"));
    boolean isOurs = Files.exists(old.relay().resolve(OUR_MARK));
    if (isOurs || !old.isThere()) {
      throw new StartRefused(
          "nothing of ngit-grasp in %s and %s: expected data.mdb or .grasp/storage-version"
              .formatted(old.relay(), old.git()));
    }
    try {
      if (!old.isKnownLayout()) {
        throw new StartRefused(
            "%s has storage version %s, which this graspd does not know: use a newer graspd"
                .formatted(old.git(), old.storageVersion().orElse("")));
      }
      if (!mayRun && old.isRunning()) {
        throw new StartRefused(
            "ngit-grasp has %s open: stop it first, or add %s URL to copy while it runs"
                .formatted(old.relay(), LIVE));
      }
    } catch (IOException e) {
      throw new StartRefused("the old server cannot be read: " + FileTrouble.text(e), e);
    }
    return old;
  }

  /** Returns a directory that is named, or that lies below the one of the server. */
  private static Path place(ParseResult command, String option, String name) throws StartRefused {
    Optional<String> given = given(command, option);
    if (given.isPresent()) {
      return Path.of(given.get()).toAbsolutePath().normalize();
    }
    String from =
        given(command, FROM)
            .orElseThrow(
                () -> new StartRefused("say where the old server is: %s DIR".formatted(FROM)));
    Path root = Path.of(from).toAbsolutePath().normalize();
    Path below = root.resolve("data").resolve(name);
    return Files.isDirectory(below) ? below : root.resolve(name);
  }

  /** Returns the file of the old server's key, if it is named or lies where that server puts it. */
  static Optional<Path> keyFile(ParseResult command) {
    Optional<String> named = given(command, KEY);
    if (named.isPresent()) {
      return named.map(Path::of);
    }
    return given(command, FROM)
        .map(from -> Path.of(from).toAbsolutePath().normalize())
        .flatMap(root ->
            List.of(root.resolve(KEY_FILE), root.resolveSibling(KEY_FILE)).stream()
                .filter(Files::isRegularFile)
                .findFirst());
  }
}
