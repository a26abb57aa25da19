package dev.graspd.core.talk.member;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import java.util.List;

/**
 * The GRASP servers on which a person wants to have its repositories (kind 10317), the preferred
 * one first. Texts of strangers: nobody has checked that these servers exist.
 *
 * @param isCut whether the event names more servers than are kept
 */
public record ServerList(List<String> urls, boolean isCut) {
  public static final ServerList NONE = new ServerList(List.of(), false);

  /** Servers of one list that are kept. */
  public static final int SERVERS_MAX = 20;

  /** Longest URL, in characters; the rest is cut. */
  public static final int URL_MAX = 200;

  private static final String SERVER = "g";

  public ServerList {
    urls = List.copyOf(urls);
  }

  /** Reads a list; an event of another kind names no server. */
  public static ServerList of(Event event) {
    if (event.kind() != Kinds.GRASP_LIST) {
      return NONE;
    }
    List<String> all =
        event.tags().stream()
            .filter(tag -> tag.is(SERVER) && tag.hasValue() && !tag.value().isBlank())
            .map(Tag::value)
            .distinct()
            .toList();
    return new ServerList(
        all.stream().limit(SERVERS_MAX).map(ServerList::cut).toList(), all.size() > SERVERS_MAX);
  }

  private static String cut(String url) {
    if (url.length() <= URL_MAX) {
      return url;
    }
    boolean isDivided = Character.isHighSurrogate(url.charAt(URL_MAX - 1));
    return url.substring(0, isDivided ? URL_MAX - 1 : URL_MAX);
  }
}
