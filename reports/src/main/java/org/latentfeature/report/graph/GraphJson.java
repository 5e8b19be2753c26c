package org.latentfeature.report.graph;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/**
 * A transition graph for programs: {@code nodes} with {@code id} (the state's number), {@code
 * usage}, {@code label} and, where it is in one, {@code group} from 1 on; {@code edges} with {@code
 * from}, {@code to} and {@code probability}.
 */
final class GraphJson {

  private GraphJson() {}

  static String write(TransitionGraph graph, FeatureGroups groups) {
    JsonArray nodes = new JsonArray();
    for (State state : graph.states()) {
      JsonObject node = new JsonObject();
      node.addProperty("id", state.number());
      node.addProperty("usage", state.usage());
      node.addProperty("label", state.label());
      int group = groups.groupOf(state.number());
      if (group >= 0) {
        node.addProperty("group", group + 1);
      }
      nodes.add(node);
    }
    JsonArray edges = new JsonArray();
    for (Transition t : graph.transitions()) {
      JsonObject edge = new JsonObject();
      edge.addProperty("from", t.from());
      edge.addProperty("to", t.to());
      edge.addProperty("probability", t.probability());
      edges.add(edge);
    }
    JsonObject all = new JsonObject();
    all.addProperty("features_used", graph.used());
    all.addProperty("threshold", graph.choice().threshold());
    all.addProperty("strongest", graph.choice().strongest());
    all.add("nodes", nodes);
    all.add("edges", edges);
    return new GsonBuilder().setPrettyPrinting().create().toJson(all) + "\n";
  }
}
