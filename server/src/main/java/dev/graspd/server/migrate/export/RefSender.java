package dev.graspd.server.migrate.export;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.migrate.ImportPlan.Category;
import dev.graspd.server.migrate.remote.RemoteServer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Pushes the refs of repositories exactly as they are here. Refs that are only there stay: the
 * other server removes them when it takes the newer state. For one thread.
 */
final class RefSender {
  private static final String NO_OBJECTS = "objects of it are missing here: run 'graspd doctor'";

  private final Exporter.Own own;
  private final RemoteServer there;
  private final PushClient client;
  private final String agent;
  private final Map<RepoAddress, Set<RefName>> sent = new HashMap<>();
  private final Map<RepoAddress, Map<RefName, String>> refused = new HashMap<>();
  private int files;

  RefSender(Exporter.Own own, RemoteServer there, String agent) {
    this.own = own;
    this.there = there;
    this.client = new PushClient(there.http(), agent);
    this.agent = agent;
  }

  /** Pushes what differs. */
  void push(SortedSet<RepoAddress> repositories) throws IOException {
    for (RepoAddress repository : repositories) {
      SortedMap<RefName, Oid> here = here(repository);
      if (!here.isEmpty()) {
        switch (client.open(there.target(repository))) {
          case PushTarget.Closed(var why) -> note(repository, all(here, why));
          case PushTarget.Open target -> {
            SortedMap<RefName, Oid> wanted = missing(here, target.refs());
            if (!wanted.isEmpty()) {
              note(repository, push(repository, target, wanted));
            }
          }
        }
      }
    }
  }

  private SortedMap<RefName, Oid> here(RepoAddress repository) {
    Refs refs = own.store().repositories().refs(repository.identifier()).get(repository.owner());
    return refs == null ? Collections.emptySortedMap() : refs.values();
  }

  private static SortedMap<RefName, Oid> missing(
      SortedMap<RefName, Oid> here, SortedMap<RefName, Oid> there) {
    SortedMap<RefName, Oid> missing = new TreeMap<>(here);
    missing.entrySet().removeIf(ref -> ref.getValue().equals(there.get(ref.getKey())));
    return missing;
  }

  private static SortedMap<RefName, Optional<String>> all(
      SortedMap<RefName, Oid> refs, String why) {
    SortedMap<RefName, Optional<String>> outcomes = new TreeMap<>();
    refs.keySet().forEach(ref -> outcomes.put(ref, Optional.of(why)));
    return outcomes;
  }

  private SortedMap<RefName, Optional<String>> push(
      RepoAddress repository, PushTarget.Open target, SortedMap<RefName, Oid> wanted)
      throws IOException {
    Path body = own.scratch().resolve("push-" + files++);
    try {
      return write(repository, target, wanted, body)
          ? client.push(target, wanted, body)
          : all(wanted, NO_OBJECTS);
    } finally {
      Files.deleteIfExists(body);
    }
  }

  private boolean write(
      RepoAddress repository, PushTarget.Open target, SortedMap<RefName, Oid> wanted, Path body)
      throws IOException {
    SortedSet<Oid> haves = new TreeSet<>(target.refs().values());
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(body))) {
      out.write(PushLines.commands(target, wanted, agent));
      return own.packs().write(repository.identifier(), new TreeSet<>(wanted.values()), haves, out);
    }
  }

  private void note(RepoAddress repository, SortedMap<RefName, Optional<String>> outcomes) {
    Map<RefName, String> reasons = refused.computeIfAbsent(repository, _ -> new HashMap<>());
    outcomes.forEach((ref, why) -> {
      if (why.isPresent()) {
        reasons.put(ref, why.get());
      } else {
        sent.computeIfAbsent(repository, _ -> new HashSet<>()).add(ref);
        reasons.remove(ref);
      }
    });
  }

  /** Compares all refs with what is there now, and counts them. */
  void count(SortedSet<RepoAddress> repositories, ExportReport report, boolean isDry) {
    for (RepoAddress repository : repositories) {
      SortedMap<RefName, Oid> here = here(repository);
      report.found(Category.REFS, here.size());
      if (!here.isEmpty()) {
        SortedMap<RefName, Oid> open = new TreeMap<>(here);
        if (client.open(there.target(repository)) instanceof PushTarget.Open target) {
          open = missing(here, target.refs());
        }
        count(repository, here, open, report, isDry);
      }
    }
  }

  private void count(
      RepoAddress repository,
      SortedMap<RefName, Oid> here,
      SortedMap<RefName, Oid> open,
      ExportReport report,
      boolean isDry) {
    Set<RefName> taken = sent.getOrDefault(repository, Set.of());
    Map<RefName, String> reasons = refused.getOrDefault(repository, Map.of());
    for (RefName ref : here.keySet()) {
      if (open.containsKey(ref) && !isDry) {
        String why = reasons.getOrDefault(ref, "it has another value there");
        report.refused(Category.REFS, repository.shown() + " " + ref.text(), why);
      } else if (open.containsKey(ref) || taken.contains(ref)) {
        report.sent(Category.REFS);
      } else {
        report.alreadyThere(Category.REFS);
      }
    }
  }
}
