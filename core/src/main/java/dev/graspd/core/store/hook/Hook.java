package dev.graspd.core.store.hook;

import dev.graspd.core.repo.RepositoryPattern;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A webhook of the operator. A row of the store.
 *
 * @param id counts from 1 and never repeats
 * @param url where its deliveries go
 * @param repositories which repositories it is about; empty for all
 * @param anyAddress whether its receiver may be on a private address and without TLS
 * @param by who added it
 * @param atSeconds when it was added
 * @param sinceSeq it hears of what is in the log after this number
 * @param dropped how many deliveries had no room
 */
public record Hook(
    long id,
    String url,
    HookSecret secret,
    SortedSet<Topic> topics,
    Optional<RepositoryPattern> repositories,
    boolean anyAddress,
    String by,
    long atSeconds,
    long sinceSeq,
    long dropped) {
  /** Hooks of a server; the 51st is refused. */
  public static final int COUNT_MAX = 50;

  public Hook {
    topics = Collections.unmodifiableSortedSet(new TreeSet<>(topics));
  }

  /** Returns it with its number, hearing of what comes after this number in the log. */
  public Hook begun(long number, long seq) {
    return new Hook(
        number, url, secret, topics, repositories, anyAddress, by, atSeconds, seq, dropped);
  }

  public Hook withDropped(long more) {
    return new Hook(
        id, url, secret, topics, repositories, anyAddress, by, atSeconds, sinceSeq, dropped + more);
  }
}
