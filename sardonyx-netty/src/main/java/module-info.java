/** The wire over TCP; found by its scheme, so it exports nothing. */
module io.sardonyx.netty {
    requires io.sardonyx.core;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires static org.jspecify;
    requires org.slf4j;

    provides io.sardonyx.port.WireProvider with
            io.sardonyx.netty.TcpWireProvider;
}
