package org.latentfeature.backend.contract;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;

/** Opens the backend under test beside the reference. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class BackendContract {

  /** Enough for every shape of {@link Problems}. */
  static final AtomSearch.Limits LIMITS = new AtomSearch.Limits(16, 16, 8, 32);

  private final BackendProvider provider;
  Backend backend;
  Backend reference;

  /** A suite for the backend of {@code provider}, which must be able to run here. */
  protected BackendContract(BackendProvider provider) {
    this.provider = provider;
    this.reference = open(new ReferenceProvider());
    // Until each test opens its own, which that test's end closes.
    this.backend = reference;
  }

  private static Backend open(BackendProvider provider) {
    if (!provider.probe().isAvailable()) {
      throw new AssertionError(provider.name() + ": " + provider.probe().reasons());
    }
    return provider.open(Resources.DEFAULT);
  }

  @BeforeEach
  void reopen() {
    backend = open(provider);
  }

  @AfterEach
  void close() {
    backend.close();
  }

  Steps opened(Matrix x) {
    return Steps.open(backend, x, LIMITS);
  }

  Steps reference(Matrix x) {
    return Steps.open(reference, x, LIMITS);
  }
}
