package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.latentfeature.cuda.software.SoftwareDevice;

/** Fails a test after which the software device has something to complain of. */
public final class DeviceGuard implements AfterEachCallback, AfterAllCallback {

  @Override
  public void afterEach(ExtensionContext context) {
    if (SoftwareDevice.isLoaded()) {
      List<String> faults = SoftwareDevice.faults();
      SoftwareDevice.resetFaults();
      assertEquals(List.of(), faults, "faults of the device");
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (SoftwareDevice.isLoaded()) {
      List<String> leaks = SoftwareDevice.leaks();
      SoftwareDevice.reset();
      assertEquals(List.of(), leaks, "what is still open on the device");
    }
  }
}
