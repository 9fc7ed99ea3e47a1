/**
 * The wire over UDP, by Aeron; found by its scheme, so it exports nothing. Agrona reaches into the JDK for its buffers:
 * on the module path start with {@code --add-exports java.base/jdk.internal.misc=org.agrona}.
 */
module io.sardonyx.aeron {
    requires io.sardonyx.core;
    requires io.aeron.client;
    requires io.aeron.driver;
    requires org.agrona;
    requires static org.jspecify;
    requires org.slf4j;

    provides io.sardonyx.port.WireProvider with
            io.sardonyx.aeron.AeronWireProvider;
}
