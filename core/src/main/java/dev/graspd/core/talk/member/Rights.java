package dev.graspd.core.talk.member;

import dev.graspd.core.nostr.PublicKey;

/** The rights of keys in the thread of an author. */
public record Rights(PublicKey author, Members members) {
  /** Returns whether a key may open, close, or make a draft (W-41). */
  public boolean mayClose(PublicKey key) {
    return mayEdit(key) || members.moderators().contains(key);
  }

  /** Returns whether a key may say that commits are merged (W-41). */
  public boolean mayMerge(PublicKey key) {
    return members.isMaintainer(key);
  }

  /** Returns whether a key may give titles, labels, cover notes and revisions (W-42, W-44). */
  public boolean mayEdit(PublicKey key) {
    return key.equals(author) || members.isMaintainer(key);
  }

  /** Returns what a key is here. */
  public MemberKind positionOf(PublicKey key) {
    if (key.equals(members.repository().owner())) {
      return MemberKind.OWNER;
    }
    if (members.leads().contains(key)) {
      return MemberKind.LEAD;
    }
    if (members.isMaintainer(key)) {
      return MemberKind.MAINTAINER;
    }
    if (members.moderators().contains(key)) {
      return MemberKind.MODERATOR;
    }
    return key.equals(author) ? MemberKind.AUTHOR : MemberKind.NONE;
  }
}
