package dev.graspd.server.git.http;

import dev.graspd.core.nostr.refusal.FetchReason;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.base.HandsOver;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitService;
import dev.graspd.server.git.serve.UploadService;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.Repositories;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Smart HTTP over the hosted repositories. It answers from memory on the calling thread, and from
 * disk on other threads, on which addresses take turns.
 *
 * @param writing handles a push; returns at once
 */
public record SmartHttp(
    Repositories repositories,
    Lookups lookups,
    UploadService reading,
    BiConsumer<HostedRepository, Exchange> writing)
    implements GitService {
  private static final String NOTHING = "there is no such repository here";

  /** Git shows this text to its user, line by line. */
  private static final String NOTHING_TO_PUSH_TO =
      NOTHING
          + ". To host one, publish its announcement (kind 30617) to this server's relay, with this"
          + " address among its clone URLs: 'ngit init' does that. Then push again";

  private static final Answer ABSENT =
      new Answer(404, "text/plain; charset=utf-8", NOTHING.getBytes(StandardCharsets.US_ASCII));

  @Override
  public Optional<Answer> infoRefsAtOnce(RefSpace space, Name service, String gitProtocol) {
    Optional<Optional<HostedRepository>> known = repositories.findAtOnce(space);
    if (known.isPresent() && known.get().isEmpty() && service == Name.UPLOAD_PACK) {
      return Optional.of(ABSENT);
    }
    return known
        .flatMap(found -> found)
        .flatMap(hosted ->
            switch (service) {
              case UPLOAD_PACK -> reading.advertisedForReadingAtOnce(hosted, gitProtocol);
              case RECEIVE_PACK -> reading.advertisedForPushingAtOnce(hosted, gitProtocol);
            })
        .map(body -> advertisement(service, body));
  }

  @Override
  public void infoRefs(RefSpace space, Name service, Exchange exchange) {
    lookUp(service, exchange, () -> advertise(space, service, exchange));
  }

  private void advertise(RefSpace space, Name service, Exchange exchange) {
    Optional<HostedRepository> hosted = repositories.find(space);
    if (hosted.isEmpty()) {
      exchange.refuse(404, absence(space, service));
      return;
    }
    byte[] body =
        switch (service) {
          case UPLOAD_PACK -> reading.advertisedForReading(hosted.get(), exchange.gitProtocol());
          case RECEIVE_PACK -> reading.advertisedForPushing(hosted.get(), exchange.gitProtocol());
        };
    reading.send(advertisement(service, body), exchange);
  }

  private static Answer advertisement(Name service, byte[] body) {
    return new Answer(200, "application/x-" + service.word() + "-advertisement", body);
  }

  @Override
  public Optional<Answer> atOnce(RefSpace space, Name service, String gitProtocol, byte[] body) {
    return switch (service) {
      case UPLOAD_PACK ->
          repositories
              .findAtOnce(space)
              .flatMap(found -> found)
              .flatMap(hosted -> reading.atOnce(hosted, gitProtocol, body));
      case RECEIVE_PACK -> Optional.empty();
    };
  }

  @Override
  public void exchange(RefSpace space, Name service, Exchange exchange) {
    // A push asks the store first how much room is left.
    Optional<HostedRepository> known =
        service == Name.UPLOAD_PACK
            ? repositories.findAtOnce(space).flatMap(found -> found)
            : Optional.empty();
    if (known.isPresent()) {
      exchange(known.get(), service, exchange);
    } else {
      lookUp(service, exchange, () -> find(space, service, exchange));
    }
  }

  private void find(RefSpace space, Name service, Exchange exchange) {
    Optional<HostedRepository> hosted = repositories.find(space);
    if (hosted.isEmpty()) {
      exchange.refuse(404, absence(space, service));
    } else {
      exchange(hosted.get(), service, exchange);
    }
  }

  private void exchange(HostedRepository hosted, Name service, Exchange exchange) {
    switch (service) {
      case UPLOAD_PACK -> reading.exchange(hosted, exchange);
      case RECEIVE_PACK -> writing.accept(hosted, exchange);
    }
  }

  @HandsOver
  private void lookUp(Name service, Exchange exchange, Runnable lookup) {
    Runnable guarded =
        () -> {
          try {
            lookup.run();
          } catch (RuntimeException e) {
            exchange.abort(e);
          }
        };
    if (!lookups.submit(exchange.payer(), guarded)) {
      Reason busy =
          switch (service) {
            case UPLOAD_PACK -> FetchReason.FETCH_BUSY;
            case RECEIVE_PACK -> PushReason.PUSH_BUSY;
          };
      exchange.refuse(503, busy.refusal().message());
    }
  }

  /** Fetches learn nothing about an ended repository; pushes get advice. */
  private String absence(RefSpace space, Name service) {
    return switch (service) {
      case UPLOAD_PACK -> NOTHING;
      case RECEIVE_PACK ->
          Optional.of(space.address())
              .filter(_ -> !space.isSubmissions())
              .flatMap(repositories::restorableUntil)
              .map(until ->
                  "this repository is no longer hosted here: publish its announcement (kind 30617)"
                      + " again before "
                      + until
                      + " and it is back as it was, then push")
              .orElse(space.isSubmissions() ? NOTHING : NOTHING_TO_PUSH_TO);
    };
  }

  @Override
  public boolean exists(RepoAddress repository) {
    return repositories.find(repository).isPresent();
  }
}
