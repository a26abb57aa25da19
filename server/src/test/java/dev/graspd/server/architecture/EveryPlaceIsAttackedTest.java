package dev.graspd.server.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.PlaceShares;
import dev.graspd.server.charge.Turns;
import dev.graspd.server.charge.UnitPool;
import dev.graspd.testkit.fire.Attacks;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * A class that keeps strangers' bytes, or lets strangers wait for a turn, takes from a budget or
 * has a queue of turns. A row of the table of attacks aims at each such class, so that a new one
 * cannot come without its row.
 */
class EveryPlaceIsAttackedTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.graspd.server");

  private static final Set<String> TAKING = Set.of("take", "force");

  /** Dialled servers, not clients, stand in these; the tests of sync and hunt attack them. */
  private static final Set<String> OF_DIALLED_SERVERS =
      Set.of("LinkInbox", "LookupTurns", "RefusalRetry");

  @Test
  void everyPlaceHasItsRow() {
    SortedSet<String> attacked = new TreeSet<>(OF_DIALLED_SERVERS);
    Attacks.all().forEach(attack -> attacked.addAll(attack.places()));
    SortedSet<String> places = places();
    assertThat(places).hasSizeGreaterThan(10);
    assertThat(attacked).containsAll(places);
  }

  private static SortedSet<String> places() {
    SortedSet<String> places = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      if (!type.getPackageName().equals(ByteBudget.class.getPackageName()) && keeps(type)) {
        places.add(outermost(type).getSimpleName());
      }
    }
    return places;
  }

  private static boolean keeps(JavaClass type) {
    return type.getAccessesFromSelf().stream().anyMatch(EveryPlaceIsAttackedTest::isPlace);
  }

  private static boolean isPlace(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    return (owner.isEquivalentTo(ByteBudget.class) && TAKING.contains(access.getTarget().getName()))
        || owner.isEquivalentTo(Turns.class)
        || owner.isEquivalentTo(PlaceShares.class)
        || owner.isEquivalentTo(UnitPool.class);
  }

  private static JavaClass outermost(JavaClass type) {
    JavaClass outer = type;
    while (outer.getEnclosingClass().isPresent()) {
      outer = outer.getEnclosingClass().get();
    }
    return outer;
  }
}
