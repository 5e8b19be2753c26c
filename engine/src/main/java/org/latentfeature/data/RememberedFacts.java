package org.latentfeature.data;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a matrix as it stands, each found when it is first asked for. Thread-safe: who
 * asks while another thread reads waits for what that one finds.
 */
final class RememberedFacts {

  private final Matrix x;
  private @Nullable DataFacts facts;
  private @Nullable String hash;
  private @Nullable MissingEntries missing;

  RememberedFacts(Matrix x) {
    this.x = x;
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

  /** By a second look at the rows that lack an entry: until they are counted, there is no array. */
  synchronized MissingEntries missing() {
    MissingEntries known = missing;
    if (known == null) {
      known = MissingEntries.read(x, facts());
      missing = known;
    }
    return known;
  }
}
