package dev.graspd.server.site.api;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.RevisionName;
import dev.graspd.server.site.address.ApiAddresses;
import dev.graspd.server.site.address.ApiView;
import dev.graspd.server.site.address.Part;
import dev.graspd.server.site.json.RefsJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the refs of a repository for a program. For one thread. */
record ApiRefs(ApiScope scope, List<RepoState> states) {
  ApiRefs {
    states = List.copyOf(states);
  }

  ApiAnswer refs(Part<RefName> part) throws IOException {
    Refs all = scope.code().refs();
    List<Map.Entry<RefName, Oid>> found =
        all.values().entrySet().stream()
            .filter(ref -> part.after().filter(last -> ref.getKey().compareTo(last) <= 0).isEmpty())
            .limit(part.limit() + 1L)
            .toList();
    boolean hasMore = found.size() > part.limit();
    List<RefsJson.Ref> refs = new ArrayList<>();
    for (Map.Entry<RefName, Oid> ref : hasMore ? found.subList(0, part.limit()) : found) {
      refs.add(ref(ref.getKey(), ref.getValue(), all));
    }
    Optional<RefName> last = hasMore ? Optional.of(refs.getLast().name()) : Optional.empty();
    return scope.document(
        RefsJson.of(new RefsJson.Facts(all.head(), refs, last.map(ApiAddresses::cursor))),
        last.map(name -> new ApiView.Refs(part.at(name))));
  }

  private RefsJson.Ref ref(RefName name, Oid value, Refs all) throws IOException {
    Optional<Oid> peeled = name.isTag() ? peeled(name, value, all) : Optional.empty();
    return new RefsJson.Ref(name, value, peeled, signer(name, value));
  }

  /** What a tag leads to, as far as it is another object. */
  private Optional<Oid> peeled(RefName tag, Oid value, Refs all) throws IOException {
    Optional<Oid> known = Optional.ofNullable(all.peeled().get(value));
    return (known.isPresent() ? known : read(tag)).filter(target -> !target.equals(value));
  }

  private Optional<Oid> read(RefName tag) throws IOException {
    Outcome<Revision> revision =
        scope
            .code()
            .revision(new RevisionName.OfRef(tag, false, TreePath.ROOT), scope.budgets().reach());
    return revision instanceof Outcome.Found<Revision>(var found)
        ? Optional.of(found.target().oid())
        : Optional.empty();
  }

  private Optional<EventHead> signer(RefName name, Oid value) {
    return states.stream()
        .filter(state -> value.equals(state.refs().get(name)))
        .map(RepoState::event)
        .findFirst();
  }
}
