package dev.graspd.server.app.server;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.ban.BlockLists;
import dev.graspd.server.app.desk.BanAnswers;
import dev.graspd.server.app.desk.CommandAnswers;
import dev.graspd.server.app.desk.HookAnswers;
import dev.graspd.server.app.desk.RepoAnswers;
import dev.graspd.server.ban.BanReception;
import dev.graspd.server.ban.BanWork;
import dev.graspd.server.ban.BannedRepositories;
import dev.graspd.server.ban.CurrentBans;
import dev.graspd.server.ban.ListedBans;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.gate.Reception;
import dev.graspd.server.ops.data.DropBox;
import dev.graspd.server.role.Mandate;
import java.time.InstantSource;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Builds what bans on the running server need. */
record BanSetup(Reception reception, BanWork work, BanAnswers answers, ListedBans listed) {
  static BanSetup build(
      Store store,
      CurrentBans current,
      AdmissionRules rules,
      Optional<HostingSetup> hosting,
      Reception policy,
      PublicKey own,
      BlockLists lists,
      InstantSource clock,
      Deque<Runnable> closers) {
    BannedRepositories repositories =
        hosting
            .<BannedRepositories>map(one -> one.host().actions().banned())
            .orElse(BannedRepositories.NONE);
    BanWork work =
        new BanWork(
            store, store.unwanted(), repositories, policy, clock, HostingSetup.failPoints());
    ExecutorService executor = Executors.newSingleThreadExecutor(WorkerThread.factory("bans"));
    // Not interrupted, which would close files under git's readers; it ends with the store.
    closers.push(executor::shutdown);
    return new BanSetup(
        new BanReception(policy, current),
        work,
        new BanAnswers(work, store, own, what -> configured(what, rules, hosting), clock, executor),
        new ListedBans(work, store.bans(), lists, own, clock, executor));
  }

  /** Continues bans that a crash interrupted, and ends those whose list has changed. */
  void atStart(Mandate mandate) {
    listed.atStart();
    work.resume(mandate);
  }

  /** Returns who answers the operator's commands. */
  DropBox.Desk desk(
      Store store,
      Optional<HostingSetup> hosting,
      Optional<Catalogue> catalogue,
      HookAnswers hooks,
      ServiceAddress service,
      boolean readOnly) {
    return hosting.isEmpty()
        ? CommandAnswers.plain(answers, readOnly)
        : CommandAnswers.of(
            store.repositories(),
            hosting.get().host().actions(),
            new RepoAnswers(catalogue.orElseThrow(), service),
            answers,
            hooks,
            readOnly);
  }

  private static Optional<String> configured(
      Banned what, AdmissionRules rules, Optional<HostingSetup> hosting) {
    return switch (what) {
      case Banned.OfEvent _ -> Optional.empty();
      case Banned.OfKey(var key) ->
          Optional.of("NGIT_EVENT_BLACKLIST").filter(_ -> rules.bannedAuthors().contains(key));
      case Banned.OfRepository(var address) ->
          Optional.of("NGIT_REPOSITORY_BLACKLIST")
              .filter(_ -> hosting.filter(one -> one.rules().isBlackListed(address)).isPresent());
    };
  }
}
