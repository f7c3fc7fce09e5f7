import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/** Runs one node of OpenSearch until the process is stopped. The arguments are its settings, as NAME=VALUE. */
public final class OpenSearchNode extends Node {
  private static final List<Class<? extends Plugin>> PLUGINS =
      List.of(Netty4Plugin.class, MapperExtrasPlugin.class);

  private OpenSearchNode(Environment environment) {
    super(environment, PLUGINS, false);
  }

  public static void main(String[] arguments) throws Exception {
    Settings.Builder settings = Settings.builder();
    for (String argument : arguments) {
      String[] parts = argument.split("=", 2);
      settings.put(parts[0], parts[1]);
    }
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(
            settings.build(), Map.of(), null, () -> "node");
    try {
      OpenSearchNode node = new OpenSearchNode(environment);
      node.start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node)));
    } catch (Exception error) {
      // The causes are printed last, because only the last lines of the log are shown.
      for (Throwable cause = error; cause != null; cause = cause.getCause()) System.err.println(cause);
      System.exit(1);
    }
    Thread.currentThread().join();
  }

  private static void close(Node node) {
    try {
      node.close();
    } catch (java.io.IOException error) {
      error.printStackTrace();
    }
  }
}
