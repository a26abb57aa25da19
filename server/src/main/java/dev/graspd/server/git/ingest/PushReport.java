package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.Refusal;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.PushAdvice;
import dev.graspd.core.policy.PushCommand;
import dev.graspd.core.policy.PushDecision.Line;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.server.gate.PushVerdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/**
 * What a client is told in the end, in the form that every client shows (clients.md, "Saying no").
 *
 * @param status the lines of git's report
 * @param words for people, without line feeds
 */
record PushReport(List<String> status, List<String> words) {
  /** Refusals that are spelt out for people; the report has all of them. */
  private static final int REFUSALS_SHOWN_MAX = 20;

  PushReport {
    status = List.copyOf(status);
    words = List.copyOf(words);
  }

  /** The push as a whole is refused, whatever its refs. */
  static PushReport refused(List<PushCommand> commands, Refusal why, ServiceAddress service) {
    List<String> status = new ArrayList<>();
    status.add("unpack " + oneLine(why.text()));
    for (PushCommand command : commands) {
      status.add("ng " + oneLine(command.ref()) + " " + oneLine(why.text()));
    }
    return new PushReport(status, List.of(oneLine(why.text()), link(why, service)));
  }

  /** Each ref has its own answer. */
  static PushReport of(PushVerdict verdict, RefSpace space, ServiceAddress service) {
    List<Refusal> refusals = new ArrayList<>();
    List<String> status = new ArrayList<>();
    for (Line line : verdict.lines()) {
      String ref = oneLine(line.command().ref());
      switch (line) {
        case Line.Move _, Line.Unchanged _, Line.Await _ -> status.add("ok " + ref);
        case Line.Refuse(_, var why) -> {
          refusals.add(why);
          status.add("ng " + ref + " " + oneLine(why.text()));
        }
      }
    }
    // Some clients show only this line, so it says why when nothing at all was done.
    String unpack = verdict.isRefused() ? oneLine(refusals.getFirst().text()) : "ok";
    status.addFirst("unpack " + unpack);
    return new PushReport(status, words(verdict, refusals, space, service));
  }

  private static List<String> words(
      PushVerdict verdict, List<Refusal> refusals, RefSpace space, ServiceAddress service) {
    List<String> words = new ArrayList<>();
    SequencedSet<String> links = new LinkedHashSet<>();
    for (Line line : verdict.lines()) {
      if (line instanceof Line.Refuse(var command, var why) && words.size() < REFUSALS_SHOWN_MAX) {
        words.add(oneLine(command.ref() + ": " + why.text()));
        links.add(link(why, service));
      }
    }
    if (refusals.size() > words.size()) {
      words.add("and %,d more refs".formatted(refusals.size() - words.size()));
    }
    words.addAll(links);
    PushAdvice.of(verdict.lines(), space.address(), service).forEach(words::add);
    verdict.remarks().forEach(remark -> words.add(oneLine(remark)));
    return words;
  }

  private static String link(Refusal why, ServiceAddress service) {
    return "see " + why.page(service);
  }

  /** Keeps what a client wrote from becoming lines or colours of its terminal. */
  private static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text);
    for (int i = 0; i < line.length(); i++) {
      if (Character.isISOControl(line.charAt(i))) {
        line.setCharAt(i, '?');
      }
    }
    return line.toString();
  }
}
