package org.latentfeature.data;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The cached facts of a matrix, each computed on first use. Thread-safe: a call during another
 * thread's reading waits for its result.
 */
final class RememberedFacts {

  private final Matrix x;
  private @Nullable DataFacts facts;
  private @Nullable String hash;
  private @Nullable MissingEntries missing;
  private @Nullable KnownColumns known;
  private EntrySizes.@Nullable Offset offset;
  private boolean isOffsetKnown;
  private WeakReference<@Nullable DoubleBlocks> blocks = new WeakReference<>(null);

  RememberedFacts(Matrix x) {
    this.x = x;
  }

  /** Read again once nobody has them. */
  synchronized DoubleBlocks doubleBlocks() {
    DoubleBlocks present = blocks.get();
    if (present == null) {
      present = DoubleBlocks.copy(x);
      blocks = new WeakReference<>(present);
    }
    return present;
  }

  /** Read once. */
  synchronized DataFacts facts() {
    DataFacts known = facts;
    if (known == null) {
      FactsReader reader = new FactsReader(x.rows(), x.cols());
      EntryReading.of(x, reader);
      known = reader.facts();
      facts = known;
    }
    return known;
  }

  /** Read once; with the facts, unless they are known. */
  synchronized String hash() {
    String known = hash;
    if (known == null) {
      HashReader digest = new HashReader(x.rows(), x.cols());
      if (facts == null) {
        FactsReader reader = new FactsReader(x.rows(), x.cols());
        EntryReading.of(x, reader, digest);
        facts = reader.facts();
      } else {
        EntryReading.of(x, digest);
      }
      known = digest.hex();
      hash = known;
    }
    return known;
  }

  /**
   * Needs a second reading of the rows with missing entries: their number sets the size of the
   * array.
   */
  synchronized MissingEntries missing() {
    MissingEntries known = missing;
    if (known == null) {
      known = MissingEntries.read(x, facts());
      missing = known;
    }
    return known;
  }

  /** Read once; null if no column is far from 0. */
  synchronized EntrySizes.@Nullable Offset offset() {
    if (!isOffsetKnown) {
      offset = EntrySizes.farthest(x);
      isOffsetKnown = true;
    }
    return offset;
  }

  /** Returns whether it is known that no entry is missing. */
  synchronized boolean isComplete() {
    return missing != null && missing.isNone();
  }

  /** Without reading anything. */
  synchronized void setComplete() {
    missing = MissingEntries.none(x.rows());
  }

  /** From the missing entries. */
  synchronized KnownColumns knownColumns() {
    KnownColumns found = known;
    if (found == null) {
      found = KnownColumns.of(missing(), x.cols());
      known = found;
    }
    return found;
  }
}
