package org.latentfeature.backend.contract;

import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Probe;

/** A provider of another one's backends, changed. */
public interface ProviderOver extends BackendProvider {

  /** The other one. */
  BackendProvider provider();

  @Override
  default String name() {
    return provider().name();
  }

  @Override
  default int preference() {
    return provider().preference();
  }

  @Override
  default Probe probe() {
    return provider().probe();
  }
}
