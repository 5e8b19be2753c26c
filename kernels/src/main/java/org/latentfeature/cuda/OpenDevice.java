package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.driver.CublasProducts;
import org.latentfeature.cuda.driver.Launch;
import org.latentfeature.cuda.driver.Transfers;

/**
 * What every step needs of the device that it runs on.
 *
 * @param context the device, opened
 * @param kernels loaded there
 * @param card its figures
 */
record OpenDevice(Context context, Kernels kernels, Card card) {

  Launch launch() {
    return context.launch();
  }

  CublasProducts products() {
    return context.products();
  }

  Transfers transfers() {
    return context.transfers();
  }
}
