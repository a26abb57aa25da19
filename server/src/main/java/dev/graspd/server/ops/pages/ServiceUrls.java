package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.site.html.Html;

/** The URLs of this service and its repositories. */
public record ServiceUrls(ServiceAddress service) {
  public Html.Link home() {
    return new Html.Link(withSlash());
  }

  Html.Link own(String path) {
    return new Html.Link(withSlash() + path);
  }

  /** Returns the URL for Nostr clients. */
  public String relay() {
    return (isPlain() ? "ws://" : "wss://") + authority() + service.basePath();
  }

  String git(RepoAddress repository) {
    return origin() + withSlash() + path(repository) + ".git";
  }

  /** Returns scheme and host of the service. */
  public String origin() {
    return (isPlain() ? "http://" : "https://") + authority();
  }

  /** Returns the URL for git with ngit. */
  public String nostr(RepoAddress repository) {
    return service.nostrUrl(repository.owner(), repository.identifier().text());
  }

  Html.Link api(RepoAddress repository) {
    return own("api/v1/repositories/" + path(repository));
  }

  /** Returns the address of a repository's files. */
  Html.Link files(RepoAddress repository) {
    return own(path(repository) + "/tree/HEAD");
  }

  /** Returns the address of a repository's commits. */
  Html.Link commits(RepoAddress repository) {
    return own(path(repository) + "/commits/HEAD");
  }

  /** Returns the URL at which people can browse the repository. */
  Html.Link browse(RepoAddress repository) {
    return new Html.Link("https://gitworkshop.dev/" + path(repository));
  }

  private static String path(RepoAddress repository) {
    return Bech32.npub(repository.owner())
        + "/"
        + ServiceAddress.segment(repository.identifier().text());
  }

  private String authority() {
    return service.port() == -1 ? service.host() : service.host() + ":" + service.port();
  }

  private String withSlash() {
    return service.basePath().equals("/") ? "/" : service.basePath() + "/";
  }

  /** A service on this machine has no certificate; elsewhere a proxy has one. */
  private boolean isPlain() {
    return service.host().equals("localhost")
        || service.host().equals("[::1]")
        || service.host().startsWith("127.");
  }
}
