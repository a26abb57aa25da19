package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.ArchivePolicy;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.server.family.held.HostingLimits;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.relay.RelayLimits;
import dev.graspd.server.site.json.JsonDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/**
 * The NIP-11 document, written from the objects that enforce its limits.
 *
 * @param key the server's own key
 * @param presentation name, description, contact
 * @param rules the checks of events
 * @param hosting the rules for repositories; empty if none are hosted
 * @param room the limits of git data and of new repositories
 * @param syncs whether events are fetched from other relays
 * @param limits of one connection
 * @param maxMessageBytes largest WebSocket message
 * @param searches whether a REQ may search
 */
public record RelayInformation(
    PublicKey key,
    Config.Presentation presentation,
    AdmissionRules rules,
    Optional<HostingRules> hosting,
    HostingLimits room,
    boolean syncs,
    RelayLimits limits,
    int maxMessageBytes,
    boolean searches,
    Version version) {
  private static final List<Integer> NIPS =
      List.of(1, 9, 11, 13, 34, 40, 42, 45, 50, 62, 67, 70, 77);
  private static final String NO_HOSTING =
      "No repositories are hosted here yet; as a relay this service accepts any valid event.";
  private static final String OPEN =
      "Any repository is hosted whose announcement (kind 30617) names this service in both clone"
          + " and relays.";
  private static final String CHOSEN =
      "Only repositories that the operator has listed are hosted; their announcements (kind 30617)"
          + " name this service in both clone and relays.";
  private static final String READ_ONLY = "Nothing is taken now: the server is read-only.";
  private static final Set<Integer> ABOUT_DELETION = Set.of(9, 62);
  private static final int ABOUT_REPOSITORIES = 34;
  private static final int ABOUT_SEARCH = 50;

  public String json() {
    return JsonDocument.object(out -> {
      out.writeStringProperty("name", presentation.name());
      out.writeStringProperty("description", presentation.description());
      out.writeStringProperty("pubkey", key.hex());
      out.writeStringProperty("self", key.hex());
      presentation.contact().ifPresent(contact -> out.writeStringProperty("contact", contact));
      out.writeStringProperty("software", version.url());
      out.writeStringProperty("version", version.number());
      out.writeArrayPropertyStart("supported_nips");
      nips().forEach(out::writeNumber);
      out.writeEndArray();
      out.writeArrayPropertyStart("supported_grasps");
      grasps().forEach(out::writeString);
      out.writeEndArray();
      out.writeStringProperty("repo_acceptance_criteria", acceptance());
      curation().ifPresent(words -> out.writeStringProperty("curation", words));
      writeLimitation(out);
    });
  }

  public List<Integer> nips() {
    return NIPS.stream()
        .filter(nip -> rules.obeyDeletions() || !ABOUT_DELETION.contains(nip))
        .filter(nip -> hosting.isPresent() || nip != ABOUT_REPOSITORIES)
        .filter(nip -> searches || nip != ABOUT_SEARCH)
        .toList();
  }

  public List<String> grasps() {
    if (hosting.isEmpty()) {
      return List.of();
    }
    List<String> grasps = new ArrayList<>(List.of("GRASP-01"));
    if (syncs) {
      grasps.add("GRASP-02");
    }
    if (hosting.get().archive().isActive()) {
      grasps.add("GRASP-05");
    }
    if (takesSubmissions()) {
      grasps.add("GRASP-06");
    }
    return grasps;
  }

  public boolean takesSubmissions() {
    return hosting.filter(HostingRules::takesSubmissions).isPresent();
  }

  public String acceptance() {
    return hosting
        .map(policy -> (policy.whiteList().isEmpty() ? OPEN : CHOSEN) + " " + bounds())
        .map(sentence -> rules.readOnly() ? READ_ONLY + " " + sentence : sentence)
        .orElse(NO_HOSTING);
  }

  private String bounds() {
    return "The git data of a repository may take %s, that of all repositories of one owner %s. %s"
        .formatted(
            ByteSize.exact(room.quota().repositoryBytes()),
            ByteSize.exact(room.quota().ownerBytes()),
            room.newRepositories().sentence());
  }

  /** Returns how the operator selects repositories and events; empty if everything is accepted. */
  public Optional<String> curation() {
    return hosting.map(this::choices).filter(choices -> !choices.isEmpty());
  }

  private String choices(HostingRules policy) {
    List<String> sentences = new ArrayList<>();
    if (!policy.whiteList().isEmpty()) {
      sentences.add("The operator chooses the repositories that are hosted here.");
    }
    if (!policy.blackList().isEmpty()) {
      sentences.add("The operator refuses some repositories.");
    }
    if (!rules.bannedAuthors().isEmpty()) {
      sentences.add("The operator refuses all events of some keys.");
    }
    if (policy.archive().isActive()) {
      sentences.add(archive(policy.archive()));
    }
    return String.join(" ", sentences);
  }

  /** Describes the archived copies, and whether they take pushes. */
  private static String archive(ArchivePolicy archive) {
    List<String> which = new ArrayList<>();
    if (archive.all()) {
      which.add("every repository that this server hears of");
    }
    if (!archive.all() && !archive.repositories().isEmpty()) {
      which.add("repositories that the operator has chosen");
    }
    if (!archive.all() && !archive.services().isEmpty()) {
      which.add(
          "the repositories of "
              + archive.services().stream()
                  .map(ServiceAddress::text)
                  .collect(Collectors.joining(", ")));
    }
    return "Copies are kept of %s that are hosted elsewhere; %s."
        .formatted(
            String.join(" and ", which),
            archive.readOnly() ? "they take no pushes" : "they take what their maintainers sign");
  }

  private void writeLimitation(JsonGenerator out) {
    out.writeObjectPropertyStart("limitation");
    out.writeNumberProperty("max_message_length", maxMessageBytes);
    out.writeNumberProperty("max_subscriptions", limits.maxSubscriptions());
    out.writeNumberProperty("max_filters", limits.maxFilters());
    out.writeNumberProperty("max_limit", limits.maxLimit());
    out.writeNumberProperty("default_limit", limits.defaultLimit());
    out.writeNumberProperty("max_subid_length", RelayLimits.SUBSCRIPTION_ID_CHARS_MAX);
    out.writeNumberProperty("max_event_tags", rules.maxEventTags());
    out.writeNumberProperty("max_content_length", rules.maxEventBytes());
    out.writeNumberProperty("min_pow_difficulty", rules.minPowDifficulty());
    out.writeBooleanProperty("auth_required", false);
    out.writeBooleanProperty("payment_required", false);
    out.writeBooleanProperty("restricted_writes", rules.readOnly());
    out.writeNumberProperty("created_at_upper_limit", rules.maxFutureSeconds());
    out.writeEndObject();
  }
}
