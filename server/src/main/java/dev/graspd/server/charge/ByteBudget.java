package dev.graspd.server.charge;

import dev.graspd.core.nostr.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes of heap or disk that all payers share. A payer may hold at most an eighth of what the
 * others leave: alone that is an eighth of the budget, and twenty greedy addresses still leave room
 * for the twenty-first. An IPv6 /48 may hold a quarter, and one key an eighth. The operator is
 * bound by the budget alone. Thread-safe.
 */
public final class ByteBudget {
  /** The part of what others leave that one address, host or key may hold. */
  public static final int SHARE = 8;

  /** The part of what others leave that one IPv6 /48 may hold. */
  public static final int SITE_SHARE = 4;

  private final String name;
  private final long maxBytes;
  private final Tally<Object> usedBy = new Tally<>();
  private final AtomicLong refused = new AtomicLong();
  private long used;

  /**
   * A budget.
   *
   * @param name lower-case words joined by underscores: the metrics' label
   */
  public ByteBudget(String name, long maxBytes) {
    this.name = name;
    this.maxBytes = maxBytes;
  }

  /** One account that a charge counts against. */
  private record Account(Object owner, int share) {}

  /** Takes bytes for a payer; empty if its share or the budget does not have them. */
  public Optional<Charge> take(Payer payer, long bytes) {
    return take(accounts(payer, Optional.empty()), bytes);
  }

  /** Takes bytes for a payer that carry a key, whose share counts too. */
  public Optional<Charge> take(Payer payer, PublicKey key, long bytes) {
    return take(accounts(payer, Optional.of(key)), bytes);
  }

  private Optional<Charge> take(List<Account> accounts, long bytes) {
    Charge charge = new Charge(this, accounts);
    return charge.grow(bytes) ? Optional.of(charge) : Optional.empty();
  }

  /** Takes bytes in any case: for data that is here already, such as rows read at a start. */
  public Charge force(Payer payer, long bytes) {
    Charge charge = new Charge(this, accounts(payer, Optional.empty()));
    charge.force(bytes);
    return charge;
  }

  /** Takes bytes that carry a key in any case. */
  public Charge force(Payer payer, PublicKey key, long bytes) {
    Charge charge = new Charge(this, accounts(payer, Optional.of(key)));
    charge.force(bytes);
    return charge;
  }

  private static List<Account> accounts(Payer payer, Optional<PublicKey> key) {
    List<Account> accounts = new ArrayList<>(3);
    if (!payer.isOperator()) {
      accounts.add(new Account(payer, SHARE));
    }
    payer.site().ifPresent(site -> accounts.add(new Account(site, SITE_SHARE)));
    key.ifPresent(author -> accounts.add(new Account(author, SHARE)));
    return List.copyOf(accounts);
  }

  private synchronized boolean add(List<Account> accounts, long bytes) {
    boolean fits = fits(accounts, bytes);
    if (fits) {
      change(accounts, bytes);
    } else {
      refused.incrementAndGet();
    }
    return fits;
  }

  private synchronized boolean addSpare(List<Account> accounts, long bytes) {
    // As much again must be free as all that the payer would have then.
    long own =
        accounts.stream().mapToLong(account -> usedBy.of(account.owner())).max().orElse(used);
    boolean fits = fits(accounts, own + 2 * bytes);
    if (fits) {
      change(accounts, bytes);
    }
    return fits;
  }

  private boolean fits(List<Account> accounts, long bytes) {
    boolean fits = bytes <= maxBytes - used;
    for (Account account : accounts) {
      long own = usedBy.of(account.owner());
      long others = used - own;
      fits &= own + bytes <= (maxBytes - others) / account.share();
    }
    return fits;
  }

  private synchronized void change(List<Account> accounts, long bytes) {
    used += bytes;
    for (Account account : accounts) {
      usedBy.add(account.owner(), bytes);
    }
  }

  public String name() {
    return name;
  }

  public long maxBytes() {
    return maxBytes;
  }

  public synchronized long usedBytes() {
    return used;
  }

  public synchronized long usedBy(Payer payer) {
    return usedBy.of(payer);
  }

  /**
   * Returns whether a payer could take these bytes now, for callers that wait while it cannot. A
   * "no" is not counted as a refusal.
   */
  public synchronized boolean hasRoom(Payer payer, long bytes) {
    return fits(accounts(payer, Optional.empty()), bytes);
  }

  /** Returns whether more is held than there is, which only {@link #force} can bring about. */
  public synchronized boolean isExceeded() {
    return used > maxBytes;
  }

  public void countRefusal() {
    refused.incrementAndGet();
  }

  public long refused() {
    return refused.get();
  }

  /** Bytes that are taken, until it is closed. Thread-safe; closing again changes nothing. */
  public static final class Charge implements AutoCloseable {
    private final ByteBudget budget;
    private final List<Account> accounts;
    private long bytes;
    private boolean closed;

    private Charge(ByteBudget budget, List<Account> accounts) {
      this.budget = budget;
      this.accounts = accounts;
    }

    /** Takes more bytes; returns whether they fit, and changes nothing if not. */
    public synchronized boolean grow(long more) {
      if (closed || !budget.add(accounts, more)) {
        return false;
      }
      bytes += more;
      return true;
    }

    /**
     * Takes more bytes if at most half of a share is used then: for buffers that only make work
     * faster. A "no" is not counted as a refusal.
     */
    public synchronized boolean growSpare(long more) {
      if (closed || !budget.addSpare(accounts, more)) {
        return false;
      }
      bytes += more;
      return true;
    }

    public synchronized void force(long more) {
      if (!closed) {
        budget.change(accounts, more);
        bytes += more;
      }
    }

    public synchronized void shrink(long less) {
      if (less > bytes) {
        throw new IllegalArgumentException(less + " of " + bytes + " bytes given back");
      }
      budget.change(accounts, -less);
      bytes -= less;
    }

    public synchronized long bytes() {
      return bytes;
    }

    @Override
    public synchronized void close() {
      budget.change(accounts, -bytes);
      bytes = 0;
      closed = true;
    }
  }
}
