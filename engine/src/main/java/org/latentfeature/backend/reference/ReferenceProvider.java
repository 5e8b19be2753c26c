package org.latentfeature.backend.reference;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Probe;
import org.latentfeature.backend.Resources;

/** Provides the plain-Java backend, which always runs. */
public final class ReferenceProvider implements BackendProvider {

  @Override
  public String name() {
    return "java";
  }

  @Override
  public int preference() {
    return 0;
  }

  @Override
  public Probe probe() {
    return Probe.available("plain Java loops on " + System.getProperty("os.arch") + ", one thread");
  }

  @Override
  public Backend open(Resources resources) {
    return new ReferenceBackend();
  }
}
