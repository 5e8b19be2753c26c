package org.latentfeature.report.fit;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One page in a {@link Chromium}, as a reader with a mouse and a keyboard has it. */
final class Tab {

  private static final int POLL_MS = 20;
  private static final int MOST_POLLS = 1000;

  private final Chromium browser;
  private final String session;
  private final Path file;

  /** Opens {@code file}, {@code width} pixels wide, and waits until it is loaded. */
  Tab(Chromium browser, Path file, int width, boolean dark) throws Exception {
    this.browser = browser;
    this.file = file;
    String target =
        browser
            .send(null, "Target.createTarget", object("url", "about:blank"))
            .get("targetId")
            .getAsString();
    JsonObject attach = object("targetId", target);
    attach.addProperty("flatten", true);
    session = browser.send(null, "Target.attachToTarget", attach).get("sessionId").getAsString();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      send(domain + ".enable", new JsonObject());
    }
    resize(width, 900);
    JsonObject scheme = object("name", "prefers-color-scheme");
    scheme.addProperty("value", dark ? "dark" : "light");
    JsonArray features = new JsonArray();
    features.add(scheme);
    JsonObject media = new JsonObject();
    media.add("features", features);
    send("Emulation.setEmulatedMedia", media);
    send("Page.navigate", object("url", file.toUri().toString()));
    for (int i = 0; browser.events(session, "Page.loadEventFired").isEmpty(); i++) {
      if (i == MOST_POLLS) {
        throw new IllegalStateException(file + " did not load");
      }
      Thread.sleep(POLL_MS);
    }
  }

  /** Sets the size of the window. */
  void resize(int width, int height) throws Exception {
    JsonObject size = new JsonObject();
    size.addProperty("width", width);
    size.addProperty("height", height);
    size.addProperty("deviceScaleFactor", 1);
    size.addProperty("mobile", width < 600);
    send("Emulation.setDeviceMetricsOverride", size);
  }

  JsonObject send(String method, JsonObject parameters) throws Exception {
    return browser.send(session, method, parameters);
  }

  static JsonObject object(String name, String value) {
    JsonObject object = new JsonObject();
    object.addProperty(name, value);
    return object;
  }

  /** The value of a JavaScript expression. */
  JsonElement value(String expression) throws Exception {
    JsonObject evaluate = object("expression", expression);
    evaluate.addProperty("awaitPromise", true);
    evaluate.addProperty("returnByValue", true);
    JsonObject reply = send("Runtime.evaluate", evaluate);
    if (reply.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + reply.get("exceptionDetails"));
    }
    JsonElement value = reply.getAsJsonObject("result").get("value");
    return value == null ? JsonNull.INSTANCE : value;
  }

  String text(String expression) throws Exception {
    return value(expression).getAsString();
  }

  int number(String expression) throws Exception {
    return value(expression).getAsInt();
  }

  /** Presses a key, such as Tab or Enter. */
  void press(String key, int code) throws Exception {
    for (String type : List.of("keyDown", "keyUp")) {
      JsonObject event = object("type", type);
      event.addProperty("key", key);
      event.addProperty("code", key);
      event.addProperty("windowsVirtualKeyCode", code);
      if (key.equals("Enter") && type.equals("keyDown")) {
        event.addProperty("text", "\r");
      }
      send("Input.dispatchKeyEvent", event);
    }
  }

  /** Moves the mouse over the first element that {@code selector} finds. */
  void hover(String selector) throws Exception {
    mouse("mouseMoved", selector, 0);
  }

  /** Clicks on it. */
  void click(String selector) throws Exception {
    mouse("mouseMoved", selector, 0);
    mouse("mousePressed", selector, 1);
    mouse("mouseReleased", selector, 1);
  }

  private void mouse(String type, String selector, int clicks) throws Exception {
    String element = "document.querySelector(" + new JsonPrimitive(selector) + ")";
    value(element + ".scrollIntoView({block: 'center', inline: 'center'})");
    // Events of scrolling come with the next frame.
    value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))");
    JsonObject place =
        value(
                "(box => ({x: box.x + box.width / 2, y: box.y + box.height / 2}))("
                    + element
                    + ".getBoundingClientRect())")
            .getAsJsonObject();
    JsonObject event = object("type", type);
    event.addProperty("x", place.get("x").getAsDouble());
    event.addProperty("y", place.get("y").getAsDouble());
    if (clicks > 0) {
      event.addProperty("button", "left");
      event.addProperty("clickCount", clicks);
    }
    send("Input.dispatchMouseEvent", event);
  }

  /** Addresses that were asked for, besides that of the page and what it holds itself. */
  List<String> fetched() {
    return browser.events(session, "Network.requestWillBeSent").stream()
        .map(e -> e.getAsJsonObject("request").get("url").getAsString())
        .filter(url -> !url.startsWith("data:") && !url.startsWith(file.toUri().toString()))
        .toList();
  }

  /** What went wrong: exceptions of scripts, and what the log says, such as refusals by policy. */
  List<String> complaints() {
    List<String> all = new ArrayList<>();
    for (String event : List.of("Runtime.exceptionThrown", "Log.entryAdded")) {
      browser.events(session, event).forEach(e -> all.add(e.toString()));
    }
    return all;
  }
}
