package dev.graspd.server.site.serve;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.objects.Digests;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.SiteAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Versions of pages: equal ones are of the same bytes (W-95). A page of code depends on its
 * address, on the refs of its repository and on the form of all pages. Thread-safe.
 */
public final class PageVersions {
  /** Half of a hash: two pages never share it by chance. */
  private static final int BYTES = 16;

  /** Repositories whose refs are known; each costs about 100 bytes. */
  private static final int REMEMBERED_MAX = 10_000;

  private final String form;

  /** By identity: the refs of a repository are the same object until they change. */
  private final Cache<Refs, String> ofRefs =
      Caffeine.newBuilder().weakKeys().maximumSize(REMEMBERED_MAX).build();

  /**
   * Remembers nothing yet.
   *
   * @param form all that pages have in common: program, style, names and settings
   */
  public PageVersions(String form) {
    this.form = form;
  }

  /** Returns the version of a page; reads all refs if they are new. */
  String of(SiteAddress address, HostedRepository repository) {
    return of(Addresses.write(address), repository);
  }

  /**
   * Returns the version of a page or document; reads all refs if they are new.
   *
   * @param address as it is written
   */
  public String of(String address, HostedRepository repository) {
    return version(address, repository, ofRefs.get(repository.refs(), PageVersions::hash));
  }

  /** Returns the version of a page if its refs are known. */
  Optional<String> known(SiteAddress address, HostedRepository repository) {
    return known(Addresses.write(address), repository);
  }

  /**
   * Returns the version of a page or document if its refs are known.
   *
   * @param address as it is written
   */
  public Optional<String> known(String address, HostedRepository repository) {
    @Nullable String refs = ofRefs.getIfPresent(repository.refs());
    return refs == null ? Optional.empty() : Optional.of(version(address, repository, refs));
  }

  /** Returns the version of a page that shows something else, too. */
  public static String with(String version, String shown) {
    return hash(version, shown);
  }

  private String version(String address, HostedRepository repository, String refs) {
    return hash(form, repository.standing().name(), refs, address);
  }

  private static String hash(Refs refs) {
    MessageDigest digest = Digests.sha256();
    refs.head().ifPresent(head -> add(digest, head.text()));
    refs.values()
        .forEach((name, value) -> {
          add(digest, name.text());
          add(digest, value.hex());
        });
    return text(digest);
  }

  private static String hash(String... parts) {
    MessageDigest digest = Digests.sha256();
    for (String part : parts) {
      add(digest, part);
    }
    return text(digest);
  }

  private static void add(MessageDigest digest, String part) {
    digest.update(part.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  private static String text(MessageDigest digest) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOf(digest.digest(), BYTES));
  }
}
