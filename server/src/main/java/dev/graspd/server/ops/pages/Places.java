package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.RepoAddress;

/** The addresses under which people reach this service and its repositories. */
record Places(ServiceAddress service) {
  /** Returns the service's root on this server. */
  Html.Link home() {
    return new Html.Link(withSlash());
  }

  /** Returns a page of this service. */
  Html.Link own(String path) {
    return new Html.Link(withSlash() + path);
  }

  /** Returns where a Nostr client connects. */
  String relay() {
    return (isPlain() ? "ws://" : "wss://") + authority() + service.basePath();
  }

  /** Returns where git clones from and pushes to. */
  String git(RepoAddress repository) {
    return (isPlain() ? "http://" : "https://")
        + authority()
        + withSlash()
        + Bech32.npub(repository.owner())
        + "/"
        + ServiceAddress.segment(repository.identifier().text())
        + ".git";
  }

  /** Returns the address that git understands with ngit's help. */
  String nostr(RepoAddress repository) {
    return service.nostrUrl(repository.owner(), repository.identifier().text());
  }

  /** Returns what programs read of a repository. */
  Html.Link api(RepoAddress repository) {
    return own(
        "api/v1/repositories/"
            + Bech32.npub(repository.owner())
            + "/"
            + ServiceAddress.segment(repository.identifier().text()));
  }

  /** Returns where the repository can be browsed. */
  Html.Link browse(RepoAddress repository) {
    return new Html.Link(
        "https://gitworkshop.dev/"
            + Bech32.npub(repository.owner())
            + "/"
            + ServiceAddress.segment(repository.identifier().text()));
  }

  /** Returns host and port as clients name them. */
  private String authority() {
    return service.port() == -1 ? service.host() : service.host() + ":" + service.port();
  }

  private String withSlash() {
    return service.basePath().equals("/") ? "/" : service.basePath() + "/";
  }

  /** A service on this machine has no certificate; everywhere else a proxy is expected to. */
  private boolean isPlain() {
    return service.host().equals("localhost")
        || service.host().equals("[::1]")
        || service.host().startsWith("127.");
  }
}
