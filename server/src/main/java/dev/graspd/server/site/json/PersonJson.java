package dev.graspd.server.site.json;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.talk.member.Profile;

/** A person, as JSON (W-85). What it says of itself is its claim. */
public final class PersonJson {
  private PersonJson() {}

  public static String of(PublicKey key, Profile profile) {
    return JsonDocument.object(out -> {
      out.writeStringProperty("pubkey", key.hex());
      out.writeStringProperty("npub", Bech32.npub(key));
      JsonDocument.writeText(out, "name", profile.name());
      JsonDocument.writeText(out, "about", profile.about());
      JsonDocument.writeText(out, "nip05", profile.nip05());
    });
  }
}
