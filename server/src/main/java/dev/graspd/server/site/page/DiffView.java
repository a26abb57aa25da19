package dev.graspd.server.site.page;

import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.address.DiffOptions;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.RepositoryView.Form;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.meta.Alternate;
import java.util.List;

/** How a difference is shown, and where its other forms are. */
public record DiffView(CodeLinks links, RepositoryView here, DiffOptions options) {
  static DiffView of(CodeLinks links, RepositoryView.Commit commit) {
    return new DiffView(links, commit, commit.options());
  }

  static DiffView of(CodeLinks links, RepositoryView.Compare compare) {
    return new DiffView(links, compare, compare.options());
  }

  Link with(DiffOptions other) {
    return at(Form.PAGE, other);
  }

  /** The same difference for programs. */
  Link as(Form form) {
    return at(form, DiffOptions.USUAL);
  }

  /** The forms of a page for programs. */
  static List<Alternate> alternates(CodeLinks links, RepositoryView here) {
    DiffView view = new DiffView(links, here, DiffOptions.USUAL);
    return List.of(
        new Alternate(view.as(Form.DIFF), "text/plain", "Difference"),
        new Alternate(view.as(Form.PATCH), "text/plain", "Patch"));
  }

  /** The same difference of one path alone. */
  Link only(TreePath path) {
    return with(new DiffOptions(path.names(), options.view(), options.context(), options.space()));
  }

  /** Returns whether there are forms for programs. */
  boolean hasForms() {
    return !(here instanceof RepositoryView.Talk(TalkView.Revised _));
  }

  boolean isLimited() {
    return !options.path().isEmpty();
  }

  private Link at(Form form, DiffOptions other) {
    return links.to(
        switch (here) {
          case RepositoryView.Commit(var id, _, _) -> new RepositoryView.Commit(id, form, other);
          case RepositoryView.Compare(var from, var to, var isFromBase, _, _) ->
              new RepositoryView.Compare(from, to, isFromBase, form, other);
          case RepositoryView.Talk(TalkView.Files(var event, _, _)) ->
              new RepositoryView.Talk(new TalkView.Files(event, form, other));
          case RepositoryView.Talk(TalkView.OneCommit(var event, var commit, _)) ->
              form == Form.PAGE
                  ? new RepositoryView.Talk(new TalkView.OneCommit(event, commit, other))
                  : new RepositoryView.Commit(commit.hex(), form, other);
          case RepositoryView.Talk(TalkView.Revised(var event, var from, var to, _)) ->
              new RepositoryView.Talk(new TalkView.Revised(event, from, to, other));
          default -> throw new IllegalArgumentException("nothing with a difference: " + here);
        });
  }
}
