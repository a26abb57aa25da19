package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.policy.push.PushAdvice;
import dev.graspd.core.policy.push.PushCommand;
import dev.graspd.core.policy.push.PushDecision.Line;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.server.family.PushVerdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/**
 * The report of a push, in the form that every client shows (clients.md, section 2).
 *
 * @param status the lines of git's report
 * @param words for people, without line feeds
 */
record PushReport(List<String> status, List<String> words) {
  /** The most refusals in the words for people; the report has all of them. */
  private static final int REFUSALS_SHOWN_MAX = 20;

  PushReport {
    status = List.copyOf(status);
    words = List.copyOf(words);
  }

  /** Reports that the whole push is refused. */
  static PushReport refused(List<PushCommand> commands, Refusal why, ServiceAddress service) {
    List<String> status = new ArrayList<>();
    status.add("unpack " + oneLine(why.text()));
    for (PushCommand command : commands) {
      status.add("ng " + oneLine(command.ref()) + " " + oneLine(why.text()));
    }
    return new PushReport(status, List.of(oneLine(why.text()), link(why, service)));
  }

  /** Reports the verdict on each ref. */
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
    // Some clients show only this line, so it has the reason if everything was refused.
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
    return "see " + why.page(service.httpUrl());
  }

  /** Keeps a client's text from becoming lines or colours of a terminal. */
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
