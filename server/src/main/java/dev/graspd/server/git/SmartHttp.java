package dev.graspd.server.git;

import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.gate.HostedRepository;
import dev.graspd.server.gate.Repositories;
import dev.graspd.server.git.ingest.ReceiveService;
import dev.graspd.server.git.serve.UploadService;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Smart HTTP over the repositories that are hosted here. */
public final class SmartHttp implements GitService {
  private static final String NOTHING = "there is no such repository here";

  private final Repositories repositories;
  private final UploadService reading;
  private final ReceiveService writing;

  public SmartHttp(Repositories repositories, UploadService reading, ReceiveService writing) {
    this.repositories = repositories;
    this.reading = reading;
    this.writing = writing;
  }

  @Override
  public Answer infoRefs(RefSpace space, Name service, String gitProtocol) {
    Optional<HostedRepository> hosted = repositories.find(space);
    if (hosted.isEmpty()) {
      return new Answer(
          404,
          "text/plain; charset=utf-8",
          absence(space, service).getBytes(StandardCharsets.US_ASCII));
    }
    byte[] body =
        switch (service) {
          case UPLOAD_PACK -> reading.advertisedForReading(hosted.get(), gitProtocol);
          case RECEIVE_PACK -> reading.advertisedForPushing(hosted.get(), gitProtocol);
        };
    return new Answer(200, "application/x-" + service.word() + "-advertisement", body);
  }

  @Override
  public Optional<Answer> atOnce(RefSpace space, Name service, String gitProtocol, byte[] body) {
    return switch (service) {
      case UPLOAD_PACK ->
          repositories.find(space).flatMap(hosted -> reading.atOnce(hosted, gitProtocol, body));
      case RECEIVE_PACK -> Optional.empty();
    };
  }

  @Override
  public void exchange(RefSpace space, Name service, Exchange exchange) {
    Optional<HostedRepository> hosted = repositories.find(space);
    if (hosted.isEmpty()) {
      exchange.refuse(404, absence(space, service));
      return;
    }
    switch (service) {
      case UPLOAD_PACK -> reading.exchange(hosted.get(), exchange);
      case RECEIVE_PACK -> writing.exchange(hosted.get(), exchange);
    }
  }

  /** Readers are told nothing of what was; whoever pushes is told what to do. */
  private String absence(RefSpace space, Name service) {
    return switch (service) {
      case UPLOAD_PACK -> NOTHING;
      case RECEIVE_PACK ->
          Optional.of(space.address())
              .filter(_ -> !space.isSubmissions())
              .flatMap(repositories::restorableUntil)
              .map(until ->
                  "this repository is no longer hosted here: publish its announcement (kind 30617)"
                      + " anew before "
                      + until
                      + " and it is back as it was, then push")
              .orElse(NOTHING);
    };
  }

  @Override
  public boolean exists(RepoAddress repository) {
    return repositories.find(repository).isPresent();
  }
}
