package dev.graspd.bench.git.load;

import dev.graspd.bench.process.Launcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks that a pack gives a client everything that it requested. */
public final class Completeness {
  private Completeness() {}

  /** Stores the pack as a client does, with git's own checks, and searches for all wants. */
  public static void check(Request request, byte[] answer, Source source, Path work)
      throws IOException, InterruptedException {
    byte[] pack = PackAnswer.read(answer).pack();
    Path client = work.resolve("client.git");
    Launcher.remove(client);
    Source.init(client);
    for (String have : words(request, "have ")) {
      if (!have.equals(Request.UNKNOWN)) {
        PlainGit.run(client, "fetch", "-q", source.bare().toString(), have);
      }
    }
    PlainGit.feed(
        client, out -> out.write(pack), "index-pack", "--stdin", "--fix-thin", "--fsck-objects");
    List<String> count = new ArrayList<>(List.of("rev-list", "--objects", "--count"));
    count.addAll(words(request, "want "));
    String[] command = count.toArray(String[]::new);
    String found = PlainGit.run(client, command);
    String right = PlainGit.run(source.bare(), command);
    if (!found.equals(right)) {
      throw new IllegalStateException("a client has " + found + " objects instead of " + right);
    }
    Launcher.remove(client);
  }

  private static List<String> words(Request request, String prefix) {
    return switch (request) {
      case Request.InfoRefs _ -> List.of();
      case Request.Command(_, var body) ->
          new String(body, StandardCharsets.US_ASCII)
              .lines()
              .map(line -> line.replaceFirst("^(0001)?[0-9a-f]{4}", ""))
              .filter(line -> line.startsWith(prefix))
              .map(line -> line.substring(prefix.length()))
              .toList();
    };
  }
}
